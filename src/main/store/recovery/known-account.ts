import { sql, type Db } from '../db/database'
import { readSetting } from '../tables/settings'

/** What this database knows about its account and can ask the marketplace about. */

export type KnownOrder = { orderId: number; purchasedAt: string | null; lineIds: readonly number[] }
export type KnownAccount = {
  /** The database has no data of any account yet, so nothing can be mixed up. */
  untouched: boolean
  /** A few orders: with open ops, the newest, and the oldest. */
  orders: readonly KnownOrder[]
  itemNumbers: readonly string[]
}

const MOST_OF_EACH = 3

export function knownAccount(db: Db): KnownAccount {
  const ids = [
    ...numbers(
      db,
      `SELECT DISTINCT order_id FROM outbox WHERE settled_at IS NULL AND order_id IN (SELECT order_id FROM orders)
        ORDER BY seq LIMIT ?`,
    ),
    ...newestAndOldest(db),
  ]
  const orders = [...new Set(ids)].flatMap((orderId) => findKnownOrder(db, orderId) ?? [])
  const itemNumbers = sql(
    db,
    'SELECT item_number FROM items WHERE state IS NOT NULL AND gone_at IS NULL ORDER BY updated_ms DESC LIMIT ?',
  )
    .pluck()
    .all(MOST_OF_EACH) as string[]
  return { untouched: isUntouched(db), orders, itemNumbers }
}

/** The orders by which stations find that they work for the same account. */
export function knownOrders(db: Db): KnownOrder[] {
  return [...new Set(newestAndOldest(db))].flatMap((orderId) => findKnownOrder(db, orderId) ?? [])
}

function newestAndOldest(db: Db): number[] {
  return [
    ...numbers(db, 'SELECT order_id FROM orders ORDER BY order_id DESC LIMIT ?'),
    ...numbers(db, 'SELECT order_id FROM orders ORDER BY order_id LIMIT ?'),
  ]
}

/** The order's unchanging data; `null` when it is not here. */
export function findKnownOrder(db: Db, orderId: number): KnownOrder | null {
  const row = sql(db, 'SELECT purchased_at FROM orders WHERE order_id = ?').get(orderId) as
    | { purchased_at: string | null }
    | undefined
  if (row === undefined) return null
  const lineIds = sql(db, 'SELECT line_id FROM order_lines WHERE order_id = ?').pluck().all(orderId)
  return { orderId, purchasedAt: row.purchased_at, lineIds: lineIds as number[] }
}

/** Compares unchanging data: two accounts may well use the same order numbers. */
export function isSameOrder(one: Omit<KnownOrder, 'orderId'>, other: Omit<KnownOrder, 'orderId'>): boolean {
  const lineIds = new Set(other.lineIds)
  const sharesLines = one.lineIds.length === 0 || one.lineIds.some((id) => lineIds.has(id))
  return sharesLines && sameSecond(one.purchasedAt, other.purchasedAt)
}

function sameSecond(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true
  return Math.abs(Date.parse(one) - Date.parse(other)) < 1_000
}

/** Whether nothing was ever read or queued in it: it is not even known whether the account is empty. */
export function isUntouched(db: Db): boolean {
  const has = (table: 'orders' | 'items' | 'outbox'): boolean =>
    sql(db, `SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined
  if (has('orders') || has('items') || has('outbox')) return false
  return readSetting(db, 'pull.cursor') === null && readSetting(db, 'pull.round') === null
}

function numbers(db: Db, text: string): number[] {
  return sql(db, text).pluck().all(MOST_OF_EACH) as number[]
}
