import { isOpen } from '../../../shared/domain/outbox/operation'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { leftToStation, renewOrder } from '../../store/recovery/carry-over'
import { inTransaction } from '../../store/db/database'
import { advance, findOp, openOpsOfShipment, type Op } from '../../store/tables/outbox'
import type { Station } from '../station/station'
import { undo } from './export-ops'

/**
 * Ends operations here that another station has adopted, so that no two stations send the same one. Stop the engine
 * first.
 * @returns how many were still open
 */
export function handOverOps(
  { db, clock, events }: Pick<Station, 'db' | 'clock' | 'events'>,
  given: readonly { seq: number; opUid: string; to: string }[],
): number {
  const at = formatInstant(clock.wallMs())
  const ended = inTransaction(db, (tx) => {
    const ops: Op[] = []
    for (const { seq, opUid, to } of given) {
      const op = findOp(tx, seq)
      if (op === null || op.opUid !== opUid || !isOpen(op.state)) continue
      advance(tx, op, 'export', { at, discardReason: leftToStation(to) })
      ops.push(op)
    }
    for (const [shipmentUid, orderId] of new Map(ops.map((op) => [op.shipmentUid, op.orderId]))) {
      // A later operation of the shipment that stays here still needs it.
      const needed =
        shipmentUid !== null && orderId !== null && openOpsOfShipment(tx, orderId, shipmentUid).length > 0
      if (!needed) undo(tx, shipmentUid)
    }
    for (const orderId of new Set(ops.map((op) => op.orderId))) if (orderId !== null) renewOrder(tx, orderId)
    return ops
  })
  events.ordersChanged(null)
  events.outboxChanged()
  return ended.length
}
