import { describe, expect, it } from 'vitest'
import { openNotices } from '../../../src/main/store/tables/notices'
import { adoptOp } from '../../../src/main/areas/outbox/adopt-op'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { findOp } from '../../../src/main/store/tables/outbox'
import type { PlayDeps } from '../../../src/main/sync/outbox/playbook'
import { createRefund } from '../../../src/main/sync/outbox/playbooks/create-refund'
import type { Order } from '../../../src/shared/partner-api/order'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { makeStation } from '../../support/account'
import { makeOrder } from '../../support/orders'
import { goodsOf, loseAnswerAndReadBack, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const CANCEL = '/api/v1.0/orders/:id/cancel'
const REFUND = '/api/v1.0/orders/:id/refund'
const READ = '/api/v1.0/orders/:id'

const APPLIED_AND_LOST = [
  ['dropped', { kind: 'drop', when: 'after' }],
  ['reset', { kind: 'reset', when: 'after' }],
  ['a 500 after applying', { kind: 'status', status: 500, when: 'after' }],
  ['HTML with 200', { kind: 'html', when: 'after' }],
] as const

async function posts(bench: SyncBench): Promise<number> {
  return (await bench.control.requestLog()).filter(({ method }) => method === 'POST').length
}

describe('cancel of an order', () => {
  it('of which a pack was sent goes out after it, and the packer is told to pull the parcel', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const packed = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(packed.seq, 'confirmed')
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toMatchObject([{ type: 'cancellation' }])
    expect(openOrder(bench.station, order.id)).toMatchObject({ canceled: true, moves: { cancel: false } })
    expect(openNotices(bench.station.db)).toMatchObject([
      {
        kind: 'order_canceled',
        orderId: order.id,
        shipmentIds: [packed.shipmentId],
        trackingNumbers: ['1Z999'],
      },
    ])
  })

  it('stays canceled here although the marketplace shows no sign of it', async () => {
    const bench = await makeSyncBench({ orderStateAfterCancel: 'paid', cancelationReason: null })
    const order = await bench.newOrder()
    await bench.control.changeSettings({ cancelRefundSource: 'marketplace' })
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).canceled).toBe(true)
  })

  it.each(APPLIED_AND_LOST)(
    'whose answer is lost (%s) is read back and not said again',
    async (_name, fault) => {
      const bench = await makeSyncBench({ repeatedCancel: 'accept' })
      const order = await bench.newOrder()
      await bench.control.addFault({ ...fault, method: 'POST', route: CANCEL, count: 1 })
      const { seq } = cancelOrder(bench.station, { orderId: order.id })
      bench.station.engine.start()
      await bench.until(seq, 'confirmed')
      expect(await posts(bench)).toBe(1)
      expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
    },
  )

  it('that never arrived is sent again after the settle window (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CANCEL, count: 1 })
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const lostAtMs = bench.clock.monotonicMs()
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 2 })
    expect(bench.clock.monotonicMs() - lostAtMs).toBeGreaterThanOrEqual(119_000)
  })

  it('is held, and not sent, if a shipment left meanwhile', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
    await bench.control.changeOrder(order.id, { action: 'ship', shipmentId: shipmentId ?? 0 })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'order_shipped', attempts: 0 })
    expect(readOp(bench.station, seq)).toMatchObject({
      explanations: [{ why: 'order_shipped', id: shipmentId }],
      changes: expect.arrayContaining([
        expect.objectContaining({ what: 'shipment_added', id: shipmentId, from: null, to: 'shipped' }),
      ]),
    })
    expect(await posts(bench)).toBe(0)
  })

  it('is held, and not sent, if nobody knows any more where a parcel is', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    const { shipmentId = null } = await bench.control.changeOrder(order.id, { action: 'pack' })
    const state = 'lost_in_transit'
    await bench.control.changeOrder(order.id, {
      action: 'setShipmentState',
      shipmentId: shipmentId ?? 0,
      state,
    })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'parcel_unknown', attempts: 0 })
    expect(readOp(bench.station, seq)).toMatchObject({
      explanations: [{ why: 'parcel_unknown', id: shipmentId }],
    })
    expect(await posts(bench)).toBe(0)
  })

  it('is refused while nobody knows where a parcel is', () => {
    const station = makeStation()
    station.take(makeOrder({ shipments: [{ id: 5, state: 'lost_in_transit' }] }))
    expect(() => cancelOrder(station, { orderId: 1001 })).toThrow(
      expect.objectContaining({ code: 'parcel_unknown' }) as Error,
    )
    expect(viewOrder(station.db, 1001, station.seal)?.moves.cancel).toBe(false)
  })

  it('refuses further packing and shipping here while it waits', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const [first, ...others] = goodsOf(order)
    const { shipmentId } = bench.pack(order.id, [first ?? 0])
    cancelOrder(bench.station, { orderId: order.id })
    const canceled = expect.objectContaining({ code: 'order_canceled' })
    expect(() => bench.pack(order.id, others)).toThrow(canceled)
    expect(() => bench.move(shipmentId, 'ship')).toThrow(
      expect.objectContaining({ code: 'move_not_allowed' }),
    )
    expect(() => cancelOrder(bench.station, { orderId: order.id })).toThrow(canceled)
    expect(() => refundOrder(bench.station, { orderId: order.id, amountCents: 1 })).toThrow(canceled)
  })
})

describe('a refund', () => {
  it('is made once, at most for the remaining amount', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    expect(openOrder(bench.station, order.id).pending).toMatchObject([
      { kind: 'create_refund', amountCents: 100 },
    ])
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toMatchObject([
      { total_refunded: 100, source: 'dropshipper' },
    ])
    await bench.station.refresh(order.id)
    expect(() => refundOrder(bench.station, { orderId: order.id, amountCents: order.amount })).toThrow(
      expect.objectContaining({
        code: 'refund_amount',
        fields: { amountCents: 'above_rest', rest: String(order.amount - 100) },
      }),
    )
  })

  it.each(APPLIED_AND_LOST)(
    'whose answer is lost (%s) is recognized and not made again',
    async (_name, fault) => {
      const bench = await makeSyncBench()
      const order = await bench.newOrder()
      await bench.control.addFault({ ...fault, method: 'POST', route: REFUND, count: 1 })
      const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
      bench.station.engine.start()
      await bench.until(seq, 'confirmed')
      expect(await posts(bench)).toBe(1)
      expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
    },
  )

  it('that never arrived is never repeated by the station; a person may repeat it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: REFUND, count: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({
      heldReason: 'unconfirmed',
      attempts: 1,
      answers: ['check', 'adopt', 'resend', 'discard'],
    })
    expect(await posts(bench)).toBe(1)
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it('that a person repeats is found if the first one was only late', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'late', ms: 400, method: 'POST', route: REFUND, count: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'held', 'confirmed')
    if (bench.op(seq).state === 'held') {
      await expect
        .poll(async () => (await bench.control.readOrder(order.id)).refunds.length, { timeout: 5_000 })
        .toBe(1)
      answerOp(bench.station, { seq, answer: 'resend', reason: '' })
      await bench.until(seq, 'confirmed')
    }
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it('of an amount that was refunded twice elsewhere meanwhile is left to a person', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await loseAnswerAndReadBack(bench, { write: REFUND, read: READ, skip: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    for (let count = 0; count < 2; count += 1)
      await bench.control.changeOrder(order.id, { action: 'refund', amount: 100, source: 'dropshipper' })
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({ heldReason: 'duplicate', answers: ['check', 'adopt', 'discard'] })
    expect(readOp(bench.station, seq).candidates).toHaveLength(2)
  })

  it('that the marketplace may have made itself is left to a person, who recognizes it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await loseAnswerAndReadBack(bench, { write: REFUND, read: READ, skip: 1 })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const { refundId } = await bench.control.changeOrder(order.id, { action: 'refund', amount: 100 })
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'unconfirmed' })
    expect(readOp(bench.station, seq).candidates).toMatchObject([{ serverId: refundId, amountCents: 100 }])
    adoptOp(bench.station, { seq, serverId: refundId ?? 0, cancel: [] })
    expect(bench.op(seq).state).toBe('confirmed')
    expect(await posts(bench)).toBe(1)
  })

  it('of another operation is not taken for this one’s, although nothing was known before the send', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const ask = () => refundOrder(bench.station, { orderId: order.id, amountCents: 100 }).seq
    await bench.until(ask(), 'confirmed')
    await bench.goOffline()
    const op = findOp(bench.station.db, ask())
    if (op === null) throw new Error('no op')
    await bench.goOnline()
    const seen = (await bench.control.readOrder(order.id)) as unknown as Order
    // A replica did not show the first refund when this one was sent.
    const deps = { db: bench.station.db, earlierSeq: 0 } as PlayDeps
    expect(createRefund.judge(deps, { ...op, state: 'unknown', attempts: 1, baseline: [] }, seen)).toEqual({
      kind: 'absent',
    })
  })

  it('that was refused is not mistaken for an equal one by somebody else', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: REFUND, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 1,
    })
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const equal = { action: 'refund', amount: 100, source: 'dropshipper' } as const
    const { refundId } = await bench.control.changeOrder(order.id, equal)
    expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({ heldReason: 'unconfirmed' })
    expect(readOp(bench.station, seq).candidates).toMatchObject([{ serverId: refundId }])
    expect(await posts(bench)).toBe(1)
  })
})
