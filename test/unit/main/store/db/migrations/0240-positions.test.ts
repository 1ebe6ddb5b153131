import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { migration0240 } from '../../../../../../src/main/store/db/migrations/0240-positions'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import { tempDir } from '../../../../../support/temp-dir'
import { migrateOneStep } from './one-step'

it('counts the orders of each day instead of all, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0240, {
    tables: { added: ['order_days', 'outbox_gaps'], removed: ['order_counts'] },
  })
  const { order_counts: _, ...kept } = before
  const orders = before['orders'] ?? []
  expect(after).toEqual({
    ...kept,
    order_days: [
      {
        day: '2026-11-20',
        orders: orders.length,
        one_item: orders.filter((order) => order['goods_lines'] === 1).length,
      },
    ],
    outbox_gaps: [],
  })
})

it('counts the days, and what the archive has taken of the numbers of ops', () => {
  const file = join(tempDir(), 'station.sqlite')
  const earlier = MIGRATIONS.filter(({ version }) => version < 240)
  const old = openDatabase(file, earlier)
  const addOrder = old.prepare(
    `INSERT INTO orders (order_id, state, canceled, purchased_at, rest, read_at, goods_lines, unpacked_lines,
       packed_shipments, shipped_shipments) VALUES (?, 'paid', 0, ?, '{}', '', ?, 0, 0, 0)`,
  )
  for (const [id, at, items] of [
    [1, '2026-01-01T23:59:59Z', 1],
    [2, '2026-01-01T00:00:00+02:00', 2],
    [3, '2026-01-03T00:00:00Z', 1],
    [4, null, 1],
  ])
    addOrder.run(id, at, items)
  old.exec(`
    WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO outbox (seq, op_uid, kind, lane, body, state, captured_at, settled_at)
      SELECT i, 'op-' || i, 'update_item', 'item:1', '{}', 'confirmed', '2026-01-01', '2026-01-01' FROM n
       WHERE i NOT BETWEEN 4096 AND 8191 AND i <> 12288`)
  closeDatabase(old)
  const db = openDatabase(file, [...earlier, migration0240])
  expect(db.prepare('SELECT * FROM order_days').raw().all()).toEqual([
    ['', 1, 1],
    ['2026-01-01', 2, 1],
    ['2026-01-03', 1, 1],
  ])
  expect(db.prepare('SELECT * FROM outbox_gaps').raw().all()).toEqual([
    [0, 2],
    [1, 4_096],
    [3, 1],
  ])
  closeDatabase(db)
})
