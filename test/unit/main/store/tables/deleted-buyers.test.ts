import { expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { deleteBuyer, isBuyerNeeded } from '../../../../../src/main/store/tables/buyers'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { makeStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

const AT = '2026-11-20T09:00:00.000Z'

it('a buyer deleted before the order is read stays away', () => {
  const station = makeStation()
  const order = makeOrder()
  inTransaction(station.db, (tx) => deleteBuyer(tx, order.id, AT))
  station.take(order)
  expect(viewOrder(station.db, order.id, station.seal)).toMatchObject({ orderId: order.id, buyer: null })
  const other = makeOrder({ id: order.id + 1 })
  station.take(other, order)
  expect(viewOrder(station.db, order.id, station.seal)?.buyer).toBeNull()
  expect(viewOrder(station.db, other.id, station.seal)?.buyer).not.toBeNull()
})

it('an order that is still to be packed needs its buyer; one that is not here has none', () => {
  const station = makeStation()
  const order = makeOrder()
  expect(isBuyerNeeded(station.db, order.id)).toBeNull()
  station.take(order)
  expect(isBuyerNeeded(station.db, order.id)).toBe(true)
  station.take({ ...order, state: 'canceled' })
  expect(isBuyerNeeded(station.db, order.id)).toBe(false)
})
