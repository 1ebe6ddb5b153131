import { hasArrived, isOnItsWay, isWaiting, STATE_AFTER_MOVE } from '../../shared/domain/shipments/shipment'
import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { Refusal } from '../refusal'
import { setOrderCanceled, touchOrder, type OrderRow } from '../tables/orders'
import { refundedTotal } from '../tables/refunds'
import { freeLines, shipmentsOf, updateShipmentRow } from '../tables/shipments'
import { startRefund } from './refunds'

/**
 * Cancels an order and refunds the rest of its amount. Refused while a shipment is in state shipped.
 * @see partner-api "POST /api/v1.0/orders/{id}/cancel"
 */
export function cancelOrder(core: Core, order: OrderRow): void {
  const { settings } = core
  if (order.canceled_at !== null) {
    if (settings.repeatedCancel === 'accept') return
    throw new Refusal('unprocessable', 'order is already canceled')
  }
  const states = shipmentsOf(core.db, order.id).map((shipment) => shipment.state)
  if (states.some(isOnItsWay)) throw new Refusal('unprocessable', 'a shipment is shipped')
  if (states.some(hasArrived) && settings.cancelAfterDelivered === 'refuse')
    throw new Refusal('unprocessable', 'a shipment is delivered')
  applyCancel(core, order, { state: settings.orderStateAfterCancel, reason: settings.cancelationReason })
}

/** Cancels without checking whether that is allowed, as the marketplace itself can. */
export function applyCancel(
  core: Core,
  order: OrderRow,
  outcome: { state: string; reason: string | null },
): void {
  const { db, settings } = core
  const nowMs = keepPrecision(core.now(), settings.timestampPrecision)
  setOrderCanceled(db, order.id, { ...outcome, nowMs })
  if (settings.cancelOrderCancelsPackedShipments)
    for (const shipment of shipmentsOf(db, order.id)) {
      if (!isWaiting(shipment.state)) continue
      if (settings.canceledShipmentFreesLines) freeLines(db, shipment.id)
      updateShipmentRow(db, { ...shipment, state: STATE_AFTER_MOVE.cancel, canceled_at: nowMs })
    }
  const left = order.amount - refundedTotal(db, order.id)
  if (left > 0)
    startRefund(core, order, { type: 'cancellation', source: settings.cancelRefundSource, amountCents: left })
  else touchOrder(db, order.id, nowMs)
}
