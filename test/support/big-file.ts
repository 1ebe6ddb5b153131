import { closeSync, fsyncSync, openSync } from 'node:fs'
import { inTransaction, type DbFile } from '../../src/main/store/db/database'
import { openDatabase, closeDatabase } from '../../src/main/store/db/open'
import { indexedWords, searchTextOf } from '../../src/shared/domain/orders/search-words'
import { expect } from 'vitest'
import { TITLES } from './titles'

/** The data of a station after many years; `PACKBENCH_BENCH_ORDERS` says of how many. */
export const BIG: BigSize = bigSize(Number(process.env['PACKBENCH_BENCH_ORDERS'] ?? 100_000))

/** `finished` is rounded down to whole rounds over the orders. */
export type BigSize = Readonly<Record<'orders' | 'finished' | 'open', number>>

function bigSize(orders: number): BigSize {
  return { orders, finished: orders === 1_000_000 ? 3_000_000 : 10 * orders, open: 100_000 }
}

/** Order IDs of a big file begin above those that a test uses. */
const FIRST_ORDER = 1_000_000_000

/**
 * Fills a new station's file with orders, finished ops and open ones, with plain SQL. Every fourth open op is held and
 * heads its lane, so that an engine has to search but finds nothing to do.
 */
export function buildBigFile(file: string, size: BigSize = BIG): void {
  const db = openDatabase(file)
  db.pragma('synchronous = OFF')
  inTransaction(db, () => {
    db.exec(
      `
      CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${size.orders - 1}) SELECT i FROM n;
      INSERT INTO orders (order_id, state, canceled, purchased_at, updated_at, amount_cents, buyer, rest, read_at,
          goods_lines, unpacked_lines, packed_shipments, shipped_shipments)
        SELECT ${FIRST_ORDER} + i, 'paid', 0, strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), NULL, 12300,
          zeroblob(200), json_object('id', ${FIRST_ORDER} + i, 'state', 'paid', 'padding', hex(zeroblob(150))), '2026-01-01T00:00:00.000Z',
          3, iif(i % 4 = 0, 2, 0), i % 4 = 1, i % 4 = 2
        FROM n;
      INSERT INTO order_lines (order_id, line_id, position, item_number, external_id, mpn, is_shipping_fee, server_copy)
        SELECT ${FIRST_ORDER} + i, i * 10 + p.value, p.value, 'ITM-' || i || '-' || p.value, 'EXT-' || i || '-' || p.value, 'MPN-SHARED', 0,
          json_object('id', i * 10 + p.value, 'amount', 4100, 'is_shipping_fee', json('false'))
        FROM n, json_each('[1,2,3]') p;
      INSERT INTO shipments (shipment_uid, order_id, server_id, state, carrier, tracking_number, warehouse_id,
          packed_at, line_ids, packed_here)
        SELECT printf('018c0000-0000-7000-8000-%012x', i), ${FIRST_ORDER} + i, i, 'delivered', 'UPS', printf('1Z999AA1%09d', i), 1,
          '2026-01-01T00:00:00.000Z', '[' || i || '1]', 1
        FROM n;
      INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, body, state, attempts, captured_at, captured_by, sent_at, settled_at)
        SELECT printf('018c0000-0000-7000-9%03x-%012x', r.value, i), 'create_shipment', 'order:' || (${FIRST_ORDER} + i), ${FIRST_ORDER} + i,
          printf('018c0000-0000-7000-8000-%012x', i), '{"carrier":"UPS","tracking_number":"1Z999","warehouse_id":1,"order_line_ids":[1]}',
          'confirmed', 1, '2026-01-01T00:00:00.000Z', 'tester', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z'
        FROM (SELECT value FROM generate_rounds) r, n;
      INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, body, state, held_reason, captured_at, captured_by)
        SELECT printf('018d0000-0000-7000-8000-%012x', i), iif(i % 4 = 0, 'create_shipment', 'ship_shipment'),
          'order:' || (${FIRST_ORDER} + i / 4), ${FIRST_ORDER} + i / 4, printf('018c0000-0000-7000-8000-%012x', i / 4),
          '{"carrier":"UPS","tracking_number":"1Z999","warehouse_id":1,"order_line_ids":[1]}',
          iif(i % 4 = 0, 'held', 'ready'), iif(i % 4 = 0, 'refused', NULL), '2026-06-01T00:00:00.000Z', 'tester'
        FROM (WITH RECURSIVE m(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM m WHERE i < ${size.open - 1}) SELECT i FROM m);
      DROP TABLE n;
    `.replace(
        'generate_rounds',
        `json_each('[${Array.from({ length: Math.floor(size.finished / size.orders) }, (_, round) => round).join(',')}]')`,
      ),
    )
    fillSearch(db, size.orders)
  })
  assertFilled(db, size)
  closeDatabase(db)
  // Otherwise the first measured commit would also write what is still in the system's cache.
  const fd = openSync(file, 'r+')
  fsyncSync(fd)
  closeSync(fd)
}

/** Three items each, with titles of the four languages. */
function fillSearch(db: DbFile, orders: number): void {
  const save = db.prepare('UPDATE orders SET search_text = ? WHERE order_id = ?')
  const index = db.prepare('INSERT INTO order_search (rowid, words) VALUES (?, ?)')
  for (let i = 0; i < orders; i += 1) {
    const items = [1, 2, 3].map(
      (line) =>
        `ITM-${i}-${line} EXT-${i}-${line} MPN-SHARED ${TITLES[(i * 7 + Math.floor(i / 97) + line * 13) % TITLES.length]}`,
    )
    const searchText = searchTextOf(`${FIRST_ORDER + i} ${items.join(' ')}`)
    save.run(searchText, FIRST_ORDER + i)
    index.run(FIRST_ORDER + i, indexedWords(searchText))
  }
}

/** A figure is only as good as the file it was measured on. */
function assertFilled(db: DbFile, { orders, finished, open }: BigSize): void {
  const count = (rows: string): unknown => db.prepare(`SELECT count(*) FROM ${rows}`).pluck().get()
  expect(count('orders')).toBe(orders)
  expect(count('(SELECT 1 FROM order_lines GROUP BY order_id HAVING count(*) = 3)')).toBe(orders)
  expect(count('outbox WHERE settled_at IS NOT NULL')).toBe(finished - (finished % orders))
  expect(count('outbox WHERE settled_at IS NULL')).toBe(open)
  expect(count(`outbox WHERE state = 'held'`)).toBe(Math.ceil(open / 4))
  const [shortest, mean] = db
    .prepare('SELECT min(length(search_text)), avg(length(search_text)) FROM orders')
    .raw()
    .get() as [number, number]
  expect(shortest).toBeGreaterThan(200)
  expect(mean).toBeGreaterThan(250)
  for (const word of ['dress', 'wollmantel', 'chaine', 'algodon', 'itm', `itm${orders - 1}3`])
    expect(count(`order_search WHERE order_search MATCH '"${word}" *'`), word).toBeGreaterThan(0)
  expect(count('order_search')).toBe(orders)
}
