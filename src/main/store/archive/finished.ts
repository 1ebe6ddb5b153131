import { sql, type Db } from '../db/database'
import { OPEN } from '../tables/outbox'
import { monthOf } from './months'

/** Which orders and ops are finished for good, and since when. */

/** Where the last part ended, in the order of age; `at` is `null` among orders without a purchase time, which come first. */
export type Age = { at: string | null; orderId: number }
export const OLDEST: Age = { at: null, orderId: 0 }

/** What is finished among the rows that were examined, of one month only, so that all of it goes into one file. */
export type FinishedPart<Place> = {
  month: string
  ids: readonly number[]
  /** Continue after this one; `null` when all were examined. */
  next: Place | null
}

type Looked = { id: number; at: string; finished: 0 | 1 }

/** Rows examined at once: one to two milliseconds. */
const ORDERS_AT_ONCE = 200
const OPS_AT_ONCE = 2_000

/** These stay at least: what an account is recognized by, and what a label was used for last. */
export const NEWEST_KEPT = 200

const DONE_OP = `(p.settled_at < @before AND (p.state = 'discarded' OR p.shown_at IS NOT NULL))`

// An order is looked at with its lines counted, its parcels, ops, alarms, hold and photos; the last op stays, because
// the next one is numbered after it.
const LOOK = `
  SELECT o.order_id AS id, coalesce(o.purchased_at, o.updated_at, o.read_at) AS at,
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
  FROM orders o WHERE`
const DATED = `${LOOK} (o.purchased_at, o.order_id) > (+@at, +@orderId) AND o.purchased_at < +@before
  ORDER BY o.purchased_at, o.order_id LIMIT +@limit`
const UNDATED = `${LOOK} o.purchased_at IS NULL AND o.order_id > +@orderId ORDER BY o.order_id LIMIT +@limit`

/**
 * Up to `most` of the next orders by age that were finished before `before`, ISO 8601 UTC: nothing is left to pack, ship
 * or deliver, every op is settled and was shown, and nobody has to look at an alarm. An order without a purchase time goes
 * into the month of its last change.
 */
export function finishedOrders(db: Db, before: string, after: Age, most: number): FinishedPart<Age> {
  const newest = sql(
    db,
    `SELECT order_id FROM orders ORDER BY order_id DESC LIMIT 1 OFFSET ${NEWEST_KEPT - 1}`,
  )
    .pluck()
    .get() as number | undefined
  const dated = after.at !== null
  const looked = sql(db, dated ? DATED : UNDATED).all({
    before,
    limit: ORDERS_AT_ONCE,
    ...after,
    newest: newest ?? 0,
    lastSeq: lastSeq(db),
  }) as Looked[]
  const { last, ...part } = partOf(looked, most, ORDERS_AT_ONCE)
  if (last !== null) return { ...part, next: { at: dated ? last.at : null, orderId: last.id } }
  return { ...part, next: dated ? null : { at: '', orderId: 0 } }
}

/**
 * Up to `most` of the next ops after `after` that are on items and were settled before `before`. The last op on each item
 * stays: it says who changed the item; those of a bulk job stay as long as the job.
 */
export function finishedItemOps(db: Db, before: string, after: number, most: number): FinishedPart<number> {
  const looked = sql(
    db,
    `SELECT p.seq AS id, p.captured_at AS at,
       p.order_id IS NULL AND ${DONE_OP} AND NOT p.${OPEN}
         AND EXISTS (SELECT 1 FROM outbox l WHERE l.lane = p.lane AND l.seq > p.seq)
         AND NOT EXISTS (SELECT 1 FROM bulk_jobs j WHERE j.job_id = p.job_id) AS finished
     FROM outbox p WHERE p.seq > +@after AND p.seq < +@lastSeq ORDER BY p.seq LIMIT +@limit`,
  ).all({ before, after, limit: OPS_AT_ONCE, lastSeq: lastSeq(db) }) as Looked[]
  const { last, ...part } = partOf(looked, most, OPS_AT_ONCE)
  return { ...part, next: last?.id ?? null }
}

/** @returns `last`: the row after which to continue; `null` if none is left */
function partOf(looked: readonly Looked[], most: number, limit: number) {
  const finished = looked.filter((row) => row.finished === 1)
  const month = monthOf(finished[0]?.at ?? null)
  const another = finished.findIndex(({ at }, index) => index === most || monthOf(at) !== month)
  const taken = another < 0 ? finished : finished.slice(0, another)
  const last = another >= 0 ? taken.at(-1) : looked.length < limit ? undefined : looked.at(-1)
  return { month, ids: taken.map(({ id }) => id), last: last ?? null }
}

function lastSeq(db: Db): number {
  return sql(db, 'SELECT coalesce(max(seq), 0) FROM outbox').pluck().get() as number
}
