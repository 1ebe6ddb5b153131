import { safeAnswers } from '../../../shared/domain/outbox/operation'
import type { OutboxView } from '../../../shared/contract/outbox'
import type { OutboxList, OutboxRow } from '../../../shared/contract/op-views'
import { sql, type Db } from '../db/database'
import { lastSeq, OPEN, type StoredOp } from '../tables/outbox'

/** The outbox as people see it: counts, windows of it, single ops. */

/** The op as people see it, or `null`. */
export function findOutboxRow(db: Db, seq: number): OutboxRow | null {
  const row = sql(db, 'SELECT * FROM outbox WHERE seq = ?').get(seq) as StoredOp | undefined
  return row === undefined ? null : toOutboxRow(row)
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

/** When the oldest operation that needs a person was confirmed here; `null` when none needs one. */
export function oldestHeldAt(db: Db): string | null {
  const text = `SELECT captured_at FROM outbox INDEXED BY outbox_held WHERE state = 'held' ORDER BY seq LIMIT 1`
  return (sql(db, text).pluck().get() as string | undefined) ?? null
}

/** A window of the outbox: open views oldest first, the history newest first. */
export function listOutbox(db: Db, view: OutboxView, offset: number, limit: number): OutboxList {
  const counts = countOpen(db)
  const totals: Readonly<Record<OutboxView, () => number>> = {
    open: () => counts.waiting + counts.held,
    held: () => counts.held,
    all: () => lastSeq(db),
  }
  const total = totals[view]()
  // No row is ever deleted, so a position in the history is a seq; skipping a million rows would take seconds.
  const from = view === 'all' ? total - offset : offset
  const rows = sql(db, LIST_OF[view]).all({ limit, from }) as StoredOp[]
  return { total, rows: rows.map(toOutboxRow) }
}

const LIST_OF: Readonly<Record<OutboxView, string>> = {
  open: `SELECT * FROM outbox INDEXED BY outbox_open WHERE ${OPEN} ORDER BY seq LIMIT +@limit OFFSET +@from`,
  held: `SELECT * FROM outbox INDEXED BY outbox_held WHERE state = 'held' ORDER BY seq LIMIT +@limit OFFSET +@from`,
  all: 'SELECT * FROM outbox WHERE seq <= @from ORDER BY seq DESC LIMIT +@limit',
}

function toOutboxRow(row: StoredOp): OutboxRow {
  return {
    seq: row.seq,
    opUid: row.op_uid,
    kind: row.kind,
    orderId: row.order_id,
    shipmentId: row.shipment_uid,
    itemKey: row.item_key,
    state: row.state,
    heldReason: row.held_reason,
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
      heldReason: row.held_reason,
      attempts: row.attempts,
    }),
  }
}
