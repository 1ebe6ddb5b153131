import type { Order } from '../../partner-api/order'
import { refundedCents } from './refund-rest'

/** Spellings seen in the wild; the document does not show the state's name after a cancellation. */
const CANCELED_STATES: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'canceling', 'cancelling'])

/**
 * Whether the marketplace has canceled the order. The document does not show the order state after a cancellation, so
 * any of its signs counts: a reason, a state that says so, or the full amount refunded with a refund of type
 * `cancellation` among the refunds. Such a refund of a part, for one item of many, leaves the order alive.
 * @see partner-api "States and transitions / Order"
 */
export function isCanceled(order: CancelSigns): boolean {
  return (
    Boolean(order.cancelation_reason) ||
    CANCELED_STATES.has(order.state.toLowerCase()) ||
    canceledByRefunds(order)
  )
}

export type CancelSigns = Pick<Order, 'state' | 'cancelation_reason' | 'refunds'> & {
  amount?: Order['amount']
}

/**
 * If an amount is missing, a partial refund cannot be told from a full one: a parcel too few is better than one too
 * many.
 */
function canceledByRefunds({ amount, refunds }: CancelSigns): boolean {
  const cancellations = refunds.filter(({ type }) => type === 'cancellation')
  if (cancellations.length === 0) return false
  if (typeof amount !== 'number' || refundedCents(cancellations) === null) return true
  const refunded = refundedCents(refunds.filter((refund) => typeof refund.total_refunded === 'number'))
  return (refunded ?? 0) >= amount
}

/** The only state that the document names for an order to be packed. */
export function saysPaid(order: Pick<Order, 'state'>): boolean {
  return order.state.toLowerCase() === 'paid'
}
