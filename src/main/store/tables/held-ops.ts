import { reasonsEndedBy, type HeldReason } from '../../../shared/domain/outbox/held-reason'
import { sql, type Db } from '../db/database'
import { toOp, type Op, type StoredOp } from './outbox'

/** Every op that is held because of the PC's clock, oldest first. */
export function heldForClock(db: Db): Op[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox INDEXED BY outbox_held
      WHERE state = 'held' AND held_reason IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  ).all(JSON.stringify(reasonsEndedBy('clock'))) as StoredOp[]
  return rows.map((row) => toOp(db, row))
}

export type HeldFor = {
  seq: number
  heldReason: HeldReason
  /** What the marketplace answered last. */
  errorStatus: number | null
  /** Its order or item could not be read. */
  isUnread: boolean
}

/** Ops that are held for one of these reasons, oldest first. */
export function heldFor(db: Db, reasons: readonly HeldReason[]): HeldFor[] {
  const rows = sql(
    db,
    `SELECT seq, held_reason AS heldReason, error_status AS errorStatus,
            coalesce(json_extract(finding, '$.unread'), 0) AS isUnread
       FROM outbox INDEXED BY outbox_held
      WHERE state = 'held' AND held_reason IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  ).all(JSON.stringify(reasons)) as (Omit<HeldFor, 'isUnread'> & { isUnread: 0 | 1 })[]
  return rows.map((row) => ({ ...row, isUnread: row.isUnread === 1 }))
}
