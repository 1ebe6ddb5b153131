import type { HoldView } from '../../../shared/domain/orders/order-queue'
import { run, sql, type Db, type Tx } from '../db/database'

/** Orders on hold: not packed until somebody releases them. */

/** The order's hold, or `null`. */
export function findHold(db: Db, orderId: number): HoldView | null {
  const row = sql(
    db,
    'SELECT reason, held_by AS heldBy, held_at AS heldAt FROM order_holds WHERE order_id = ?',
  ).get(orderId)
  return (row as HoldView | undefined) ?? null
}

/** Puts the order on hold, or changes the reason. */
export function holdOrder(tx: Tx, orderId: number, hold: HoldView): void {
  run(
    tx,
    `INSERT INTO order_holds (order_id, reason, held_by, held_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id) DO UPDATE SET reason = excluded.reason, held_by = excluded.held_by, held_at = excluded.held_at`,
    orderId,
    hold.reason,
    hold.heldBy,
    hold.heldAt,
  )
}

/** Releases the hold; does nothing if the order is not on hold. */
export function releaseOrder(tx: Tx, orderId: number): void {
  run(tx, 'DELETE FROM order_holds WHERE order_id = ?', orderId)
}
