import { expect, it } from 'vitest'
import { migration0320 } from '../../../../../../src/main/store/db/migrations/0320-order-facts'
import { inTransaction, type DbFile } from '../../../../../../src/main/store/db/database'
import { markCanceled } from '../../../../../../src/main/store/tables/orders'
import { makeStation } from '../../../../../support/account'
import { makeOrder } from '../../../../../support/orders'
import { rawDb } from '../../../../../support/raw-db'
import { writtenPages } from '../../../../../support/written-pages'
import { migrateOneStep } from './one-step'

const NOTHING = Number.MIN_SAFE_INTEGER
const msOf = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : NOTHING)

it('takes the facts out of the orders that are there, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0320, {
    tables: { added: ['order_facts'] },
    indexes: {
      added: [
        'order_facts_amount',
        'order_facts_created',
        'order_facts_purchased',
        'order_facts_state',
        'shipments_packed_at',
      ].map((name) => expect.stringContaining(name)),
      removed: [expect.stringContaining('shipments_packed_at')],
    },
  })
  const { order_facts: facts, ...others } = after
  expect(others).toEqual(before)
  expect(facts).toEqual(
    (before['orders'] ?? []).map((order) => ({
      order_id: order['order_id'],
      created_ms: NOTHING,
      updated_ms: msOf(order['updated_at']),
      purchased_ms: msOf(order['purchased_at']),
      amount_cents: order['amount_cents'],
      state: order['state'],
      canceled: order['canceled'],
      refunded: 0,
      due_days: order['due_days'],
    })),
  )
})

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
