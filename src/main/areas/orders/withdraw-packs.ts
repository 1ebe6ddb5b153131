import { isWaiting, STATE_AFTER_MOVE } from '../../../shared/domain/shipments/shipment'
import type { Tx } from '../../store/db/database'
import { raiseNotice } from '../../store/tables/notices'
import { recountWork } from '../../store/tables/orders'
import { advance, openOpsOfShipment } from '../../store/tables/outbox'
import { saveShipment, shipmentsOfOrder } from '../../store/tables/shipments'
import { isNeverSent } from '../packing/never-sent'

/**
 * Withdraws the packs of an order that is to be canceled, as far as they were never sent: their ops end, their lines are
 * free, and a notice asks to pull the parcels, which no read of the order will ever name. A pack that may have been
 * sent stays and goes first, as does a parcel that has left the bench.
 * @param at when, ISO 8601 UTC
 * @returns the ops that ended
 */
export function withdrawPacks(tx: Tx, orderId: number, { at, by }: { at: string; by: string }): number[] {
  const withdrawn: number[] = []
  const shipmentUids: string[] = []
  for (const shipment of shipmentsOfOrder(tx, orderId)) {
    const ops = openOpsOfShipment(tx, orderId, shipment.shipmentUid)
    if (!isWaiting(shipment.state) || !isNeverSent(shipment, ops)) continue
    for (const op of ops) {
      advance(tx, op, 'annihilate', { at, by, discardReason: 'order_canceled' })
      withdrawn.push(op.seq)
    }
    saveShipment(tx, { ...shipment, state: STATE_AFTER_MOVE.cancel, canceledAt: at })
    shipmentUids.push(shipment.shipmentUid)
  }
  if (withdrawn.length === 0) return withdrawn
  recountWork(tx, orderId)
  raiseNotice(tx, { kind: 'order_canceled', orderId, shipmentUids, count: null, at })
  return withdrawn
}
