import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTransaction, type DbFile } from '../../../../../../src/main/store/db/database'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { countOps } from '../../../../../../src/main/store/tables/bulk-jobs'
import { markCanceled } from '../../../../../../src/main/store/tables/orders'
import { advance, enqueue, findOp } from '../../../../../../src/main/store/tables/outbox'
import { makeStation } from '../../../../../support/account'
import { makeOrder } from '../../../../../support/orders'
import { rawDb } from '../../../../../support/raw-db'
import { tempDir } from '../../../../../support/temp-dir'
import { writtenPages } from '../../../../../support/written-pages'
import { filled } from './one-step'

/** What the triggers of the first schema keep. */

it('counts the orders of each day, and those of one item, whatever happens to them', () => {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  const add = db.prepare(
    `INSERT INTO orders (order_id, state, canceled, purchased_at, rest, read_at, goods_lines)
       VALUES (?, 'paid', 0, ?, '{}', '', ?)`,
  )
  for (const [id, at, items] of [
    [1, '2026-01-01T23:59:59Z', 1],
    [2, '2026-01-01T00:00:00+02:00', 2],
    [3, '2026-01-03T00:00:00Z', 1],
    [4, null, 1],
    [5, '2026-01-03T00:00:00Z', 1],
    [6, '2026-01-04T00:00:00Z', 2],
  ])
    add.run(id, at, items)
  db.exec(`
    DELETE FROM orders WHERE order_id = 5;
    UPDATE orders SET purchased_at = '2026-01-03T08:00:00Z', goods_lines = 1 WHERE order_id = 6;
  `)
  expect(db.prepare('SELECT * FROM order_days WHERE orders > 0').raw().all()).toEqual([
    ['', 1, 1],
    ['2026-01-01', 2, 1],
    ['2026-01-03', 2, 2],
  ])
  closeDatabase(db)
})

it('counts what the archive has taken of the numbers of ops, and what came back', () => {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  const add = (from: number, to: number) =>
    db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT @from UNION ALL SELECT i + 1 FROM n WHERE i < @to)
         INSERT INTO outbox (seq, op_uid, kind, lane, body, state, captured_at, settled_at)
           SELECT i, 'op-' || i, 'update_item', 'item:1', '{}', 'confirmed', '2026-01-01', '2026-01-01' FROM n`,
      )
      .run({ from, to })
  add(1, 20_000)
  db.exec('DELETE FROM outbox WHERE seq < 3 OR seq BETWEEN 4096 AND 8191 OR seq IN (12288, 12289)')
  add(12_289, 12_289)
  expect(db.prepare('SELECT * FROM outbox_gaps').raw().all()).toEqual([
    [0, 2],
    [1, 4_096],
    [3, 1],
  ])
  closeDatabase(db)
})

const NOTHING = Number.MIN_SAFE_INTEGER
const factsIn = (db: DbFile) =>
  db.prepare('SELECT * FROM order_facts ORDER BY order_id').all() as Record<string, unknown>[]

it('follows every way in which an order comes, changes and goes', () => {
  const station = makeStation()
  const db = rawDb(station.db)
  const order = makeOrder({
    id: 1,
    state: 'paid',
    amount: 1_234,
    created_at: '2026-11-20T08:00:00.250Z',
    purchased_at: '2026-11-20T09:00:00+01:00',
    updated_at: '2026-11-20T10:00:00Z',
    refunds: [],
  })
  station.take(order)
  expect(factsIn(db)).toEqual([
    {
      order_id: 1,
      created_ms: Date.parse('2026-11-20T08:00:00.250Z'),
      purchased_ms: Date.parse('2026-11-20T08:00:00.000Z'),
      updated_ms: Date.parse('2026-11-20T10:00:00Z'),
      amount_cents: 1_234,
      state: 'paid',
      canceled: 0,
      refunded: 0,
      due_days: null,
    },
  ])
  station.take({
    ...order,
    state: 'completed',
    amount: 99,
    created_at: '2026-11-19T08:00:00.000Z',
    purchased_at: '2026-11-19T09:00:00.000Z',
    updated_at: '2026-11-21T10:00:00.007Z',
    refunds: [{ id: 5, state: 'pending', total_refunded: 5 }],
  })
  expect(factsIn(db)).toMatchObject([
    {
      created_ms: Date.parse('2026-11-19T08:00:00.000Z'),
      purchased_ms: Date.parse('2026-11-19T09:00:00.000Z'),
      updated_ms: Date.parse('2026-11-21T10:00:00.007Z'),
      amount_cents: 99,
      state: 'completed',
      refunded: 1,
    },
  ])
  inTransaction(station.db, (tx) => markCanceled(tx, 1))
  expect(factsIn(db)).toMatchObject([{ canceled: 1 }])
  db.exec('UPDATE orders SET due_days = 4')
  expect(factsIn(db)).toMatchObject([{ due_days: 4 }])
  db.exec('DELETE FROM order_lines; DELETE FROM orders')
  expect(factsIn(db)).toEqual([])
})

it('has NOTHING where the order has no time or one that cannot be read, and no amount', () => {
  const station = makeStation()
  const db = rawDb(station.db)
  db.exec(`INSERT INTO orders (order_id, state, canceled, purchased_at, updated_at, rest, read_at)
    VALUES (1, 'paid', 0, 'yesterday', NULL, '{"created_at":12,"refunds":"none"}', '2026-11-20T08:00:00Z')`)
  expect(factsIn(db)).toMatchObject([
    { created_ms: NOTHING, purchased_ms: NOTHING, updated_ms: NOTHING, amount_cents: NOTHING, refunded: 0 },
  ])
})

it('costs a newer copy of an order one page, however often its times change', () => {
  const station = makeStation()
  station.take(makeOrder({ id: 1, updated_at: '2026-11-20T10:00:00.000Z' }))
  const newer = () => station.take(makeOrder({ id: 1, updated_at: '2026-11-20T11:00:00.000Z' }))
  expect(writtenPages(station.db, newer)).toEqual(['order_facts', 'orders'])
})

it('lets a copy that a disk has damaged be replaced and removed', () => {
  const station = makeStation()
  const db = rawDb(station.db)
  const order = makeOrder({ id: 1, updated_at: '2026-11-20T10:00:00Z' })
  station.take(order)
  db.exec(`UPDATE orders SET rest = '{"refunds'; UPDATE order_lines SET server_copy = '{"amo'`)
  station.take({ ...order, updated_at: '2026-11-21T10:00:00Z', refunds: [{ id: 5, total_refunded: 5 }] })
  expect(factsIn(db)).toMatchObject([{ updated_ms: Date.parse('2026-11-21T10:00:00Z'), refunded: 1 }])
  db.exec(`UPDATE orders SET rest = '{"refunds'; UPDATE order_lines SET server_copy = '{"amo'`)
  db.exec('DELETE FROM order_lines; DELETE FROM orders')
  expect(factsIn(db)).toEqual([])
})

it('counts what the items have, whatever happens to them', () => {
  const file = join(tempDir(), 'station.sqlite')
  filled(file, MIGRATIONS)
  const db = openDatabase(file)
  const counted = () =>
    db.prepare('SELECT facet, value, items FROM item_facets WHERE items <> 0 ORDER BY facet, value').all()
  const COUNT = (facet: string, column: string) =>
    `SELECT '${facet}' AS facet, ${column} AS value, count(*) AS items FROM items
      WHERE state IS NOT NULL AND gone_at IS NULL AND ${column} IS NOT NULL GROUP BY 2`
  const there = () =>
    db
      .prepare(
        `SELECT * FROM (
           SELECT 'all' AS facet, '' AS value, count(*) AS items FROM items WHERE state IS NOT NULL AND gone_at IS NULL
           UNION ALL SELECT 'errors', '', count(*) FROM items WHERE state IS NOT NULL AND gone_at IS NULL AND has_errors
           UNION ALL SELECT 'gone', '', count(*) FROM items WHERE state IS NOT NULL AND gone_at IS NOT NULL
           UNION ALL ${COUNT('state', 'state')} UNION ALL ${COUNT('quality', 'quality')}
           UNION ALL ${COUNT('category', 'category_id')} UNION ALL ${COUNT('brand', 'brand_id')}
           UNION ALL ${COUNT('warehouse', 'warehouse_id')})
          WHERE items > 0 ORDER BY facet, value`,
      )
      .all()
  expect(there().length).toBeGreaterThan(8)
  expect(counted()).toEqual(there())
  db.exec(`
    UPDATE items SET state = 'deleted', brand_id = NULL WHERE item_id % 3 = 0;
    UPDATE items SET gone_at = read_at WHERE item_id % 4 = 0;
    UPDATE items SET quality = 'fair', has_errors = 1 - has_errors, title = 'new' WHERE item_id % 2 = 0;
    UPDATE items SET state = 'listed', gone_at = NULL WHERE state IS NULL AND item_id % 2 = 0;
    DELETE FROM item_changes; DELETE FROM item_copies;
    DELETE FROM items WHERE item_id % 5 = 0;
  `)
  expect(counted()).toEqual(there())
  closeDatabase(db)
})

it('counts the operations of a job through every change of their states, and no others', () => {
  const { db } = makeStation()
  const at = '2026-11-24T09:00:00.000Z'
  const capture = { at, by: 'jo', monotonicMs: 1, clockOffsetMs: null }
  const add = (row: number | null): number =>
    inTransaction(db, (tx) =>
      enqueue(tx, {
        ...{ opUid: `op-${row}`, kind: 'update_item', itemKey: `I-${row}`, body: '{}', capture },
        ...(row === null ? {} : { job: { jobId: 7, row } }),
      }),
    )
  const [first, second] = [add(1), add(2), add(3), add(null)]
  const move = (seq: number, event: 'claim' | 'confirm' | 'discard' | 'vanish'): void => {
    const op = findOp(db, seq)
    if (op !== null) inTransaction(db, (tx) => advance(tx, op, event, { at }))
  }
  move(first, 'claim')
  move(first, 'confirm')
  move(second, 'discard')
  expect(countOps(db, 7)).toMatchObject({ ready: 1, sending: 0, confirmed: 1, discarded: 1, held: 0 })
  move(first, 'vanish')
  expect(countOps(db, 7)).toMatchObject({ ready: 1, confirmed: 0, discarded: 1, held: 1 })
})

it('takes a row of a job into the outbox once', () => {
  const { db } = makeStation()
  const capture = { at: '2026-11-24T09:00:00.000Z', by: 'jo', monotonicMs: 1, clockOffsetMs: null }
  const add = () =>
    inTransaction(db, (tx) =>
      enqueue(tx, {
        ...{ opUid: 'op', kind: 'update_item', itemKey: 'I', body: '{}', capture },
        job: { jobId: 7, row: 1 },
      }),
    )
  add()
  expect(add).toThrow(expect.objectContaining({ code: 'database_error' }))
})
