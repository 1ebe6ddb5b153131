import { isOpen } from '../../../shared/domain/outbox/operation'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { leftToStation, renewOrder } from '../../store/recovery/salvage'
import { inTransaction } from '../../store/db/database'
import { advance, findOp, openOpsOfShipment, type Op } from '../../store/tables/outbox'
import type { EvidenceLog } from '../../store/evidence/log'
import type { Station } from '../station/station'
import { undo } from './export-ops'

/**
 * Ends operations here that another station has adopted, so that no two stations send the same one. Stop the engine
 * first.
 * @returns how many were still open
 */
export function handOverOps(
  { db, clock, events, evidence }: Pick<Station, 'db' | 'clock' | 'events'> & { evidence: EvidenceLog },
  given: readonly {
    seq: number
    opUid: string
    to: { stationId: string; station: string; operator: string }
  }[],
): number {
  const at = formatInstant(clock.wallMs())
  const ended = inTransaction(db, (tx) => {
    const ops: Op[] = []
    for (const { seq, opUid, to } of given) {
      const op = findOp(tx, seq)
      if (op === null || op.opUid !== opUid || !isOpen(op.state)) continue
      advance(tx, op, 'export', { at, discardReason: leftToStation(to.station) })
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
  for (const { stationId, station, operator } of new Map(
    given.map(({ to }) => [to.stationId, to]),
  ).values()) {
    const opUids = given.flatMap(({ opUid, to }) => (to.stationId === stationId ? [opUid] : []))
    const operations = ended.filter(({ opUid }) => opUids.includes(opUid))
    if (operations.length === 0) continue
    const payload = { to: station, toStationId: stationId, operations: operations.length }
    evidence.append({ kind: 'work_taken_over', operator, payload })
  }
  events.ordersChanged(null)
  events.outboxChanged()
  return ended.length
}
