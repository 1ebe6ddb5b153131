import { describe, expect, it } from 'vitest'
import { createPartnerClient } from '../../../src/main/partner/client'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { moveShipment } from '../../../src/main/areas/packing/move-shipment'
import { makeStation, type TestStation } from '../../support/account'
import { startHostile, type HostileRequest } from '../../support/hostile'
import { HOSTILE, type Way } from '../../support/hostile-ways'
import { makeOrder } from '../../support/orders'
import { eventually } from '../../support/eventually'

const ORDER_ID = 1001
const NOW = '2026-11-20T09:00:00.000Z'

/** One order with a packed shipment, on a marketplace that does what it is asked and answers some requests in `way`. */
async function makeBench(isHit: (request: HostileRequest) => boolean, way: Way) {
  const shipment = { id: 5, state: 'packed', warehouse_id: 7, packed_at: '2026-11-19T10:00:00.000Z' }
  const refunds: object[] = []
  let cancelationReason: string | null = null
  const orderNow = () => makeOrder({ shipments: [shipment], refunds, cancelation_reason: cancelationReason })
  const answerTo = ({ what, url, body }: HostileRequest): unknown => {
    if (what === 'update') Object.assign(shipment, JSON.parse(body))
    if (url.pathname.endsWith('/cancel')) cancelationReason = 'by the partner'
    if (url.pathname.endsWith('/refund')) {
      refunds.push({ id: 9, total_refunded: 250, type: 'order_refund', source: 'dropshipper' })
      return { id: 9 }
    }
    if (what === 'item')
      return { item_number: url.pathname.split('/').at(-1), state: 'listed', title: 'A scarf' }
    return what === 'orders' ? [orderNow()] : orderNow()
  }
  const server = await startHostile((request, response) => {
    const good = answerTo(request)
    if (isHit(request)) way(response, good)
    else response.end(JSON.stringify(good))
  })
  const station = makeStation({
    baseUrl: server.baseUrl,
    makeClient: (options) =>
      createPartnerClient({ ...options, connectTimeoutMs: 500, headersTimeoutMs: 150, bodyTimeoutMs: 25 }),
  })
  station.take(orderNow())
  return { station, server }
}

function ship(station: TestStation): number {
  const [shipment] = viewOrder(station.db, ORDER_ID, station.seal)?.shipments ?? []
  return moveShipment(station, {
    shipmentId: shipment?.shipmentId ?? '',
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: NOW,
    expectedToDeliverAt: NOW,
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  }).seq
}

const WRITES: readonly [string, (request: HostileRequest) => boolean, (station: TestStation) => number][] = [
  ['a ship', ({ what }) => what === 'update', ship],
  [
    'a cancel of the order',
    ({ url }) => url.pathname.endsWith('/cancel'),
    (station) => cancelOrder(station, { orderId: ORDER_ID }).seq,
  ],
  [
    'a refund',
    ({ url }) => url.pathname.endsWith('/refund'),
    (station) => refundOrder(station, { orderId: ORDER_ID, amountCents: 250 }).seq,
  ],
]

describe.each(WRITES)('%s that was done and is answered with', (_write, isHit, queue) => {
  it.each(Object.entries(HOSTILE))('%s is found by reading back, and done once', async (_name, way) => {
    const { station, server } = await makeBench(isHit, way)
    const seq = queue(station)
    station.engine.start()
    await eventually(async () => {
      station.clock.advance(10_000)
      await station.engine.settled()
      expect(listOutbox(station.db, 'all', 0, 5).rows.find((op) => op.seq === seq)?.state).toBe('confirmed')
    })
    expect(server.requests.filter(isHit)).toHaveLength(1)
    expect(station.faults).toEqual([])
  })
})

/** An item has no `id`, so a wrong one is a field like any other. */
const HOSTILE_ITEM = Object.entries(HOSTILE).filter(([name]) => !/\bid\b/.test(name))

describe('an item that is answered with', () => {
  it.each(HOSTILE_ITEM)('%s costs only its title', async (_name, way) => {
    const { station, server } = await makeBench(
      ({ what, url }) => what === 'item' && url.pathname.endsWith('-1'),
      way,
    )
    for (let rounds = 0; rounds < 4; rounds += 1) await station.titles.fill()
    const titles = viewOrder(station.db, ORDER_ID, station.seal)?.lines.map(({ title }) => title)
    expect(titles).toEqual([null, 'A scarf', 'A scarf', null])
    expect(server.of('item').length).toBeLessThan(10)
    expect(station.faults).toEqual([])
  })
})

describe('an order that a person refreshes and that is answered with', () => {
  it.each(Object.entries(HOSTILE))('%s stays unchanged here', async (_name, way) => {
    const { station } = await makeBench(({ what }) => what === 'order', way)
    const before = viewOrder(station.db, ORDER_ID, station.seal)
    expect(await station.refresh(ORDER_ID)).toBe('unreachable')
    expect(viewOrder(station.db, ORDER_ID, station.seal)).toEqual(before)
    expect(station.gate.allows('order_reads')).toBe(true)
  })
})
