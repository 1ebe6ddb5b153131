import { describe, expect, it } from 'vitest'
import { payoutOf, type PaidOrder } from '../../../../../src/shared/domain/orders/payout'

const COAT = { id: 1, item_number: 'COAT', amount: 10_000, tax: 800, estimated_payout: 8_000 }
const BAG = { id: 2, item_number: 'BAG', amount: 5_000, tax: 400, estimated_payout: 4_000 }
const FEE = { id: 3, item_number: null, is_shipping_fee: true, amount: 0, tax: 0, estimated_payout: 0 }
const CATEGORIES: Readonly<Record<string, number>> = { COAT: 11, SCARF: 11, BAG: 22 }

const order = (over: Partial<PaidOrder> = {}): PaidOrder => ({
  amount: 16_200,
  canceled: false,
  order_lines: [COAT, BAG, FEE],
  refunds: [],
  ...over,
})
const sums = (over: Partial<PaidOrder> = {}) =>
  Object.fromEntries(
    [...payoutOf(order(over), (itemNumber) => CATEGORIES[itemNumber] ?? null)].map(([category, found]) => [
      category,
      [found.items, found.soldCents, found.refundedCents, found.payoutCents],
    ]),
  )
const refund = (total: number | null, ...lines: [lineId: number, cents: number][]) => ({
  id: 9,
  total_refunded: total,
  refund_lines: lines.map(([order_line_id, amount]) => ({ order_line_id, amount })),
})

describe('what an order brings', () => {
  it('is what the buyer paid, by category, and what the marketplace expects to pay out', () => {
    expect(sums()).toEqual({
      11: [1, 10_800, 0, 8_000],
      22: [1, 5_400, 0, 4_000],
      fees: [0, 0, 0, 0],
    })
    // Where the total contains no tax, the buyer paid none.
    expect(sums({ amount: 15_000 })).toMatchObject({ 11: [1, 10_000, 0, 8_000], 22: [1, 5_000, 0, 4_000] })
  })

  it('pays nothing out once it is canceled, and stays sold', () => {
    expect(sums({ canceled: true, refunds: [refund(16_200, [1, 10_800], [2, 5_400])] })).toEqual({
      11: [1, 10_800, 10_800, 0],
      22: [1, 5_400, 5_400, 0],
      fees: [0, 0, 0, 0],
    })
  })

  it('keeps items apart whose category is not known, and fees', () => {
    const lines = [COAT, { ...BAG, item_number: 'UNHEARD' }, { ...FEE, amount: 500 }]
    expect(sums({ amount: 16_700, order_lines: lines })).toEqual({
      11: [1, 10_800, 0, 8_000],
      unknown: [1, 5_400, 0, 4_000],
      fees: [0, 500, 0, 0],
    })
    expect(sums({ amount: 5_400, order_lines: [{ ...BAG, item_number: null }] })).toEqual({
      unknown: [1, 5_400, 0, 4_000],
    })
  })

  it('gives a refund to the lines that it names, and the rest to the only category, or to none', () => {
    expect(sums({ refunds: [refund(1_000, [2, 700])] })).toMatchObject({
      22: [1, 5_400, 700, 4_000],
      several: [0, 0, 300, 0],
    })
    expect(sums({ refunds: [refund(1_000)] })).toMatchObject({ several: [0, 0, 1_000, 0] })
    // Whatever its sign.
    expect(sums({ refunds: [refund(-1_000, [2, -700])] })).toMatchObject({
      22: [1, 5_400, 700, 4_000],
      several: [0, 0, 300, 0],
    })
    const alike = { order_lines: [COAT, { ...BAG, item_number: 'SCARF' }, FEE] }
    expect(sums({ ...alike, refunds: [refund(1_000, [2, 700])] })).toMatchObject({
      11: [2, 16_200, 1_000, 12_000],
    })
    expect(sums({ refunds: [refund(1_000, [99, 700])] })).toMatchObject({ several: [0, 0, 1_000, 0] })
    // More than the total: the total counts.
    expect(sums({ refunds: [refund(500, [1, 700])] })).toMatchObject({
      11: [1, 10_800, 700, 8_000],
      several: [0, 0, -200, 0],
    })
  })

  it('takes amounts that are missing for none', () => {
    expect(
      sums({
        amount: null,
        order_lines: [{ id: 1, item_number: 'COAT' }],
        refunds: [refund(null, [1, 300])],
      }),
    ).toEqual({ 11: [1, 0, 300, 0] })
    expect(sums({ order_lines: [], refunds: [refund(400)] })).toEqual({ several: [0, 0, 400, 0] })
  })
})
