import type { Database } from 'better-sqlite3'
import type { HoldView } from '../../../shared/domain/orders/order-queue'
import { sql } from '../db/database'
import { touchOrder } from '../db/touched-orders'

/** Orders that a person set aside: not packed until somebody takes the hold off. */

/** The order's hold, or `null`. */
export function findHold(db: Database, orderId: number): HoldView | null {
  const row = sql(
    db,
    'SELECT reason, held_by AS heldBy, held_at AS heldAt FROM order_holds WHERE order_id = ?',
  ).get(orderId)
  return (row as HoldView | undefined) ?? null
}

/** Sets the order aside, or changes why it is. */
export function holdOrder(db: Database, orderId: number, hold: HoldView): void {
  sql(
    db,
    `INSERT INTO order_holds (order_id, reason, held_by, held_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id) DO UPDATE SET reason = excluded.reason, held_by = excluded.held_by, held_at = excluded.held_at`,
  ).run(orderId, hold.reason, hold.heldBy, hold.heldAt)
  touchOrder(db, orderId)
}

/** Takes the hold off; none is none to complain about. */
export function releaseOrder(db: Database, orderId: number): void {
  sql(db, 'DELETE FROM order_holds WHERE order_id = ?').run(orderId)
  touchOrder(db, orderId)
}
