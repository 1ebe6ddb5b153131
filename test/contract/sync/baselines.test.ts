import { describe, expect, it } from 'vitest'
import { findOp } from '../../../src/main/store/tables/outbox'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { releaseForbidden } from '../../../src/main/sync/outbox/release-forbidden'
import { refundOrder } from '../../../src/main/areas/orders/change-order'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { inTransaction } from '../../../src/main/store/db/database'

const REFUND = '/api/v1.0/orders/:id/refund'
const SHIPMENTS = '/api/v1.0/orders/:id/shipments'

const writes = async ({ control }: SyncBench): Promise<number> =>
  (await control.requestLog()).filter(({ method }) => method === 'POST').length

/** Lets the station work until it has written this many times. */
const untilWritten = (bench: SyncBench, count: number) =>
  eventually(async () => {
    await bench.turn(1_000)
    expect(await writes(bench)).toBe(count)
  })

describe('the baseline of an operation', () => {
  it.each([
    ['told to wait', { kind: 'status', status: 429 }],
    ['whose token was refused', { kind: 'status', status: 401 }],
  ] as const)('is read again for a refund that was %s and so never made', async (_name, fault) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ ...fault, method: 'POST', route: REFUND, count: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await untilWritten(bench, 1)
    await bench.control.changeOrder(order.id, { action: 'refund', amount: 100, source: 'dropshipper' })
    await eventually(() => expect(bench.op(seq)).toMatchObject({ attempts: 0 }))
    await bench.station.engine.settled()
    inTransaction(bench.station.db, (tx) =>
      releaseForbidden(tx, new Date(bench.clock.wallMs()).toISOString()),
    )
    bench.station.gate.reopen()
    bench.station.engine.wake(true)
    await bench.until(seq, 'confirmed', 'held')
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(2)
    expect(await writes(bench)).toBe(2)
  })

  it('is dropped with a send that never left, even when a person repeats a lost refund', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: REFUND, count: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'held')
    const first = findOp(bench.station.db, seq)?.baseline
    await bench.control.addFault({ kind: 'status', status: 429, method: 'POST', route: REFUND, count: 1 })
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await untilWritten(bench, 2)
    // The lost send may still have arrived: a record created since may be it.
    expect(findOp(bench.station.db, seq)).toMatchObject({ attempts: 1, baseline: first })
    await bench.control.changeOrder(order.id, { action: 'refund', amount: 100, source: 'dropshipper' })
    bench.station.gate.reopen()
    bench.station.engine.wake(true)
    expect(await bench.until(seq, 'confirmed', 'held')).toMatchObject({ state: 'confirmed' })
    expect(await writes(bench)).toBe(2)
  })

  it('is that of the first send that may have arrived, however often it is sent', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: SHIPMENTS, count: 2 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    expect(findOp(bench.station.db, seq)).toMatchObject({ attempts: 1, baseline: [] })
    // Somebody else's, which a second baseline would contain.
    const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
    await bench.control.changeOrder(order.id, { action: 'cancelShipment', shipmentId: shipmentId ?? 0 })
    await untilWritten(bench, 2)
    expect(findOp(bench.station.db, seq)).toMatchObject({ attempts: 2, baseline: [] })
  })
})
