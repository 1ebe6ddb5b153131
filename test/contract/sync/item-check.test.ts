import { expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { findSetAside, setAside } from '../../../src/main/store/tables/set-aside'
import { findItem } from '../../../src/main/store/tables/items'
import type { TestStation } from '../../support/account'
import { countOf, makeItemMarket, numbersOf, readAll, type ItemMarket } from './item-market'

const HOUR_MS = 3_600_000

async function pass({ clock }: ItemMarket, station: TestStation, ms: number, stepMs = 5_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs)
    await station.itemCheck.settled()
  }
}

async function imported(settings = {}, items = 250) {
  const market = await makeItemMarket({
    items,
    settings: { listingDelayMs: 30 * 24 * HOUR_MS, ...settings },
  })
  const station = market.stationOn()
  await readAll(station)
  await station.itemPull.stop()
  await market.asked()
  return { market, station, number: market.numbers[5] ?? '' }
}

it('notices an item that is gone: it is read by its number once, and stays here', async () => {
  const { market, station, number } = await imported({ deletedItems: 'gone' })
  const before = countOf(station)
  await market.control.changeItem(number, { state: 'deleted' })
  station.itemCheck.start()
  await pass(market, station, 60_000)
  expect(numbersOf(station, { only: 'gone' })).toContain(number)
  expect(findItem(station.db, number)?.state).toBe('listed')
  expect(countOf(station)).toBeLessThan(before)
  const { lists, singles } = await market.asked()
  expect(lists.length).toBeLessThan(5)
  expect(singles.filter((path) => path.endsWith(number))).toHaveLength(1)
})

it('reads an item once that is in a state no list shows, and never again while that stays so', async () => {
  // So few that `others` are all of them.
  const { market, station, number } = await imported({}, 150)
  await market.control.changeItem(number, { state: 'blocked' })
  station.itemCheck.start()
  await pass(market, station, 60_000)
  expect(findItem(station.db, number)?.state).toBe('blocked')
  expect(countOf(station, { only: 'gone' })).toBe(0)
  const alone = async (): Promise<number> =>
    (await market.asked()).singles.filter((path) => path.endsWith(number)).length
  expect(await alone()).toBe(1)
  // The marketplace refuses a list of states that no item has any more.
  await market.control.changeSettings({ unknownItemStatus: 'refuse' })
  for (const other of market.others) await market.control.changeItem(other, { state: 'listed' })
  await pass(market, station, 25 * HOUR_MS, HOUR_MS / 4)
  const log = await market.control.requestLog()
  expect(log.some(({ path, outcome }) => path.includes('status=') && outcome === 422)).toBe(true)
  for (let day = 1; day < 3; day += 1) await pass(market, station, 25 * HOUR_MS, HOUR_MS / 4)
  expect(await alone()).toBe(0)
})

it('reads an item again that a list has shown since, and shows no longer', async () => {
  const { market, station, number } = await imported()
  await market.control.changeItem(number, { state: 'blocked' })
  station.itemCheck.start()
  await pass(market, station, 60_000)
  await market.control.changeItem(number, { state: 'listed' })
  await pass(market, station, 25 * HOUR_MS, HOUR_MS / 4)
  expect(findItem(station.db, number)?.state).toBe('listed')
  await market.asked()
  await market.control.changeItem(number, { state: 'rejected' })
  await pass(market, station, 25 * HOUR_MS, HOUR_MS / 4)
  expect(findItem(station.db, number)?.state).toBe('rejected')
  expect((await market.asked()).singles.filter((path) => path.endsWith(number))).toHaveLength(1)
})

it('compares nothing with lists that are suddenly empty: what cannot be read stays named', async () => {
  const { market, station } = await imported({ deletedItems: 'gone' }, 5)
  const at = new Date(market.clock.wallMs()).toISOString()
  const aside = { source: 'items', record: 'X', raw: {}, problem: 'odd', fields: [] } as const
  inTransaction(station.db, (tx) => setAside(tx, aside, at))
  for (const number of [...market.numbers, ...market.others])
    await market.control.changeItem(number, { state: 'deleted' })
  market.clock.advance(3 * HOUR_MS)
  station.itemCheck.start()
  await pass(market, station, 120_000)
  expect(countOf(station, { only: 'gone' })).toBeGreaterThan(0)
  expect(findSetAside(station.db, 'items', 'X')).not.toBeNull()
  await market.control.changeItem(market.numbers[0] ?? '', { state: 'listed' })
  station.itemCheck.now()
  await pass(market, station, 120_000)
  expect(findSetAside(station.db, 'items', 'X')).toBeNull()
})

it('compares once a day', async () => {
  const { market, station } = await imported()
  station.itemCheck.start()
  await pass(market, station, 60_000)
  expect((await market.asked()).lists.length).toBeGreaterThan(0)
  await pass(market, station, 20 * HOUR_MS, HOUR_MS)
  expect((await market.asked()).lists).toEqual([])
  await pass(market, station, 5 * HOUR_MS, 60_000)
  expect((await market.asked()).lists.length).toBeGreaterThan(0)
})

it('follows an item that is being listed with growing pauses, to a failure that no list shows', async () => {
  const { market, station, number } = await imported()
  await market.control.changeItem(number, { state: 'processing' })
  await station.itemPull.now()
  station.itemCheck.start()
  await pass(market, station, 60_000)
  await market.asked()
  await market.control.changeItem(number, { state: 'rejected', listingErrorMessages: ['size: too small'] })
  await pass(market, station, 10 * 60_000, 30_000)
  expect(findItem(station.db, number)?.state).toBe('rejected')
  expect(numbersOf(station, { only: 'errors' })).toContain(number)
})

it('reads an item that stays in processing ever more rarely', async () => {
  const { market, station, number } = await imported()
  await market.control.changeItem(number, { state: 'processing' })
  await station.itemPull.now()
  station.itemCheck.start()
  await pass(market, station, 60_000)
  await market.asked()
  const singles = async (ms: number): Promise<number> => {
    await pass(market, station, ms, 5 * 60_000)
    return (await market.asked()).singles.filter((path) => path.endsWith(number)).length
  }
  // After 5, 10, 20 … minutes, and every six hours in the end.
  expect(await singles(2 * HOUR_MS)).toBeGreaterThanOrEqual(3)
  const [day, nextDay] = [await singles(22 * HOUR_MS), await singles(24 * HOUR_MS)]
  expect(day).toBeLessThanOrEqual(6)
  expect(nextDay).toBeGreaterThanOrEqual(3)
  expect(nextDay).toBeLessThanOrEqual(5)
})
