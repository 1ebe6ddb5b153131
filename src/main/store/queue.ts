import type { Database } from 'better-sqlite3'
import type { QueueView } from '../../shared/contract/requests'
import type { QueueList, QueueRow, ScanResolution } from '../../shared/contract/views'
import { sql } from './database'
import { OPEN } from './outbox'

const VIEW_FILTER: Readonly<Record<QueueView, string>> = {
  to_pack: 'unpacked_lines > 0 AND canceled = 0',
  to_ship: 'packed_shipments > 0',
  to_deliver: 'shipped_shipments > 0',
  all: '1',
}

type Row = Omit<QueueRow, 'canceled' | 'preview'> & { canceled: 0 | 1; preview: string }

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
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const where = [VIEW_FILTER[view], ...words.map(() => `instr(search_text, ?) > 0`)].join(' AND ')
  const direction = view === 'all' ? 'DESC' : 'ASC'
  const total = sql(db, `SELECT count(*) FROM orders WHERE ${where}`)
    .pluck()
    .get(...words) as number
  const rows = sql(
    db,
    `SELECT o.order_id AS orderId, o.state, o.canceled, o.purchased_at AS purchasedAt, o.goods_lines AS lines,
            o.unpacked_lines AS unpacked, o.packed_shipments AS packedShipments,
            o.shipped_shipments AS shippedShipments,
            (SELECT json_group_array(name) FROM (
               SELECT coalesce(i.title, l.item_number, '') AS name FROM order_lines l
                 LEFT JOIN items i USING (item_number)
                WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0
                ORDER BY l.shipment_uid IS NOT NULL, l.position LIMIT 3)) AS preview,
            (SELECT count(*) FROM outbox b WHERE b.order_id = o.order_id AND b.${OPEN} AND b.state <> 'held') AS waiting,
            (SELECT count(*) FROM outbox b WHERE b.order_id = o.order_id AND b.${OPEN} AND b.state = 'held') AS held
       FROM orders o WHERE ${where}
      ORDER BY purchased_at ${direction}, order_id ${direction} LIMIT ? OFFSET ?`,
  ).all(...words, limit, offset) as Row[]
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      canceled: row.canceled === 1,
      preview: JSON.parse(row.preview) as string[],
    })),
  }
}

/**
 * What a code means to the station as a whole: an order's number first, then the oldest order that still needs the
 * item by `item_number`, `external_id`, `mpn`.
 */
export function resolveCode(db: Database, code: string): ScanResolution {
  if (code === '') return { kind: 'unknown' }
  const orderId = /^\d{1,15}$/.test(code) ? Number(code) : null
  if (orderId !== null && sql(db, 'SELECT 1 FROM orders WHERE order_id = ?').get(orderId) !== undefined)
    return { kind: 'order', orderId }
  let known: number | null = null
  for (const column of ['item_number', 'external_id', 'mpn']) {
    const matches = `FROM order_lines l JOIN orders o USING (order_id) WHERE l.${column} = ? AND l.is_shipping_fee = 0`
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
