import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { CandidateView } from '../../../shared/contract/op-views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { inTransaction, type Tx } from '../../store/db/database'
import { acknowledgeHeld } from '../../store/tables/notices'
import { refreshSummary } from '../../store/tables/orders'
import { advance, type Op } from '../../store/tables/outbox'
import { findShipment, mapServerId, replaceLines } from '../../store/tables/shipments'
import { findAnswerable } from './answer-op'
import { whoWorksHere } from '../station/capture'
import { candidatesOf } from './candidates'
import { queueMove } from '../packing/move-shipment'
import { announce, type Station } from '../station/station'

type Request = ParsedRequestOf<'outbox:adopt'>

/**
 * Answers "It is this one": the record that the marketplace shows under `serverId` is the op's effect. Extra shipments
 * named in `cancel` are canceled by ops of their own, in the same commit.
 * @throws StationError `op_not_found`, `answer_not_safe`, `shipment_not_found` when it is no candidate,
 *   `move_not_allowed` when an extra one can no longer be canceled
 */
export function adoptOp(station: Station, request: Request): null {
  const { db, clock } = station
  const at = formatInstant(clock.wallMs())
  const op = inTransaction(db, (tx) => {
    const found = findAnswerable(tx, request.seq, 'adopt')
    const chosen = candidatesOf(station, found).find(({ serverId }) => serverId === request.serverId)
    if (chosen === undefined)
      throw new StationError(
        'shipment_not_found',
        `${request.serverId} is not a candidate for operation ${found.seq}`,
      )
    const serverRef = String(request.serverId)
    const by = whoWorksHere(station)
    advance(tx, found, 'adopt', { at, by, serverRef })
    if (found.orderId !== null && found.shipmentUid !== null)
      acknowledgeHeld(tx, found.orderId, found.shipmentUid, at, by)
    takeOver(tx, found, chosen)
    for (const shipmentId of request.cancel) cancelExtra(tx, station, shipmentId, at)
    return found
  })
  station.engine.wake(true)
  announce(station, op.orderId)
  return null
}

function takeOver(tx: Tx, { orderId, shipmentUid }: Op, chosen: CandidateView): void {
  if (orderId === null || shipmentUid === null) return
  mapServerId(tx, shipmentUid, orderId, chosen.serverId)
  // A shipment that a person recognizes need not hold exactly the requested lines.
  replaceLines(tx, shipmentUid, chosen.lineIds)
  refreshSummary(tx, orderId)
}

function cancelExtra(tx: Tx, station: Station, shipmentId: string, at: string): void {
  // The adopted shipment has replaced its twin's row: nothing is left to cancel.
  if (findShipment(tx, shipmentId) === null) return
  queueMove(tx, station, {
    shipmentId,
    move: 'cancel',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: null,
    expectedToDeliverAt: null,
    deliveredAt: null,
    canceledAt: at,
    confirmedUnusual: false,
  })
}
