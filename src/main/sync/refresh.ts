import type { Clock } from '../base/clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import type { BuyerSeal } from '../store/db/buyer-seal'
import { inTransaction, type Db } from '../store/db/database'
import type { Freshness } from './freshness'
import { takeIn } from './take-in'

export type RefreshDeps = {
  db: Db
  client: PartnerClient
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
}

export type RefreshOutcome = 'fresh' | 'not_found' | 'unauthorized' | 'unreachable'

/** Reads one order from the marketplace now, on a person's request, and stores it. */
export async function refreshNow(deps: RefreshDeps, orderId: number): Promise<RefreshOutcome> {
  const { client, clock, db, freshness } = deps
  const mark = freshness.mark()
  try {
    const order = await client.readOrder(orderId)
    if (freshness.outdated(orderId, mark)) return await refreshNow(deps, orderId)
    inTransaction(db, (tx) => takeIn(tx, deps, order, new Date(clock.wallMs()).toISOString()))
    freshness.renewed(orderId)
    return 'fresh'
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (error.tokenReplaced) return refreshNow(deps, orderId)
    return error.code === 'not_found' || error.code === 'unauthorized' ? error.code : 'unreachable'
  }
}
