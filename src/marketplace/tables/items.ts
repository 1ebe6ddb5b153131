import { nextId, statement, type Db } from '../database'
import { AFTER_CURSOR, type Page } from '../paging'

export type ItemRow = {
  id: number
  item_number: string
  account_id: number
  state: string
  title: string
  description: string | null
  external_id: string | null
  mpn: string | null
  price: number
  /** JSON, as are size, attributes, photos, listing_error_messages and pending_discount. */
  discount: string | null
  msrp: number
  quality: string
  condition_description: string | null
  with_tag: 0 | 1 | null
  authentication_type: string | null
  created_at: number
  updated_at: number
  category_id: number
  brand_id: number
  warehouse_id: number
  size: string | null
  attributes: string | null
  photos: string
  listing_error_messages: string
  /** When the background job changes the item's state next; `null` when nothing is due. */
  state_due_at: number | null
  pending_discount: string | null
  pending_discount_due_at: number | null
}

/**
 * Times in milliseconds. `updatedBefore` is inclusive, `updatedAfter` exclusive.
 * @see partner-api "GET /api/v1.0/items"
 */
export type ItemFilter = {
  updatedBefore: number | null
  updatedAfter: number | null
  statuses: readonly string[]
  externalId: string | null
  mpn: string | null
  /** Times are compared as they are shown: truncated to this many milliseconds. */
  precisionMs: 1 | 1000
}

/** The item of an account, or `null` when it does not exist or is another account's. */
export function findItem(db: Db, accountId: number, itemNumber: string): ItemRow | null {
  const sql = 'SELECT * FROM items WHERE item_number = ? AND account_id = ?'
  return (statement(db, sql).get(itemNumber, accountId) as ItemRow | undefined) ?? null
}

/** The item, whichever account owns it; for the control API. */
export function findAnyItem(db: Db, itemNumber: string): ItemRow | null {
  const row = statement(db, 'SELECT * FROM items WHERE item_number = ?').get(itemNumber)
  return (row as ItemRow | undefined) ?? null
}

/** The newest item with that external ID that is in none of the `free` states. */
export function findItemByExternalId(
  db: Db,
  accountId: number,
  externalId: string,
  free: readonly string[],
): ItemRow | null {
  const sql = `SELECT * FROM items WHERE account_id = ? AND external_id = ?
    AND state NOT IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 1`
  return (statement(db, sql).get(accountId, externalId, JSON.stringify(free)) as ItemRow | undefined) ?? null
}

/** One row more than the page holds, so that the caller sees whether another page follows. */
export function listItems(db: Db, accountId: number, filter: ItemFilter, page: Page): ItemRow[] {
  const sql = `SELECT * FROM items WHERE account_id = :accountId
    AND state IN (SELECT value FROM json_each(:statuses))
    AND (:updatedBefore IS NULL OR updated_at - updated_at % :precisionMs <= :updatedBefore)
    AND (:updatedAfter IS NULL OR updated_at - updated_at % :precisionMs > :updatedAfter)
    AND (:externalId IS NULL OR external_id = :externalId)
    AND (:mpn IS NULL OR mpn = :mpn)
    AND ${AFTER_CURSOR[page.sort]} LIMIT :limit`
  return statement(db, sql).all({
    accountId,
    ...filter,
    statuses: JSON.stringify(filter.statuses),
    cursorKey: page.cursor.key,
    cursorId: page.cursor.id,
    limit: page.size + 1,
  }) as ItemRow[]
}

/** The states that an account's items have now. */
export function statesInUse(db: Db, accountId: number): ReadonlySet<string> {
  const states = statement(db, 'SELECT DISTINCT state FROM items WHERE account_id = ?').pluck()
  return new Set(states.all(accountId) as string[])
}

/** Adds an item and returns the number that the marketplace gave it. */
export function addItem(db: Db, item: Omit<ItemRow, 'id' | 'item_number'>): string {
  const id = nextId(db, 'items')
  const itemNumber = `M${id}`
  statement(
    db,
    `INSERT INTO items VALUES (:id, :item_number, :account_id, :state, :title, :description, :external_id, :mpn,
      :price, :discount, :msrp, :quality, :condition_description, :with_tag, :authentication_type, :created_at,
      :updated_at, :category_id, :brand_id, :warehouse_id, :size, :attributes, :photos, :listing_error_messages,
      :state_due_at, :pending_discount, :pending_discount_due_at)`,
  ).run({ id, item_number: itemNumber, ...item })
  return itemNumber
}

export function setItemState(
  db: Db,
  id: number,
  change: { state: string; dueAt: number | null; nowMs: number },
): void {
  statement(
    db,
    'UPDATE items SET state = ?, state_due_at = ?, updated_at = max(?, updated_at + 1) WHERE id = ?',
  ).run(change.state, change.dueAt, change.nowMs, id)
}

export function setItemCodes(
  db: Db,
  id: number,
  { externalId, mpn }: { externalId: string | null; mpn: string | null },
): void {
  statement(db, 'UPDATE items SET external_id = ?, mpn = ? WHERE id = ?').run(externalId, mpn, id)
}

export function setItemErrors(db: Db, id: number, messages: readonly unknown[]): void {
  statement(db, 'UPDATE items SET listing_error_messages = ? WHERE id = ?').run(JSON.stringify(messages), id)
}

export function setItemPrice(db: Db, id: number, price: number, nowMs: number): void {
  statement(db, 'UPDATE items SET price = ?, updated_at = max(?, updated_at + 1) WHERE id = ?').run(
    price,
    nowMs,
    id,
  )
}

/** Stores a discount (JSON) that shows later; a newer one replaces one that waits. */
export function setPendingDiscount(db: Db, id: number, discount: string, dueAt: number): void {
  statement(db, 'UPDATE items SET pending_discount = ?, pending_discount_due_at = ? WHERE id = ?').run(
    discount,
    dueAt,
    id,
  )
}

export function showPendingDiscount(db: Db, id: number, nowMs: number): void {
  statement(
    db,
    `UPDATE items SET discount = pending_discount, pending_discount = NULL, pending_discount_due_at = NULL,
      updated_at = max(?, updated_at + 1) WHERE id = ?`,
  ).run(nowMs, id)
}

/** Items whose state changes by `atMs`. */
export function itemsDue(db: Db, atMs: number): ItemRow[] {
  return statement(db, 'SELECT * FROM items WHERE state_due_at <= ? ORDER BY id').all(atMs) as ItemRow[]
}

/** Items whose discount shows by `atMs`. */
export function discountsDue(db: Db, atMs: number): ItemRow[] {
  const sql = 'SELECT * FROM items WHERE pending_discount_due_at <= ? ORDER BY id'
  return statement(db, sql).all(atMs) as ItemRow[]
}
