import { sql, type Db } from '../db/database'
import { OPEN } from '../tables/outbox'

/** Which orders and ops are finished for good, and since when. */

/** Where the last part ended, in the order of age. */
export type Age = { at: string; orderId: number }

export type FinishedPart = {
  orders: readonly { orderId: number; purchasedAt: string }[]
  /** Continue after this one; `null` when all were examined. */
  next: Age | null
}

/** These stay at least: what an account is recognized by, and what a label was used for last. */
export const NEWEST_KEPT = 200

const DONE_OP = `(p.settled_at < @before AND (p.state = 'discarded' OR p.shown_at IS NOT NULL))`

// An order is looked at with its lines counted, its parcels, ops, alarms, hold and photos; the last op stays, because
// the next one is numbered after it.
const LOOK = `
  SELECT o.order_id AS orderId, o.purchased_at AS purchasedAt,
    o.packed_shipments = 0 AND o.shipped_shipments = 0 AND (o.canceled = 1 OR o.unpacked_lines = 0)
    AND coalesce(unixepoch(o.updated_at), unixepoch(o.read_at)) < unixepoch(@before)
    AND o.order_id < @newest
    AND NOT EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = o.order_id
      AND (max(coalesce(unixepoch(s.packed_at), 0), coalesce(unixepoch(s.shipped_at), 0),
          coalesce(unixepoch(s.delivered_at), 0), coalesce(unixepoch(s.canceled_at), 0)) >= unixepoch(@before)
        OR EXISTS (SELECT 1 FROM photos f WHERE f.shipment_uid = s.shipment_uid)))
    AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = 'order:' || o.order_id
      AND (p.${OPEN} OR NOT ${DONE_OP} OR p.seq = @lastSeq))
    AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.order_id = o.order_id AND n.acknowledged_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM order_holds h WHERE h.order_id = o.order_id) AS finished
  FROM orders o WHERE (o.purchased_at, o.order_id) > (+@at, +@orderId) AND o.purchased_at < +@before
  ORDER BY o.purchased_at, o.order_id LIMIT +@limit`

/**
 * Those of the next `limit` orders by age that were finished before `before`, ISO 8601 UTC: nothing is left to pack, ship
 * or deliver, every op is settled and was shown, and nobody has to look at an alarm.
 */
export function finishedOrders(db: Db, before: string, after: Age, limit: number): FinishedPart {
  const newest = sql(
    db,
    `SELECT order_id FROM orders ORDER BY order_id DESC LIMIT 1 OFFSET ${NEWEST_KEPT - 1}`,
  )
    .pluck()
    .get() as number | undefined
  const looked = sql(db, LOOK).all({
    before,
    limit,
    ...after,
    newest: newest ?? 0,
    lastSeq: lastSeq(db),
  }) as { orderId: number; purchasedAt: string; finished: 0 | 1 }[]
  const last = looked.at(-1)
  return {
    orders: looked.filter(({ finished }) => finished === 1),
    next:
      looked.length < limit || last === undefined ? null : { at: last.purchasedAt, orderId: last.orderId },
  }
}

/**
 * Those of the next `limit` ops after `after` that are on items and were settled before `before`. The last op on each
 * item stays: it says who changed the item.
 */
export function finishedItemOps(
  db: Db,
  before: string,
  after: number,
  limit: number,
): { ops: readonly { seq: number; capturedAt: string }[]; next: number | null } {
  const looked = sql(
    db,
    `SELECT p.seq, p.captured_at AS capturedAt,
       p.order_id IS NULL AND ${DONE_OP} AND NOT p.${OPEN}
         AND EXISTS (SELECT 1 FROM outbox l WHERE l.lane = p.lane AND l.seq > p.seq) AS finished
     FROM outbox p WHERE p.seq > +@after AND p.seq < +@lastSeq ORDER BY p.seq LIMIT +@limit`,
  ).all({ before, after, limit, lastSeq: lastSeq(db) }) as {
    seq: number
    capturedAt: string
    finished: 0 | 1
  }[]
  return {
    ops: looked.filter(({ finished }) => finished === 1),
    next: looked.length < limit ? null : (looked.at(-1)?.seq ?? null),
  }
}

function lastSeq(db: Db): number {
  return sql(db, 'SELECT coalesce(max(seq), 0) FROM outbox').pluck().get() as number
}
