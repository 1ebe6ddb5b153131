import { expect, it } from 'vitest'
import { refundable } from '../../../../../src/shared/domain/outbox/explain'

const refunded = (...cents: number[]) => cents.map((total_refunded, id) => ({ id, total_refunded }))

it.each([
  [
    'what was collected, not the order’s amount',
    { amount: 10_000, order_payments: [{ total_collected: 8_000 }] },
    8_000,
  ],
  [
    'the sum of several payments',
    { amount: 10_000, order_payments: [{ total_collected: 8_000 }, { total_collected: 500 }] },
    8_500,
  ],
  ['the amount where no payment is shown', { amount: 10_000, order_payments: [] }, 10_000],
  ['the amount where payments show no sum', { amount: 10_000, order_payments: [{ id: 1 }] }, 10_000],
  ['nothing that anybody knows', { amount: null, order_payments: null }, null],
])('is limited by %s', (_, order, rest) => {
  expect(refundable({ ...order, refunds: [] })).toBe(rest)
})

it('is reduced by every refund, pending or not', () => {
  const order = { amount: 10_000, order_payments: [{ total_collected: 10_000 }] }
  expect(refundable({ ...order, refunds: refunded(2_500, 500) })).toBe(7_000)
})
