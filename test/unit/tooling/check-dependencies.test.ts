import { describe, expect, it } from 'vitest'
import { catches, check, importFrom, typeFrom, VALUE } from './planted-imports'

describe('a check that saw nothing', () => {
  it('fails on an empty src', async () => {
    const verdict = await check({})
    expect(verdict.stderr).toContain('0 modules')
    expect(verdict.code).toBe(1)
  })

  it('fails when modules were read but no import in them was', async () => {
    const verdict = await check({ 'src/main/base/clock.ts': VALUE })
    expect(verdict.stderr).toContain('nothing was checked')
    expect(verdict.code).toBe(1)
  })
})

describe('allowed imports', () => {
  it('passes a small project that keeps the rules', async () => {
    const verdict = await check({
      'src/shared/partner-api/order.ts': `import { thing } from 'zod'\nexport type Thing = typeof thing\n`,
      'src/shared/domain/orders/order.ts': typeFrom('../../partner-api/order'),
      'src/shared/contract/channels.ts': VALUE,
      'src/main/base/clock.ts': VALUE,
      'src/main/store/db/database.ts': `${importFrom('better-sqlite3')}import '../../base/clock'\n`,
      'src/main/store/tables/orders.ts': `${importFrom('../db/database')}import '../../../shared/contract/channels'\n`,
      'src/main/store/views/queue.ts': importFrom('../tables/orders'),
      'src/main/store/recovery/rebuild.ts': importFrom('../views/queue'),
      'src/main/store/evidence/log.ts': importFrom('../db/database'),
      'src/main/partner/client.ts': importFrom('undici'),
      'src/main/sync/pull/pull.ts': `${importFrom('../../store/tables/orders')}import '../../partner/client'\n`,
      'src/main/areas/packing/open-order.ts': importFrom('../../sync/pull/pull'),
      'src/main/areas/handlers.ts': typeFrom('../app/account/open'),
      'src/main/app/account/open.ts': `${importFrom('../../store/recovery/rebuild')}export type Thing = 1\n`,
      'src/main/app/compose.ts': `${importFrom('../areas/packing/open-order')}import '../../marketplace/server'\n`,
      'src/main/hosts/electron/window.ts': `${importFrom('electron')}export type { Station } from '../../app/compose'\n`,
      'src/marketplace/server.ts': importFrom('better-sqlite3'),
      'src/preload/index.ts': `${importFrom('electron')}import '../shared/contract/channels'\n`,
      'src/renderer/src/app.tsx': `${importFrom('react')}import '../../shared/contract/channels'\n`,
    })
    expect(verdict.stderr).toBe('')
    expect(verdict.stdout).toContain('0 violations')
    expect(verdict.code).toBe(0)
  })

  it('passes a renderer whose rooms import only what is below them', async () => {
    const verdict = await check({
      'src/shared/contract/views.ts': 'export type Thing = 1\n',
      'src/shared/domain/orders/order.ts': VALUE,
      'src/renderer/src/app.tsx': `${importFrom('./shell/shell')}void import('./pages/settings-page')\n`,
      'src/renderer/src/shell/shell.tsx': importFrom('../features/queue/order-page'),
      'src/renderer/src/pages/settings-page.tsx': importFrom('../features/carriers/carriers-settings'),
      'src/renderer/src/features/queue/order-page.tsx': `${importFrom('./lines')}import '../../parts/speech'\n`,
      'src/renderer/src/features/queue/lines.tsx': importFrom('../../scan/form-guard'),
      'src/renderer/src/main.tsx': `${importFrom('./app')}void import('./features/carriers/carrier-form')\n`,
      'src/renderer/src/features/carriers/carriers-settings.tsx': importFrom('../../ui/dialog-buttons'),
      'src/renderer/src/features/carriers/carrier-form.tsx': `${importFrom('../../../../shared/contract/carriers')}import '../../forms/typed'\n`,
      'src/renderer/src/forms/typed.ts': importFrom('zod'),
      'src/shared/contract/carriers.ts': importFrom('zod'),
      'src/renderer/src/parts/speech.ts': importFrom('../scan/form-guard'),
      'src/renderer/src/parts/open-order.ts': importFrom('../stores/stores'),
      'src/renderer/src/stores/stores.ts': `${importFrom('../scan/form-guard')}import '../tour/tour-store'\n`,
      'src/renderer/src/tour/tour-store.ts': `${importFrom('../scan/form-guard')}import '../stores/order-store'\n`,
      'src/renderer/src/scan/form-guard.ts': importFrom('../stores/order-store'),
      'src/renderer/src/stores/order-store.ts': `${importFrom('../data/station')}import '../locales/i18n'\nimport '../ui/tone-player'\n`,
      'src/renderer/src/data/station.ts': typeFrom('../../../shared/contract/views'),
      'src/renderer/src/locales/i18n.ts': importFrom('../../../shared/domain/orders/order'),
      'src/renderer/src/ui/tone-player.ts': importFrom('../../../shared/domain/orders/order'),
      'src/renderer/src/ui/dialog-buttons.tsx': importFrom('react'),
    })
    expect(verdict).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('forbidden imports', () => {
  catches([
    ['shared of a Node builtin', 'portable code', 'shared/contract/case-3.ts', importFrom('node:path')],
    ['shared of another library', 'shared: libraries', 'shared/contract/case-4.ts', importFrom('luxon')],
    [
      'shared of main',
      'shared: room',
      'shared/case-5.ts',
      typeFrom('../main/base/clock'),
      'main/base/clock.ts',
    ],
    ['domain of contract', 'shared/domain: room', 'shared/domain/case-6.ts', typeFrom('../b'), 'shared/b.ts'],
    [
      'domain of a schema as a value',
      'shared/domain: types only',
      'shared/domain/case-7.ts',
      importFrom('../partner-api/order'),
      'shared/partner-api/order.ts',
    ],
    [
      'preload of the schemas',
      'preload: types only',
      'preload/case-8.ts',
      importFrom('../shared/contract/requests'),
      'shared/contract/requests.ts',
    ],
    ['parts of zod', 'library: zod', 'renderer/src/parts/case-44.ts', importFrom('zod')],
    ['preload of zod', 'preload: libraries', 'preload/case-9.ts', importFrom('zod')],
    [
      'bridge of store',
      'main/bridge: room',
      'main/bridge/case-10.ts',
      importFrom('../store/tables/b'),
      'main/store/tables/b.ts',
    ],
    [
      'base of a room',
      'main/base: room',
      'main/base/case-11.ts',
      importFrom('../bridge/b'),
      'main/bridge/b.ts',
    ],
    [
      'the database of sync',
      'main/store/db: room',
      'main/store/db/case-11.ts',
      importFrom('../../sync/pull/b'),
      'main/sync/pull/b.ts',
    ],
    [
      'the database of a table',
      'main/store/db: room',
      'main/store/db/case-12.ts',
      importFrom('../tables/b'),
      'main/store/tables/b.ts',
    ],
    [
      'a table of a view',
      'main/store/tables: room',
      'main/store/tables/case-11.ts',
      importFrom('../views/b'),
      'main/store/views/b.ts',
    ],
    [
      'a view of recovery',
      'main/store/views: room',
      'main/store/views/case-11.ts',
      typeFrom('../recovery/b'),
      'main/store/recovery/b.ts',
    ],
    [
      'evidence of recovery',
      'main/store/evidence: room',
      'main/store/evidence/case-11.ts',
      importFrom('../recovery/b'),
      'main/store/recovery/b.ts',
    ],
    [
      'recovery of evidence',
      'main/store/recovery: room',
      'main/store/recovery/case-11.ts',
      importFrom('../evidence/b'),
      'main/store/evidence/b.ts',
    ],
    ['a room directly in the store', 'unknown room', 'main/store/case-11.ts', importFrom('node:fs')],
    [
      'partner of store',
      'main/partner: room',
      'main/partner/case-13.ts',
      typeFrom('../store/tables/b'),
      'main/store/tables/b.ts',
    ],
    [
      'one host of the other',
      'main/hosts/browser: room',
      'main/hosts/browser/case-14.ts',
      importFrom('../electron/b'),
      'main/hosts/electron/b.ts',
    ],
    [
      'host of compose as a value',
      'main/hosts/browser: types only',
      'main/hosts/browser/case-15.ts',
      importFrom('../../app/compose'),
      'main/app/compose.ts',
    ],
    [
      'sync of marketplace',
      'main/sync/pull: room',
      'main/sync/pull/case-16.ts',
      importFrom('../../../marketplace/b'),
      'marketplace/b.ts',
    ],
    [
      'pull of copies',
      'main/sync/copies: room',
      'main/sync/copies/case-16.ts',
      importFrom('../pull/b'),
      'main/sync/pull/b.ts',
    ],
    [
      'marketplace of main',
      'marketplace: room',
      'marketplace/case-17.ts',
      importFrom('../main/clock'),
      'main/clock.ts',
    ],
    ['store of electron', 'library: electron', 'main/store/db/case-18.ts', importFrom('electron')],
    [
      'an area of SQLite',
      'library: better-sqlite3',
      'main/areas/packing/case-19.ts',
      importFrom('better-sqlite3'),
    ],
    ['sync of undici', 'library: undici', 'main/sync/connection/case-20.ts', importFrom('undici')],
    [
      'main of a build-time library',
      'product: dependencies',
      'main/store/db/case-21.ts',
      importFrom('react'),
    ],
    [
      'area of partner',
      'main/areas: room',
      'main/areas/case-24.ts',
      importFrom('../partner/b'),
      'main/partner/b.ts',
    ],
    [
      'an area of the app as a value',
      'main/areas: types only',
      'main/areas/case-25.ts',
      importFrom('../warehouse/warehouse'),
      'main/warehouse/warehouse.ts',
    ],
    ['a place without a rule', 'unknown room', 'main/misc/case-22.ts', importFrom('node:fs')],
    ['an import that leads nowhere', 'resolvable', 'main/store/db/case-23.ts', importFrom('./gone')],
  ])

  it('catches a schema that the start would read', async () => {
    const verdict = await check({
      'src/renderer/src/main.tsx': importFrom('./features/queue/form'),
      'src/renderer/src/features/queue/form.tsx': importFrom('../../../../shared/contract/items'),
      'src/shared/contract/items.ts': importFrom('zod'),
    })
    expect(verdict.stderr).toMatch(/^error "start: no schemas": src\/shared\/contract\/items\.ts -> .*zod/)
    expect(verdict.code).toBe(1)
  })

  it.each([
    ['a page of the bench', '../order/page', 'src/renderer/src/features/order/page.tsx'],
    ['a package', 'undici', '.*node_modules/undici/'],
  ])('names the import by which the start would read %s', async (_what, imported, named) => {
    const verdict = await check({
      'src/renderer/src/main.tsx': importFrom('./features/queue/page'),
      'src/renderer/src/features/queue/page.tsx': importFrom(imported),
      'src/renderer/src/features/order/page.tsx': VALUE,
    })
    expect(verdict.stderr).toMatch(
      new RegExp(`"start: not in its script": src/renderer/src/features/queue/page.tsx -> ${named}`),
    )
    expect(verdict.code).toBe(1)
  })

  it('names the import by which the bench would read a page of the desk', async () => {
    const verdict = await check({
      'src/renderer/src/shell/bench.ts': importFrom('../features/order/page'),
      'src/renderer/src/features/order/page.tsx': importFrom('../statistics/page'),
      'src/renderer/src/features/statistics/page.tsx': VALUE,
    })
    expect(verdict.stderr).toMatch(
      /"bench: not in its script": src\/renderer\/src\/features\/order\/page.tsx -> .*statistics/,
    )
    expect(verdict.code).toBe(1)
  })

  it('catches a circle of types', async () => {
    const verdict = await check({
      'src/main/store/tables/a.ts': `${typeFrom('./b')}export type Thing = 1\n`,
      'src/main/store/tables/b.ts': `${typeFrom('./a')}export type Thing = 1\n`,
    })
    expect(verdict.stderr).toContain('"no cycles"')
    expect(verdict.code).toBe(1)
  })

  it('catches a cycle of values', async () => {
    const verdict = await check({
      'src/main/store/tables/a.ts': importFrom('./b'),
      'src/main/store/tables/b.ts': importFrom('./a'),
    })
    expect(verdict.stderr).toContain('"no cycles"')
    expect(verdict.code).toBe(1)
  })

  it('catches a part that needs the taught codes', async () => {
    const verdict = await check({
      'src/main/areas/packing/a.ts': importFrom('../codes/b'),
      'src/main/areas/codes/b.ts': VALUE,
    })
    expect(verdict.stderr).toContain('"registered: codes": src/main/areas/packing/a.ts')
    expect(verdict.code).toBe(1)
  })

  it('catches an unused module', async () => {
    const verdict = await check({
      'src/main/store/tables/a.ts': importFrom('./b'),
      'src/main/store/tables/b.ts': VALUE,
      'src/main/store/tables/lonely.ts': VALUE,
    })
    expect(verdict.stderr).toContain('"no orphans": src/main/store/tables/lonely.ts')
    expect(verdict.code).toBe(1)
  })
})
