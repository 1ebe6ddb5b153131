import { describe, expect, it, vi } from 'vitest'
import { ANY_ITEM } from '../../../src/shared/domain/items/item-filter'
import { nothing } from '../../support/composed'
import { HAS_NATS } from '../../support/nats-process'
import { openWarehouse, type Bench } from '../../support/warehouse'

/** All stations of a new warehouse start at the same time, at a real hub and a real marketplace. */

const TEST_MS = 240_000
const LIST = { filter: ANY_ITEM, sort: { by: 'title', descending: false }, offset: 0, limit: 1 } as const
const eventually = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 100_000, interval: 50 })
/** The lists of everything that a station has asked for: not of what has changed, and not the search for one order. */
const wholeLists = (bench: Bench, of: 'items' | 'orders') =>
  bench
    .asked()
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`/api/v1.0/${of}?`))
    .filter(({ path }) => !path.includes('updated_after'))
    .map(({ path }) => path)
const items = async ({ ask }: Bench) => ask('items:list', LIST)

async function openNew() {
  const warehouse = await openWarehouse({ orders: 120, items: 900 })
  const benches = await Promise.all(['A', 'B', 'C', 'D'].map((name) => warehouse.open(name)))
  return { warehouse, benches }
}

async function allHaveAll(benches: readonly Bench[]): Promise<void> {
  await eventually(async () => {
    for (const bench of benches) {
      expect((await bench.ask('station:bootstrap', nothing)).status.dataAsOf).not.toBeNull()
      expect((await items(bench)).kept.reading).toBeNull()
    }
  })
  const totals = await Promise.all(benches.map(async (bench) => (await items(bench)).total))
  expect(Math.min(...totals)).toBeGreaterThanOrEqual(900)
}

describe.skipIf(!HAS_NATS)('stations that all start at once', () => {
  it('read the lists of items and orders once', { timeout: TEST_MS }, async () => {
    const { benches } = await openNew()
    await allHaveAll(benches)
    for (const of of ['items', 'orders'] as const) {
      const asked = benches.map((bench) => wholeLists(bench, of).length)
      expect(
        asked.filter((count) => count > 0),
        of,
      ).toHaveLength(1)
    }
  })

  it(
    'read them once more when the one that reads is closed in the middle',
    { timeout: TEST_MS },
    async () => {
      const { warehouse, benches } = await openNew()
      await warehouse.control.addFault({ kind: 'delay', ms: 700, method: 'GET', route: '/api/v1.0/items' })
      const reads = (bench: Bench): boolean => wholeLists(bench, 'items').length > 0
      await eventually(() => expect(benches.filter(reads)).toHaveLength(1))
      const [reader] = benches.filter(reads)
      await reader?.close()
      const rest = benches.filter((bench) => bench !== reader)
      await allHaveAll(rest)
      expect(rest.filter(reads)).toHaveLength(1)
    },
  )
})
