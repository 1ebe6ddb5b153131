import type { HeldReason } from '../../../shared/domain/outbox/held-reason'
import type { OpState } from '../../../shared/domain/outbox/operation'
import { sql, type Db } from '../db/database'
import { itemLane, OPEN, toOp, type Op, type StoredOp } from '../tables/outbox'

/** The operations of bulk jobs. */

/** The operation of a row, as people see it. */
export type RowOp = {
  row: number
  seq: number
  state: OpState
  heldReason: HeldReason | null
  discardReason: string | null
  serverRef: string | null
  settledAt: string | null
}

/** The operations of the job's rows in this range, ascending. */
export function opsOfRows(db: Db, jobId: number, first: number, last: number): RowOp[] {
  return sql(
    db,
    `SELECT job_row AS row, seq, state, held_reason AS heldReason, discard_reason AS discardReason,
        server_ref AS serverRef, settled_at AS settledAt
       FROM outbox INDEXED BY outbox_job
      WHERE job_id = +? AND job_id IS NOT NULL AND job_row BETWEEN +? AND +? ORDER BY job_row`,
  ).all(jobId, first, last) as RowOp[]
}

/** Whether the row is in the outbox, in whatever state. */
export function hasOp(db: Db, jobId: number, row: number): boolean {
  const text = `SELECT 1 FROM outbox INDEXED BY outbox_job WHERE job_id = ? AND job_id IS NOT NULL AND job_row = ?`
  return sql(db, text).get(jobId, row) !== undefined
}

/** Operations of the job that were never sent, or are proven not to have arrived, oldest first. */
export function unsentOps(db: Db, jobId: number, limit: number): Op[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox INDEXED BY outbox_job_open
      WHERE job_id = +? AND job_id IS NOT NULL AND ${OPEN} AND state = 'ready' AND attempts = 0
      ORDER BY seq LIMIT +?`,
  ).all(jobId, limit) as StoredOp[]
  return rows.map((row) => toOp(db, row))
}

/** Bodies of the changes of an item that are on their way, or that the marketplace has not shown yet; oldest first. */
export function changesNotShown(db: Db, itemNumber: string): string[] {
  return sql(
    db,
    `SELECT body FROM outbox WHERE lane = +? AND kind = 'update_item'
       AND (${OPEN} OR (state = 'confirmed' AND shown_at IS NULL)) ORDER BY seq`,
  )
    .pluck()
    .all(itemLane(itemNumber)) as string[]
}
