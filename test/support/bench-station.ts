import { join } from 'node:path'
import { expect } from 'vitest'
import { accountDir } from '../../src/main/app/account/connection'
import { inTransaction } from '../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import { buildBigFile, type BigSize } from './big-file'
import { cleanEnvironment, startStation, type RunningStation } from './station'

/** Nothing listens there: the station works offline, so that only the bench itself is measured. */
const BASE_URL = 'http://127.0.0.1:9'

/** Additional orders with many lines; their items are `WIDE-<order>-<n>`, from 1. */
export type WideOrders = { orderIds: readonly number[]; lines: number }

/** In words. */
export function dataOf({ orders, open }: BigSize, { lines }: WideOrders): string {
  return `${lines} lines open, ${orders.toLocaleString('en')} orders, ${open.toLocaleString('en')} open ops`
}

/** Fills a station's data folder as years of use would. */
export function fillStation(dataDir: string, size: BigSize, wide: WideOrders): void {
  const file = join(accountDir(dataDir, { mode: 'live', baseUrl: BASE_URL, number: 1 }), 'station.sqlite')
  buildBigFile(file, size)
  const db = openDatabase(file)
  inTransaction(db, () => {
    for (const orderId of wide.orderIds) {
      db.prepare(
        `INSERT INTO orders (order_id, state, canceled, purchased_at, amount_cents, rest, read_at, goods_lines,
           unpacked_lines, search_text)
         VALUES (?, 'paid', 0, '2026-01-01T00:00:00.000Z', 100, ?, '2026-01-01T00:00:00.000Z', ?, ?, ?)`,
      ).run(orderId, JSON.stringify({ id: orderId, state: 'paid' }), wide.lines, wide.lines, ` ${orderId} `)
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @lines)
         INSERT INTO order_lines (order_id, line_id, position, item_number, is_shipping_fee, server_copy)
         SELECT @orderId, @orderId * 1000 + i, i, @item || i, 0,
           json_object('id', @orderId * 1000 + i, 'amount', 4100, 'is_shipping_fee', json('false')) FROM n`,
      ).run({ orderId, lines: wide.lines, item: `WIDE-${orderId}-` })
    }
    const linesOf = db.prepare('SELECT count(*) FROM order_lines WHERE order_id = ?').pluck()
    for (const orderId of wide.orderIds) expect(linesOf.get(orderId)).toBe(wide.lines)
    db.prepare(
      `INSERT OR REPLACE INTO settings (key, value) VALUES ('pull.cursor', '2026-01-01T00:00:00.000Z')`,
    ).run()
  })
  closeDatabase(db)
}

const ACCOUNT = {
  PACKBENCH_API_BASE_URL: BASE_URL,
  PACKBENCH_ACCESS_TOKEN: 'bench',
  PACKBENCH_WAREHOUSE_ID: '1',
} as const

/** The environment of the built app on such a folder. */
export function benchEnvironment(more: Readonly<Record<string, string>>): Record<string, string> {
  return cleanEnvironment({ ...ACCOUNT, ...more })
}

/** The built app on such a folder, in the browser host. */
export function startBenchStation(dataDir: string): Promise<RunningStation> {
  return startStation({ dataDir, env: ACCOUNT })
}
