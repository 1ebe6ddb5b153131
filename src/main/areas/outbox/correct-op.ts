import { z } from 'zod'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { moveOfOp } from '../../../shared/domain/outbox/operation'
import {
  checkMoveTimes,
  formatInstant,
  TIME_API_NAMES,
  TIME_FIELDS,
  type TimeField,
} from '../../../shared/domain/time/timestamps'
import { meaningOfHold } from '../../../shared/domain/outbox/held-reason'
import { StationError } from '../../base/station-error'
import { inTransaction, type Tx } from '../../store/db/database'
import { advance, openOpsOfShipment, type Op } from '../../store/tables/outbox'
import { rewriteBody } from '../../store/tables/op-notes'
import { findShipment, saveShipment, type ShipmentRow } from '../../store/tables/shipments'
import { bodyOf } from '../../sync/copies/op-body'
import { findAnswerable } from './answer-op'
import { whoWorksHere } from '../station/capture'
import { proposedTimes } from './propose-times'
import { announce, type Station } from '../station/station'
import { uniquePackedAt } from '../packing/unique-packed-at'

type Request = ParsedRequestOf<'outbox:correct'>

/**
 * Corrects the times of an op that was never sent; the old values and the reason stay in the history.
 * @throws StationError `op_not_found`, `answer_not_safe` once it was sent, `invalid_request` without a reason or a
 *   time, `time_problem` with a problem per field
 */
export function correctOp(station: Station, request: Request): null {
  const { db, clockWatch } = station
  const op = inTransaction(db, (tx) => {
    const found = findAnswerable(tx, request.seq, 'correct')
    if (request.reason === '')
      throw new StationError('invalid_request', 'a correction needs a reason', { reason: 'missing' })
    const shipment = found.shipmentUid === null ? null : findShipment(tx, found.shipmentUid)
    if (shipment === null) throw new StationError('shipment_not_found', `operation ${found.seq} has none`)
    const body = askedBy(found)
    const fields = fieldsOf(body, request)
    if (fields.packedAt !== undefined) fields.packedAt = uniquePackedAt(tx, shipment, fields.packedAt)
    if (Object.keys(fields).length === 0)
      throw new StationError('invalid_request', 'a correction changes a time', { times: 'missing' })
    // Later steps stamped by the same clock are corrected too, so that their sequence stays the same.
    const all = [{ op: found, fields }, ...laterSteps(station, found, { ...shipment, ...fields })]
    const corrected = all.reduce((row, step) => ({ ...row, ...step.fields }), shipment)
    for (const step of all) refuseBadTimes(step.op, corrected, clockWatch.nowMs())
    saveShipment(tx, corrected)
    for (const step of all) rewrite(tx, station, step, request.reason)
    return found
  })
  station.engine.wake(true)
  announce(station, op.orderId)
  return null
}

type Corrected = Partial<Record<TimeField, string>>
type Step = { op: Op; fields: Corrected; clockOffsetMs?: number }

function rewrite(tx: Tx, station: Station, { op, fields, clockOffsetMs }: Step, reason: string): void {
  const body = askedBy(op)
  rewriteBody(tx, op.seq, JSON.stringify({ ...body, ...inApiWords(fields) }))
  const note = Object.entries(inApiWords(fields)).map(
    ([name, now]) => `${name}: ${String(body[name])} -> ${now}`,
  )
  advance(tx, op, 'correct', {
    at: formatInstant(station.clock.wallMs()),
    by: whoWorksHere(station),
    note: [...note, reason].join('; '),
    ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
  })
}

/** @param shipment with the corrected times of the first step */
function laterSteps({ db, clockWatch }: Station, first: Op, shipment: ShipmentRow): Step[] {
  if (meaningOfHold(first.heldReason).ends !== 'clock') return []
  const steps: Step[] = []
  let row = shipment
  for (const op of openOpsOfShipment(db, shipment.orderId, shipment.shipmentUid)) {
    const offsetMs = op.seq > first.seq && op.state === 'ready' ? clockWatch.wrongBy(op) : null
    if (offsetMs === null) continue
    const fields = proposedTimes(op, row, offsetMs)
    row = { ...row, ...fields }
    steps.push({ op, fields, clockOffsetMs: offsetMs })
  }
  return steps
}

/** @throws StationError `answer_not_safe` for a body that cannot be read: the rest of it would be lost */
function askedBy({ seq, body }: Op): Record<string, unknown> {
  const fields = z.record(z.string(), z.unknown())
  const asked = bodyOf({ body }, fields)
  if (asked === null) throw new StationError('answer_not_safe', `the body of ${seq} cannot be read`)
  return asked
}

/** Only times that the op carries can be corrected. */
function fieldsOf(body: Readonly<Record<string, unknown>>, request: Request): Corrected {
  const fields: Corrected = {}
  for (const field of TIME_FIELDS) {
    const text = request[field]
    if (text === null) continue
    if (!(TIME_API_NAMES[field] in body))
      throw new StationError('time_problem', `the operation carries no ${field}`, { [field]: 'missing' })
    fields[field] = text
  }
  return fields
}

function inApiWords(fields: Corrected): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [TIME_API_NAMES[field as TimeField], text]),
  )
}

function refuseBadTimes(op: Op, shipment: ShipmentRow, nowMs: number): void {
  const move = moveOfOp(op.kind) ?? 'pack'
  const problems = checkMoveTimes(move, shipment, shipment, nowMs)
  if (Object.keys(problems).length > 0)
    throw new StationError('time_problem', `impossible times for ${move}`, problems)
}
