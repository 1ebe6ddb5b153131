import { describe, expect, it } from 'vitest'
import { correctOp } from '../../../src/main/usecases/correct-op'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'

describe('a time that is corrected', () => {
  it('while the marketplace is being asked about the order goes out corrected, once', async () => {
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
})
