import type { Order } from '../../partner-api/order'
import { moneyOf } from './order-money'

/** What orders bring, by category of their items. Amounts are integer cents. */

export type PayoutSums = {
  /** Order lines, shipping fees left out. */
  items: number
  /** What buyers paid, canceled orders included. */
  soldCents: number
  /** All refunds that the marketplace shows by their size, pending ones included. */
  refundedCents: number
  /** The marketplace's estimate of what it will pay out: nothing for canceled orders, and refunds are not deducted. */
  payoutCents: number
}

/**
 * What stands for a category where there is none. `unknown`: the station does not have the item, or no category of it;
 * `several`: refunds of a whole order with items of several categories; `fees`: shipping fees. Stored; never rename.
 */
export const NO_CATEGORY = ['unknown', 'several', 'fees'] as const
export type NoCategory = (typeof NO_CATEGORY)[number]
/** A category's ID, or what stands for none. */
export type PayoutCategory = `${number}` | NoCategory

/** What is to be expected of an order's estimated payout: nothing once it is canceled, `null` where none is named. */
export function expectedPayout(canceled: boolean, estimatedCents: number | null): number | null {
  return canceled && estimatedCents !== null ? 0 : estimatedCents
}

export type PaidOrder = Pick<Order, 'amount' | 'order_lines' | 'refunds'> & { canceled: boolean }

export function noPayout(): PayoutSums {
  return { items: 0, soldCents: 0, refundedCents: 0, payoutCents: 0 }
}

/** Adds `more` to `sums`. */
export function addPayout(sums: PayoutSums, more: PayoutSums): void {
  sums.items += more.items
  sums.soldCents += more.soldCents
  sums.refundedCents += more.refundedCents
  sums.payoutCents += more.payoutCents
}

/**
 * An order's sums. The part of a refund that names lines counts for their categories, the rest for the order's category.
 * @param categoryOf `null` if the item's category is not known
 */
export function payoutOf(
  order: PaidOrder,
  categoryOf: (itemNumber: string) => number | null,
): ReadonlyMap<PayoutCategory, PayoutSums> {
  const sums = new Map<PayoutCategory, PayoutSums>()
  const of = (category: PayoutCategory): PayoutSums => {
    const found = sums.get(category) ?? noPayout()
    sums.set(category, found)
    return found
  }
  const paid = new Map(moneyOf(order).lines.map(({ lineId, paidCents }) => [lineId, paidCents ?? 0]))
  const categories = new Map(order.order_lines.map((line) => [line.id, categoryOfLine(line, categoryOf)]))
  for (const { id, is_shipping_fee, estimated_payout } of order.order_lines) {
    const found = of(categories.get(id) ?? 'unknown')
    found.items += is_shipping_fee === true ? 0 : 1
    found.soldCents += paid.get(id) ?? 0
    found.payoutCents += expectedPayout(order.canceled, estimated_payout ?? null) ?? 0
  }
  const whole = onlyOne([...categories.values()].filter((category) => category !== 'fees'))
  for (const { category, cents } of partsOf(order.refunds, categories, whole))
    of(category).refundedCents += cents
  return sums
}

function categoryOfLine(
  { is_shipping_fee, item_number: itemNumber }: Order['order_lines'][number],
  categoryOf: (itemNumber: string) => number | null,
): PayoutCategory {
  if (is_shipping_fee === true) return 'fees'
  const category = typeof itemNumber === 'string' ? categoryOf(itemNumber) : null
  return category === null ? 'unknown' : `${category}`
}

function onlyOne(categories: readonly PayoutCategory[]): PayoutCategory {
  const [first, ...others] = new Set(categories)
  return first === undefined || others.length > 0 ? 'several' : first
}

/** The refunds as parts of one category each; together they are the refunds’ totals. */
function partsOf(
  refunds: Order['refunds'],
  categories: ReadonlyMap<number, PayoutCategory>,
  whole: PayoutCategory,
): { category: PayoutCategory; cents: number }[] {
  return refunds.flatMap(({ total_refunded: total, refund_lines: lines }) => {
    const parts = (lines ?? []).flatMap(({ order_line_id: lineId, amount }) => {
      const category = typeof lineId === 'number' ? categories.get(lineId) : undefined
      return category === undefined || typeof amount !== 'number'
        ? []
        : [{ category, cents: Math.abs(amount) }]
    })
    const rest =
      typeof total === 'number' ? Math.abs(total) - parts.reduce((sum, { cents }) => sum + cents, 0) : 0
    return rest === 0 ? parts : [...parts, { category: whole, cents: rest }]
  })
}
