import { checkEvent } from '../../shared/domain/outbox/operation'
import { sql, type Database } from '../store/db/database'
import { advance, findOp } from '../store/tables/outbox'

/** Another token may be allowed what the one before was not: what was held for that is tried again. */
export function releaseForbidden(db: Database, at: string): void {
  const held = sql(db, `SELECT seq FROM outbox WHERE state = 'held' AND held_reason = 'forbidden'`).pluck()
  for (const seq of held.all() as number[]) {
    const op = findOp(db, seq)
    if (op !== null) advance(db, op, checkEvent(op), { at })
  }
}
