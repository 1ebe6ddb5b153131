import type { HistoryEntry } from '../../../shared/contract/op-views'
import type { OpEvent } from '../../../shared/domain/outbox/operation'
import { sql, writeOne, type Db, type Tx } from '../db/database'
import { jsonIn, storedList } from '../db/stored-json'

/** The history of ops, kept permanently; an op that went through on the first try has no row here. */

export type OpEventFacts = {
  at: string
  by?: string
  errorCode?: string
  errorStatus?: number | null
  note?: string
  discardReason?: string
}

/** Adds an event to an op's history. */
export function addOpEvent(tx: Tx, seq: number, event: OpEvent, facts: OpEventFacts): void {
  writeOne(
    tx,
    `INSERT INTO op_events (seq, event, at, by_whom, error_code, error_status, note) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    seq,
    event,
    facts.at,
    facts.by ?? null,
    facts.errorCode ?? null,
    facts.errorStatus ?? null,
    facts.note ?? facts.discardReason ?? null,
  )
}

/** The last event of the history of ops; 0 when there is none. */
export function lastOpEvent(db: Db): number {
  return sql(db, 'SELECT coalesce(max(event_id), 0) FROM op_events').pluck().get() as number
}

/** Ops that were ended here, or whose times were corrected, after that event: an earlier copy of them would be sent. */
export function endedSeqsAfter(db: Db, event: number): number[] {
  const rows = sql(db, 'SELECT seq, event FROM op_events WHERE event_id > ?').raw().all(event)
  return [
    ...new Set((rows as [number, string][]).flatMap(([seq, name]) => (ENDS_HERE.has(name) ? [seq] : []))),
  ]
}
const ENDS_HERE: ReadonlySet<string> = new Set<OpEvent>([
  'discard',
  'follow',
  'annihilate',
  'export',
  'correct',
])

/** Whether a person has looked at the op and released it. */
export function wasReleased(db: Db, seq: number): boolean {
  return hasEvent(db, seq, 'release')
}

/** Whether the op came out of a backup, a file, or a database that was put back. */
export function wasRestored(db: Db, seq: number): boolean {
  return hasEvent(db, seq, 'restore')
}

/** Whether the op goes on at another station. */
export function wasExported(db: Db, seq: number): boolean {
  return hasEvent(db, seq, 'export')
}

function hasEvent(db: Db, seq: number, event: OpEvent): boolean {
  return sql(db, 'SELECT 1 FROM op_events WHERE seq = +? AND event = ?').get(seq, event) !== undefined
}

type OpRow = Pick<HistoryEntry, 'seq' | 'kind'> & {
  state: string
  capturedAt: string
  capturedBy: string
  fromFile: 0 | 1
  sentAt: string | null
  settledAt: string | null
  shipmentUid: string | null
  /** JSON: the lines of its shipment that were ticked by hand. */
  byHand: string | null
  /** Why a supervisor asked for a refund of more than was left. */
  why: string | null
}
type EventRow = Pick<HistoryEntry, 'event' | 'at' | 'by' | 'note'> & {
  errorCode: string | null
  errorStatus: number | null
}

/** Everything that happened to one op, oldest first. */
export function historyOfOp(db: Db, seq: number): HistoryEntry[] {
  const op = sql(
    db,
    `SELECT seq, kind, state, captured_at AS capturedAt, captured_by AS capturedBy, from_file AS fromFile, sent_at AS sentAt,
            settled_at AS settledAt,
            shipment_uid AS shipmentUid, (SELECT by_hand FROM shipments s WHERE s.shipment_uid = outbox.shipment_uid
                AND outbox.kind = 'create_shipment') AS byHand,
            iif(kind = 'create_refund', ${jsonIn('known')} ->> '$.aboveRest.reason', NULL) AS why
       FROM outbox WHERE seq = ?`,
  ).get(seq) as OpRow | undefined
  if (op === undefined) return []
  const events = sql(
    db,
    `SELECT event, at, by_whom AS "by", note, error_code AS errorCode, error_status AS errorStatus
       FROM op_events WHERE seq = +? ORDER BY event_id`,
  ).all(seq) as EventRow[]
  const entry = (
    event: HistoryEntry['event'],
    at: string,
    by: string | null,
    rest?: Partial<HistoryEntry>,
  ): HistoryEntry => ({
    seq,
    kind: op.kind,
    event,
    at,
    by,
    fromFile: false,
    error: null,
    note: null,
    ...rest,
  })
  const told = events.map(({ event, at, by, note, errorCode, errorStatus }) =>
    entry(event, at, by, {
      note,
      error: errorCode === null ? null : { code: errorCode, status: errorStatus },
    }),
  )
  const has = (event: string): boolean => told.some((other) => other.event === event)
  // The op's own row keeps its last send; earlier sends are in the history.
  const { sentAt } = op
  if (sentAt !== null && !told.some(({ event, at }) => event === 'claim' && at === sentAt)) {
    const next = told.findIndex(({ at }) => at > sentAt)
    told.splice(next < 0 ? told.length : next, 0, entry('claim', sentAt, null))
  }
  const end =
    op.state === 'confirmed' && op.settledAt !== null && !has('confirm') && !has('adopt')
      ? [entry('confirm', op.settledAt, null)]
      : []
  const byHand =
    op.byHand === null
      ? 0
      : (storedList(db, op.byHand, 'number', 'shipments.by_hand', op.shipmentUid ?? '')?.length ?? 0)
  const more = { fromFile: op.fromFile === 1, note: op.why, ...(byHand === 0 ? {} : { byHand }) }
  return [entry('capture', op.capturedAt, op.capturedBy, more), ...told, ...end]
}
