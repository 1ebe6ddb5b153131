import { checkEvent } from '../../../shared/domain/outbox/operation'
import { sql, type Tx } from '../../store/db/database'
import { advance, findOp } from '../../store/tables/outbox'

/** Tries again ops that were held because the previous token was not allowed to do them: another token may be. */
export function releaseForbidden(tx: Tx, at: string): void {
  const held = sql(tx, `SELECT seq FROM outbox WHERE state = 'held' AND held_reason = 'forbidden'`).pluck()
  for (const seq of held.all() as number[]) {
    const op = findOp(tx, seq)
    if (op !== null) advance(tx, op, checkEvent(op), { at })
  }
}
