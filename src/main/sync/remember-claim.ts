import type { OpKind } from '../../shared/domain/outbox/operation'
import { takeSendBack } from '../store/tables/op-notes'
import { advanceIfStill, type Op } from '../store/tables/outbox'
import { noteClaim } from '../store/recovery/station-mark'
import type { SendDeps } from './send-deps'

/** What a file that was put back must never do a second time. */
const COSTS_MONEY: ReadonlySet<OpKind> = new Set(['create_refund', 'cancel_order', 'update_item'])

/** Nothing that costs money leaves before the disk has it that it did. @throws what the disk says; it did not leave then */
export async function rememberClaim(deps: SendDeps, op: Op, earlier: Op['baseline']): Promise<void> {
  const { commits, db } = deps
  try {
    noteClaim(db, op, COSTS_MONEY.has(op.kind))
  } catch (error) {
    await commits.run((tx) => {
      const at = new Date(deps.clock.wallMs()).toISOString()
      if (advanceIfStill(tx, op, 'postpone', { at })) takeSendBack(tx, op.seq, earlier)
    })
    throw error
  }
}
