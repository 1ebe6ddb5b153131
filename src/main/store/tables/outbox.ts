import { isHeldReason, type HeldReason } from '../../../shared/domain/outbox/held-reason'
import {
  isOpen,
  nextOpState,
  OP_STATES,
  type OpEvent,
  type OpKind,
  type OpState,
} from '../../../shared/domain/outbox/operation'
import { crashPoint } from '../../base/crash-points'
import { run, sql, type Db, type Tx } from '../db/database'
import { noteUnreadable, storedJson } from '../db/stored-json'
import { addOpEvent } from './op-events'
import { noteUnshown } from './unshown-notes'

/**
 * The outbox table: one row per op, ordered by `seq` and never by a clock (I2). Rows are never deleted, so the number of
 * rows is the last `seq`.
 */
/**
 * SQL condition; it must be spelled like that of the partial index, or the index is not used. It does not name `state`,
 * although the table's CHECK makes it equivalent: an index that names a column is rewritten with every change of it, so
 * with every claim.
 */
export const OPEN = 'settled_at IS NULL'

/** Orders whose cancellation was asked for here and is not confirmed: the bench refuses them, and so does the dock. */
export const CANCELING = `SELECT order_id FROM outbox INDEXED BY outbox_open
   WHERE ${OPEN} AND kind = 'cancel_order' AND order_id IS NOT NULL`

export type Op = {
  seq: number
  opUid: string
  kind: OpKind
  lane: string
  /** `null` for ops on items. */
  orderId: number | null
  shipmentUid: string | null
  /** Item number, or the external id of a create. */
  itemKey: string | null
  /** JSON text, frozen once it was sent. */
  body: string
  state: OpState
  heldReason: HeldReason | null
  attempts: number
  /** The marketplace's IDs that existed before the first send of a create; `null` before that. */
  baseline: readonly (number | string)[] | null
  serverRef: string | null
  capturedAt: string
  /** Monotonic time of the process that captured it. */
  capturedMonoMs: number
  /**
   * Marketplace minus PC at the capture in milliseconds; `null` if it was unknown then and was not determined since.
   */
  clockOffsetMs: number | null
  /** How often a send was started, whatever its outcome. */
  claims: number
  /**
   * What the station knew, when it was confirmed here, about the record it changes; `null` when nothing is compared.
   */
  known: unknown
  jobId: number | null
  /** Columns of its row that cannot be read: it is held before anything is done with it. */
  unreadable: readonly UnreadableColumn[]
}

export type UnreadableColumn = 'state' | 'baseline' | 'known' | 'captured_at'

/** At which moment an op was confirmed, and by whom (I11). */
export type Capture = {
  /** ISO 8601 UTC. */
  at: string
  by: string
  monotonicMs: number
  /** Marketplace minus PC in milliseconds; `null` while unknown. */
  clockOffsetMs: number | null
}

/** A row of a bulk job. It has one op at most. */
export type JobRow = { jobId: number; row: number }

export type NewOp = {
  opUid: string
  kind: OpKind
  body: string
  capture: Capture
  /** What the station knows now about the record it changes; stored as JSON. */
  known?: unknown
  /** The bulk job that asks for it, and the row there. */
  job?: JobRow
} & ({ orderId: number; shipmentUid: string | null } | { itemKey: string })

/** A row of the table as SQLite returns it. */
export type StoredOp = {
  seq: number
  op_uid: string
  kind: OpKind
  lane: string
  order_id: number | null
  shipment_uid: string | null
  item_key: string | null
  body: string
  state: OpState
  held_reason: HeldReason | null
  attempts: number
  baseline: string | null
  server_ref: string | null
  claims: number
  known: string | null
  from_file: 0 | 1
  captured_at: string
  captured_by: string
  captured_mono_ms: number | null
  clock_offset_ms: number | null
  sent_at: string | null
  settled_at: string | null
  error_code: string | null
  error_status: number | null
  discard_reason: string | null
  shown_at: string | null
  looks: number
  effective_by: string | null
  job_id: number | null
  job_row: number | null
}

/** The lane (a FIFO) of an order's ops. */
export function orderLane(orderId: number): string {
  return `order:${orderId}`
}

/** The lane (a FIFO) of an item's ops. @param itemKey item number, or the external ID of a create */
export function itemLane(itemKey: string): string {
  return `item:${itemKey}`
}

/** SQL: the creations of items that were not discarded, by the index that has them alone. */
export const CREATED_ITEMS = `outbox INDEXED BY outbox_created_items WHERE kind = 'create_item' AND state <> 'discarded'`

/**
 * Appends an op, in the commit that changes the domain rows (I1).
 * @returns its place in the outbox
 */
export function enqueue(tx: Tx, op: NewOp): number {
  const { capture } = op
  const [orderId, shipmentUid, itemKey] =
    'itemKey' in op ? [null, null, op.itemKey] : [op.orderId, op.shipmentUid, null]
  const { lastInsertRowid } = run(
    tx,
    `INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, item_key, body, state, captured_at, captured_by,
       captured_mono_ms, clock_offset_ms, known, job_id, job_row)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'ready', ?, ?, ?, ?, ?, ?, ?)`,
    op.opUid,
    op.kind,
    'itemKey' in op ? itemLane(op.itemKey) : orderLane(op.orderId),
    orderId,
    shipmentUid,
    itemKey,
    op.body,
    capture.at,
    capture.by,
    Math.round(capture.monotonicMs),
    capture.clockOffsetMs === null ? null : Math.round(capture.clockOffsetMs),
    op.known === undefined ? null : JSON.stringify(op.known),
    op.job?.jobId ?? null,
    op.job?.row ?? null,
  )
  crashPoint('enqueue')
  return Number(lastInsertRowid)
}

/** The seq of the last op; 0 when there is none. */
export function lastSeq(db: Db): number {
  return sql(db, 'SELECT coalesce(max(seq), 0) FROM outbox').pluck().get() as number
}

/** The op with this seq, or `null`. */
export function findOp(db: Db, seq: number): Op | null {
  const row = sql(db, 'SELECT * FROM outbox WHERE seq = ?').get(seq) as StoredOp | undefined
  return row === undefined ? null : toOp(db, row)
}

/** Every op of the lane that is still open, oldest first. */
export function openOpsOfLane(db: Db, lane: string): Op[] {
  const rows = sql(db, `SELECT * FROM outbox WHERE lane = +? AND ${OPEN} ORDER BY seq`).all(
    lane,
  ) as StoredOp[]
  return rows.map((row) => toOp(db, row))
}

/** Every op that is still open, oldest first. */
export function openOps(db: Db): Op[] {
  return (sql(db, `SELECT * FROM outbox WHERE ${OPEN} ORDER BY seq`).all() as StoredOp[]).map((row) =>
    toOp(db, row),
  )
}

/** Every op of the shipment that is still open, oldest first. */
export function openOpsOfShipment(db: Db, orderId: number, shipmentUid: string): Op[] {
  return openOpsOfLane(db, orderLane(orderId)).filter((op) => op.shipmentUid === shipmentUid)
}

/** Whether a cancellation of the order is still open on this station. */
export function cancelWaits(db: Db, orderId: number): boolean {
  return openOpsOfLane(db, orderLane(orderId)).some(({ kind }) => kind === 'cancel_order')
}

/** Every op of the lane, open or not, oldest first. */
export function opsOfLane(db: Db, lane: string): Op[] {
  const rows = sql(db, 'SELECT * FROM outbox WHERE lane = +? ORDER BY seq').all(lane) as StoredOp[]
  return rows.map((row) => toOp(db, row))
}

export type OpChange = {
  heldReason?: HeldReason
  errorCode?: string
  errorStatus?: number | null
  discardReason?: string
  /** The marketplace's ID of the created record. */
  serverRef?: string
  /** The PC clock's offset at the capture, if it was determined only now; see `Op`. */
  clockOffsetMs?: number
  /** JSON: why it was held and what had changed. */
  finding?: string
  /** When the marketplace showed the confirmed effect, ISO 8601 UTC; without it, that has yet to be seen (I13). */
  shownAt?: string
  /** The marketplace's time by which it had taken effect, ISO 8601 UTC. */
  effectiveBy?: string
  /** The person who did it, if a person did. */
  by?: string
  /** Stored with the event in the history. */
  note?: string
  /** When the change happened, ISO 8601 UTC. */
  at: string
}

type Moving = Pick<Op, 'seq' | 'state' | 'attempts'>

/**
 * Moves an op along its state machine and records why. Read the op in the same transaction.
 * @throws Error when it is no longer in `op.state`; everything is rolled back then
 */
export function advance(tx: Tx, op: Moving, event: OpEvent, change: OpChange): void {
  if (!advanceIfStill(tx, op, event, change))
    throw new Error(`op ${op.seq} cannot ${event}: it is no longer ${op.state}`)
}

/**
 * The same for an op that was read before an `await`: a person may have moved it since, and what they did stands.
 * @returns false when it is no longer in `op.state`; nothing was changed then
 */
export function advanceIfStill(tx: Tx, op: Moving, event: OpEvent, change: OpChange): boolean {
  const next = nextOpState(op.state, event)
  if (next === null) throw new Error(`op ${op.seq} cannot ${event} from ${op.state}`)
  keepFirstSend(tx, op, event)
  const values = changedColumns(event, next, change)
  if (isOpen(next) && !isOpen(op.state)) Object.assign(values, REOPENED)
  const columns = Object.keys(values).map((name) => `${name} = ?`)
  if (event === 'claim') columns.push('attempts = attempts + 1', 'claims = claims + 1')
  const { changes } = run(
    tx,
    `UPDATE outbox SET ${columns.join(', ')} WHERE seq = ? AND state = ?`,
    ...Object.values(values),
    op.seq,
    op.state,
  )
  if (changes === 1 && !isPlainSuccess(op, event)) addOpEvent(tx, op.seq, event, change)
  if (changes === 1 && next === 'confirmed' && change.shownAt === undefined) noteUnshown(tx, op.seq)
  crashPoint(event)
  return changes === 1
}

const REOPENED = { settled_at: null, shown_at: null, effective_by: null, looks: 0 }

/** Only changed columns: writing a column costs every index that names it. */
function changedColumns(event: OpEvent, next: OpState, change: OpChange): Record<string, unknown> {
  const values: Record<string, unknown> = { state: next }
  values['held_reason'] = next === 'held' ? (change.heldReason ?? null) : null
  if (event === 'claim') values['sent_at'] = change.at
  if (!isOpen(next)) values['settled_at'] = change.at
  if (next === 'confirmed' || change.errorCode !== undefined) {
    values['error_code'] = next === 'confirmed' ? null : change.errorCode
    values['error_status'] = next === 'confirmed' ? null : (change.errorStatus ?? null)
  }
  // A person has dealt with it: the failing time starts over.
  if (event === 'release' || event === 'recheck') values['failing_since'] = null
  if (change.discardReason !== undefined) values['discard_reason'] = change.discardReason
  if (change.serverRef !== undefined) values['server_ref'] = change.serverRef
  if (change.clockOffsetMs !== undefined) values['clock_offset_ms'] = Math.round(change.clockOffsetMs)
  if (next === 'held') values['finding'] = change.finding ?? null
  if (change.shownAt !== undefined) values['shown_at'] = change.shownAt
  if (change.effectiveBy !== undefined) values['effective_by'] = change.effectiveBy
  return values
}

/** Keeps a first send that is not confirmed apart from later ones in the history. */
function keepFirstSend(tx: Tx, op: Moving, event: OpEvent): void {
  if (op.state !== 'sending' || op.attempts > 1 || event === 'confirm') return
  const at = sql(tx, `SELECT sent_at FROM outbox WHERE seq = ? AND state = 'sending'`).pluck().get(op.seq) as
    | string
    | null
    | undefined
  if (typeof at === 'string') addOpEvent(tx, op.seq, 'claim', { at })
}

/** A success on the first try needs no row in the history: the op's own row tells it. */
function isPlainSuccess({ state, attempts }: Moving, event: OpEvent): boolean {
  return (
    (event === 'claim' && attempts === 0) || (event === 'confirm' && state === 'sending' && attempts <= 1)
  )
}

/** A reason that this version does not know must not offer to send again what may have been sent. */
export function heldReasonOf(db: Db, { seq, held_reason }: StoredOp): HeldReason | null {
  if (held_reason === null || isHeldReason(held_reason)) return held_reason
  noteUnreadable(db, 'outbox.held_reason', seq)
  return 'unreadable'
}

/** The op in a row. What cannot be read is `null` and named in `unreadable`. */
export function toOp(db: Db, row: StoredOp): Op {
  const unreadable: UnreadableColumn[] = []
  if (!OP_STATES.includes(row.state)) {
    noteUnreadable(db, 'outbox.state', row.seq)
    unreadable.push('state')
  }
  const baseline = row.baseline === null ? null : idsIn(db, row.baseline, row.seq)
  if (baseline === undefined) unreadable.push('baseline')
  const known = row.known === null ? null : storedJson(db, row.known, 'outbox.known', row.seq)
  if (known === undefined) unreadable.push('known')
  if (Number.isNaN(Date.parse(row.captured_at))) {
    noteUnreadable(db, 'outbox.captured_at', row.seq)
    unreadable.push('captured_at')
  }
  return {
    seq: row.seq,
    opUid: row.op_uid,
    kind: row.kind,
    lane: row.lane,
    orderId: row.order_id,
    shipmentUid: row.shipment_uid,
    itemKey: row.item_key,
    body: row.body,
    state: row.state,
    heldReason: heldReasonOf(db, row),
    attempts: row.attempts,
    baseline: baseline ?? null,
    serverRef: row.server_ref,
    capturedAt: row.captured_at,
    capturedMonoMs: row.captured_mono_ms ?? 0,
    clockOffsetMs: row.clock_offset_ms,
    claims: row.claims,
    known: known ?? null,
    jobId: row.job_id,
    unreadable,
  }
}

function idsIn(db: Db, text: string, seq: number): (number | string)[] | undefined {
  const value = storedJson(db, text, 'outbox.baseline', seq)
  if (Array.isArray(value) && value.every((id) => typeof id === 'number' || typeof id === 'string'))
    return value
  noteUnreadable(db, 'outbox.baseline', seq)
  return undefined
}
