import { expect, it } from 'vitest'
import { readQueueCounts, listOrders } from '../../../src/main/areas/packing/queue'
import { createPace } from '../../../src/main/sync/connection/pace'
import { missingItems } from '../../../src/main/store/tables/items'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import { makeStation, type TestStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { countOf, makeItemMarket, type ItemMarket } from './item-market'

/** The first start: titles come as fast as the marketplace answers, in lists, and those in view first. */

const PREFERENCES = parsePreferences(null)
const TO_PACK = { view: 'to_pack', filter: 'any', search: '', offset: 0, limit: 40 } as const

/** Background reads get four turns, and then none within the time of these tests. */
function stationOn(market: ItemMarket): TestStation {
  return market.stationOn({
    asApp: true,
    pace: createPace({ clock: market.clock, perSecond: 0.001, burst: 4 }),
  })
}

function startReading({ pull, itemPull }: TestStation): void {
  pull.start()
  itemPull.start()
}

/** Lets timers that are due fire, while almost no time passes. */
function atOnce(market: ItemMarket, check: () => void | Promise<void>): Promise<void> {
  return eventually(async () => {
    market.clock.advance(1)
    await check()
  })
}

it('reads all items without waiting for the pace of the background', async () => {
  const market = await makeItemMarket({ items: 700 })
  const station = stationOn(market)
  station.itemPull.start()
  await atOnce(market, () => expect(station.itemPull.reading()).toBeNull())
  expect(countOf(station)).toBe(700)
})

it('lists those of a state that only an order has shown, in pages and at once', async () => {
  const market = await makeItemMarket({ orders: 210, items: 20 })
  const beganMs = market.clock.monotonicMs()
  const station = stationOn(market)
  startReading(station)
  await atOnce(market, () => expect(station.pull.dataAsOf()).not.toBeNull())
  await atOnce(market, () => expect(missingItems(station.db, 210)).toEqual([]))
  expect(market.clock.monotonicMs() - beganMs).toBeLessThan(5_000)
  expect((await market.asked()).singles.length).toBeLessThanOrEqual(4)
})

/** The list of items breaks off after so many pages, and its next try is seconds away. */
async function brokenOff(pages: number, orders = 100) {
  const market = await makeItemMarket({ orders, items: 1_000 })
  const fault = { kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/items' } as const
  await market.control.addFault({ ...fault, skip: pages })
  const station = stationOn(market)
  startReading(station)
  await atOnce(market, () => expect(station.itemPull.failing()).toBe(true))
  await eventually(() => expect(station.pull.dataAsOf()).not.toBeNull())
  expect(station.itemPull.coming()).toBe(true)
  await market.asked()
  return { market, station }
}

it('fetches those in view one by one while many others are still to come', async () => {
  const { market, station } = await brokenOff(2)
  const inView = missingItems(station.db, 10)
  expect(inView.length).toBeGreaterThan(9)
  station.titles.soon(inView)
  station.titles.soon(inView)
  await eventually(() => expect(missingItems(station.db, 10)).toEqual([]))
  expect((await market.asked()).singles).toHaveLength(inView.length)
})

it('fetches sixty of them at most', async () => {
  const { market, station } = await brokenOff(2)
  const all = missingItems(station.db, 100)
  expect(all.length).toBeGreaterThan(60)
  station.titles.soon(all)
  await eventually(() => expect(missingItems(station.db, 100)).toHaveLength(all.length - 60))
  expect((await market.asked()).singles).toHaveLength(60)
})

it('leaves them to the next page while few are read', async () => {
  const { market, station } = await brokenOff(1)
  station.titles.soon(missingItems(station.db, 10))
  await station.titles.fill()
  expect((await market.asked()).singles).toEqual([])
})

it('says what is late once the items of the orders are read, and not before', async () => {
  const market = await makeItemMarket({ orders: 60, items: 20, settings: { fulfillmentDelayDays: 0 } })
  const station = stationOn(market)
  const lateOnes = async () => {
    const { rows } = await listOrders(station, PREFERENCES, TO_PACK)
    const due = rows.filter(({ dueAt }) => dueAt !== null).length
    const { filters } = readQueueCounts(station, PREFERENCES, 'to_pack')
    return { due, late: filters?.late ?? null, any: filters?.any ?? null }
  }
  const seen: Awaited<ReturnType<typeof lateOnes>>[] = []
  startReading(station)
  await atOnce(market, async () => {
    seen.push(await lateOnes())
    expect(missingItems(station.db, 60)).toEqual([])
    expect(station.titles.known()).toBe(true)
  })
  const last = await lateOnes()
  expect(last.late).toBeGreaterThan(0)
  expect(last.due).toBeGreaterThan(0)
  expect(seen.length).toBeGreaterThan(1)
  expect(last.any).toBeGreaterThan(0)
  const [nothing, orders] = [
    { due: 0, late: null, any: null },
    { due: 0, late: null, any: last.any },
  ]
  for (const shown of seen) expect([nothing, orders, last]).toContainEqual(shown)
  // An order that comes later does not hide it again.
  await market.control.placeOrder({ lines: 1 })
  await station.pull.now()
  expect(station.titles.known()).toBe(true)
})

it('does not know what is late while orders, or items of those further away, are still to come', async () => {
  const market = await makeItemMarket({ orders: 10, items: 1_000 })
  const station = stationOn(market)
  station.itemPull.start()
  await atOnce(market, () => expect(station.itemPull.coming()).toBe(false))
  expect(station.titles.known()).toBe(false)
  const other = await brokenOff(2, 10)
  other.station.titles.soon(missingItems(other.station.db, 10))
  await eventually(() => expect(missingItems(other.station.db, 10)).toEqual([]))
  expect(other.station.titles.known()).toBe(false)
})

it('does not wait to know what is late for items that cannot be read', async () => {
  const market = await makeItemMarket({ orders: 60, items: 20 })
  await market.control.addFault({ kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/items' })
  await market.control.addFault({
    kind: 'status',
    status: 503,
    method: 'GET',
    route: '/api/v1.0/items/:item_number',
  })
  const station = stationOn(market)
  startReading(station)
  await eventually(() => {
    market.clock.advance(1_000)
    expect(station.titles.known()).toBe(true)
  })
})

/** One of the order's three. */
const BROKEN = 'ITM-1001-2'

it('does not wait for one item that always fails, while others can be read', async () => {
  const clock = createManualClock()
  const marketplace = await startHostile(({ what, url }, response) => {
    const itemNumber = url.pathname.split('/').at(-1) ?? ''
    if (itemNumber === BROKEN) return void response.writeHead(500).end()
    if (what === 'item') return void response.end(rawJson({ item_number: itemNumber, state: 'listed' }))
    response.end(rawJson(what === 'orders' ? [makeOrder()] : []))
  })
  const station = makeStation({ clock, asApp: true, baseUrl: marketplace.baseUrl })
  startReading(station)
  await eventually(() => {
    // Almost no time passes: it is known before anything is tried again.
    clock.advance(1)
    expect(station.titles.known()).toBe(true)
  })
  expect(missingItems(station.db, 1)).toEqual([BROKEN])
  expect(station.gate.allows('item_reads')).toBe(true)
})
