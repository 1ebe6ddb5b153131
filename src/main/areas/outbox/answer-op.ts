import type { ParsedRequestOf } from '../../../shared/contract/requests'
import {
  checkEvent,
  safeAnswers,
  type HeldAnswer,
  type OpEvent,
} from '../../../shared/domain/outbox/operation'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { acknowledgeHeld } from '../../store/tables/notices'
import { refreshSummary } from '../../store/tables/orders'
import { advance, findOp, openOpsOfShipment, type Op } from '../../store/tables/outbox'
import { dropShipment, findShipment, restoreServerTruth } from '../../store/tables/shipments'
import { whoWorksHere } from '../station/capture'
import { announce, type Station } from '../station/station'

type Request = ParsedRequestOf<'outbox:answer'>

const EVENT_OF = { check: checkEvent, resend: () => 'release', discard: () => 'discard' } satisfies Partial<
  Record<HeldAnswer, (op: Op) => OpEvent>
>

/**
 * Applies a person's answer to a held op: check again, send again, or discard with a reason. A discarded op stays in
 * the history, and the later ops of its shipment are discarded with it.
 * @throws StationError `op_not_found`, `answer_not_safe`, `invalid_request` for a discard without a reason
 */
export function answerOp(station: Station, request: Request): null {
  const { db, clock } = station
  const at = formatInstant(clock.wallMs())
  const op = inTransaction(db, (tx) => {
    const found = findAnswerable(tx, request.seq, request.answer)
    if (request.answer === 'discard' && request.reason === '')
      throw new StationError('invalid_request', 'a discard needs a reason', { reason: 'missing' })
    const by = whoWorksHere(station)
    advance(tx, found, EVENT_OF[request.answer](found), {
      at,
      by,
      ...(request.answer === 'discard' ? { discardReason: request.reason } : {}),
    })
    if (request.answer === 'discard') undo(tx, found, at, by)
    if (found.orderId !== null && found.shipmentUid !== null)
      acknowledgeHeld(tx, found.orderId, found.shipmentUid, at, by)
    return found
  })
  station.engine.wake(true)
  announce(station, op.orderId)
  return null
}

/** The op, if this answer is safe for it now. @throws StationError `op_not_found`, `answer_not_safe` */
export function findAnswerable(db: Db, seq: number, answer: HeldAnswer): Op {
  const op = findOp(db, seq)
  if (op === null) throw new StationError('op_not_found', `no operation ${seq}`)
  if (!safeAnswers(op).includes(answer))
    throw new StationError('answer_not_safe', `${answer} is not safe for ${op.state} (${op.heldReason})`)
  return op
}

function undo(tx: Tx, { orderId, shipmentUid, seq }: Op, at: string, by: string): void {
  if (orderId === null || shipmentUid === null) return
  for (const later of openOpsOfShipment(tx, orderId, shipmentUid))
    advance(tx, later, 'follow', { at, by, discardReason: `follows ${seq}` })
  const shipment = findShipment(tx, shipmentUid)
  if (shipment === null) return
  if (shipment.serverId === null) dropShipment(tx, shipment)
  else restoreServerTruth(tx, shipment)
  refreshSummary(tx, orderId)
}
