import type { z } from 'zod'
import { isCanceled } from '../../shared/domain/order'
import type { Order } from '../../shared/partner-api/order'
import {
  createShipmentBody,
  updateShipmentBody,
  type CreateShipmentBody,
} from '../../shared/partner-api/shipment'
import { moveOfOp, type HeldReason } from '../../shared/domain/operation'
import { verdict } from '../../shared/domain/shipment'
import type { Clock } from '../clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import type { BuyerSeal } from '../store/buyer-seal'
import { inTransaction, type Database } from '../store/database'
import { applyOrder } from '../store/orders'
import { advance, keepBaseline, noteError, refundAttempt, type Op } from '../store/outbox'
import { findShipment, mapServerId, ownServerIds } from '../store/shipments'
import type { Freshness } from './freshness'
import type { Gate } from './gate'
import { findCreated, linesTaken, updateArrived } from './reconcile'

export type SendDeps = {
  db: Database
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  /** How long an op of unknown outcome may still turn up on the server. Default 120 s. */
  settleMs: number
  /** How long to wait between two looks at an op of unknown outcome. Default 30 s. */
  recheckMs: number
  /** When an op was first found absent, in monotonic milliseconds; kept while the process lives. */
  absentSince: Map<string, number>
}

/**
 * What working on an op came to: `settled` (go on with the lane), `gated` (it waits for the account's gate), or rest the
 * lane for a while.
 */
export type Step = { kind: 'settled' } | { kind: 'gated' } | { kind: 'rest'; ms: number | null }

const SETTLED: Step = { kind: 'settled' }
const GATED: Step = { kind: 'gated' }
/** `null`: the lane's own backoff. */
const REST: Step = { kind: 'rest', ms: null }

/** Works on the head of a lane once. Never throws a PartnerError; other errors are defects or the database's. */
export async function workOn(deps: SendDeps, op: Op): Promise<Step> {
  if (op.state === 'unknown') return readBack(deps, op)
  if (op.state === 'sending') {
    // Its outcome could not be written down, so nobody knows it any more.
    advance(deps.db, op, 'lose', { at: now(deps) })
    return readBack(deps, { ...op, state: 'unknown' })
  }
  return op.kind === 'create_shipment' ? sendCreate(deps, op) : sendUpdate(deps, op)
}

async function sendCreate(deps: SendDeps, op: Op): Promise<Step> {
  const body = parseBody(createShipmentBody, op)
  if (body === null) return hold(deps, op, 'unreadable')
  const order = await readFresh(deps, op)
  if (!isOrder(order)) return order
  const before = beforeCreate(deps, op, body, order)
  if (before !== null) return before
  keepBaseline(
    deps.db,
    op.opUid,
    order.shipments.map(({ id }) => id),
  )
  return send(deps, op, async () => (await deps.client.createShipment(op.orderId, body)).id)
}

/** What speaks against sending a create, judged on the order as it is now. */
function beforeCreate(deps: SendDeps, op: Op, body: CreateShipmentBody, order: Order): Step | null {
  const others = ownServerIds(deps.db, op.orderId, op.shipmentUid)
  if (op.baseline !== null) {
    const finding = findCreated(order, body, op.baseline, others)
    if (finding.kind === 'found') return confirm(deps, op, finding.shipment.id)
    if (finding.kind === 'duplicate') return hold(deps, op, 'duplicate')
  }
  if (isCanceled(order)) return hold(deps, op, 'order_canceled')
  return linesTaken(order, body.order_line_ids) ? hold(deps, op, 'line_taken') : null
}

async function sendUpdate(deps: SendDeps, op: Op): Promise<Step> {
  const body = parseBody(updateShipmentBody, op)
  if (body === null) return hold(deps, op, 'unreadable')
  const serverId = findShipment(deps.db, op.shipmentUid)?.serverId ?? null
  if (serverId === null) return hold(deps, op, 'shipment_unknown')
  const order = await readFresh(deps, op)
  if (!isOrder(order)) return order
  const finding = judge(deps, op, order)
  if (finding.kind === 'arrived') return confirm(deps, op, null)
  if (op.kind === 'ship_shipment' && isCanceled(order)) return hold(deps, op, 'order_canceled')
  if (finding.kind === 'changed') return hold(deps, op, 'shipment_changed')
  return send(deps, op, async () => {
    await deps.client.updateShipment(op.orderId, serverId, body)
    return null
  })
}

/** Commits `sending`, writes to the socket, and settles the op by the outcome. */
async function send(deps: SendDeps, op: Op, write: () => Promise<number | null>): Promise<Step> {
  const { db, gate } = deps
  if (!advance(db, op, 'claim', { at: now(deps) })) return SETTLED
  const sending: Op = { ...op, state: 'sending', attempts: op.attempts + 1 }
  try {
    const serverId = await write()
    gate.succeeded()
    return confirm(deps, sending, serverId)
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    return settleFailure(deps, sending, error)
  }
}

async function settleFailure(deps: SendDeps, op: Op, error: PartnerError): Promise<Step> {
  const { db, gate } = deps
  const change = { at: now(deps), errorCode: error.code, errorStatus: error.status }
  switch (error.code) {
    case 'unreachable':
    case 'unauthorized':
    case 'rate_limited':
      inTransaction(db, () => {
        advance(db, op, 'postpone', change)
        refundAttempt(db, op.opUid)
      })
      gate.failed(error)
      return GATED
    case 'not_found':
    case 'unprocessable':
    case 'invalid_request':
      return settleRefusal(deps, op, error)
    default:
      advance(db, op, 'lose', change)
      // Look once right away; most lost answers show their effect by then.
      return readBack(deps, { ...op, state: 'unknown' })
  }
}

/** A refusal's body is empty, so the order is read again: an earlier try may have gone through. */
async function settleRefusal(deps: SendDeps, op: Op, error: PartnerError): Promise<Step> {
  const refused: HeldReason = error.code === 'not_found' ? 'not_found' : 'refused'
  const order = await readFresh(deps, op)
  if (isOrder(order)) {
    const finding = judge(deps, op, order)
    if (finding.kind === 'arrived') return confirm(deps, op, finding.serverId)
    if (finding.kind === 'duplicate') return hold(deps, op, 'duplicate', error)
    if (isCanceled(order)) return hold(deps, op, 'order_canceled', error)
    if (finding.kind === 'taken') return hold(deps, op, 'line_taken', error)
    if (finding.kind === 'changed') return hold(deps, op, 'shipment_changed', error)
    return hold(deps, op, refused, error)
  }
  if (op.attempts === 1) return hold(deps, op, refused, error)
  // Without reading back nobody can say whether an earlier try went through.
  advance(deps.db, op, 'lose', { at: now(deps), errorCode: error.code, errorStatus: error.status })
  return REST
}

/** Reads the order to learn what became of an op nobody knows the outcome of. Never sends a create again (I6). */
async function readBack(deps: SendDeps, op: Op): Promise<Step> {
  const { absentSince, clock } = deps
  const order = await readFresh(deps, op)
  if (!isOrder(order)) return order
  const finding = judge(deps, op, order)
  if (finding.kind === 'arrived') return confirm(deps, op, finding.serverId)
  if (finding.kind === 'duplicate') return hold(deps, op, 'duplicate')
  if (finding.kind === 'taken') return hold(deps, op, 'line_taken')
  if (finding.kind === 'changed') return hold(deps, op, 'shipment_changed')
  const since = absentSince.get(op.opUid)
  if (since === undefined) absentSince.set(op.opUid, clock.monotonicMs())
  else if (clock.monotonicMs() - since >= deps.settleMs) {
    absentSince.delete(op.opUid)
    if (op.kind === 'create_shipment') return hold(deps, op, 'unconfirmed')
    // An update says the same thing however often it is said.
    advance(deps.db, op, 'retry', { at: now(deps) })
    return SETTLED
  }
  return { kind: 'rest', ms: deps.recheckMs }
}

type Finding =
  | { kind: 'arrived'; serverId: number | null }
  /** `changed`: the shipment is in a state from which the op's move makes no sense any more. */
  | { kind: 'duplicate' | 'taken' | 'changed' | 'absent' }

function judge(deps: SendDeps, op: Op, order: Order): Finding {
  if (op.kind === 'create_shipment') {
    const body = parseBody(createShipmentBody, op)
    if (body === null) return { kind: 'absent' }
    const others = ownServerIds(deps.db, op.orderId, op.shipmentUid)
    const finding = findCreated(order, body, op.baseline ?? [], others)
    return finding.kind === 'found' ? { kind: 'arrived', serverId: finding.shipment.id } : finding
  }
  const body = parseBody(updateShipmentBody, op)
  const serverId = findShipment(deps.db, op.shipmentUid)?.serverId ?? null
  const there = order.shipments.find(({ id }) => id === serverId)
  if (body === null || there === undefined) return { kind: 'absent' }
  if (updateArrived(there, body)) return { kind: 'arrived', serverId: null }
  const move = moveOfOp(op.kind)
  // The marketplace would let a canceled shipment be shipped; nobody who packs means that.
  return { kind: move !== null && verdict(there.state, move) === 'no' ? 'changed' : 'absent' }
}

/** Reads the order anew and keeps it; a Step when it could not be read. */
async function readFresh(deps: SendDeps, op: Op): Promise<Order | Step> {
  const { client, db, gate, seal } = deps
  try {
    const order = await client.readOrder(op.orderId)
    gate.succeeded()
    inTransaction(db, () => applyOrder(db, order, now(deps), seal))
    deps.freshness.renewed(op.orderId)
    return order
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    gate.failed(error)
    if (!gate.allows()) return GATED
    if (error.code === 'not_found' && op.state !== 'sending') {
      // Sending a create of unknown outcome again would not be safe, should the order come back.
      const lost = op.state === 'unknown' && op.kind === 'create_shipment'
      return hold(deps, op, lost ? 'unconfirmed' : 'not_found', error)
    }
    noteError(db, op.opUid, error)
    return REST
  }
}

function isOrder(result: Order | Step): result is Order {
  return 'order_lines' in result
}

function confirm(deps: SendDeps, op: Op, serverId: number | null): Step {
  const { db } = deps
  inTransaction(db, () => {
    if (!advance(db, op, 'confirm', { at: now(deps) })) return
    if (serverId !== null) mapServerId(db, op.shipmentUid, op.orderId, serverId)
  })
  deps.freshness.renewed(op.orderId)
  deps.absentSince.delete(op.opUid)
  return SETTLED
}

function hold(deps: SendDeps, op: Op, heldReason: HeldReason, error?: PartnerError): Step {
  advance(deps.db, op, 'hold', {
    at: now(deps),
    heldReason,
    ...(error === undefined ? {} : { errorCode: error.code, errorStatus: error.status }),
  })
  deps.absentSince.delete(op.opUid)
  return SETTLED
}

/** The op's frozen body, or `null` when this version cannot read it: such an op is held, never dropped (I8). */
function parseBody<T>(schema: z.ZodType<T>, op: Op): T | null {
  try {
    return schema.parse(JSON.parse(op.body))
  } catch {
    return null
  }
}

function now(deps: SendDeps): string {
  return new Date(deps.clock.wallMs()).toISOString()
}
