import { readItem, type Item } from '../../../shared/partner-api/item'
import type { LineCodes } from '../../../shared/domain/orders/order-change'
import { listingErrors } from '../../../shared/domain/items/listing-errors'
import { indexedWords, searchTextOf } from '../../../shared/domain/orders/search-words'
import { formatInstant, parseInstant } from '../../../shared/domain/time/timestamps'
import { run, sql, type Db, type Tx } from '../db/database'
import { storedJson } from '../db/stored-json'
import { noteItemChanges, type Comparable } from './item-changes'
import { stopChanged } from './changed-parcels'
import { noteItemCodes } from './order-changes'
import { refreshSummary } from './orders'
import { CREATED_ITEMS } from './outbox'

/**
 * The account's items as last read, with the columns that lists filter and sort by. Their copies are in `item_copies`,
 * which only this file writes as well, and their words in `item_search`.
 */

/** A row's columns of what the marketplace says, in the order in which they are written. */
const COLUMNS = [
  'updated_ms',
  'created_ms',
  'price_cents',
  'listed_price_cents',
  'discount_percent',
  'msrp_cents',
  'category_id',
  'brand_id',
  'warehouse_id',
  'delay_days',
  'has_errors',
  'state',
  'quality',
  'external_id',
  'mpn',
  'title',
] as const
type Value = string | number | null
type Columns = Record<(typeof COLUMNS)[number], Value>

type KnownItem = Columns & { item_id: number; gone_at: string | null; unlisted: 0 | 1; copy: string | null }

/**
 * Stores an item as read, notes what changed in it, and refreshes the orders that contain it. A copy that is older than
 * the known one is left out (I12).
 * @param readAt ISO 8601 UTC
 * @param from `listed`: a list showed it
 * @returns whether it was stored
 */
export function saveItem(
  tx: Tx,
  item: Item,
  readAt: string,
  from: { listed: boolean } = { listed: false },
): boolean {
  const known = sql(
    tx,
    `SELECT ${COLUMNS.join(', ')}, item_id, gone_at, unlisted, server_copy AS copy
       FROM items LEFT JOIN item_copies USING (item_id) WHERE item_number = ?`,
  ).get(item.item_number) as KnownItem | undefined
  const columns = columnsOf(item)
  if (isOlderItem(columns, known)) return false
  const copy = JSON.stringify(item)
  const values = COLUMNS.map((name) => columns[name])
  const itemId = known === undefined ? insertItem(tx, item.item_number, values, readAt) : known.item_id
  if (known !== undefined)
    run(
      tx,
      `UPDATE items SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')}, read_at = ?, gone_at = NULL, unlisted = ?
        WHERE item_id = ?`,
      ...[...values, readAt, from.listed ? 0 : known.unlisted, itemId],
    )
  if (copy !== known?.copy)
    run(tx, 'INSERT OR REPLACE INTO item_copies (item_id, server_copy) VALUES (?, ?)', itemId, copy)
  indexWords(tx, itemId, wordsOf(item.item_number, known), wordsOf(item.item_number, columns))
  if (known !== undefined && known.state !== null) {
    const changedAt = columns.updated_ms !== known.updated_ms ? columns.updated_ms : null
    const at = typeof changedAt === 'number' ? formatInstant(changedAt) : readAt
    noteItemChanges(tx, { itemId, itemNumber: item.item_number }, comparable(known), comparable(columns), at)
  }
  if (known !== undefined && known.state !== null) noteCodes(tx, item.item_number, known, columns, readAt)
  if (known?.title !== columns.title || known.delay_days !== columns.delay_days)
    refreshOrdersWith(tx, item.item_number)
  return true
}

/** What was scanned counts for the item as it was; the count of alarms in the status tells the window of a new one. */
function noteCodes(tx: Tx, itemNumber: string, known: Columns, columns: Columns, at: string): void {
  if (known.external_id === columns.external_id && known.mpn === columns.mpn) return
  const change = { itemNumber, from: codesOf(itemNumber, known), to: codesOf(itemNumber, columns) }
  for (const [orderId, changes] of noteItemCodes(tx, change, at)) stopChanged(tx, orderId, changes, at)
}

function codesOf(itemNumber: string, { external_id: externalId, mpn }: Columns): LineCodes {
  return { itemNumber, externalId: externalId as string | null, mpn: mpn as string | null }
}

/** Whether the station has this very copy. */
export function isSameItem(db: Db, item: Item): boolean {
  const copy = sql(
    db,
    `SELECT server_copy FROM items JOIN item_copies USING (item_id)
      WHERE item_number = ? AND gone_at IS NULL AND unlisted = 0`,
  ).pluck()
  return copy.get(item.item_number) === JSON.stringify(item)
}

/**
 * Notes that the marketplace does not know an item, so that it is not requested over and over. What was known of it
 * stays.
 */
export function saveUnknownItem(tx: Tx, itemNumber: string, readAt: string): void {
  run(
    tx,
    `INSERT INTO items (item_number, read_at, gone_at) VALUES (@itemNumber, @readAt, @readAt)
     ON CONFLICT (item_number) DO UPDATE SET gone_at = ifnull(gone_at, excluded.gone_at), read_at = excluded.read_at`,
    { itemNumber, readAt },
  )
}

/**
 * Notes that an item is gone, as another station saw it; a later copy of it counts more (H5).
 * @param updatedAt of the copy that is gone @returns whether it was here until now
 */
export function noteGone(tx: Tx, itemNumber: string, updatedAt: string | null, readAt: string): boolean {
  const goneMs = parseInstant(updatedAt ?? '')
  return (
    run(
      tx,
      `UPDATE items SET gone_at = @readAt, read_at = @readAt
        WHERE item_number = @itemNumber AND state IS NOT NULL AND gone_at IS NULL
          AND (@goneMs IS NULL OR updated_ms IS NULL OR updated_ms <= @goneMs)`,
      { itemNumber, readAt, goneMs },
    ).changes > 0
  )
}

/** In one statement: each writing of a row also counts it and writes its place in a dozen indexes. */
function insertItem(tx: Tx, itemNumber: string, values: readonly Value[], readAt: string): number {
  const { lastInsertRowid } = run(
    tx,
    `INSERT INTO items (${COLUMNS.join(', ')}, item_number, read_at)
     VALUES (${COLUMNS.map(() => '?').join(', ')}, ?, ?)`,
    ...[...values, itemNumber, readAt],
  )
  return Number(lastInsertRowid)
}

function columnsOf(item: Item): Columns {
  const delay = item.fulfillment_delay_days
  return {
    updated_ms: parseInstant(item.updated_at ?? ''),
    created_ms: parseInstant(item.created_at ?? ''),
    price_cents: item.price ?? null,
    listed_price_cents: item.listed_price ?? null,
    discount_percent: item.discount?.max_discount?.percentage ?? null,
    msrp_cents: item.msrp ?? null,
    category_id: item.category_id ?? null,
    brand_id: item.brand_id ?? null,
    warehouse_id: item.warehouse_id ?? null,
    delay_days: Number.isSafeInteger(delay) ? (delay ?? null) : null,
    has_errors: listingErrors(item.listing_error_messages).length > 0 ? 1 : 0,
    state: item.state,
    quality: item.quality ?? null,
    external_id: item.external_id ?? null,
    mpn: item.mpn ?? null,
    title: item.title ?? null,
  }
}

function comparable(columns: Columns): Comparable {
  return {
    price: columns.price_cents,
    listed_price: columns.listed_price_cents,
    discount: columns.discount_percent,
    state: columns.state,
  }
}

function isOlderItem(columns: Columns, known: KnownItem | undefined): boolean {
  const [ms, knownMs] = [columns.updated_ms, known?.updated_ms ?? null]
  return typeof ms === 'number' && typeof knownMs === 'number' && ms < knownMs
}

/** `null` if the item is not indexed yet. */
function wordsOf(itemNumber: string, columns: Columns | undefined): string | null {
  if (columns === undefined || columns.state === null) return null
  return [columns.title, itemNumber, columns.external_id, columns.mpn]
    .filter((text) => text !== null)
    .join(' ')
}

function indexWords(tx: Tx, itemId: number, before: string | null, now: string | null): void {
  if (now === null || now === before) return
  const words = indexedWords(searchTextOf(now))
  run(tx, 'INSERT OR REPLACE INTO item_search (rowid, words) VALUES (?, ?)', itemId, words)
}

/** The search text and the due time of orders come from their items. */
function refreshOrdersWith(tx: Tx, itemNumber: string): void {
  // The index ignores case; the item is this one only.
  const orders = sql(
    tx,
    'SELECT DISTINCT order_id FROM order_lines WHERE item_number = +@number COLLATE NOCASE AND item_number = +@number',
  ).pluck()
  for (const orderId of orders.all({ number: itemNumber }) as number[]) refreshSummary(tx, orderId)
}

/** The items that the marketplace has with this external ID, last changed first. */
export function itemsOfExternalId(db: Db, externalId: string): { itemNumber: string; state: string }[] {
  return sql(
    db,
    `SELECT item_number AS itemNumber, state FROM items
      WHERE external_id = ? AND state IS NOT NULL AND gone_at IS NULL ORDER BY +updated_ms DESC`,
  ).all(externalId) as { itemNumber: string; state: string }[]
}

/** How many items the marketplace has, as far as the station knows, by state. */
export function itemsByState(db: Db): Record<string, number> {
  const rows = sql(
    db,
    "SELECT value AS state, items FROM item_facets WHERE facet = 'state' AND items > 0 ORDER BY value",
  ).all() as { state: string; items: number }[]
  return Object.fromEntries(rows.map(({ state, items }) => [state, items]))
}

/** The IDs of those of these items that are here. */
export function itemIdsOf(db: Db, itemNumbers: readonly string[]): number[] {
  return sql(db, 'SELECT item_id FROM items WHERE item_number IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(JSON.stringify(itemNumbers)) as number[]
}

export function lastItemId(db: Db): number {
  return sql(db, 'SELECT ifnull(max(item_id), 0) FROM items').pluck().get() as number
}

/** Items that lists show, in the order of their IDs. @param after the last ID of the part before */
export function listedItems(db: Db, after: number, limit: number): { itemId: number; itemNumber: string }[] {
  return sql(
    db,
    `SELECT item_id AS itemId, item_number AS itemNumber FROM items
      WHERE item_id > +? AND +state IS NOT NULL AND +gone_at IS NULL AND unlisted = 0 ORDER BY item_id LIMIT +?`,
  ).all(after, limit) as { itemId: number; itemNumber: string }[]
}

/** Notes that no list shows the item, although it can be read. */
export function noteUnlisted(tx: Tx, itemNumber: string): void {
  run(tx, 'UPDATE items SET unlisted = 1 WHERE item_number = ?', itemNumber)
}

/** Items that are being listed and were last read before a time, longest ago first. @param before ISO 8601 UTC */
export function processingItems(
  db: Db,
  before: string,
  limit: number,
): { itemNumber: string; updatedMs: number | null; readAt: string }[] {
  return sql(
    db,
    `SELECT item_number AS itemNumber, updated_ms AS updatedMs, read_at AS readAt FROM items
      WHERE state = 'processing' AND +gone_at IS NULL AND +read_at < ? ORDER BY +read_at LIMIT +?`,
  ).all(before, limit) as { itemNumber: string; updatedMs: number | null; readAt: string }[]
}

/** The item in a stored copy; `null` if it cannot be read. */
export function itemIn(db: Db, copy: string, item: number | string): Item | null {
  return readItem.safeParse(storedJson(db, copy, 'item_copies.server_copy', item)).data ?? null
}

/** The cached item, or `null`. */
export function findItem(db: Db, itemNumber: string): Item | null {
  const copy = sql(db, 'SELECT server_copy FROM items JOIN item_copies USING (item_id) WHERE item_number = ?')
    .pluck()
    .get(itemNumber) as string | undefined
  return copy === undefined ? null : itemIn(db, copy, itemNumber)
}

export const MOST_CALLED = 500

/**
 * Items with this item number, external ID or MPN, as written or in capitals; also those that are sold or gone. `MOST_CALLED` of
 * them may not be all.
 */
export function itemsCalled(db: Db, name: string): Item[] {
  const names = JSON.stringify([name, name.toUpperCase()])
  const rows = sql(
    db,
    `SELECT item_number AS itemNumber, server_copy AS copy FROM items JOIN item_copies USING (item_id)
      WHERE item_id IN (
        SELECT item_id FROM items WHERE item_number IN (SELECT value FROM json_each(@names))
        UNION SELECT item_id FROM items WHERE external_id IN (SELECT value FROM json_each(@names))
        UNION SELECT item_id FROM items WHERE mpn IN (SELECT value FROM json_each(@names)) LIMIT ${MOST_CALLED})
      ORDER BY item_id`,
  ).all({ names }) as { itemNumber: string; copy: string }[]
  return rows.flatMap(({ copy, itemNumber }) => itemIn(db, copy, itemNumber) ?? [])
}

/** Since when the marketplace does not know the item, ISO 8601 UTC; `null` if it does, as far as the station knows. */
export function goneSince(db: Db, itemNumber: string): string | null {
  const goneAt = sql(db, 'SELECT gone_at FROM items WHERE item_number = ?').pluck().get(itemNumber)
  return (goneAt as string | null | undefined) ?? null
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

/** Items that were created here and not read since, newest first. Looks at all that were created here. */
export function createdNotCached(db: Db, limit: number): string[] {
  return sql(
    db,
    `SELECT server_ref FROM ${CREATED_ITEMS} AND state = 'confirmed' AND server_ref IS NOT NULL
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
