import { reasonsEndedBy } from '../../../shared/domain/outbox/held-reason'
import { checkEvent } from '../../../shared/domain/outbox/operation'
import type { Tx } from '../../store/db/database'
import { heldFor } from '../../store/tables/held-ops'
import { advance, findOp } from '../../store/tables/outbox'

/** Tries again ops that were held because the previous token was not allowed to do them: another token may be. */
export function releaseForbidden(tx: Tx, at: string): void {
  for (const { seq } of heldFor(tx, reasonsEndedBy('token'))) {
    const op = findOp(tx, seq)
    if (op !== null) advance(tx, op, checkEvent(op), { at })
  }
}
