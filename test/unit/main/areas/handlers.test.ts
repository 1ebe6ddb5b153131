import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allHandlers } from '../../../../src/main/areas/handlers'
import type { Parts } from '../../../../src/main/areas/parts'
import { CONTRACT } from '../../../../src/shared/contract/contract'

/** Handlers may use their parts only when they are called. */
const NO_PARTS = { host: {} } as Parts

it('has a handler for every call of the contract, and none for anything else', () => {
  const handlers = allHandlers(NO_PARTS)
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(CONTRACT).toSorted())
  expect(Object.values(handlers).every((handler) => typeof handler === 'function')).toBe(true)
})

it('has each call in the area that its name begins with', () => {
  const areas = 'src/main/areas'
  const found = readdirSync(areas, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(areas, entry.name)).includes('handlers.ts'))
    .flatMap(({ name }) =>
      [...readFileSync(join(areas, name, 'handlers.ts'), 'utf8').matchAll(/'([a-z-]+:[a-z-]+)'/g)].map(
        ([, call]) => [name, call] as const,
      ),
    )
  expect(found.filter(([area, call]) => !call?.startsWith(`${area}:`))).toEqual([])
  expect([...new Set(found.map(([, call]) => call))].toSorted()).toEqual(Object.keys(CONTRACT).toSorted())
})
