import { isCanceled, saysPaid } from '../../../shared/domain/orders/order'
import { refundedCents } from '../../../shared/domain/orders/refund-rest'
import { moveOfOp } from '../../../shared/domain/outbox/operation'
import { comesBefore, isWaiting, STATE_AFTER_MOVE } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import { updateShipmentBody, type Shipment } from '../../../shared/partner-api/shipment'
import type { ConfirmedOp } from '../../store/tables/confirmed'
import type { Op } from '../../store/tables/outbox'
import { sameInstant } from './reconcile'
import { bodyOf } from './op-body'

/** Whether a copy of an order shows a confirmed op's effect. Pure. */

/** The shipment of the op as the station knows it. */
export type OwnShipment = { serverId: number | null; shown: boolean }

/** Whether the copy shows it, or something that can only have followed it. */
export function showsEffect(op: Op, order: Order, own: OwnShipment | null): boolean {
  switch (op.kind) {
    case 'create_shipment':
      return op.serverRef === null || order.shipments.some(({ id }) => String(id) === op.serverRef)
    case 'ship_shipment':
    case 'deliver_shipment':
    case 'cancel_shipment': {
      const there = order.shipments.find(({ id }) => id === own?.serverId)
      // A server may stop showing a canceled shipment once it has shown it.
      if (there === undefined) return op.kind === 'cancel_shipment' && own?.shown === true
      return !isBefore(op, there)
    }
    case 'cancel_order':
      return isCanceled(order) || refundedSince(op, order)
    case 'create_refund':
      return op.serverRef === null || order.refunds.some(({ id }) => String(id) === op.serverRef)
    default:
      // Items are not in orders. A new kind on an order does not compile here.
      op.kind satisfies 'create_item' | 'update_item' | 'delist_item'
      return true
  }
}

/** Whether an effect shown before is missing from a newer copy. */
export function isTakenBack(op: ConfirmedOp, order: Order, own: OwnShipment | null): boolean {
  if (showsEffect(op, order, own)) return false
  const there = order.shipments.find(({ id }) => id === own?.serverId)
  switch (op.kind) {
    // The document has no way back to packed; between the other states, others may have moved it.
    case 'ship_shipment':
    case 'deliver_shipment':
      return there === undefined || isWaiting(there.state)
    case 'cancel_shipment':
      return false
    case 'cancel_order':
      return saysPaid(order)
    default:
      return true
  }
}

/** Somebody may have moved it on since; then the time that the move set decides. */
function isBefore(op: Op, there: Shipment): boolean {
  const move = moveOfOp(op.kind)
  if (move === null || !comesBefore(there.state, STATE_AFTER_MOVE[move])) return false
  const body = bodyOf(op, updateShipmentBody)
  if (body?.state === 'delivered') return !sameInstant(there.delivered_at, body.delivered_at)
  if (body?.state === 'canceled') return !sameInstant(there.canceled_at, body.canceled_at)
  return true
}

/**
 * The document gives no state after a cancellation, but says that it refunds the order: with a refund that is not an
 * order's own, and in full as far as the amounts tell.
 */
export function refundedSince({ baseline }: Op, { amount, refunds }: Order): boolean {
  const fresh = refunds.some(({ id, type }) => baseline?.includes(id) === false && type !== 'order_refund')
  const total = refundedCents(refunds)
  return fresh && !(typeof amount === 'number' && total !== null && total < amount)
}
