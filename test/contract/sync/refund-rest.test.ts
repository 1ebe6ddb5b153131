import { describe, expect, it } from 'vitest'
import { refundOrder } from '../../../src/main/areas/orders/change-order'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { inTransaction } from '../../../src/main/store/db/database'
import { advance, findOp } from '../../../src/main/store/tables/outbox'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import type { MarketplaceSettings } from '../../../src/marketplace/settings'
import { readOrder, type Order } from '../../../src/shared/partner-api/order'
import { readTolerantly } from '../../../src/shared/partner-api/tolerant'
import { makeSyncBench, type SyncBench } from '../../support/sync-bench'

/** What may be refunded, at the door and again when it is sent. The marketplace itself would take any amount. */

const bench = (settings: Partial<MarketplaceSettings> = {}) =>
  makeSyncBench({ refundBound: 'none', ...settings })
const restOf = ({ station }: SyncBench, { id }: ControlOrder) => openOrder(station, id).refundRestCents
const refund = (
  { station }: SyncBench,
  { id: orderId }: ControlOrder,
  amountCents: number,
  reason?: string,
) => refundOrder(station, { orderId, amountCents, ...(reason === undefined ? {} : { reason }) }).seq
/** The order as another answer of the marketplace shows it. */
const take = ({ station }: SyncBench, order: ControlOrder, over: object) => {
  const read = readTolerantly<Order>(readOrder, { ...order, ...over })
  if (!read.ok) throw new Error('not readable')
  station.take(read.value)
}
const paid = (transaction_type: string, total_collected: unknown) => ({ transaction_type, total_collected })
const sent = async ({ control }: SyncBench) =>
  (await control.requestLog()).flatMap(({ method, body }) => (method === 'POST' ? [body] : []))

describe('at the door', () => {
  it('an authorization and its capture are one payment', async () => {
    const here = await bench({ paymentsShown: 'authorization_and_capture' })
    const order = await here.newOrder()
    expect(restOf(here, order)).toBe(order.amount)
    expect(() => refund(here, order, order.amount + 1)).toThrow(
      expect.objectContaining({
        code: 'refund_amount',
        fields: { amountCents: 'above_rest', rest: String(order.amount) },
      }),
    )
    refund(here, order, order.amount)
    expect(restOf(here, order)).toBe(0)
    expect(() => refund(here, order, 1)).toThrow(expect.objectContaining({ code: 'refund_amount' }))
  })

  it('nothing is refunded without a reason while nobody can tell what is left', async () => {
    const here = await bench({ paymentsShown: 'none' })
    const order = await here.newOrder()
    expect(restOf(here, order)).toBeNull()
    expect(() => refund(here, order, 1)).toThrow(
      expect.objectContaining({ code: 'refund_amount', fields: { amountCents: 'rest_unknown' } }),
    )
    expect(() => refund(here, order, 0, 'Damaged')).toThrow(
      expect.objectContaining({ code: 'refund_amount' }),
    )
    const seq = refund(here, order, 900, 'Damaged')
    here.station.engine.start()
    await here.until(seq, 'confirmed')
    expect(await sent(here)).toEqual([{ amount: 900 }])
  })

  it.each<[string, object, (amount: number) => number | null]>([
    ['a negative refund', { refunds: [{ id: 1, total_refunded: -300 }] }, (amount) => amount - 300],
    [
      'a failed refund',
      { refunds: [{ id: 1, total_refunded: 300, state: 'failed' }] },
      (amount) => amount - 300,
    ],
    ['a refund without an amount', { refunds: [{ id: 1, total_refunded: null }] }, () => null],
    ['a partial capture', { order_payments: [paid('capture', 300)] }, () => 300],
    ['a capture as text', { order_payments: [paid('capture', '300')] }, () => 300],
    ['a capture with decimals', { order_payments: [paid('capture', '3.00')] }, () => null],
    [
      'a payment that is no record',
      { order_payments: [paid('capture', 300), 'chargeback: 300'] },
      () => null,
    ],
    [
      'a payment in another currency',
      { currency: 'USD', order_payments: [{ ...paid('capture', 300), currency: 'EUR' }] },
      () => null,
    ],
    ['an order without an amount', { amount: null }, () => null],
  ])('counts %s', async (_, over, rest) => {
    const here = await bench()
    const order = await here.newOrder()
    here.clock.advance(1_000)
    take(here, order, { ...over, updated_at: new Date(here.clock.wallMs()).toISOString() })
    expect(restOf(here, order)).toBe(rest(order.amount))
  })

  it('a refund that goes on at another station counts, and once it is shown, only once', async () => {
    const here = await bench()
    const order = await here.newOrder()
    const at = new Date(here.clock.wallMs()).toISOString()
    const [moved, dropped] = [refund(here, order, 250), refund(here, order, 400)].map((seq) =>
      findOp(here.station.db, seq),
    )
    inTransaction(here.station.db, (tx) => {
      if (moved !== null && moved !== undefined) advance(tx, moved, 'export', { at, discardReason: 'moved' })
      if (dropped !== null && dropped !== undefined)
        advance(tx, dropped, 'discard', { at, discardReason: 'not wanted' })
    })
    expect(restOf(here, order)).toBe(order.amount - 250)
    await here.control.changeOrder(order.id, { action: 'refund', amount: 250 })
    await here.station.refresh(order.id)
    expect(restOf(here, order)).toBe(order.amount - 250)
    await here.control.changeOrder(order.id, { action: 'refund', amount: 250 })
    await here.station.refresh(order.id)
    expect(restOf(here, order)).toBe(order.amount - 500)
  })
})

describe('when it is sent', () => {
  it('a refund that has become too high meanwhile is held, and again until it fits', async () => {
    const here = await bench({ refundSign: 'minus' })
    const order = await here.newOrder()
    const seq = refund(here, order, order.amount)
    await here.control.changeOrder(order.id, { action: 'refund', amount: 200 })
    here.station.engine.start()
    expect(await here.until(seq, 'held')).toMatchObject({
      ...{ heldReason: 'above_rest', attempts: 0, answers: ['resend', 'discard'] },
    })
    expect(readOp(here.station, seq)).toMatchObject({
      explanations: [{ why: 'refund_above_rest', id: order.amount - 200 }],
      changes: [{ what: 'refund_added', to: '200' }],
    })
    answerOp(here.station, { seq, answer: 'resend', reason: '' })
    await here.until(seq, 'held')
    expect(await sent(here)).toEqual([])
    expect((await here.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it('a refund whose order no longer shows a payment is held', async () => {
    const here = await bench()
    const order = await here.newOrder()
    const seq = refund(here, order, 100)
    await here.control.changeSettings({ paymentsShown: 'none' })
    here.station.engine.start()
    expect(await here.until(seq, 'held')).toMatchObject({ heldReason: 'above_rest' })
    expect(readOp(here.station, seq).explanations).toEqual([{ why: 'refund_rest_unknown', id: null }])
    await here.control.changeSettings({ paymentsShown: 'charge' })
    answerOp(here.station, { seq, answer: 'resend', reason: '' })
    await here.until(seq, 'confirmed')
  })

  it('of two refunds requested here the first is sent, whatever waits behind it', async () => {
    const here = await bench()
    const order = await here.newOrder()
    const first = refund(here, order, order.amount - 500)
    const second = refund(here, order, 500)
    await here.control.changeOrder(order.id, { action: 'refund', amount: 300 })
    here.station.engine.start()
    await here.until(first, 'confirmed')
    expect(await here.until(second, 'held')).toMatchObject({ heldReason: 'above_rest' })
    expect(await sent(here)).toEqual([{ amount: order.amount - 500 }])
  })

  it('what a supervisor allowed goes out, unless less is left by then', async () => {
    const here = await bench()
    const [one, two] = [await here.newOrder(), await here.newOrder()]
    const allowed = refund(here, one, one.amount + 700, 'Lost in the post')
    const overtaken = refund(here, two, two.amount + 700, 'Lost in the post')
    await here.control.changeOrder(two.id, { action: 'refund', amount: 1 })
    here.station.engine.start()
    await here.until(allowed, 'confirmed')
    expect(await here.until(overtaken, 'held')).toMatchObject({ heldReason: 'above_rest' })
    expect(await sent(here)).toEqual([{ amount: one.amount + 700 }])
    expect(readOp(here.station, allowed).history[0]).toMatchObject({
      event: 'capture',
      note: 'Lost in the post',
    })
  })

  it('what a supervisor allowed without knowing what is left is held if somebody refunds meanwhile', async () => {
    const here = await bench({ paymentsShown: 'none' })
    const order = await here.newOrder()
    const seq = refund(here, order, 700, 'Lost in the post')
    await here.control.changeOrder(order.id, { action: 'refund', amount: 1 })
    here.station.engine.start()
    expect(await here.until(seq, 'held')).toMatchObject({ heldReason: 'above_rest', attempts: 0 })
  })

  it('a lost refund is recognized by its size, and not sent again', async () => {
    const here = await bench({ refundSign: 'minus' })
    const order = await here.newOrder()
    const route = '/api/v1.0/orders/:id/refund'
    await here.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route, count: 1 })
    const seq = refund(here, order, order.amount)
    here.station.engine.start()
    await here.until(seq, 'confirmed')
    expect(await sent(here)).toHaveLength(1)
    expect(restOf(here, order)).toBe(0)
  })
})
