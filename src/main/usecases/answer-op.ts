import type { ParsedRequestOf } from '../../shared/contract/requests'
import { safeAnswers, type OpEvent } from '../../shared/domain/operation'
import { StationError } from '../station-error'
import { inTransaction } from '../store/database'
import { refreshSummary } from '../store/orders'
import { advance, findOp, openOpsOfShipment, type Op } from '../store/outbox'
import { dropShipment, findShipment, restoreServerTruth } from '../store/shipments'
import { announce, type Station } from './station'

type Request = ParsedRequestOf<'outbox:answer'>

const EVENT_OF = { check: 'recheck', resend: 'release', discard: 'discard' } as const satisfies Record<
  Request['answer'],
  OpEvent
>

/**
 * Takes a person's answer to an op that was held: check again, send again, or discard with a reason. A discarded op
 * stays in the history, and takes the later ops of its shipment with it.
 * @throws StationError `op_not_found`, `answer_not_safe`, `invalid_request` for a discard without a reason
 */
export function answerOp(station: Station, request: Request): null {
  const { db, clock } = station
  const at = new Date(clock.wallMs()).toISOString()
  const op = inTransaction(db, () => {
    const found = findOp(db, request.opUid)
    if (found === null) throw new StationError('op_not_found', `no operation ${request.opUid}`)
    if (!safeAnswers(found).includes(request.answer))
      throw new StationError(
        'answer_not_safe',
        `${request.answer} is not safe for ${found.state} (${found.heldReason})`,
      )
    if (request.answer === 'discard' && request.reason === '')
      throw new StationError('invalid_request', 'a discard needs a reason', { reason: 'missing' })
    advance(db, found, EVENT_OF[request.answer], {
      at,
      ...(request.answer === 'discard' ? { discardReason: request.reason } : {}),
    })
    if (request.answer === 'discard') undo(station, found, at)
    return found
  })
  station.engine.wake(true)
  announce(station, op.orderId)
  return null
}

function undo({ db }: Station, op: Op, at: string): void {
  for (const later of openOpsOfShipment(db, op.shipmentUid))
    advance(db, later, 'discard', { at, discardReason: `follows ${op.opUid}` })
  const shipment = findShipment(db, op.shipmentUid)
  if (shipment === null) return
  if (shipment.serverId === null) dropShipment(db, shipment)
  else restoreServerTruth(db, shipment)
  refreshSummary(db, op.orderId)
}
