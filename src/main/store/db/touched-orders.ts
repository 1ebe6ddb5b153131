import type { Db } from './database'

/**
 * Orders written since the last call of `takeTouched`, so that what is kept of them in memory can be updated. An order
 * whose transaction was rolled back may be among them.
 */
const touched = new WeakMap<Db, Set<number>>()

/** Call it with every write to an order or its hold. */
export function touchOrder(db: Db, orderId: number): void {
  touched.get(db)?.add(orderId)
}

/** The orders touched since the last call; empty at the first, which starts the tracking. */
export function takeTouched(db: Db): ReadonlySet<number> {
  const orders = touched.get(db) ?? new Set<number>()
  touched.set(db, new Set())
  return orders
}
