import type { Database } from 'better-sqlite3'
import {
  nextOpState,
  OPEN_OP_STATES,
  safeAnswers,
  type HeldReason,
  type OpEvent,
  type OpKind,
  type OpState,
} from '../../shared/domain/operation'
import type { OutboxList, OutboxRow } from '../../shared/contract/views'
import type { OutboxView } from '../../shared/contract/requests'
import { sql, writeOne } from './database'

/** The outbox table: one row per op, ordered by `seq` and never by a clock (I2). */

/** SQL condition; spelled like that of the partial indexes, or they would not be used. */
export const OPEN = `state IN (${OPEN_OP_STATES.map((state) => `'${state}'`).join(',')})`

export type Op = {
  seq: number
  opUid: string
  kind: OpKind
  lane: string
  orderId: number
  shipmentUid: string
  /** JSON text, frozen at enqueue. */
  body: string
  state: OpState
  heldReason: HeldReason | null
  attempts: number
  /** Shipment ids of the order before the first send of a create; `null` before that. */
  baseline: readonly number[] | null
  capturedAt: string
}

export type NewOp = Pick<Op, 'opUid' | 'kind' | 'orderId' | 'shipmentUid' | 'body' | 'capturedAt'>

type Row = {
  seq: number
  op_uid: string
  kind: OpKind
  lane: string
  order_id: number
  shipment_uid: string
  body: string
  state: OpState
  held_reason: HeldReason | null
  attempts: number
  baseline: string | null
  captured_at: string
  sent_at: string | null
  settled_at: string | null
  error_code: string | null
  error_status: number | null
  discard_reason: string | null
}

/** The FIFO an op belongs to: that of its order. */
export function laneOf(orderId: number): string {
  return `order:${orderId}`
}

/** Appends an op; call it inside the transaction that changes the domain rows (I1). */
export function enqueue(db: Database, op: NewOp): void {
  writeOne(
    db,
    `INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, body, state, captured_at)
     VALUES (?, ?, ?, ?, ?, ?, 'ready', ?)`,
    op.opUid,
    op.kind,
    laneOf(op.orderId),
    op.orderId,
    op.shipmentUid,
    op.body,
    op.capturedAt,
  )
}

/** The op with this uid, or `null`. */
export function findOp(db: Database, opUid: string): Op | null {
  const row = sql(db, 'SELECT * FROM outbox WHERE op_uid = ?').get(opUid) as Row | undefined
  return row === undefined ? null : toOp(row)
}

/**
 * Heads of lanes that can be worked on, oldest first. A lane whose head is held yields nothing and so blocks only
 * itself (I7). One that is `sending` in a lane that is not busy was left so by an error.
 * @param busy lanes that have an op in flight
 */
export function workableHeads(db: Database, busy: ReadonlySet<string>, limit: number): Op[] {
  const rows = sql(
    db,
    `SELECT o.* FROM outbox o
      WHERE o.state <> 'held' AND o.${OPEN}
        AND o.lane NOT IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = o.lane AND p.seq < o.seq AND p.${OPEN})
      ORDER BY o.seq LIMIT ?`,
  ).all(JSON.stringify([...busy]), limit) as Row[]
  return rows.map(toOp)
}

/** Every op of the shipment that is still open, oldest first. */
export function openOpsOfShipment(db: Database, shipmentUid: string): Op[] {
  const rows = sql(db, `SELECT * FROM outbox WHERE shipment_uid = ? AND ${OPEN} ORDER BY seq`).all(
    shipmentUid,
  ) as Row[]
  return rows.map(toOp)
}

export type OpChange = {
  heldReason?: HeldReason
  errorCode?: string
  errorStatus?: number | null
  discardReason?: string
  /** When the change happened, ISO 8601 UTC. */
  at: string
}

/**
 * Moves an op along its state machine and records why.
 * @returns false when the op is no longer in `op.state`, so that somebody else was faster; nothing was changed then
 */
export function advance(
  db: Database,
  op: Pick<Op, 'opUid' | 'state'>,
  event: OpEvent,
  change: OpChange,
): boolean {
  const next = nextOpState(op.state, event)
  if (next === null) throw new Error(`op ${op.opUid} cannot ${event} from ${op.state}`)
  const settles = next === 'confirmed' || next === 'discarded'
  const { changes } = sql(
    db,
    `UPDATE outbox SET
       state = @next,
       held_reason = @heldReason,
       attempts = attempts + @sends,
       sent_at = CASE WHEN @sends = 1 THEN @at ELSE sent_at END,
       settled_at = CASE WHEN @settles = 1 THEN @at ELSE settled_at END,
       error_code = CASE WHEN @next = 'confirmed' THEN NULL ELSE coalesce(@errorCode, error_code) END,
       error_status = CASE WHEN @next = 'confirmed' THEN NULL
                           WHEN @errorCode IS NOT NULL THEN @errorStatus ELSE error_status END,
       discard_reason = coalesce(@discardReason, discard_reason)
     WHERE op_uid = @opUid AND state = @state`,
  ).run({
    opUid: op.opUid,
    state: op.state,
    next,
    heldReason: next === 'held' ? (change.heldReason ?? null) : null,
    sends: event === 'claim' ? 1 : 0,
    settles: settles ? 1 : 0,
    at: change.at,
    errorCode: change.errorCode ?? null,
    errorStatus: change.errorStatus ?? null,
    discardReason: change.discardReason ?? null,
  })
  return changes === 1
}

/** Shows why an op does not get on, while its state stays what it is. */
export function noteError(db: Database, opUid: string, error: { code: string; status: number | null }): void {
  writeOne(
    db,
    'UPDATE outbox SET error_code = ?, error_status = ? WHERE op_uid = ?',
    error.code,
    error.status,
    opUid,
  )
}

/** Takes a send back that was proven never to have left the station: it does not count as an attempt. */
export function refundAttempt(db: Database, opUid: string): void {
  writeOne(db, 'UPDATE outbox SET attempts = attempts - 1 WHERE op_uid = ?', opUid)
}

/** Keeps the order's shipment ids as they were before the first send of a create; a later call changes nothing. */
export function keepBaseline(db: Database, opUid: string, shipmentIds: readonly number[]): void {
  sql(db, 'UPDATE outbox SET baseline = ? WHERE op_uid = ? AND baseline IS NULL').run(
    JSON.stringify(shipmentIds),
    opUid,
  )
}

/** At start: nobody knows what became of an op that was being sent. @returns how many there were */
export function forgetSending(db: Database): number {
  return sql(db, `UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`).run().changes
}

export type OutboxCounts = { waiting: number; held: number }

/** Open ops of the whole station, or of one order. */
export function countOpen(db: Database): OutboxCounts {
  return sql(
    db,
    `SELECT count(*) FILTER (WHERE state <> 'held') AS waiting, count(*) FILTER (WHERE state = 'held') AS held
       FROM outbox INDEXED BY outbox_open_order WHERE ${OPEN}`,
  ).get() as OutboxCounts
}

/** Open ops of one order per shipment. */
export function countOpenByShipment(db: Database, orderId: number): Map<string, OutboxCounts> {
  const rows = sql(
    db,
    `SELECT shipment_uid AS uid, count(*) FILTER (WHERE state <> 'held') AS waiting,
            count(*) FILTER (WHERE state = 'held') AS held
       FROM outbox WHERE order_id = ? AND ${OPEN} GROUP BY shipment_uid`,
  ).all(orderId) as (OutboxCounts & { uid: string })[]
  return new Map(rows.map(({ uid, waiting, held }) => [uid, { waiting, held }]))
}

const VIEW_FILTER: Readonly<Record<OutboxView, string>> = {
  open: OPEN,
  held: `state = 'held' AND ${OPEN}`,
  all: '1',
}

/** A window of the outbox: open views oldest first, the history newest first. */
export function listOutbox(db: Database, view: OutboxView, offset: number, limit: number): OutboxList {
  const where = VIEW_FILTER[view]
  const direction = view === 'all' ? 'DESC' : 'ASC'
  const { total } = sql(db, `SELECT count(*) AS total FROM outbox WHERE ${where}`).get() as { total: number }
  const rows = sql(db, `SELECT * FROM outbox WHERE ${where} ORDER BY seq ${direction} LIMIT ? OFFSET ?`).all(
    limit,
    offset,
  ) as Row[]
  return { total, rows: rows.map(toOutboxRow) }
}

function toOp(row: Row): Op {
  return {
    seq: row.seq,
    opUid: row.op_uid,
    kind: row.kind,
    lane: row.lane,
    orderId: row.order_id,
    shipmentUid: row.shipment_uid,
    body: row.body,
    state: row.state,
    heldReason: row.held_reason,
    attempts: row.attempts,
    baseline: row.baseline === null ? null : (JSON.parse(row.baseline) as number[]),
    capturedAt: row.captured_at,
  }
}

function toOutboxRow(row: Row): OutboxRow {
  return {
    seq: row.seq,
    opUid: row.op_uid,
    kind: row.kind,
    orderId: row.order_id,
    shipmentId: row.shipment_uid,
    state: row.state,
    heldReason: row.held_reason,
    capturedAt: row.captured_at,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
    attempts: row.attempts,
    lastError: row.error_code === null ? null : { code: row.error_code, status: row.error_status },
    discardReason: row.discard_reason,
    answers: safeAnswers({ state: row.state, heldReason: row.held_reason }),
  }
}
