import type { Clock } from '../../base/clock'
import type { Order } from '../../../shared/partner-api/order'
import { unshownOfOrder } from '../../store/tables/confirmed'
import type { Db } from '../../store/db/database'
import { findOrder } from '../../store/tables/orders'
import { ownShipments } from './check-confirmed'
import { isOlderCopy, surelyAfter } from './is-older'
import { showsEffect } from './effects'

/** If a copy lacks something for longer than this, it is not a lagging replica: it is what the marketplace shows. */
const LONGEST_LAG_MS = 10 * 60_000

/**
 * Whether a copy of an order is older than what this station knows: reads may come from a replica. Such a copy is true
 * of an earlier moment: what it contains was done, and what it lacks proves nothing (I12).
 * @param since what was learned before this moment no replica lacks any more, by this PC's clock, ISO 8601 UTC
 */
export function isBehind(db: Db, order: Order, since: string): boolean {
  const known = findOrder(db, order.id)
  if (known === null) return false
  if (known.readAt >= since && isOlderCopy(db, known, order)) return true
  const unshown = unshownOfOrder(db, order.id).filter(({ settledAt }) => (settledAt ?? '') >= since)
  if (unshown.length === 0) return false
  const own = ownShipments(db, order.id)
  return unshown.some((op) => !showsEffect(op, order, own(op)) && !surelyAfter(order, op.effectiveBy))
}

/** Less than this is the clock being steered. */
const JUMP_MS = 2_000

/**
 * The moment before which no replica lacks anything any more, as `since` of `isBehind`. Setting the clock ahead does not age
 * what was learned: until the lag has passed, times are compared as if it had not been set. Sleep looks the same, and then
 * the guard only lasts longer.
 */
export function createLagWindow(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): () => string {
  let skewMs = clock.wallMs() - clock.monotonicMs()
  let jumps: { seenMs: number; byMs: number }[] = []
  return () => {
    const nowMs = clock.monotonicMs()
    const byMs = clock.wallMs() - nowMs - skewMs
    skewMs += byMs
    jumps = jumps.filter(({ seenMs }) => nowMs - seenMs < LONGEST_LAG_MS)
    if (byMs > JUMP_MS) jumps.push({ seenMs: nowMs, byMs })
    const aheadMs = jumps.reduce((sum, jump) => sum + jump.byMs, 0)
    return new Date(clock.wallMs() - aheadMs - LONGEST_LAG_MS).toISOString()
  }
}
