import { expect, it, vi } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { findOrder } from '../../../src/main/store/tables/orders'
import { countSetAside, setAside } from '../../../src/main/store/tables/set-aside'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'

const HOUR_MS = 3_600_000

async function pass(bench: SyncBench, ms: number, stepMs = 5_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    bench.clock.advance(stepMs)
    await bench.station.fullCheck.settled()
    await bench.station.pull.progressed()
  }
}

/** A station that has read all but one order, which a list left out. */
async function lacking() {
  const bench = await makeSyncBench({ ordersPageSizeDefault: 2 })
  const orders = []
  for (let index = 0; index < 5; index += 1) orders.push(await bench.control.placeOrder({ lines: 1 }))
  const left = orders[2]?.id ?? 0
  await bench.control.changeSettings({ ordersMissingFromLists: [left] })
  bench.station.pull.start()
  await eventually(() => expect(bench.station.pull.dataAsOf()).not.toBeNull())
  await bench.station.pull.stop()
  await bench.control.changeSettings({ ordersMissingFromLists: [] })
  expect(findOrder(bench.station.db, left)).toBeNull()
  return { bench, left, ids: orders.map(({ id }) => id) }
}

it('reads an order that a page left out, page by page (I8)', async () => {
  const { bench, left } = await lacking()
  await bench.control.clearRequestLog()
  bench.station.fullCheck.start()
  await pass(bench, 20_000)
  expect(findOrder(bench.station.db, left)).not.toBeNull()
  expect(await bench.control.requestLog()).toHaveLength(3)
})

it('runs once a day, even over restarts and with a clock that was set back', async () => {
  const { bench } = await lacking()
  bench.station.fullCheck.start()
  await pass(bench, 20_000)
  await bench.control.clearRequestLog()
  await bench.restartStation()
  bench.station.fullCheck.start()
  await pass(bench, 23 * HOUR_MS, HOUR_MS)
  expect(await bench.control.requestLog()).toEqual([])
  await pass(bench, HOUR_MS, 60_000)
  expect((await bench.control.requestLog()).length).toBeGreaterThan(0)
  await bench.control.clearRequestLog()
  await bench.restartStation()
  bench.clock.setWall(bench.clock.wallMs() - 48 * HOUR_MS)
  bench.station.fullCheck.start()
  await pass(bench, 20_000)
  expect((await bench.control.requestLog()).length).toBeGreaterThan(0)
})

it('resumes at the page where a restart interrupted it', async () => {
  const { bench, left } = await lacking()
  bench.station.fullCheck.start()
  await pass(bench, 5_000)
  await bench.restartStation()
  await bench.control.clearRequestLog()
  bench.station.fullCheck.start()
  await pass(bench, 15_000)
  expect(findOrder(bench.station.db, left)).not.toBeNull()
  expect((await bench.control.requestLog()).length).toBeLessThan(3)
})

it('takes in a changed state that no round of pulling shows any more', async () => {
  const { bench, ids } = await lacking()
  const [orderId = 0] = ids
  await bench.control.changeOrder(orderId, { action: 'setState', state: 'under_review' })
  bench.station.fullCheck.start()
  await pass(bench, 20_000)
  expect(openOrder(bench.station, orderId).state).toBe('under_review')
})

/** An order with a parcel under way that no list shows any more and that somebody else then changes. */
async function unlisted() {
  const { bench, ids } = await lacking()
  const [orderId = 0] = ids
  await bench.control.changeOrder(orderId, { action: 'pack' })
  await bench.station.pull.now()
  await bench.control.changeSettings({ ordersMissingFromLists: [orderId] })
  const [shipment] = (await bench.control.readOrder(orderId)).shipments
  await bench.control.changeOrder(orderId, { action: 'ship', shipmentId: shipment?.id ?? 0 })
  return { bench, states: () => openOrder(bench.station, orderId).shipments.map(({ state }) => state) }
}

it('reads orders with parcels on the way one by one if no page shows them (I13)', async () => {
  const { bench, states } = await unlisted()
  expect(states()).toEqual(['packed'])
  await bench.control.clearRequestLog()
  bench.station.fullCheck.start()
  await pass(bench, 30_000)
  expect(states()).toEqual(['shipped'])
  const single = (await bench.control.requestLog()).filter(({ path }) => /orders\/\d+$/.test(path))
  expect(single).toHaveLength(1)
})

it('compares nothing with a list that is suddenly empty, and looks again an hour later', async () => {
  const { bench, ids } = await lacking()
  const { station, clock } = bench
  const at = new Date(clock.wallMs()).toISOString()
  const aside = { source: 'orders', record: '77', raw: {}, problem: 'odd', fields: [] } as const
  inTransaction(station.db, (tx) => setAside(tx, aside, at))
  await bench.control.changeSettings({ ordersMissingFromLists: ids })
  clock.advance(3 * HOUR_MS)
  station.fullCheck.start()
  await pass(bench, 20_000)
  expect(countSetAside(station.db)).toBe(1)
  expect(ids.filter((orderId) => findOrder(station.db, orderId) !== null)).toHaveLength(4)
  await bench.control.changeSettings({ ordersMissingFromLists: [] })
  await pass(bench, HOUR_MS, 60_000)
  await pass(bench, 20_000)
  expect(countSetAside(station.db)).toBe(0)
  expect(ids.filter((orderId) => findOrder(station.db, orderId) !== null)).toHaveLength(5)
  await bench.control.clearRequestLog()
  await pass(bench, 20 * HOUR_MS, HOUR_MS / 2)
  expect(await bench.control.requestLog()).toEqual([])
})

it('does not if a restart kept it from seeing all pages', async () => {
  const { bench, states } = await unlisted()
  bench.station.fullCheck.start()
  await pass(bench, 5_000)
  await bench.restartStation()
  bench.station.fullCheck.start()
  await pass(bench, 30_000)
  expect(states()).toEqual(['packed'])
})

it('takes the pace of background reads, and not five seconds for each page, when others wait for it', async () => {
  const bench = await makeSyncBench({ ordersPageSizeDefault: 2 })
  await Promise.all(Array.from({ length: 201 }, () => bench.control.placeOrder({ lines: 1 })))
  bench.station.pull.start()
  await vi.waitFor(() => expect(bench.station.pull.dataAsOf()).not.toBeNull(), 20_000)
  await bench.station.pull.stop()
  await bench.control.clearRequestLog()
  bench.station.fullCheck.start(HOUR_MS)
  bench.station.fullCheck.now()
  await pass(bench, 3_000, 500)
  expect(await bench.control.requestLog(), 'pages of a hundred').toHaveLength(3)
})
