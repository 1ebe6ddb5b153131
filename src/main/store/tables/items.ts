import { readItem, type Item } from '../../../shared/partner-api/item'
import { run, sql, type Db, type Tx } from '../db/database'
import { refreshSummary } from './orders'
import { ITEM_LANES } from './outbox'

/** Items' titles and conditions, cached: order lines do not contain them. */

/** Stores an item as read, and refreshes the search text of the orders that contain it. */
export function saveItem(tx: Tx, item: Item, readAt: string): void {
  upsert(tx, item.item_number, item.title ?? null, JSON.stringify(item), readAt)
  // The index ignores case; the item is this one only.
  const orders = sql(
    tx,
    'SELECT DISTINCT order_id FROM order_lines WHERE item_number = +@number COLLATE NOCASE AND item_number = +@number',
  ).pluck()
  for (const orderId of orders.all({ number: item.item_number }) as number[]) refreshSummary(tx, orderId)
}

/** Notes that the marketplace does not know an item, so that it is not requested over and over. */
export function saveUnknownItem(tx: Tx, itemNumber: string, readAt: string): void {
  upsert(tx, itemNumber, null, null, readAt)
}

function upsert(tx: Tx, itemNumber: string, title: string | null, copy: string | null, readAt: string): void {
  run(
    tx,
    `INSERT INTO items (item_number, title, server_copy, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (item_number) DO UPDATE SET title = excluded.title, server_copy = excluded.server_copy, read_at = excluded.read_at`,
    itemNumber,
    title,
    copy,
    readAt,
  )
}

/** Which cached items to return: those in one of these states, or in any state if none is named. */
export type CachedItemFilter = { status: readonly string[]; externalId: string; mpn: string }

const EXTERNAL_ID = `json_extract(server_copy, '$.external_id')`
const MPN = `json_extract(server_copy, '$.mpn')`

/** SQL condition of the filter, after another one; empty texts match every item. Bound by `filterValues`. */
export function filterCondition({ externalId, mpn, status }: CachedItemFilter): string {
  return [
    externalId === '' ? '' : `AND ${EXTERNAL_ID} = @externalId`,
    mpn === '' ? '' : `AND ${MPN} = @mpn`,
    status.length === 0
      ? ''
      : `AND json_extract(server_copy, '$.state') IN (SELECT value FROM json_each(@status))`,
  ].join(' ')
}

export function filterValues({ externalId, mpn, status }: CachedItemFilter) {
  return { externalId, mpn, status: JSON.stringify(status) }
}

/** The matching cached items, last changed first. Empty texts match every item. */
export function cachedItems(db: Db, filter: CachedItemFilter, limit: number): Item[] {
  const copies = sql(
    db,
    `SELECT server_copy FROM items WHERE server_copy IS NOT NULL ${filterCondition(filter)}
      ORDER BY json_extract(server_copy, '$.updated_at') DESC LIMIT @limit`,
  )
    .pluck()
    .all({ ...filterValues(filter), limit }) as string[]
  return copies.flatMap((copy) => itemIn(copy) ?? [])
}

/** The item in a stored copy; `null` if it cannot be read. */
export function itemIn(copy: string): Item | null {
  return readItem.safeParse(JSON.parse(copy)).data ?? null
}

/** The cached item, or `null`. */
export function findItem(db: Db, itemNumber: string): Item | null {
  const copy = sql(db, 'SELECT server_copy FROM items WHERE item_number = ?').pluck().get(itemNumber) as
    string | null | undefined
  return copy === null || copy === undefined ? null : itemIn(copy)
}

/** Item numbers that the first orders to pack need and the cache lacks, oldest order first. @param orders how many */
export function missingItems(db: Db, orders: number): string[] {
  return sql(
    db,
    `SELECT DISTINCT l.item_number
       FROM (SELECT order_id, purchased_at FROM orders WHERE unpacked_lines > 0 AND canceled = 0
              ORDER BY purchased_at, order_id LIMIT +?) o
       JOIN order_lines l USING (order_id)
      WHERE l.item_number IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM items i WHERE i.item_number = l.item_number)
      ORDER BY o.purchased_at, o.order_id, l.position`,
  )
    .pluck()
    .all(orders) as string[]
}

/** Items of these orders that the cache lacks. */
export function missingItemsOf(db: Db, orderIds: readonly number[]): string[] {
  return sql(
    db,
    `SELECT DISTINCT item_number FROM order_lines
      WHERE order_id IN (SELECT value FROM json_each(?)) AND item_number IS NOT NULL
        AND item_number NOT IN (SELECT item_number FROM items)`,
  )
    .pluck()
    .all(JSON.stringify(orderIds)) as string[]
}

/** Items that were created here and not read since, newest first. */
export function createdNotCached(db: Db, limit: number): string[] {
  return sql(
    db,
    `SELECT server_ref FROM outbox INDEXED BY outbox_lane
      WHERE ${ITEM_LANES} AND kind = 'create_item' AND state = 'confirmed' AND server_ref IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM items i WHERE i.item_number = server_ref)
      ORDER BY seq DESC LIMIT ?`,
  )
    .pluck()
    .all(limit) as string[]
}

/** Which of these items the cache lacks. */
export function notCached(db: Db, itemNumbers: readonly string[]): string[] {
  return sql(db, 'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT item_number FROM items)')
    .pluck()
    .all(JSON.stringify(itemNumbers)) as string[]
}
