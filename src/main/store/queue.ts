import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { QueueView } from '../../shared/contract/requests'
import type { QueueList, QueueRow, ScanResolution } from '../../shared/contract/views'
import { normalizeCode } from '../../shared/domain/scan'
import { sql } from './database'
import { OPEN } from './outbox'

const VIEW_FILTER: Readonly<Record<QueueView, string>> = {
  to_pack: 'unpacked_lines > 0 AND canceled = 0',
  to_ship: 'packed_shipments > 0',
  to_deliver: 'shipped_shipments > 0',
  all: '1',
}

type Row = Omit<QueueRow, 'canceled' | 'preview'> & { canceled: 0 | 1; preview: string }

const ROW = `o.order_id AS orderId, o.state, o.canceled, o.purchased_at AS purchasedAt, o.goods_lines AS lines,
  o.unpacked_lines AS unpacked, o.packed_shipments AS packedShipments, o.shipped_shipments AS shippedShipments,
  (SELECT json_group_array(name) FROM (
     SELECT coalesce(i.title, l.item_number, '') AS name FROM order_lines l
       LEFT JOIN items i USING (item_number)
      WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0
      ORDER BY l.shipment_uid IS NOT NULL, l.position LIMIT 3)) AS preview,
  (SELECT count(*) FROM outbox b WHERE b.lane = 'order:' || o.order_id AND b.${OPEN} AND b.state <> 'held') AS waiting,
  (SELECT count(*) FROM outbox b WHERE b.lane = 'order:' || o.order_id AND b.${OPEN} AND b.state = 'held') AS held`

/** Work to do oldest first, everything else newest first. */
const orderOf = (view: QueueView): string =>
  view === 'all' ? 'purchased_at DESC, order_id DESC' : 'purchased_at ASC, order_id ASC'
const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
const containing = (words: readonly string[]): string =>
  words.map(() => ` AND instr(search_text, ?) > 0`).join('')

/**
 * A window of the orders in a view: work to do oldest first, everything else newest first. Each word of `search` must
 * occur in the order's number, its lines' codes or its items' titles.
 */
export function listQueue(
  db: Database,
  view: QueueView,
  search: string,
  offset: number,
  limit: number,
): QueueList {
  const words = wordsOf(search)
  const where = VIEW_FILTER[view] + containing(words)
  const total = sql(db, `SELECT count(*) FROM orders WHERE ${where}`)
    .pluck()
    .get(...words) as number
  const rows = sql(
    db,
    `SELECT ${ROW} FROM orders o WHERE ${where} ORDER BY ${orderOf(view)} LIMIT +? OFFSET +?`,
  ).all(...words, limit, offset) as Row[]
  return { total, rows: rows.map(toQueueRow) }
}

/** Orders looked through before others have their turn: a few milliseconds. */
const SEARCHED_AT_ONCE = 4_000

/** What `listQueue` answers, found a part at a time: reading the texts of a hundred thousand orders takes a while. */
export async function searchQueue(
  db: Database,
  view: QueueView,
  search: string,
  offset: number,
  limit: number,
): Promise<QueueList> {
  const words = wordsOf(search)
  const candidates = sql(
    db,
    `SELECT order_id FROM orders WHERE ${VIEW_FILTER[view]} ORDER BY ${orderOf(view)}`,
  )
  const orderIds = candidates.pluck().all() as number[]
  const matching = sql(
    db,
    `SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(?))${containing(words)}`,
  ).pluck()
  const found: number[] = []
  for (let from = 0; from < orderIds.length; from += SEARCHED_AT_ONCE) {
    await nextTurn()
    // The account may have been closed meanwhile.
    if (!db.open) return { total: 0, rows: [] }
    const part = orderIds.slice(from, from + SEARCHED_AT_ONCE)
    const hits = new Set(matching.all(JSON.stringify(part), ...words))
    for (const orderId of part) if (hits.has(orderId)) found.push(orderId)
  }
  return { total: found.length, rows: rowsOf(db, found.slice(offset, offset + limit)) }
}

function rowsOf(db: Database, orderIds: readonly number[]): QueueRow[] {
  const row = sql(db, `SELECT ${ROW} FROM orders o WHERE o.order_id = ?`)
  return (orderIds.map((orderId) => row.get(orderId)) as (Row | undefined)[]).flatMap((found) =>
    found === undefined ? [] : [toQueueRow(found)],
  )
}

function toQueueRow(row: Row): QueueRow {
  return { ...row, canceled: row.canceled === 1, preview: JSON.parse(row.preview) as string[] }
}

/**
 * What a scan means to the station as a whole, by the first of its codes (`Scanned.codes`, best first) that an order
 * still waits for, else by the first that it knows. Only the text itself names an order: a serial number in it may
 * look like one.
 */
export function resolveCodes(db: Database, codes: readonly string[]): ScanResolution {
  const texts = codes.map(normalizeCode).filter((code) => code !== '')
  const orderId = orderOfCode(db, texts[0] ?? '')
  if (orderId !== null) return { kind: 'order', orderId }
  let known: ScanResolution = { kind: 'unknown' }
  for (const text of texts) {
    const found = itemOfCode(db, text)
    if (found.kind === 'item') return found
    if (known.kind === 'unknown') known = found
  }
  return known
}

function orderOfCode(db: Database, code: string): number | null {
  if (!/^\d{1,15}$/.test(code)) return null
  const orderId = Number(code)
  return sql(db, 'SELECT 1 FROM orders WHERE order_id = ?').get(orderId) === undefined ? null : orderId
}

/** The oldest order that still needs the item by `item_number`, `external_id`, `mpn`. */
function itemOfCode(db: Database, code: string): ScanResolution {
  let known: number | null = null
  for (const column of ['item_number', 'external_id', 'mpn']) {
    const matches = `FROM order_lines l JOIN orders o USING (order_id) WHERE l.${column} = +? AND l.is_shipping_fee = 0`
    const needed = sql(
      db,
      `SELECT l.order_id AS orderId, l.line_id AS lineId ${matches} AND l.shipment_uid IS NULL AND o.canceled = 0
        ORDER BY o.purchased_at, o.order_id, l.position LIMIT 1`,
    ).get(code) as { orderId: number; lineId: number } | undefined
    if (needed !== undefined) return { kind: 'item', ...needed }
    known ??=
      (sql(db, `SELECT l.order_id ${matches} ORDER BY o.purchased_at DESC, o.order_id DESC LIMIT 1`)
        .pluck()
        .get(code) as number | undefined) ?? null
  }
  return known === null ? { kind: 'unknown' } : { kind: 'not_needed', orderId: known }
}
