import type { Order } from '../../shared/partner-api/order'
import { unshownOfOrder } from '../store/tables/confirmed'
import type { Db } from '../store/db/database'
import { findOrder } from '../store/tables/orders'
import { ownShipments } from './check-confirmed'
import { isOlder, surelyAfter } from './copy-age'
import { showsEffect } from './effects'

/** If a copy lacks something for longer than this, it is not a lagging replica: it is what the marketplace shows. */
const LONGEST_LAG_MS = 10 * 60_000

/**
 * Whether a copy of an order is older than what this station knows: reads may come from a replica. Such a copy is true
 * of an earlier moment: what it contains was done, and what it lacks proves nothing (I12).
 * @param at when it was read, ISO 8601 UTC
 */
export function isBehind(db: Db, order: Order, at: string): boolean {
  const since = new Date(Date.parse(at) - LONGEST_LAG_MS).toISOString()
  const known = findOrder(db, order.id)
  if (known === null) return false
  if (known.readAt >= since && isOlder(db, known, order)) return true
  const unshown = unshownOfOrder(db, order.id).filter(({ settledAt }) => (settledAt ?? '') >= since)
  if (unshown.length === 0) return false
  const own = ownShipments(db, order.id)
  return unshown.some((op) => !showsEffect(op, order, own(op)) && !surelyAfter(order, op.effectiveBy))
}
