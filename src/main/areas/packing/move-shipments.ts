import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { apart, inTransaction, type Tx } from '../../store/db/database'
import { queueMove } from './move-shipment'
import { announceOrders, type Station } from '../station/station'

type Request = ParsedRequestOf<'packing:move'>

/** The result for one shipment: its op's place in the outbox, or why it was refused. */
export type MoveOutcome =
  | { shipmentId: string; orderId: number; seq: number; refused: null }
  | { shipmentId: string; refused: StationError }

/**
 * Does what `moveShipment` does for many shipments, as a handover at the dock needs, in one durable commit: each with
 * its own op and in the given order (I1, I2). A refused shipment stays as it was, and the others go on.
 * @param settle runs in the same commit, with the result of each
 * @throws StationError `disk_full`, `database_error`; none was moved then
 */
export function moveShipments(
  station: Station,
  requests: readonly Request[],
  settle: (tx: Tx, outcomes: readonly MoveOutcome[]) => void = () => undefined,
): MoveOutcome[] {
  const outcomes = inTransaction(station.db, (tx) => {
    const done = requests.map((request) => moveOne(tx, station, request))
    settle(tx, done)
    return done
  })
  const orderIds = outcomes.flatMap((outcome) => (outcome.refused === null ? [outcome.orderId] : []))
  if (orderIds.length > 0) announceOrders(station, [...new Set(orderIds)])
  return outcomes
}

function moveOne(tx: Tx, station: Station, request: Request): MoveOutcome {
  const { shipmentId } = request
  try {
    return { shipmentId, ...apart(tx, () => queueMove(tx, station, request)), refused: null }
  } catch (error) {
    // An SQLite error rolls back all of them: none may be reported as stored.
    if (error instanceof StationError) return { shipmentId, refused: error }
    throw error
  }
}
