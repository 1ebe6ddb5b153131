import { expect, it } from 'vitest'
import { migration0230 } from '../../../../../../src/main/store/db/migrations/0230-order-counts'
import { makeStation } from '../../../../../support/account'
import { rawDb } from '../../../../../support/raw-db'
import { makeLines, makeOrder } from '../../../../../support/orders'
import { migrateOneStep } from './one-step'

it('counts the orders that are there, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0230, { tables: { added: ['order_counts'] } })
  const orders = before['orders'] ?? []
  const ofOneItem = orders.filter((order) => order['goods_lines'] === 1)
  expect(after).toEqual({
    ...before,
    order_counts: [
      { filter: 'any', orders: orders.length },
      { filter: 'one_item', orders: ofOneItem.length },
    ],
  })
})

it('follows every way in which orders come, change and go', () => {
  const station = makeStation()
  const db = rawDb(station.db)
  const counts = () => db.prepare('SELECT orders FROM order_counts ORDER BY filter').pluck().all()
  const counted = () =>
    db.prepare('SELECT count(*), count(*) FILTER (WHERE goods_lines = 1) FROM orders').raw().get()
  const one = (id: number) => makeOrder({ id, order_lines: makeLines([{ id: id * 10 + 1 }]) })
  station.take(one(1), one(2), makeOrder({ id: 3 }))
  expect([counts(), counted()]).toEqual([
    [3, 2],
    [3, 2],
  ])
  station.take(one(3), one(1), makeOrder({ id: 2 }), makeOrder({ id: 4 }))
  expect([counts(), counted()]).toEqual([
    [4, 2],
    [4, 2],
  ])
  db.exec('DELETE FROM order_lines; DELETE FROM orders WHERE order_id IN (1, 4)')
  expect([counts(), counted()]).toEqual([
    [2, 1],
    [2, 1],
  ])
})
