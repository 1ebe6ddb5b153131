import { isOnItsWay, isShipmentState } from '../shipments/shipment'

/** What may still be asked of an order as a whole. */

/** `canceled` is also true while a cancellation requested here is waiting. */
type Order = { canceled: boolean; shipments: readonly { state: string }[] }

/** Why the order cannot be canceled, or `null` when it can. */
export function cancelProblem({ canceled, shipments }: Order): ParcelProblem | 'order_canceled' | null {
  return parcelProblem(shipments) ?? (canceled ? 'order_canceled' : null)
}

type ParcelProblem = 'order_shipped' | 'parcel_unknown'

/**
 * Why a parcel keeps the order from being canceled: between the station and the buyer it would be refunded and kept. One
 * in a state that the document does not name may be there; a delivered one can come back.
 */
export function parcelProblem(shipments: Order['shipments']): ParcelProblem | null {
  if (shipments.some(({ state }) => isOnItsWay(state))) return 'order_shipped'
  return shipments.every(({ state }) => isShipmentState(state)) ? null : 'parcel_unknown'
}

/** Which of an order's moves are offered. */
export function orderMoves(order: Order): { cancel: boolean; refund: boolean } {
  return { cancel: cancelProblem(order) === null, refund: !order.canceled }
}
