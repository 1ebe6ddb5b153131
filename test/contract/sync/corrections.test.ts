import { describe, expect, it } from 'vitest'
import { correctOp } from '../../../src/main/areas/outbox/correct-op'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'

describe('a corrected time', () => {
  it('goes out corrected, once, even if corrected while the order is being read', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const route = '/api/v1.0/orders/:id'
    await bench.control.addFault({ kind: 'delay', ms: 500, when: 'after', method: 'GET', route, count: 1 })
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await eventually(async () => expect(await bench.control.faultLog()).toHaveLength(1))
    const packedAt = new Date(bench.clock.wallMs() - 600_000).toISOString()
    const unchanged = { shippedAt: null, expectedToDeliverAt: null, deliveredAt: null, canceledAt: null }
    correctOp(bench.station, { seq, reason: 'packed before the break', packedAt, ...unchanged })
    await bench.until(seq, 'confirmed')
    const { shipments } = await bench.control.readOrder(order.id)
    expect(shipments.map(({ packed_at }) => packed_at)).toEqual([packedAt])
  })

  it('is not lost if the marketplace shows the old time during the read (I11)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const packed = bench.pack(order.id, goodsOf(order))
    await bench.until(packed.seq, 'confirmed')
    bench.clock.advance(600_000)
    const { shipments } = await bench.control.readOrder(order.id)
    // At this very moment, so that it matches the op's request.
    await bench.control.changeOrder(order.id, { action: 'cancelShipment', shipmentId: shipments[0]?.id ?? 0 })
    const route = '/api/v1.0/orders/:id'
    await bench.control.addFault({ kind: 'delay', ms: 500, when: 'after', method: 'GET', route, count: 1 })
    const seq = bench.move(packed.shipmentId, 'cancel')
    await eventually(async () => expect(await bench.control.faultLog()).toHaveLength(1))
    const canceledAt = new Date(bench.clock.wallMs() - 300_000).toISOString()
    const unchanged = { packedAt: null, shippedAt: null, expectedToDeliverAt: null, deliveredAt: null }
    correctOp(bench.station, { seq, reason: 'pulled before the break', canceledAt, ...unchanged })
    const op = await bench.until(seq, 'confirmed', 'held')
    expect([op.state, op.heldReason]).toEqual(['held', 'shipment_changed'])
  })
})
