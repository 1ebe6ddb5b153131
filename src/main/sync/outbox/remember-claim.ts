import { meaningOfKind } from '../../../shared/domain/outbox/operation'
import { noteError, takeSendBack } from '../../store/tables/op-notes'
import { advanceIfStill, type Op } from '../../store/tables/outbox'
import { noteClaim } from '../../store/recovery/station-mark'
import type { SendDeps } from './send-deps'

/**
 * Records a claim before it is sent, and reports it; one that costs money is sent only once its record is on the disk.
 * @throws the disk's error; nothing was sent then, and the op says why it waits
 */
export async function rememberClaim(deps: SendDeps, op: Op, earlier: Op['baseline']): Promise<void> {
  const { commits, db } = deps
  try {
    noteClaim(db, op, meaningOfKind(op.kind).money)
  } catch (error) {
    await commits.run((tx) => {
      const at = new Date(deps.clock.wallMs()).toISOString()
      if (!advanceIfStill(tx, op, 'postpone', { at })) return
      takeSendBack(tx, op.seq, earlier)
      noteError(tx, op.seq, { code: 'mark_unwritable', status: null })
    })
    throw error
  }
  deps.onClaimed?.(op.seq)
}
