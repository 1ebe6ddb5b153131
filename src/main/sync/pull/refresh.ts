import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError, UnreadableRecordError } from '../../partner/errors'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import { inTransaction, type Db } from '../../store/db/database'
import type { Freshness } from '../copies/freshness'
import { keepUnreadable } from '../copies/keep-orders'
import { noteOrderRead, numberOf, type KeepUnreadDeps } from '../copies/keep-unread'
import { applyCopy } from '../copies/apply-copy'

export type RefreshDeps = KeepUnreadDeps & {
  db: Db
  client: PartnerClient
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
  onFault: (error: unknown) => void
}

export type RefreshOutcome = 'fresh' | 'unreadable' | 'not_found' | 'unauthorized' | 'unreachable'

/** Reads one order from the marketplace now, on a person's request, and stores it. */
export async function refreshNow(deps: RefreshDeps, orderId: number): Promise<RefreshOutcome> {
  const { client, clock, db, freshness } = deps
  const mark = freshness.mark()
  const at = (): string => new Date(clock.wallMs()).toISOString()
  try {
    const order = await client.readOrder(orderId)
    if (freshness.outdated(orderId, mark)) return await refreshNow(deps, orderId)
    inTransaction(db, (tx) => {
      noteOrderRead(tx, deps, order, at())
      applyCopy(tx, deps, order, at())
    })
    freshness.renewed(orderId)
    return 'fresh'
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (error instanceof UnreadableRecordError && numberOf(error.record().raw, 'id') === String(orderId)) {
      inTransaction(db, (tx) => keepUnreadable(tx, deps, error.record(), at()))
      return 'unreadable'
    }
    if (error.tokenReplaced) return refreshNow(deps, orderId)
    return error.code === 'not_found' || error.code === 'unauthorized' ? error.code : 'unreachable'
  }
}
