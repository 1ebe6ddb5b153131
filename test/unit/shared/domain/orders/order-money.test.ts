import { describe, expect, it } from 'vitest'
import { leftOfLine, moneyOf, refundOfLines } from '../../../../../src/shared/domain/orders/order-money'
import { readOrder } from '../../../../../src/shared/partner-api/order'

/** The order of which the screen once showed $83.99 next to one line of $77.77. */
const LINE = { id: 1, item_number: 'A', amount: 7_777, tax: 622, discount: 500, estimated_payout: 6_200 }
const orderOf = (order: object) =>
  moneyOf(readOrder.parse({ id: 7, state: 'paid', order_lines: [LINE], ...order }))

describe('the total of an order', () => {
  it('is explained by its lines, its fees and the tax on them', () => {
    const fee = { id: 2, is_shipping_fee: true, amount: 1_000, tax: 80 }
    expect(orderOf({ amount: 9_479, order_lines: [LINE, fee] })).toMatchObject({
      goodsCents: 7_777,
      feesCents: 1_000,
      taxCents: 702,
      totalCents: 9_479,
      taxAdded: true,
      discountTaken: false,
      unexplainedCents: 0,
      payoutCents: 6_200,
    })
  })

  it.each([
    ['contains the tax already', 7_777, { taxAdded: false, discountTaken: false }, 7_777],
    ['is lowered by the discount', 7_899, { taxAdded: true, discountTaken: true }, 7_899],
    ['is lowered by the discount, tax within', 7_277, { taxAdded: false, discountTaken: true }, 7_277],
  ])('%s if that is how it adds up', (_name, amount, reading, paidCents) => {
    const money = orderOf({ amount })
    expect(money).toMatchObject({ ...reading, unexplainedCents: 0 })
    expect(money.lines).toEqual([{ lineId: 1, paidCents, refundedCents: 0 }])
  })

  it.each([
    [8_500, 101],
    [8_000, -399],
  ])('of %i cents leaves a difference of %i that nothing explains', (amount, unexplainedCents) => {
    expect(orderOf({ amount })).toMatchObject({ unexplainedCents, taxAdded: true, discountTaken: false })
  })

  it('is not compared if the order shows none, and lines without an amount are counted', () => {
    const lines = [LINE, { id: 2, item_number: 'B' }]
    expect(orderOf({ order_lines: lines })).toMatchObject({
      totalCents: null,
      unexplainedCents: null,
      linesWithoutAmount: 1,
      lines: [{ paidCents: 8_399 }, { lineId: 2, paidCents: null }],
    })
  })
})

describe('payments and refunds', () => {
  it('are summed by what the marketplace calls them', () => {
    const order_payments = [
      { total_collected: 8_000, transaction_type: 'charge' },
      { total_collected: 100 },
      { total_collected: -50, transaction_type: 'correction' },
      { total_collected: 399, transaction_type: 'charge' },
      { transaction_type: 'void' },
    ]
    expect(orderOf({ order_payments })).toMatchObject({
      payments: [
        { type: 'charge', sense: 'collected', cents: 8_399 },
        { type: null, sense: 'unknown', cents: 100 },
        { type: 'correction', sense: 'unknown', cents: -50 },
      ],
      // It is not known how much was voided.
      collectedCents: null,
    })
    expect(orderOf({ order_payments: order_payments.slice(0, -1) }).collectedCents).toBe(8_349)
    expect(orderOf({}).collectedCents).toBeNull()
  })

  it('count for the lines that they name', () => {
    const refunds = [
      { id: 1, total_refunded: 1_000, refund_lines: [{ order_line_id: 1, amount: 600 }, { amount: 400 }] },
      { id: 2, total_refunded: -50, refund_lines: [{ order_line_id: 1, amount: -50 }, { order_line_id: 1 }] },
      { id: 3, total_refunded: 1 },
    ]
    const money = orderOf({ refunds })
    expect(orderOf({ refunds: [...refunds, { id: 4 }] }).refundedCents).toBeNull()
    expect(money.refundedCents).toBe(1_051)
    expect(money.lines).toEqual([{ lineId: 1, paidCents: 8_399, refundedCents: 650 }])
  })
})

it('a refund of lines is what is left of what was paid for each', () => {
  const line = (lineId: number, paidCents: number | null, refundedCents: number) => ({
    lineId,
    paidCents,
    refundedCents,
  })
  const lines = [line(1, 8_399, 650), line(2, 100, 300), line(3, null, 0), line(4, 5, 0)]
  expect(lines.map(leftOfLine)).toEqual([7_749, 0, 0, 5])
  expect(refundOfLines(lines, new Set([1, 2, 3]), 9_000)).toBe(7_749)
  expect(refundOfLines(lines, new Set([1, 2, 3]), 5_000)).toBe(5_000)
})
