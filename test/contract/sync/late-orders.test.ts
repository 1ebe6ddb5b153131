import { expect, it, vi } from 'vitest'
import { findOrder } from '../../../src/main/store/tables/orders'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { makeSyncBench, type SyncBench } from '../../support/sync-bench'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

async function pass(bench: SyncBench, ms: number, stepMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    bench.clock.advance(stepMs)
    await bench.station.lateOrders.settled()
    await bench.station.pull.progressed()
  }
}

async function imported(bench: SyncBench): Promise<void> {
  bench.station.pull.start()
  await eventually(() => {
    bench.clock.advance(1_000)
    expect(bench.station.pull.dataAsOf()).not.toBeNull()
  })
}

/** The pages of lists by the time of creation that were asked for since the last call. */
async function looks(bench: SyncBench): Promise<{ path: string; at: string }[]> {
  const log = await bench.control.requestLog()
  await bench.control.clearRequestLog()
  return log.filter(({ path }) => path.includes('created_after='))
}

it('brings an order within about an hour that the marketplace shows long after its time', async () => {
  const bench = await makeSyncBench()
  await bench.newOrder()
  await imported(bench)
  const late = await bench.control.placeOrder({ lines: 1 })
  await bench.control.changeSettings({ ordersMissingFromLists: [late.id] })
  await pass(bench, HOUR_MS)
  await bench.control.changeSettings({ ordersMissingFromLists: [] })
  await pass(bench, 10 * MINUTE_MS)
  // Its `updated_at` is too old for the rounds of changes.
  expect(findOrder(bench.station.db, late.id)).toBeNull()
  const told = vi.spyOn(bench.station.shared.orders, 'tellOne')
  bench.station.lateOrders.start()
  await pass(bench, HOUR_MS + 5 * MINUTE_MS)
  expect(findOrder(bench.station.db, late.id)).not.toBeNull()
  // The other stations hear of it, and of nothing else.
  expect(told.mock.calls.map(([{ id }]) => id)).toEqual([late.id])
})

it('asks once an hour for each page of the orders of the last three days, evenly spread', async () => {
  const bench = await makeSyncBench({ ordersPageSizeMaximum: 2 })
  for (let index = 0; index < 4; index += 1) await bench.newOrder()
  bench.clock.advance(4 * DAY_MS)
  for (let index = 0; index < 6; index += 1) await bench.newOrder()
  await imported(bench)
  await bench.station.pull.stop()
  bench.station.lateOrders.start()
  // The first look does not know how many pages there are.
  await pass(bench, 5 * MINUTE_MS)
  expect(await looks(bench)).toHaveLength(3)
  await pass(bench, 4 * HOUR_MS)
  const log = await looks(bench)
  expect(log.length).toBeGreaterThanOrEqual(11)
  expect(log.length).toBeLessThanOrEqual(13)
  const timesMs = log.map(({ at }) => Date.parse(at))
  const pausesMs = timesMs.slice(1).map((ms, index) => ms - (timesMs[index] ?? 0))
  for (const pauseMs of pausesMs) expect(Math.abs(pauseMs - HOUR_MS / 3)).toBeLessThanOrEqual(2 * MINUTE_MS)
})

it('asks without a size where that is refused', async () => {
  const bench = await makeSyncBench({ ordersPageSizeMaximum: 50, pageSizeAboveMaximum: 'refuse' })
  await bench.newOrder()
  await imported(bench)
  await bench.station.pull.stop()
  bench.station.lateOrders.start()
  await pass(bench, 5 * MINUTE_MS)
  const log = await looks(bench)
  expect(log.map(({ path }) => path.includes('page_size='))).toEqual([true, false])
})

it('leaves it to the station that reads for all', async () => {
  const bench = await makeSyncBench()
  await bench.newOrder()
  await imported(bench)
  await bench.station.pull.stop()
  vi.spyOn(bench.station.shared.orders, 'restMs').mockReturnValue(1)
  bench.station.lateOrders.start()
  await pass(bench, 2 * HOUR_MS)
  expect(await looks(bench)).toEqual([])
})

it('does not read the whole account from a marketplace that ignores the time of creation', async () => {
  const clock = createManualClock()
  const marketplace = await startHostile(({ url }, response) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const order = makeOrder({ id: page, created_at: new Date(clock.wallMs() - 30 * DAY_MS).toISOString() })
    if (page < 50) response.setHeader('link', `</api/v1.0/orders?page=${page + 1}>; rel="next"`)
    response.end(rawJson([order]))
  })
  const station = makeStation({ clock, baseUrl: marketplace.baseUrl })
  station.pull.start()
  await eventually(() => expect(station.pull.dataAsOf()).not.toBeNull())
  await station.pull.stop()
  const before = marketplace.requests.length
  station.lateOrders.start()
  for (let minutes = 0; minutes < 150; minutes += 1) {
    clock.advance(MINUTE_MS)
    await station.lateOrders.settled()
  }
  expect(marketplace.requests.length - before).toBeLessThanOrEqual(3)
})
