import type { BuyerSeal } from '../db/buyer-seal'
import { inTransaction, run, sql, type Db, type Tx } from '../db/database'
import type { SealedBuyer } from './order-copy'
import { OPEN } from './outbox'
import { LIVE, NEEDS_BUYER } from './shipment-states'

/** Buyers' sealed data: it is deleted when it is no longer needed, or on request. */

/** Of the random nonce that a seal begins with: enough to tell one from another. */
const SEAL_MARK_BYTES = 12

/** The result of examining one part of the orders. */
export type PurgedPart = {
  /** Orders whose buyer was deleted. */
  purged: number
  /** Continue after this order; `null` when all were examined. */
  next: number | null
}

/**
 * Deletes the buyers of orders finished before `before`, among the next `limit` orders after `afterId`. An order is
 * finished when all its packable lines are in shipments and every live shipment is delivered, or when it is canceled;
 * and when none of its ops is open. Both times are ISO 8601 UTC.
 */
export function purgeBuyers(
  db: Db,
  { before, at, afterId, limit }: { before: string; at: string; afterId: number; limit: number },
): PurgedPart {
  const looked = sql(db, LOOK).all({ before, afterId, limit }) as { orderId: number; due: 0 | 1 | null }[]
  const due = looked.filter((order) => order.due === 1).map(({ orderId }) => orderId)
  if (due.length > 0)
    inTransaction(db, (tx) => {
      const { changes } = run(
        tx,
        `UPDATE orders SET buyer = NULL, buyer_purged_at = ?
          WHERE order_id IN (SELECT value FROM json_each(?)) AND buyer_purged_at IS NULL`,
        at,
        JSON.stringify(due),
      )
      if (changes !== due.length) throw new Error(`expected ${due.length} purged buyers, got ${changes}`)
    })
  return { purged: due.length, next: looked.length < limit ? null : (looked.at(-1)?.orderId ?? null) }
}

/** Whether any order still has its buyer's data. */
export function hasBuyers(db: Db): boolean {
  return sql(db, 'SELECT 1 FROM orders WHERE buyer IS NOT NULL LIMIT 1').get() !== undefined
}

// By the primary key, part by part: an index just for this would slow down every write of an order.
const LOOK = `
  SELECT o.order_id AS orderId,
    o.buyer_purged_at IS NULL AND o.buyer IS NOT NULL
    AND CASE WHEN o.canceled = 1
      THEN coalesce(unixepoch(o.updated_at), unixepoch(o.read_at)) < unixepoch(@before)
      ELSE o.unpacked_lines = 0 AND (
        SELECT max(s.state ${NEEDS_BUYER}) = 0
           AND max(coalesce(unixepoch(s.delivered_at), unixepoch(o.updated_at), unixepoch(o.read_at)))
               < unixepoch(@before)
          FROM shipments s WHERE s.order_id = o.order_id AND s.state ${LIVE})
      END
    AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = 'order:' || o.order_id AND p.${OPEN}) AS due
  FROM orders o WHERE o.order_id > @afterId ORDER BY o.order_id LIMIT @limit`

/**
 * Whether the buyer's data is still needed: the order is neither handed over completely nor canceled, or one of its ops
 * is open. `null` when the station has not read the order.
 */
export function isBuyerNeeded(db: Db, orderId: number): boolean | null {
  const needed = sql(
    db,
    `SELECT (o.canceled = 0 AND (o.unpacked_lines > 0 OR o.packed_shipments > 0))
         OR EXISTS (SELECT 1 FROM outbox p WHERE p.lane = 'order:' || o.order_id AND p.${OPEN})
       FROM orders o WHERE o.order_id = ?`,
  )
    .pluck()
    .get(orderId) as 0 | 1 | undefined
  return needed === undefined ? null : needed === 1
}

/** Whether the buyer's data of the order was deleted here, by its age or on request. */
export function isBuyerDeleted(db: Db, orderId: number): boolean {
  return (
    sql(
      db,
      `SELECT 1 FROM deleted_buyers WHERE order_id = @orderId
        UNION ALL SELECT 1 FROM orders WHERE order_id = @orderId AND buyer_purged_at IS NOT NULL LIMIT 1`,
    ).get({ orderId }) !== undefined
  )
}

/** Deletes the buyer of one order for good; an order that is not here yet will come without. @param at ISO 8601 UTC */
export function deleteBuyer(tx: Tx, orderId: number, at: string): void {
  run(
    tx,
    'INSERT INTO deleted_buyers (order_id, deleted_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
    orderId,
    at,
  )
  run(
    tx,
    'UPDATE orders SET buyer = NULL, buyer_purged_at = coalesce(buyer_purged_at, ?) WHERE order_id = ?',
    at,
    orderId,
  )
}

/** The buyer of an order; `null` if there is none, or it cannot be opened. */
export function sealedBuyer(db: Db, seal: BuyerSeal, orderId: number): SealedBuyer | null {
  const sealed = sql(db, 'SELECT buyer FROM orders WHERE order_id = ?').pluck().get(orderId) as Buffer | null
  return sealed ? (seal.open(orderId, sealed) as SealedBuyer | null) : null
}

/**
 * The orders with a buyer of which something is to be packed, or waits for the carrier, oldest first. `mark`: another one each time
 * that the buyer is stored.
 */
export function openOrdersSealed(db: Db): { orderId: number; mark: string }[] {
  const part = (index: string, which: string) =>
    `SELECT order_id AS orderId, purchased_at, hex(substr(buyer, 1, ${SEAL_MARK_BYTES})) AS mark
       FROM orders INDEXED BY ${index} WHERE ${which} AND canceled = 0 AND buyer IS NOT NULL`
  const toPack = part('orders_to_pack', 'unpacked_lines > 0')
  const packed = part('orders_to_ship', 'packed_shipments > 0')
  return sql(db, `${toPack} UNION ${packed} ORDER BY purchased_at, orderId`).all() as {
    orderId: number
    mark: string
  }[]
}
