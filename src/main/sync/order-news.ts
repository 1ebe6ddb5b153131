import { orderChanges, type SeenChange } from '../../shared/domain/outbox/explain'
import type { Order } from '../../shared/partner-api/order'
import type { Db, Tx } from '../store/db/database'
import { lastReadOrder, type OrderRow } from '../store/tables/orders'
import { orderLane } from '../store/tables/outbox'
import { findingOf, findingsOfLane, saveFinding } from '../store/tables/op-notes'

/**
 * What became different in an order while ops of it were open. Whichever read brought the news, a person who looks at a
 * held op later is told everything since it was confirmed.
 */

/** A server that changes all the time does not fill the disk. */
const MOST_KEPT = 100

/**
 * Notes the news with every open op of the order. Call it before the new copy is kept.
 * @param known the order's row
 * @param at ISO 8601 UTC
 */
export function noteNews(tx: Tx, known: OrderRow, order: Order, at: string): void {
  const open = findingsOfLane(tx, orderLane(order.id))
  if (open.length === 0) return
  const fresh = newsSince(tx, order, at, known)
  if (fresh.length === 0) return
  for (const { seq, finding } of open) {
    const before = noted(finding)
    const changes = [...(before.changes ?? []), ...fresh].slice(-MOST_KEPT)
    saveFinding(tx, seq, JSON.stringify({ ...before, changes, at }))
  }
}

/** What is different in the order since the copy that was kept last. @param known the order's row, where it was read */
export function newsSince(db: Db, order: Order, at: string, known?: OrderRow): SeenChange[] {
  const before = lastReadOrder(db, order.id, known)
  return before === null ? [] : orderChanges(before, order).map((change) => ({ ...change, seenAt: at }))
}

/** What was noted with an op so far, oldest first. */
export function notedNews(db: Db, seq: number): SeenChange[] {
  return noted(findingOf(db, seq)).changes ?? []
}

function noted(finding: string | null): { changes?: SeenChange[] } {
  return JSON.parse(finding ?? '{}') as { changes?: SeenChange[] }
}
