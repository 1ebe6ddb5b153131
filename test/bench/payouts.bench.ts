import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readStationSettings, saveStationSettings } from '../../src/main/areas/settings/settings'
import { createPayouts } from '../../src/main/areas/statistics/read-payouts'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import type { DbFile } from '../../src/main/store/db/database'
import { systemClock } from '../../src/main/base/clock'
import { BIG, buildBigFile } from '../support/big-file'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'

/** How long the payouts of a year keep the main thread from the packer: the first look, the next one, and after a change. */

const YEAR = { from: '2025-01-01', to: '2025-12-31' }
const DAYS = 365
const CATEGORIES = 200

/** All orders are bought within the year, each with three items of other categories. */
function spread(file: string, db: DbFile): void {
  db.pragma('synchronous = OFF')
  db.exec(`
    UPDATE orders SET purchased_at = strftime('%Y-%m-%dT%H:%M:%fZ',
      unixepoch('${YEAR.from}') + (order_id - 1000000000) * ${DAYS * 86_400} / ${BIG.orders}, 'unixepoch');
    INSERT INTO items (item_number, category_id, read_at)
      SELECT item_number, (order_id * 3 + position) % ${CATEGORIES}, '' FROM order_lines;
    UPDATE order_lines SET server_copy = json_set(server_copy, '$.item_number', item_number, '$.estimated_payout', 3000);
  `)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('synchronous = FULL')
  // Otherwise the first measured commit would also write what is still in the system's cache.
  const fd = openSync(file, 'r+')
  fsyncSync(fd)
  closeSync(fd)
}

it(`payouts of a year with ${BIG.orders} orders`, { timeout: 3_600_000 }, async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const db = openDatabase(file)
  spread(file, db)
  const station = { db, clock: systemClock }
  const setZone = (timeZone: string) =>
    saveStationSettings(station, { ...readStationSettings(station), timeZone })
  setZone('America/New_York')
  const count = (rows: string): unknown => db.prepare(`SELECT count(*) FROM ${rows}`).pluck().get()
  const payouts = createPayouts()
  let calls = 0
  const look = async () => {
    await nextTurn()
    for (calls = 1; ; calls += 1) {
      const view = await payouts.read(station, YEAR)
      await nextTurn()
      if (view.daysLeft === 0) return view
    }
  }

  printTurns('first look at a year', await turnsWhile(look))
  expect(calls).toBeGreaterThan(1)
  const { total, days, categories, undatedOrders } = await look()
  // The first hours of the year belong to the day before in New York.
  expect(total.orders).toBeGreaterThan(BIG.orders * 0.99)
  expect(total).toMatchObject({ items: 3 * total.orders, payoutCents: 9_000 * total.orders, canceled: 0 })
  expect(days.length).toBe(DAYS)
  expect(categories.length).toBe(CATEGORIES)
  expect(categories.every(({ category }) => /^\d+$/.test(category))).toBe(true)
  expect(undatedOrders).toBe(0)
  expect(count('payout_sums')).toBeGreaterThan(DAYS * CATEGORIES * 0.9)

  printTurns('second look', await turnsWhile(look))
  expect(calls).toBe(1)

  db.exec(
    `UPDATE orders SET canceled = 1 WHERE order_id = (SELECT min(order_id) + ${BIG.orders / 2} FROM orders)`,
  )
  expect(count('payout_stale')).toBe(1)
  printTurns('after one order was canceled', await turnsWhile(look))
  expect(calls).toBe(1)
  expect((await look()).total).toEqual({ ...total, canceled: 1, payoutCents: total.payoutCents - 9_000 })

  setZone('Europe/Berlin')
  printTurns('another time zone', await turnsWhile(look))
  expect(calls).toBeGreaterThan(1)
  closeDatabase(db)
})
