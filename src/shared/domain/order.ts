import type { Order } from '../partner-api/order'

/** Spellings seen in the wild; the document does not show the state's name after a cancellation. */
const CANCELED_STATES: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'canceling', 'cancelling'])

/**
 * Whether the marketplace has canceled the order. The document does not show the order state after a cancellation, so
 * any of its signs counts: a reason, a refund of type `cancellation`, or a state that says so.
 * @see partner-api "States and transitions / Order"
 */
export function isCanceled(order: Pick<Order, 'state' | 'cancelation_reason' | 'refunds'>): boolean {
  return (
    Boolean(order.cancelation_reason) ||
    CANCELED_STATES.has(order.state.toLowerCase()) ||
    order.refunds.some((refund) => refund.type === 'cancellation')
  )
}
