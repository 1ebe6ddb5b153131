import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { advance, findOp, lastSeq } from '../../../src/main/store/tables/outbox'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const writesOf = async ({ control }: SyncBench): Promise<string[]> =>
  (await control.requestLog()).filter(({ method }) => method === 'POST').map(({ path }) => path)

describe('the operations of one order', () => {
  it('wait behind one that needs a person (I2)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const route = '/api/v1.0/orders/:id/refund'
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route })
    refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    const refund = lastSeq(bench.station.db)
    bench.station.engine.start()
    await bench.until(refund, 'held')
    cancelOrder(bench.station, { orderId: order.id })
    const cancel = lastSeq(bench.station.db)
    await bench.turn(60_000)
    expect(bench.op(cancel).state).toBe('ready')
    expect(await writesOf(bench)).toEqual([`/api/v1.0/orders/${order.id}/refund`])
  })

  it('are looked for after a crash in the middle of a send, before anything is sent again (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    const op = findOp(bench.station.db, seq)
    const at = new Date(bench.clock.wallMs()).toISOString()
    if (op !== null) inTransaction(bench.station.db, (tx) => advance(tx, op, 'claim', { at }))
    await bench.restartStation()
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    await bench.turn(30_000)
    expect(await writesOf(bench)).toEqual([])
    await bench.until(seq, 'confirmed')
    expect(await writesOf(bench)).toHaveLength(1)
  })

  it('pack at distinct moments, by which a lost one is recognized (I3)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const seqs = goodsOf(order).map((lineId) => bench.pack(order.id, [lineId]).seq)
    const times = seqs.map((seq) => {
      const { packed_at: packedAt } = JSON.parse(findOp(bench.station.db, seq)?.body ?? '{}') as {
        packed_at: string
      }
      return Date.parse(packedAt) - bench.clock.wallMs()
    })
    expect(times).toEqual([0, 1, 2])
  })
})
