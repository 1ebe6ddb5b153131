import { isOnItsWay } from '../shipments/shipment'

/** What may still be asked of an order as a whole. */

/** `canceled` is also true while a cancellation requested here is waiting. */
type Order = { canceled: boolean; shipments: readonly { state: string }[] }

/** Why the order cannot be canceled, or `null` when it can: a parcel that is on its way would be refunded and kept. */
export function cancelProblem({ canceled, shipments }: Order): 'order_shipped' | 'order_canceled' | null {
  if (hasParcelOnItsWay(shipments)) return 'order_shipped'
  return canceled ? 'order_canceled' : null
}

/** True while a shipment of the order is between the station and the buyer; a delivered one can come back. */
export function hasParcelOnItsWay(shipments: Order['shipments']): boolean {
  return shipments.some(({ state }) => isOnItsWay(state))
}

/** Which of an order's moves are offered. */
export function orderMoves(order: Order): { cancel: boolean; refund: boolean } {
  return { cancel: cancelProblem(order) === null, refund: !order.canceled }
}
