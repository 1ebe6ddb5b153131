import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { advance, findOp } from '../../../src/main/store/tables/outbox'
import { goodsOf, loseAnswerAndReadBack, makeSyncBench } from '../../support/sync-bench'

const CREATE = '/api/v1.0/orders/:id/shipments'
const READ = '/api/v1.0/orders/:id'

describe('a parcel that is packed and unpacked', () => {
  it('never reaches the marketplace if neither was sent', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    bench.move(shipmentId, 'cancel')
    bench.station.engine.start()
    await bench.turn(1_000)
    expect(bench.op(seq).state).toBe('discarded')
    expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
  })

  it('is canceled there if the pack may have arrived, so that no forgotten parcel remains (I3)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await loseAnswerAndReadBack(bench, { write: CREATE, read: READ, skip: 1, after: true })
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const canceled = bench.move(shipmentId, 'cancel')
    expect(bench.op(seq).state).toBe('unknown')
    await bench.until(canceled, 'confirmed')
    const { shipments } = await bench.control.readOrder(order.id)
    expect(shipments.map(({ state }) => state)).toEqual(['canceled'])
  })

  it('is not forgotten if an earlier send may still arrive and the next one only waits (I3)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { db } = bench.station
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    const at = new Date(bench.clock.wallMs()).toISOString()
    for (const event of ['claim', 'lose', 'retry'] as const) {
      const op = findOp(db, seq)
      if (op !== null) inTransaction(db, (tx) => advance(tx, op, event, { at }))
    }
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 1 })
    const canceled = bench.move(shipmentId, 'cancel')
    expect([seq, canceled].map((each) => bench.op(each).state)).toEqual(['ready', 'ready'])
  })
})
