import type { Db } from './database'

/**
 * Which orders were written since somebody last asked, so that what is kept of them in memory can follow. An order whose
 * transaction was rolled back may be among them.
 */
const touched = new WeakMap<Db, Set<number>>()

/** Call it with every write to an order or its hold. */
export function touchOrder(db: Db, orderId: number): void {
  touched.get(db)?.add(orderId)
}

/** The orders touched since the last call; none at the first, from which on they are noted. */
export function takeTouched(db: Db): ReadonlySet<number> {
  const orders = touched.get(db) ?? new Set<number>()
  touched.set(db, new Set())
  return orders
}
