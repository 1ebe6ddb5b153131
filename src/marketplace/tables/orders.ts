import { nextId, statement, type Db } from '../database'
import { AFTER_CURSOR, type Page } from '../paging'

export type OrderRow = {
  id: number
  account_id: number
  state: string
  email: string
  phone_number: string
  amount: number
  created_at: number
  updated_at: number
  purchased_at: number
  line1: string
  line2: string
  city: string
  address_state: string
  zip5: string
  name: string
  cancelation_reason: string | null
  canceled_at: number | null
}

export type OrderLineRow = {
  id: number
  order_id: number
  item_number: string | null
  listed_item_price: number
  amount: number
  net: number
  discount: number
  /** JSON of a Discount. */
  allowed_discount: string | null
  tax: number
  estimated_payout: number
  is_shipping_fee: 0 | 1
  shipment_id: number | null
  external_id: string | null
  mpn: string | null
}

export type OrderPaymentRow = {
  id: number
  order_id: number
  total_collected: number
  transaction_type: string
}

/** Milliseconds; both `…After` are inclusive, both `…Before` exclusive. @see partner-api "GET /api/v1.0/orders" */
export type OrderFilter = {
  createdAfter: number | null
  createdBefore: number | null
  updatedAfter: number | null
  updatedBefore: number | null
}

/** The order of an account, or `null` when it does not exist or is another account's. */
export function findOrder(db: Db, accountId: number, orderId: number): OrderRow | null {
  const row = statement(db, 'SELECT * FROM orders WHERE id = ? AND account_id = ?').get(orderId, accountId)
  return (row as OrderRow | undefined) ?? null
}

/** The order, whichever account owns it; for the control API. */
export function findAnyOrder(db: Db, orderId: number): OrderRow | null {
  return (statement(db, 'SELECT * FROM orders WHERE id = ?').get(orderId) as OrderRow | undefined) ?? null
}

/** One row more than the page holds, so that the caller sees whether another page follows. */
export function listOrders(db: Db, accountId: number, filter: OrderFilter, page: Page): OrderRow[] {
  const sql = `SELECT * FROM orders WHERE account_id = :accountId
    AND (:createdAfter IS NULL OR created_at >= :createdAfter)
    AND (:createdBefore IS NULL OR created_at < :createdBefore)
    AND (:updatedAfter IS NULL OR updated_at >= :updatedAfter)
    AND (:updatedBefore IS NULL OR updated_at < :updatedBefore)
    AND ${AFTER_CURSOR[page.sort]} LIMIT :limit`
  return statement(db, sql).all({
    accountId,
    ...filter,
    cursorKey: page.cursor.key,
    cursorId: page.cursor.id,
    limit: page.size + 1,
  }) as OrderRow[]
}

/** How many orders an account has, and when the newest was placed (ms); `null` without one. */
export function countOrders(db: Db, accountId: number): { count: number; newest: number | null } {
  const sql = 'SELECT count(*) AS count, max(created_at) AS newest FROM orders WHERE account_id = ?'
  return statement(db, sql).get(accountId) as { count: number; newest: number | null }
}

/** Orders of an account with goods that are in no shipment, but for canceled ones; oldest first. */
export function ordersToPack(db: Db, accountId: number): OrderRow[] {
  return statement(
    db,
    `SELECT * FROM orders WHERE account_id = ? AND canceled_at IS NULL
      AND id IN (SELECT order_id FROM order_lines WHERE is_shipping_fee = 0 AND shipment_id IS NULL)
      ORDER BY created_at, id`,
  ).all(accountId) as OrderRow[]
}

/** The order's lines, in their order. */
export function linesOf(db: Db, orderId: number): OrderLineRow[] {
  return statement(db, 'SELECT * FROM order_lines WHERE order_id = ? ORDER BY id').all(
    orderId,
  ) as OrderLineRow[]
}

/** Rows of a child table for many orders at once, by order. */
export function childrenOf<Row extends { order_id: number }>(
  db: Db,
  table: 'order_lines' | 'order_payments' | 'shipments' | 'refunds',
  orderIds: readonly number[],
): Map<number, Row[]> {
  const sql = `SELECT * FROM ${table} WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY id`
  const byOrder = new Map<number, Row[]>()
  for (const row of statement(db, sql).all(JSON.stringify(orderIds)) as Row[]) {
    const rows = byOrder.get(row.order_id)
    if (rows === undefined) byOrder.set(row.order_id, [row])
    else rows.push(row)
  }
  return byOrder
}

/**
 * Advances the order's `updated_at`: to now, or a millisecond past the last change if the clock has not advanced, so
 * that polling by time never misses a change.
 */
export function touchOrder(db: Db, orderId: number, nowMs: number): void {
  statement(db, 'UPDATE orders SET updated_at = max(?, updated_at + 1) WHERE id = ?').run(nowMs, orderId)
}

export function setOrderState(db: Db, orderId: number, state: string): void {
  statement(db, 'UPDATE orders SET state = ? WHERE id = ?').run(state, orderId)
}

/** Marks the order canceled, whatever the state is called. */
export function setOrderCanceled(
  db: Db,
  orderId: number,
  change: { state: string; reason: string | null; nowMs: number },
): void {
  statement(db, 'UPDATE orders SET state = ?, cancelation_reason = ?, canceled_at = ? WHERE id = ?').run(
    change.state,
    change.reason,
    change.nowMs,
    orderId,
  )
}

export function setOrderAddress(
  db: Db,
  orderId: number,
  address: Partial<Pick<OrderRow, 'line1' | 'line2' | 'city' | 'address_state' | 'zip5' | 'name'>>,
): void {
  const sql = `UPDATE orders SET line1 = coalesce(:line1, line1), line2 = coalesce(:line2, line2),
    city = coalesce(:city, city), address_state = coalesce(:address_state, address_state),
    zip5 = coalesce(:zip5, zip5), name = coalesce(:name, name) WHERE id = :orderId`
  const none = { line1: null, line2: null, city: null, address_state: null, zip5: null, name: null }
  statement(db, sql).run({ ...none, ...address, orderId })
}

type LineCodes = Pick<OrderLineRow, 'item_number' | 'external_id' | 'mpn'>

/** What is left out stays. */
export function setLineCodes(
  db: Db,
  line: OrderLineRow,
  codes: { [Code in keyof LineCodes]?: LineCodes[Code] | undefined },
): void {
  const kept = ({ item_number, external_id, mpn }: LineCodes) => ({ item_number, external_id, mpn })
  const given = Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== undefined))
  statement(
    db,
    'UPDATE order_lines SET item_number = :item_number, external_id = :external_id, mpn = :mpn WHERE id = :id',
  ).run({ ...kept(line), ...given, id: line.id })
}

export function removeLine(db: Db, lineId: number): void {
  statement(db, 'DELETE FROM shipment_lines WHERE order_line_id = ?').run(lineId)
  statement(db, 'DELETE FROM order_lines WHERE id = ?').run(lineId)
}

/** Adds an order with its payment and returns its id. */
export function addOrder(db: Db, order: Omit<OrderRow, 'id'>): number {
  const id = nextId(db, 'orders')
  statement(
    db,
    `INSERT INTO orders VALUES (:id, :account_id, :state, :email, :phone_number, :amount, :created_at, :updated_at,
      :purchased_at, :line1, :line2, :city, :address_state, :zip5, :name, :cancelation_reason, :canceled_at)`,
  ).run({ id, ...order })
  statement(db, 'INSERT INTO order_payments VALUES (?, ?, ?, ?)').run(
    nextId(db, 'order_payments'),
    id,
    order.amount,
    'charge',
  )
  return id
}

export function addOrderLine(db: Db, line: Omit<OrderLineRow, 'id'>): number {
  const id = nextId(db, 'order_lines')
  statement(
    db,
    `INSERT INTO order_lines VALUES (:id, :order_id, :item_number, :listed_item_price, :amount, :net, :discount,
      :allowed_discount, :tax, :estimated_payout, :is_shipping_fee, :shipment_id, :external_id, :mpn)`,
  ).run({ id, ...line })
  return id
}
