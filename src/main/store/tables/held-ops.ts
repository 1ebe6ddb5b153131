import { sql, type Db } from '../db/database'
import { toOp, type Op, type StoredOp } from './outbox'

/** Every op that is held because of the PC's clock, oldest first. */
export function heldForClock(db: Db): Op[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox INDEXED BY outbox_held WHERE state = 'held' AND held_reason = 'clock_wrong' ORDER BY seq`,
  ).all() as StoredOp[]
  return rows.map((row) => toOp(db, row))
}
