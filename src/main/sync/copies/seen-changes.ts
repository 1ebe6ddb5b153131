import { orderChanges, type SeenChange } from '../../../shared/domain/outbox/explain'
import type { Order } from '../../../shared/partner-api/order'
import type { Db, Tx } from '../../store/db/database'
import { lastReadOrder, type OrderRow } from '../../store/tables/orders'
import { orderLane } from '../../store/tables/outbox'
import { findingOf, findingsOfLane, saveFinding } from '../../store/tables/op-notes'

/**
 * Changes in an order while ops on it were open. Whichever read showed a change, a person who looks at a held op later
 * sees everything since it was confirmed.
 */

/** A server whose data keeps changing must not fill the disk. */
const MOST_KEPT = 100

/**
 * Notes the changes with every open op of the order. Call it before the new copy is stored.
 * @param known the order's row
 * @param at ISO 8601 UTC
 */
export function noteChanges(tx: Tx, known: OrderRow, order: Order, at: string): void {
  const open = findingsOfLane(tx, orderLane(order.id))
  if (open.length === 0) return
  const fresh = changesSince(tx, order, at, known)
  if (fresh.length === 0) return
  for (const { seq, finding } of open) {
    const changes = [...changesIn(finding), ...fresh].slice(-MOST_KEPT)
    saveFinding(tx, seq, JSON.stringify({ ...finding, changes, at }))
  }
}

/** The changes in the order since the last stored copy. @param known the order's row, if already read */
export function changesSince(db: Db, order: Order, at: string, known?: OrderRow): SeenChange[] {
  const before = lastReadOrder(db, order.id, known)
  return before === null ? [] : orderChanges(before, order).map((change) => ({ ...change, seenAt: at }))
}

/** The changes noted with an op so far, oldest first. */
export function notedChanges(db: Db, seq: number): SeenChange[] {
  return changesIn(findingOf(db, seq))
}

function changesIn({ changes }: Record<string, unknown>): SeenChange[] {
  return Array.isArray(changes) ? (changes as SeenChange[]) : []
}
