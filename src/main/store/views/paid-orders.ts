import type { PaidOrder } from '../../../shared/domain/orders/payout'
import type { Order } from '../../../shared/partner-api/order'
import { sql, type Db } from '../db/database'
import { jsonIn, storedFields } from '../db/stored-json'

/** Orders by the time of their purchase, with the amounts that the payouts are summed from. */

/** Where the last part ended. */
export type PaidPlace = { ms: number; orderId: number }
/** Moments of purchase, `toMs` left out. */
export type PaidSpan = { fromMs: number; toMs: number }

/** What `order_facts` stores for a time that an order lacks. */
const NO_TIME_MS = Number.MIN_SAFE_INTEGER
export const UNDATED_SPAN: PaidSpan = { fromMs: NO_TIME_MS, toMs: NO_TIME_MS + 1 }

export type Paid = PaidOrder & PaidPlace

type Row = {
  orderId: number
  ms: number
  canceled: 0 | 1
  amount: number | null
  refunds: string | null
}

/** Before the first order of the span. */
export function startOf({ fromMs }: PaidSpan): PaidPlace {
  return { ms: fromMs, orderId: 0 }
}

/** The next orders of the span after a place, `limit` at most. @param file the station's own, or one of the archive */
export function paidOrders(file: Db, { toMs }: PaidSpan, after: PaidPlace, limit: number): Paid[] {
  const rows = sql(
    file,
    `SELECT o.order_id AS orderId, f.purchased_ms AS ms, o.canceled, o.amount_cents AS amount,
       ${jsonIn('o.rest')} -> '$.refunds' AS refunds
     FROM order_facts f CROSS JOIN orders o USING (order_id)
     WHERE (f.purchased_ms, f.order_id) > (@ms, @orderId) AND f.purchased_ms < @toMs
     ORDER BY f.purchased_ms, f.order_id LIMIT +@limit`,
  ).all({ ...after, toMs, limit }) as Row[]
  const lines = linesOf(
    file,
    rows.map(({ orderId }) => orderId),
  )
  return rows.map(({ orderId, ms, canceled, amount, refunds }) => ({
    ...{ orderId, ms, amount },
    canceled: canceled === 1,
    refunds: refundsIn(refunds),
    order_lines: lines.get(orderId) ?? [],
  }))
}

type Line = Order['order_lines'][number]

function linesOf(file: Db, orderIds: readonly number[]): ReadonlyMap<number, Line[]> {
  const rows = sql(
    file,
    `SELECT order_id, line_id, server_copy FROM order_lines WHERE order_id IN (SELECT value FROM json_each(?))`,
  ).raw()
  const lines = new Map<number, Line[]>()
  for (const [orderId, lineId, copy] of rows.all(JSON.stringify(orderIds)) as [number, number, string][]) {
    const found = lines.get(orderId)
    // It was read as a line when it was stored.
    const line = storedFields(file, copy, 'order_lines.server_copy', `${orderId}/${lineId}`) as Line
    if (found === undefined) lines.set(orderId, [line])
    else found.push(line)
  }
  return lines
}

function refundsIn(stored: string | null): Order['refunds'] {
  const refunds = stored === null ? null : (JSON.parse(stored) as Order['refunds'] | null)
  return Array.isArray(refunds) ? refunds : []
}

/** The categories of those items whose category is known. */
export function categoriesOf(db: Db, itemNumbers: readonly string[]): ReadonlyMap<string, number> {
  const rows = sql(
    db,
    `SELECT item_number, category_id FROM items
      WHERE item_number IN (SELECT value FROM json_each(?)) AND category_id IS NOT NULL`,
  ).raw()
  return new Map(rows.all(JSON.stringify(itemNumbers)) as [string, number][])
}
