/**
 * The one guard of refunds: how much of what the buyer paid may still go back. Never more than the smaller of the
 * order's amount and what was collected, less each refund by its size. What cannot be read is unknown and never
 * raises it.
 */

/** An order's money as the marketplace shows it. Nothing of it is trusted to have the document's form. */
export type ShownMoney = Partial<Record<'amount' | 'currency' | 'order_payments' | 'refunds', unknown>>

/**
 * A refund that was requested here or moved on from here: it counts whether the order shows it or not.
 * @property cents `null` if its amount cannot be read
 * @property refundId the marketplace's ID of it, `null` while unknown
 */
export type OwnRefund = { cents: number | null; refundId: string | null }

/** What a kind of payment says about the money. */
export type PaymentSense = 'collected' | 'authorized' | 'returned' | 'unknown'

/**
 * The document names no kinds of payment, so these are the trade's words. A kind that is not among them is shown and does
 * not raise what may be refunded.
 */
const KINDS: Readonly<Record<Exclude<PaymentSense, 'unknown'>, readonly string[]>> = {
  collected: ['charge', 'capture', 'sale', 'payment', 'purchase', 'settlement'],
  authorized: ['authorization', 'authorisation', 'auth', 'preauthorization', 'preauthorisation'],
  returned: ['void', 'refund', 'reversal', 'chargeback', 'dispute', 'cancellation'],
}
const SENSES = new Map<string, PaymentSense>(
  (['collected', 'authorized', 'returned'] as const).flatMap((sense) =>
    KINDS[sense].map((kind) => [kind, sense] as const),
  ),
)

export function senseOfPayment(type: unknown): PaymentSense {
  return SENSES.get(kindOf(type)) ?? 'unknown'
}

/**
 * What may still be refunded, in cents from 0; `null` if that is not known.
 * @param own refunds that the station knows of by itself, each once
 */
export function refundRest(order: ShownMoney, own: readonly OwnRefund[] = []): number | null {
  const { amount } = order
  const collected = collectedCents(order.order_payments)
  const refunded = refundedCents(order.refunds, own)
  if (!isCents(amount) || collected === null || refunded === null || !hasOneCurrency(order)) return null
  return Math.max(0, Math.min(amount, collected) - refunded)
}

/**
 * What was collected of the buyer and not taken back, in cents; `null` if the payments do not tell. Different kinds
 * may be the same money, as an authorization and its capture are, so only what one kind adds up to counts.
 */
export function collectedCents(payments: unknown): number | null {
  if (!Array.isArray(payments) || payments.length === 0) return null
  const byKind = new Map<string, Map<unknown, number>>()
  let returned = 0
  let isTold = true
  for (const [place, payment] of payments.entries()) {
    const fields = fieldsOf(payment)
    if (fields === null) return null
    const { id, transaction_type: type, total_collected: total } = fields
    const sense = senseOfPayment(type)
    const cents = isCents(total) ? total : null
    if (sense === 'authorized') continue
    if (sense === 'returned' && cents === null) return null
    if (cents === null || (sense === 'unknown' && cents >= 0)) isTold = false
    else if (sense === 'returned' || cents < 0) returned += Math.abs(cents)
    else {
      const kind = byKind.get(kindOf(type)) ?? new Map<unknown, number>()
      byKind.set(kindOf(type), kind)
      // One that is listed twice under its ID counts once.
      const key = id ?? `place ${place}`
      kind.set(key, Math.min(cents, kind.get(key) ?? cents))
    }
  }
  if (byKind.size === 0 && !isTold) return null
  const collected = Math.max(0, ...[...byKind.values()].map((kind) => sumOf([...kind.values()])))
  return Math.max(0, collected - returned)
}

/** What refunds come to, each by its size, whatever its sign or state; `null` if one shows no amount. */
export function refundedCents(refunds: unknown, own: readonly OwnRefund[] = []): number | null {
  const shown = refunds ?? []
  if (!Array.isArray(shown)) return null
  const sizes = shown.map((refund): number | null => {
    const { total_refunded: total } = fieldsOf(refund) ?? {}
    const size = isCents(total) ? Math.abs(total) : null
    const ours = own.find(({ refundId }) => refundId === idOf(refund))?.cents ?? null
    // The station knows what it asked for, whatever a pending refund shows.
    return ours === null ? size : Math.max(ours, size ?? 0)
  })
  const ids = new Set(shown.map(idOf))
  const unseen = own.filter(({ refundId }) => refundId === null || !ids.has(refundId))
  const all = [...sizes, ...unseen.map(({ cents }) => cents)]
  return all.every((cents) => cents !== null) ? sumOf(all) : null
}

export type RefundProblem = 'zero' | 'above_rest' | 'rest_unknown'

/** Why an amount may not be refunded by the guard; `null` for nothing. @param restCents as `refundRest` says */
export function refundProblem(cents: number, restCents: number | null): RefundProblem | null {
  if (cents < 1) return 'zero'
  if (restCents === null) return 'rest_unknown'
  return cents > restCents ? 'above_rest' : null
}

type Fields = Readonly<Record<string, unknown>>

function kindOf(type: unknown): string {
  return typeof type === 'string' ? type.toLowerCase().replaceAll(/[\s_-]/g, '') : ''
}

/** Money of different currencies never adds up. The document names none; what names none is of the order's. */
function hasOneCurrency({ currency, order_payments: payments, refunds }: ShownMoney): boolean {
  const records = [payments, refunds].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
  const named = [currency, ...records.map((record) => fieldsOf(record)?.['currency'])].flatMap((one) =>
    one === undefined || one === null || one === '' ? [] : [JSON.stringify(one).toLowerCase()],
  )
  return new Set(named).size <= 1
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null
}

/** As it is kept here; `null` if there is none, or it is neither a number nor text. */
function idOf(refund: unknown): string | null {
  const id = fieldsOf(refund)?.['id']
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null
}

function isCents(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0)
}
