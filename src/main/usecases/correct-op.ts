import type { ParsedRequestOf } from '../../shared/contract/requests'
import { moveOfOp } from '../../shared/domain/operation'
import { checkMoveTimes, formatInstant, type TimeField } from '../../shared/domain/timestamps'
import { StationError } from '../station-error'
import { inTransaction } from '../store/database'
import { advance, type Op } from '../store/outbox'
import { rewriteBody } from '../store/op-notes'
import { findShipment, saveShipment, type ShipmentRow } from '../store/shipments'
import { findAnswerable } from './answer-op'
import { whoWorksHere } from './capture'
import { announce, type Station } from './station'
import { uniquePackedAt } from './unique-packed-at'

type Request = ParsedRequestOf<'outbox:correct'>

const API_NAME: Readonly<Record<TimeField, string>> = {
  packedAt: 'packed_at',
  shippedAt: 'shipped_at',
  expectedToDeliverAt: 'expected_to_deliver_at',
  deliveredAt: 'delivered_at',
  canceledAt: 'canceled_at',
}

/**
 * Corrects the times of an op that was never sent; what stood there before and why it changed stay in the history.
 * @throws StationError `op_not_found`, `answer_not_safe` once it was sent, `invalid_request` without a reason or a time,
 *   `time_problem` with a problem per field
 */
export function correctOp(station: Station, request: Request): null {
  const { db, clock } = station
  const op = inTransaction(db, () => {
    const found = findAnswerable(db, request.seq, 'correct')
    if (request.reason === '')
      throw new StationError('invalid_request', 'a correction needs a reason', { reason: 'missing' })
    const shipment = found.shipmentUid === null ? null : findShipment(db, found.shipmentUid)
    if (shipment === null) throw new StationError('shipment_not_found', `operation ${found.seq} has none`)
    const body = JSON.parse(found.body) as Record<string, unknown>
    const fields = fieldsOf(body, request)
    if (fields.packedAt !== undefined) fields.packedAt = uniquePackedAt(db, shipment, fields.packedAt)
    if (Object.keys(fields).length === 0)
      throw new StationError('invalid_request', 'a correction changes a time', { times: 'missing' })
    const corrected = { ...shipment, ...fields }
    refuseBadTimes(found, corrected, clock.wallMs())
    saveShipment(db, corrected)
    rewriteBody(db, found.seq, JSON.stringify({ ...body, ...inApiWords(fields) }))
    const note = Object.entries(inApiWords(fields)).map(
      ([name, now]) => `${name}: ${String(body[name])} -> ${now}`,
    )
    advance(db, found, 'correct', {
      at: formatInstant(clock.wallMs()),
      by: whoWorksHere(station),
      note: [...note, request.reason].join('; '),
    })
    return found
  })
  station.engine.wake(true)
  announce(station, op.orderId)
  return null
}

type Corrected = Partial<Record<TimeField, string>>

/** Only times that the op carries can be corrected with it. */
function fieldsOf(body: Readonly<Record<string, unknown>>, request: Request): Corrected {
  const fields: Corrected = {}
  for (const field of Object.keys(API_NAME) as TimeField[]) {
    const text = request[field]
    if (text === null) continue
    if (!(API_NAME[field] in body))
      throw new StationError('time_problem', `the operation carries no ${field}`, { [field]: 'missing' })
    fields[field] = text
  }
  return fields
}

function inApiWords(fields: Corrected): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [API_NAME[field as TimeField], text]),
  )
}

function refuseBadTimes(op: Op, shipment: ShipmentRow, nowMs: number): void {
  const move = moveOfOp(op.kind) ?? 'pack'
  const problems = checkMoveTimes(move, shipment, shipment, nowMs)
  if (Object.keys(problems).length > 0)
    throw new StationError('time_problem', `impossible times for ${move}`, problems)
}
