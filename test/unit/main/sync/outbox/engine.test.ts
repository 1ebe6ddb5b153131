import { describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import type { PartnerClient } from '../../../../../src/main/partner/client'
import { ServerError } from '../../../../../src/main/partner/errors'
import { createBuyerSeal } from '../../../../../src/main/store/db/buyer-seal'
import { createEngine } from '../../../../../src/main/sync/outbox/engine'
import { createFreshness } from '../../../../../src/main/sync/copies/freshness'
import type { Channel, Gate } from '../../../../../src/main/sync/connection/gate'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import type { Order } from '../../../../../src/shared/partner-api/order'
import { makeStation } from '../../../../support/account'
import { createManualClock } from '../../../../support/clock'
import { eventually } from '../../../../support/eventually'
import { makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

/** An engine whose marketplace answers each read when the test says so. */
function bench() {
  const clock = createManualClock()
  const station = makeStation({ clock })
  const closed = new Set<Channel>()
  const reads: { orderId: number; answer(order: Order): void; fail(error: Error): void }[] = []
  const client = {
    readOrder: async (orderId: number) =>
      new Promise<Order>((answer, fail) => reads.push({ orderId, answer, fail })),
    createShipment: async () => Promise.resolve({ id: 900 + reads.length }),
  } as unknown as PartnerClient
  const gate = {
    state: () => 'online',
    allows: (channel: Channel) => !closed.has(channel),
    admit: (channel: Channel) => !closed.has(channel),
    trying: () => false,
    waitMs: () => null,
    closedBy: () => false,
  } as unknown as Gate
  const engine = createEngine({
    db: station.db,
    client,
    gate,
    clock,
    seal: createBuyerSeal(() => randomBytes(32)),
    freshness: createFreshness(),
    clockWatch: { wrongBy: () => null, sure: () => true },
    random: () => 0.5,
    onWorkedOn: () => {},
    onNotice: () => {},
    onFault: (error) => {
      throw error
    },
  })
  const pack = (orderId: number): number => {
    station.take(makeOrder({ id: orderId }))
    const label = { carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 7 }
    return packShipment(station, { orderId, lineIds: [orderId * 10 + 1], ...label }).seq
  }
  return { db: station.db, engine, closed, reads, pack, asked: () => reads.map(({ orderId }) => orderId) }
}

describe('the search for work', () => {
  it('begins from the start after one that could only read back', async () => {
    const { db, engine, closed, reads, pack, asked } = bench()
    pack(1)
    const lost = pack(2)
    rawDb(db).exec(`UPDATE outbox SET state = 'unknown', attempts = 1, baseline = '[]' WHERE seq = ${lost}`)
    closed.add('order_writes')
    engine.start()
    expect(asked()).toEqual([2])
    // What the answer shows opens the gate; nobody else wakes the engine.
    closed.clear()
    const { packed_at: packedAt } = JSON.parse(
      rawDb(db).prepare('SELECT body FROM outbox WHERE seq = ?').pluck().get(lost) as string,
    ) as { packed_at: string }
    const order = makeOrder({
      id: 2,
      shipments: [{ id: 50, state: 'packed', warehouse_id: 7, packed_at: packedAt }],
    })
    for (const line of order.order_lines) if (line.id === 21) line.shipment_id = 50
    reads[0]?.answer(order)
    await eventually(() => expect(asked()).toEqual([2, 1]))
    reads[1]?.answer(makeOrder({ id: 1 }))
    await engine.settled()
  })

  it('passes over lanes that pause, until a wake that ends their pauses', async () => {
    const { engine, reads, pack, asked } = bench()
    pack(1)
    engine.start()
    reads[0]?.fail(new ServerError('down', { status: 503 }))
    await engine.settled()
    engine.wake()
    expect(asked()).toEqual([1])
    engine.wake(true)
    expect(asked()).toEqual([1, 1])
    reads[1]?.answer(makeOrder({ id: 1 }))
    await engine.settled()
  })
})
