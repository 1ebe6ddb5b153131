import { OP_KINDS, safeAnswers } from '../../../shared/domain/outbox/operation'
import type { OutboxSort, OutboxView } from '../../../shared/contract/outbox'
import type { OutboxList, OutboxRow } from '../../../shared/contract/op-views'
import { sql, type Db } from '../db/database'
import { heldReasonOf, OPEN, type StoredOp } from '../tables/outbox'
import { countHistory, placeInHistory } from './outbox-history'

/** The outbox as people see it: counts, windows of it, single ops. */

/** The op as people see it, or `null`. */
export function findOutboxRow(db: Db, seq: number): OutboxRow | null {
  const row = sql(db, 'SELECT * FROM outbox WHERE seq = ?').get(seq) as StoredOp | undefined
  return row === undefined ? null : toOutboxRow(db, row)
}

export type OutboxCounts = { waiting: number; held: number }

/** Open ops of the whole station. */
export function countOpen(db: Db): OutboxCounts {
  const held = sql(db, `SELECT count(*) FROM outbox INDEXED BY outbox_held WHERE state = 'held'`)
    .pluck()
    .get() as number
  const open = sql(db, `SELECT count(*) FROM outbox INDEXED BY outbox_open WHERE ${OPEN}`)
    .pluck()
    .get() as number
  return { waiting: open - held, held }
}

/** How many operations need a person for each reason, most first. */
export function countHeldByReason(db: Db): { reason: string; count: number }[] {
  const text = `SELECT coalesce(held_reason, '') AS reason, count(*) AS count FROM outbox INDEXED BY outbox_held
     WHERE state = 'held' GROUP BY held_reason ORDER BY count(*) DESC`
  return sql(db, text).all() as { reason: string; count: number }[]
}

/** Whether an operation is on its way to the marketplace now. */
export function isSending(db: Db): boolean {
  const text = `SELECT 1 FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND state = 'sending' LIMIT 1`
  return sql(db, text).get() !== undefined
}

/** When the oldest open operation was confirmed here; `null` when none is open. */
export function oldestOpenAt(db: Db): string | null {
  const text = `SELECT captured_at FROM outbox INDEXED BY outbox_open WHERE ${OPEN} ORDER BY seq LIMIT 1`
  return (sql(db, text).pluck().get() as string | undefined) ?? null
}

/** When the oldest operation that needs a person was confirmed here; `null` when none needs one. */
export function oldestHeldAt(db: Db): string | null {
  const text = `SELECT captured_at FROM outbox INDEXED BY outbox_held WHERE state = 'held' ORDER BY seq LIMIT 1`
  return (sql(db, text).pluck().get() as string | undefined) ?? null
}

/** A window of the outbox, sorted; `null`: open views oldest first, the history newest first. */
export function listOutbox(
  db: Db,
  view: OutboxView,
  offset: number,
  limit: number,
  sort: OutboxSort | null = null,
): OutboxList {
  const counts = countOpen(db)
  const totals: Readonly<Record<OutboxView, () => number>> = {
    open: () => counts.waiting + counts.held,
    held: () => counts.held,
    all: () => countHistory(db),
  }
  const total = totals[view]()
  const { by, descending } = sort ?? { by: 'captured', descending: view === 'all' }
  if (view === 'all') return { total, rows: history(db, total, descending, offset, limit) }
  const rows = sql(db, openRows(view, by, way(descending))).all({ limit, from: offset }) as StoredOp[]
  return { total, rows: rows.map((row) => toOutboxRow(db, row)) }
}

/** Rows of all ops, which are read oldest first: a position is counted from the oldest. */
function history(db: Db, total: number, descending: boolean, offset: number, limit: number): OutboxRow[] {
  const first = descending ? Math.max(total - offset - limit, 0) : offset
  const rows = sql(
    db,
    'SELECT * FROM outbox WHERE seq >= +@fromSeq ORDER BY seq LIMIT +@limit OFFSET +@skip',
  ).all({
    ...placeInHistory(db, first),
    limit: descending ? Math.max(total - offset - first, 0) : limit,
  }) as StoredOp[]
  return (descending ? rows.reverse() : rows).map((row) => toOutboxRow(db, row))
}

type Way = 'ASC' | 'DESC'

function way(descending: boolean): Way {
  return descending ? 'DESC' : 'ASC'
}

const OPEN_VIEWS = {
  open: `outbox INDEXED BY outbox_open WHERE ${OPEN}`,
  held: `outbox INDEXED BY outbox_held WHERE state = 'held'`,
} as const

const STEPS = `CASE kind ${OP_KINDS.map((kind, step) => `WHEN '${kind}' THEN ${step}`).join(' ')} END`

const ORDER_BY: Readonly<Record<OutboxSort['by'], (way: Way) => string>> = {
  captured: (way) => `seq ${way}`,
  kind: (way) => `${STEPS} ${way}, seq`,
  order: (way) => `order_id IS NULL, order_id ${way}, seq`,
}

/** The index holds what is sorted by, so that only the rows of the window are read. */
function openRows(view: keyof typeof OPEN_VIEWS, by: OutboxSort['by'], way: Way): string {
  const order = ORDER_BY[by](way)
  return `SELECT * FROM outbox
           WHERE seq IN (SELECT seq FROM ${OPEN_VIEWS[view]} ORDER BY ${order} LIMIT +@limit OFFSET +@from)
           ORDER BY ${order}`
}

function toOutboxRow(db: Db, row: StoredOp): OutboxRow {
  const heldReason = heldReasonOf(db, row)
  return {
    seq: row.seq,
    opUid: row.op_uid,
    kind: row.kind,
    orderId: row.order_id,
    shipmentId: row.shipment_uid,
    itemKey: row.item_key,
    state: row.state,
    heldReason,
    capturedAt: row.captured_at,
    capturedBy: row.captured_by,
    fromFile: row.from_file === 1,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
    attempts: row.attempts,
    lastError: row.error_code === null ? null : { code: row.error_code, status: row.error_status },
    discardReason: row.discard_reason,
    answers: safeAnswers({
      kind: row.kind,
      state: row.state,
      heldReason,
      attempts: row.attempts,
    }),
  }
}
