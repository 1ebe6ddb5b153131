import { expect } from 'vitest'
import type { DbFile } from '../../src/main/store/db/database'

/** Makes the orders of a big file as different as those of a station of 500 days. */

export const SPREAD_NOW_MS = Date.UTC(2026, 10, 24, 8)
const DAYS = 500
const DAY_S = 86_400

/** A number below `below` that looks like chance, another for each `salt`. */
const draw = (salt: number, below: number): string =>
  `(((n.i + ${salt}) * 2654435761 + ${salt} * 40503) % 4294967296 / 7 % ${below})`

const isoOf = (seconds: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`

/** @param db a file that `buildBigFile` has filled */
export function spreadOrders(db: DbFile): void {
  const count = db.prepare('SELECT count(*) FROM orders').pluck().get() as number
  const bought = `${SPREAD_NOW_MS / 1_000} - (${count} - n.i) * ${(DAYS * DAY_S) / count}`
  db.pragma('synchronous = OFF')
  db.transaction(() =>
    db.exec(`
      CREATE TEMP TABLE n AS SELECT row_number() OVER (ORDER BY order_id) - 1 AS i, order_id FROM orders;
      CREATE TEMP TABLE drawn AS SELECT n.order_id, ${bought} AS bought, n.i * 100.0 / ${count} AS age,
        ${draw(1, 100)} AS fate, ${draw(2, 1000)} AS rare, ${draw(3, 100)} AS refund, ${draw(4, 10 * DAY_S)} AS touched,
        500 + ${draw(5, 20_000)} + iif(${draw(6, 50)} = 0, ${draw(7, 200_000)}, 0) AS amount, ${draw(8, 5)} AS days,
        ${draw(9, 100)} AS way FROM n;
      UPDATE orders SET
        state = CASE WHEN d.rare < 5 THEN 'under_review' WHEN d.fate < 4 THEN 'canceled' WHEN d.fate < 30 THEN 'completed' ELSE 'paid' END,
        canceled = d.rare >= 5 AND d.fate < 4,
        purchased_at = ${isoOf('d.bought')},
        updated_at = ${isoOf(`min(d.bought + d.touched, ${SPREAD_NOW_MS / 1_000})`)},
        amount_cents = d.amount,
        due_days = iif(d.days < 3, d.days + 1, NULL),
        unpacked_lines = iif(d.age >= 98, 2, 0),
        packed_shipments = d.age >= 96.5 AND d.age < 98,
        shipped_shipments = d.age >= 88 AND d.age < 96.5,
        rest = json_patch(rest, json_object(
          'created_at', iif(d.rare = 999, NULL, ${isoOf('d.bought - 90')}),
          'refunds', iif(d.refund < 5, json_array(json_object('id', 1, 'state', 'successful', 'total_refunded', 100)), json_array())))
      FROM drawn d WHERE d.order_id = orders.order_id;
      UPDATE shipments SET
        carrier = CASE WHEN d.rare < 2 THEN 'Pigeon Post' WHEN d.way < 45 THEN 'UPS' WHEN d.way < 75 THEN 'DHL' ELSE 'USPS' END,
        packed_at = ${isoOf('d.bought + 20000')}
      FROM drawn d WHERE d.order_id = shipments.order_id;
      DROP TABLE drawn;
      DROP TABLE n;
    `),
  )()
  assertSpread(db, count)
}

/** A figure is only as good as the file it was measured on. */
function assertSpread(db: DbFile, count: number): void {
  const share = (rows: string): number =>
    (db.prepare(`SELECT count(*) FROM ${rows}`).pluck().get() as number) / count
  expect(share('order_facts')).toBe(1)
  for (const [rows, from, to] of [
    [`order_facts WHERE state = 'paid'`, 0.6, 0.8],
    [`order_facts WHERE state = 'under_review'`, 0.001, 0.02],
    ['order_facts WHERE canceled = 1', 0.02, 0.06],
    ['order_facts WHERE refunded = 1', 0.03, 0.07],
    ['order_facts WHERE created_ms < 0', 0.0001, 0.01],
    ['order_facts WHERE due_days IS NULL', 0.3, 0.5],
    ['orders WHERE unpacked_lines > 0', 0.01, 0.03],
    ['orders WHERE shipped_shipments > 0', 0.05, 0.1],
    [`shipments WHERE carrier = 'UPS'`, 0.4, 0.5],
    [`shipments WHERE carrier = 'Pigeon Post'`, 0.0005, 0.01],
    ['(SELECT DISTINCT updated_ms FROM order_facts)', 0.9, 1],
    ['(SELECT DISTINCT created_ms FROM order_facts)', 0.9, 1],
    ['(SELECT DISTINCT amount_cents FROM order_facts)', 0.05, 1],
  ] as const) {
    expect(share(rows), rows).toBeGreaterThan(from)
    expect(share(rows), rows).toBeLessThanOrEqual(to)
  }
}
