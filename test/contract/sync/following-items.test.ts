import { describe, expect, it } from 'vitest'
import type { ListedItems } from '../../../src/main/warehouse/port/shared-records'
import { inTransaction } from '../../../src/main/store/db/database'
import { saveItem } from '../../../src/main/store/tables/items'
import { readSetting } from '../../../src/main/store/tables/settings'
import { makeItemMarket, readAll } from './item-market'

/** What another station's round of items brings, once all that it read was taken in (H6). */

const LISTED: ListedItems = {
  byDefault: ['listed', 'sold'],
  byName: ['processing', 'ready_to_delete', 'deleted'],
  counts: {},
}
const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
const place = (cursor: string) => ({ cursor, settled: later(cursor, -120_000) })

async function afterOneRound() {
  const market = await makeItemMarket({ items: 20 })
  const station = market.stationOn()
  await readAll(station)
  const cursor = (): string => readSetting(station.db, 'items.cursor') ?? ''
  const from = place(cursor())
  return { station, cursor, from, to: place(later(cursor(), 60_000)), ageMs: 2_000, complete: false }
}

describe('a round of items of another station', () => {
  it('brings a station further that knows everything from before it', async () => {
    const { station, cursor, ...mark } = await afterOneRound()
    station.clock.advance(60_000)
    await station.itemPull.settled()
    expect(station.itemPull.follow({ ...mark, items: LISTED })).toBe('followed')
    expect(Date.parse(cursor())).toBeGreaterThanOrEqual(Date.parse(mark.to.cursor))
    expect(Date.parse(station.itemPull.keptAsOf() ?? '')).toBe(station.clock.wallMs() - 2_000)
  })

  it('brings no station further that may lack what changed before it', async () => {
    const { station, cursor, ...mark } = await afterOneRound()
    const before = cursor()
    const from = place(later(mark.from.cursor, 1))
    expect(station.itemPull.follow({ ...mark, from, items: LISTED })).toBe('behind')
    expect(cursor()).toBe(before)
  })

  it.each([
    ['does not say for which states', undefined],
    ['left out a state', { ...LISTED, byName: ['processing', 'deleted'] }],
  ])('brings no station further if it %s it read lists', async (_name, items) => {
    const { station, cursor: _cursor, ...mark } = await afterOneRound()
    expect(station.itemPull.follow({ ...mark, ...(items && { items }) })).toBe('behind')
  })

  it.each([
    { complete: false, byName: ['odd'], outcome: 'busy' },
    { complete: true, byName: [], outcome: 'busy' },
    { complete: true, byName: ['odd'], outcome: 'followed' },
  ])('counts for a list that this station has not read only if all of it was told: %o', async (given) => {
    const { station, cursor: _cursor, ...mark } = await afterOneRound()
    inTransaction(station.db, (tx) =>
      saveItem(tx, { item_number: 'ITM-X', state: 'odd' }, '2026-11-24T08:00:00Z'),
    )
    const items = { ...LISTED, byName: [...LISTED.byName, ...given.byName] }
    expect(station.itemPull.follow({ ...mark, complete: given.complete, items })).toBe(given.outcome)
  })

  it('brings no station further before it has read all items', async () => {
    const market = await makeItemMarket({ items: 20 })
    const station = market.stationOn()
    const at = place('2026-11-20T00:00:00.000Z')
    expect(station.itemPull.follow({ from: at, to: at, ageMs: 0, complete: true, items: LISTED })).toBe(
      'behind',
    )
    expect(station.itemPull.keptAsOf()).toBeNull()
  })
})
