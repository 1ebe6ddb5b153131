import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'

const script = resolve('scripts/check-dependencies.mjs')
const folders: string[] = []

type Verdict = { code: number | null; stdout: string; stderr: string }

/** Writes the files into an own folder and checks it as `npm run deps` checks this repository. */
async function check(files: Record<string, string>): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-deps-'))
  folders.push(folder)
  mkdirSync(join(folder, 'src'))
  for (const [path, text] of Object.entries({ ...LIBRARIES, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('close', (code) => done({ code, stdout, stderr }))
  })
}

function library(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: 'exports.thing = 1\n',
  }
}

const LIBRARIES = {
  'package.json': JSON.stringify({
    dependencies: { 'better-sqlite3': '*' },
    devDependencies: { electron: '*', react: '*', undici: '*', zod: '*', luxon: '*' },
  }),
  ...library('electron'),
  ...library('better-sqlite3'),
  ...library('undici'),
  ...library('zod'),
  ...library('luxon'),
  ...library('react'),
}

const VALUE = 'export const thing = 1\n'
const importFrom = (from: string) => `import { thing } from '${from}'\nexport const mine = thing\n`
const typeFrom = (from: string) => `import type { Thing } from '${from}'\nexport type Mine = Thing\n`

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

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
      'src/main/sync/pull.ts': `${importFrom('../store/tables/orders')}import '../partner/client'\n`,
      'src/main/areas/packing/open-order.ts': importFrom('../../sync/pull'),
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
      'src/renderer/src/app.tsx': `${importFrom('./shell/shell')}import './pages/settings-page'\n`,
      'src/renderer/src/shell/shell.tsx': importFrom('../features/order/order-page'),
      'src/renderer/src/pages/settings-page.tsx': importFrom('../features/carriers/carriers-settings'),
      'src/renderer/src/features/order/order-page.tsx': `${importFrom('./lines')}import '../../parts/speech'\n`,
      'src/renderer/src/features/order/lines.tsx': importFrom('../../scan/form-guard'),
      'src/renderer/src/features/carriers/carriers-settings.tsx': importFrom('../../ui/dialog-buttons'),
      'src/renderer/src/parts/speech.ts': importFrom('../scan/form-guard'),
      'src/renderer/src/scan/form-guard.ts': importFrom('../stores/stores'),
      'src/renderer/src/stores/stores.ts': `${importFrom('../data/station')}import '../words/i18n'\nimport '../ui/tone-player'\n`,
      'src/renderer/src/data/station.ts': typeFrom('../../../shared/contract/views'),
      'src/renderer/src/words/i18n.ts': importFrom('../../../shared/domain/orders/order'),
      'src/renderer/src/ui/tone-player.ts': importFrom('../../../shared/domain/orders/order'),
      'src/renderer/src/ui/dialog-buttons.tsx': importFrom('react'),
    })
    expect(verdict).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('forbidden imports', () => {
  const cases: [why: string, rule: string, from: string, text: string, to?: string][] = [
    [
      'renderer of main',
      'renderer/app: room',
      'renderer/src/case-1.tsx',
      importFrom('../../main/base/clock'),
      'main/base/clock.ts',
    ],
    ['renderer of a Node builtin', 'portable code', 'renderer/src/case-2.ts', importFrom('node:fs')],
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
      importFrom('../../sync/b'),
      'main/sync/b.ts',
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
      'main/sync: room',
      'main/sync/case-16.ts',
      importFrom('../../marketplace/b'),
      'marketplace/b.ts',
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
    ['sync of undici', 'library: undici', 'main/sync/case-20.ts', importFrom('undici')],
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
      importFrom('../app/neighbours'),
      'main/app/neighbours.ts',
    ],
    ['a place without a rule', 'unknown room', 'main/misc/case-22.ts', importFrom('node:fs')],
    ['an import that leads nowhere', 'resolvable', 'main/store/db/case-23.ts', importFrom('./gone')],
    [
      'words of a feature, by type',
      'renderer/words: room',
      'renderer/src/words/en/case-24.ts',
      typeFrom('../../features/order/b'),
      'renderer/src/features/order/b.ts',
    ],
    [
      'ui of the stores',
      'renderer/ui: room',
      'renderer/src/ui/case-25.ts',
      importFrom('../stores/b'),
      'renderer/src/stores/b.ts',
    ],
    [
      'ui of the contract, by type',
      'renderer/ui: room',
      'renderer/src/ui/case-26.ts',
      typeFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'data of the stores',
      'renderer/data: room',
      'renderer/src/data/case-27.ts',
      typeFrom('../stores/b'),
      'renderer/src/stores/b.ts',
    ],
    [
      'stores of a feature',
      'renderer/stores: room',
      'renderer/src/stores/case-28.ts',
      importFrom('../features/order/b'),
      'renderer/src/features/order/b.ts',
    ],
    [
      'stores of scan',
      'renderer/stores: room',
      'renderer/src/stores/case-29.ts',
      importFrom('../scan/b'),
      'renderer/src/scan/b.ts',
    ],
    [
      'scan of parts',
      'renderer/scan: room',
      'renderer/src/scan/case-30.ts',
      importFrom('../parts/b'),
      'renderer/src/parts/b.ts',
    ],
    [
      'parts of a feature, by type',
      'renderer/parts: room',
      'renderer/src/parts/case-31.ts',
      typeFrom('../features/order/b'),
      'renderer/src/features/order/b.ts',
    ],
    [
      'a feature of another',
      'renderer/features: apart',
      'renderer/src/features/queue/case-32.ts',
      importFrom('../order/b'),
      'renderer/src/features/order/b.ts',
    ],
    [
      'a feature of another, by type',
      'renderer/features: apart',
      'renderer/src/features/queue/case-33.ts',
      typeFrom('../order/b'),
      'renderer/src/features/order/b.ts',
    ],
    [
      'a feature of the shell',
      'renderer/features: room',
      'renderer/src/features/queue/case-34.ts',
      importFrom('../../shell/b'),
      'renderer/src/shell/b.ts',
    ],
    [
      'a feature of the app',
      'renderer/features: room',
      'renderer/src/features/queue/case-35.ts',
      importFrom('../../app'),
      'renderer/src/app.ts',
    ],
    [
      'a page of the shell',
      'renderer/pages: room',
      'renderer/src/pages/case-36.ts',
      importFrom('../shell/b'),
      'renderer/src/shell/b.ts',
    ],
    [
      'the shell of a page',
      'renderer/shell: room',
      'renderer/src/shell/case-37.ts',
      importFrom('../pages/b'),
      'renderer/src/pages/b.ts',
    ],
    [
      'the shell of the app',
      'renderer/shell: room',
      'renderer/src/shell/case-38.ts',
      importFrom('../app'),
      'renderer/src/app.ts',
    ],
    [
      'words of a schema as a value',
      'renderer/words: types only',
      'renderer/src/words/case-39.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'data of a schema as a value',
      'renderer/data: types only',
      'renderer/src/data/case-40.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'stores of a schema as a value',
      'renderer/stores: types only',
      'renderer/src/stores/case-41.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'scan of a schema as a value',
      'renderer/scan: types only',
      'renderer/src/scan/case-42.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'parts of a schema as a value',
      'renderer/parts: types only',
      'renderer/src/parts/case-43.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'features of a schema as a value',
      'renderer/features: types only',
      'renderer/src/features/queue/case-44.ts',
      importFrom('../../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'pages of a schema as a value',
      'renderer/pages: types only',
      'renderer/src/pages/case-45.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'shell of a schema as a value',
      'renderer/shell: types only',
      'renderer/src/shell/case-46.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'app of a schema as a value',
      'renderer/app: types only',
      'renderer/src/case-47.ts',
      importFrom('../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    [
      'the app of the workshop',
      'product: not the workshop',
      'renderer/src/case-50.ts',
      importFrom('./workshop/b'),
      'renderer/src/workshop/b.ts',
    ],
    [
      'the workshop of a schema as a value',
      'renderer/workshop: types only',
      'renderer/src/workshop/case-51.ts',
      importFrom('../../../shared/contract/views'),
      'shared/contract/views.ts',
    ],
    ['a file beside the features', 'unknown room', 'renderer/src/features/case-48.ts', importFrom('react')],
    ['a new room of the renderer', 'unknown room', 'renderer/src/misc/case-49.ts', importFrom('react')],
  ]

  let verdict: Verdict

  beforeAll(async () => {
    const files: Record<string, string> = {}
    for (const [, , from, text, to] of cases) {
      files[`src/${from}`] = text
      if (to !== undefined) files[`src/${to}`] = VALUE
    }
    verdict = await check(files)
  })

  it.each(cases)('catches: %s', (_why, rule, from) => {
    expect(verdict.stderr).toContain(`"${rule}": src/${from}`)
  })

  it('fails, and reports nothing else', () => {
    expect(verdict.code).toBe(1)
    const rules = verdict.stderr.split('\n').flatMap((line) => line.match(/^error "([^"]+)"/)?.[1] ?? [])
    const expected = new Set(cases.map(([, rule]) => rule))
    expect(rules.filter((rule) => !expected.has(rule))).toEqual([])
  })

  it('catches a cycle of types', async () => {
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
