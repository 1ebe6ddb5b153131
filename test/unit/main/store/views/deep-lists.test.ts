import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveToArchive, takeBack } from '../../../../../src/main/store/archive/archive'
import { closeArchive } from '../../../../../src/main/store/archive/months'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { listQueue } from '../../../../../src/main/store/views/queue'
import { makeStation, type TestStation } from '../../../../support/account'
import { addOldOp } from '../../../../support/old-orders'
import { makeLines, makeOrder } from '../../../../support/orders'
import { plansOf } from '../../../../support/plans-of'
import { rawDb } from '../../../../support/raw-db'

/** Windows far down a list: found by counts, and the same rows as when each row above them is skipped. */

const LIMIT = 7
const window = fc.record({ offset: fc.nat(60), limit: fc.integer({ min: 1, max: LIMIT }) })

/** Days with many orders, few or none, two ways to write a time, and none at all. */
const purchasedAt = fc.option(
  fc.oneof(
    fc.constantFrom('2026-01-31T23:00:00-02:00', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000Z'),
    fc
      .date({
        min: new Date('2026-01-30T00:00:00Z'),
        max: new Date('2026-02-09T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
  ),
  { freq: 4 },
)
const someOrders = fc.array(fc.record({ purchasedAt, items: fc.constantFrom(1, 2) }), { maxLength: 50 })

const orderOf = (id: number, { purchasedAt: at, items }: { purchasedAt: string | null; items: number }) =>
  makeOrder({
    ...{ id, purchased_at: at, created_at: null },
    order_lines: makeLines(Array.from({ length: items }, (_, line) => ({ id: id * 10 + line }))),
  })

describe('the list of all orders', () => {
  const plainIds = (station: TestStation, filter: 'any' | 'one_item'): number[] =>
    rawDb(station.db)
      .prepare(
        `SELECT order_id FROM orders ${filter === 'any' ? '' : 'WHERE goods_lines = 1'}
          ORDER BY purchased_at DESC, order_id DESC`,
      )
      .pluck()
      .all() as number[]

  it.each(['any', 'one_item'] as const)('has at any offset what a walk from the top finds (%s)', (filter) => {
    const station = makeStation()
    fc.assert(
      fc.property(someOrders, someOrders, fc.array(window, { minLength: 5 }), (before, after, windows) => {
        rawDb(station.db).exec('DELETE FROM order_lines; DELETE FROM orders')
        station.take(...before.map((order, index) => orderOf(index + 1, order)))
        // Some are read again with other times and lines, some are new, and some leave.
        station.take(...after.map((order, index) => orderOf(2 * index + 1, order)))
        rawDb(station.db).exec(
          'DELETE FROM order_lines WHERE order_id % 5 = 0; DELETE FROM orders WHERE order_id % 5 = 0',
        )
        const ids = plainIds(station, filter)
        const choice = { view: 'all', filter, due: { nowMs: 0, afterMs: 0 } } as const
        for (const { offset, limit } of windows) {
          const { total, rows } = listQueue(station.db, choice, offset, limit)
          expect(total).toBe(ids.length)
          expect(rows.map(({ orderId }) => orderId)).toEqual(ids.slice(offset, offset + limit))
        }
      }),
      { numRuns: 40 },
    )
  })
})

it('finds a window of all orders by the index of purchase times', () => {
  const { db, take } = makeStation()
  take(makeOrder({ id: 1 }))
  const choice = { view: 'all', filter: 'any', due: { nowMs: 0, afterMs: 0 } } as const
  const plans = plansOf(db, () => listQueue(db, choice, 0, LIMIT)).filter((step) => / o /.test(step))
  expect(plans).toEqual([
    'SEARCH o USING INDEX orders_by_age (purchased_at<?)',
    'SEARCH o USING INDEX orders_by_age (purchased_at=?)',
  ])
})

describe('the history of ops', () => {
  const BLOCK = 4_096
  const seqs = (station: TestStation): number[] =>
    rawDb(station.db).prepare('SELECT seq FROM outbox ORDER BY seq').pluck().all() as number[]

  function expectWindows(station: TestStation, offsets: readonly number[]): void {
    const all = seqs(station)
    for (const offset of offsets)
      for (const descending of [false, true]) {
        const { total, rows } = listOutbox(station.db, 'all', offset, LIMIT, { by: 'captured', descending })
        const sorted = descending ? all.toReversed() : all
        expect(total).toBe(all.length)
        expect(rows.map(({ seq }) => seq)).toEqual(sorted.slice(offset, offset + LIMIT))
      }
  }

  it('shows each op once, and no empty rows, after some moved to the archive and one came back', () => {
    const station = makeStation()
    const orders = 9
    station.take(...Array.from({ length: orders }, (_, index) => makeOrder({ id: index + 1 })))
    for (let op = 0; op < 3 * orders; op += 1) addOldOp(station, { orderId: (op % orders) + 1 })
    expectWindows(station, [0, 5, 20, 26, 27, 40])
    moveToArchive(station.db, '2026-01', { orderIds: [1, 2, 5], seqs: [] })
    expect(seqs(station)).toHaveLength(3 * (orders - 3))
    expectWindows(station, [0, 5, 11, 17, 18, 40])
    inTransaction(station.db, (tx) => takeBack(tx, 2))
    expectWindows(station, [0, 5, 11, 17, 20, 21, 40])
    closeArchive(station.db)
  })

  it('finds its place across many numbers of which none, some or all are gone', () => {
    const station = makeStation()
    const db = rawDb(station.db)
    db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${4 * BLOCK + 10})
      INSERT INTO outbox (op_uid, kind, lane, body, state, captured_at, settled_at)
        SELECT 'op-' || i, 'update_item', 'item:1', '{}', 'confirmed', '2026-01-01', '2026-01-01' FROM n`)
    const offsets = [0, 1, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK, 3 * BLOCK + 5, 4 * BLOCK, 4 * BLOCK + 9]
    expectWindows(station, offsets)
    db.exec(
      `DELETE FROM outbox WHERE seq BETWEEN ${BLOCK} AND ${2 * BLOCK - 1} OR (seq < 3 * ${BLOCK} AND seq % 3 = 0)`,
    )
    expectWindows(station, offsets)
    db.exec(`DELETE FROM outbox WHERE seq < ${BLOCK}`)
    expectWindows(station, offsets)
  })
})
