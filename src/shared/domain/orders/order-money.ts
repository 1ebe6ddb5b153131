import type { Order } from '../../partner-api/order'
import { collectedCents, refundedCents, senseOfPayment, type PaymentSense } from './refund-rest'

/** How an order's amounts add up. The document names them and shows no rule, so what does not add up is said, too. */

export type OrderMoney = {
  /** What the lines of goods cost together, and the shipping fees. */
  goodsCents: number
  feesCents: number
  taxCents: number
  discountCents: number
  /** Lines that show no amount: the sums leave them out. */
  linesWithoutAmount: number
  /** Of its lines, canceled or not; `null` if none shows one. */
  payoutCents: number | null
  /** The order's own amount. */
  totalCents: number | null
  /** Whether the total contains the lines' tax in addition to their amounts. */
  taxAdded: boolean
  /** Whether the lines' discounts are taken off their amounts. */
  discountTaken: boolean
  /** How much the total is above what the lines explain; `null` without a total. */
  unexplainedCents: number | null
  /** By transaction type, as the marketplace calls it, in the order of the first payment of each. */
  payments: readonly { type: string | null; sense: PaymentSense; cents: number }[]
  /** `null` if the payments do not tell. */
  collectedCents: number | null
  /** Each by its size; `null` if one shows no amount. */
  refundedCents: number | null
  /** What the buyer paid for each line, `null` if it shows no amount, and what the refunds say of it. */
  lines: readonly LineMoney[]
}
export type LineMoney = { lineId: number; paidCents: number | null; refundedCents: number }

type Amounts = Pick<Order, 'amount' | 'order_payments' | 'order_lines' | 'refunds'>

/** Explains an order's total by its lines, and sums its payments and refunds. */
export function moneyOf({ amount, order_payments, order_lines: lines, refunds }: Amounts): OrderMoney {
  const sums = {
    goodsCents: sumOf(lines.map((line) => (line.is_shipping_fee === true ? null : line.amount))),
    feesCents: sumOf(lines.map((line) => (line.is_shipping_fee === true ? line.amount : null))),
    taxCents: sumOf(lines.map((line) => line.tax)),
    discountCents: sumOf(lines.map((line) => line.discount)),
  }
  const totalCents = amount ?? null
  const reading = readingOf(sums, totalCents)
  const payouts = lines.flatMap(({ estimated_payout: cents }) => cents ?? [])
  const refundedOf = refundedByLine(refunds)
  return {
    ...sums,
    ...reading,
    totalCents,
    linesWithoutAmount: lines.filter((line) => typeof line.amount !== 'number').length,
    payoutCents: payouts.length === 0 ? null : sumOf(payouts),
    payments: byType(order_payments ?? []),
    collectedCents: collectedCents(order_payments),
    refundedCents: refundedCents(refunds),
    lines: lines.map((line) => ({
      lineId: line.id,
      paidCents: paidFor(line, reading),
      refundedCents: refundedOf.get(line.id) ?? 0,
    })),
  }
}

/** What can still be refunded of a line: what was paid for it, less what refunds say of it. Never negative. */
export function leftOfLine({ paidCents, refundedCents }: LineMoney): number {
  return Math.max(0, (paidCents ?? 0) - refundedCents)
}

/**
 * The amount that is proposed for a refund of these lines: never more than is left of the order.
 * @param chosen by the line's ID
 */
export function refundOfLines(
  lines: readonly LineMoney[],
  chosen: ReadonlySet<number>,
  restCents: number,
): number {
  const sum = sumOf(lines.filter(({ lineId }) => chosen.has(lineId)).map(leftOfLine))
  return Math.min(sum, restCents)
}

type Sums = Pick<OrderMoney, 'goodsCents' | 'feesCents' | 'taxCents' | 'discountCents'>
type Reading = Pick<OrderMoney, 'taxAdded' | 'discountTaken'>

/** The likeliest first: it is taken if none of them adds up. */
const READINGS: readonly [Reading, ...Reading[]] = [
  { taxAdded: true, discountTaken: false },
  { taxAdded: false, discountTaken: false },
  { taxAdded: true, discountTaken: true },
  { taxAdded: false, discountTaken: true },
]

function readingOf(
  { goodsCents, feesCents, taxCents, discountCents }: Sums,
  totalCents: number | null,
): Reading & Pick<OrderMoney, 'unexplainedCents'> {
  const sumBy = ({ taxAdded, discountTaken }: Reading) =>
    goodsCents + feesCents + (taxAdded ? taxCents : 0) - (discountTaken ? discountCents : 0)
  const reading = READINGS.find((one) => sumBy(one) === totalCents) ?? READINGS[0]
  return { ...reading, unexplainedCents: totalCents === null ? null : totalCents - sumBy(reading) }
}

function paidFor(
  { amount, tax, discount }: Amounts['order_lines'][number],
  { taxAdded, discountTaken }: Reading,
): number | null {
  if (typeof amount !== 'number') return null
  return amount + (taxAdded ? (tax ?? 0) : 0) - (discountTaken ? (discount ?? 0) : 0)
}

function byType(payments: NonNullable<Amounts['order_payments']>): OrderMoney['payments'] {
  const sums = new Map<string | null, number>()
  for (const { transaction_type: type, total_collected: cents } of payments)
    if (typeof cents === 'number') sums.set(type ?? null, (sums.get(type ?? null) ?? 0) + cents)
  return [...sums].map(([type, cents]) => ({ type, sense: senseOfPayment(type), cents }))
}

function refundedByLine(refunds: Amounts['refunds']): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { order_line_id: lineId, amount } of refunds.flatMap(({ refund_lines }) => refund_lines ?? []))
    if (typeof lineId === 'number') sums.set(lineId, (sums.get(lineId) ?? 0) + Math.abs(amount ?? 0))
  return sums
}

function sumOf(amounts: readonly (number | null | undefined)[]): number {
  return amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)
}
