import { expect, it } from 'vitest'
import { migration0230 } from '../../../../../../src/main/store/db/migrations/0230-order-counts'
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
