import { describe, expect, it } from 'vitest'
import { cancelProblem, orderMoves } from '../../../../../src/shared/domain/orders/order-moves'

const states = (...all: string[]) => all.map((state) => ({ state }))

describe('an order', () => {
  it.each([
    [false, [], null],
    [false, ['packed'], null],
    [false, ['delivered', 'canceled'], null],
    [false, ['packed', 'shipped'], 'order_shipped'],
    [true, [], 'order_canceled'],
    [true, ['packed'], 'order_canceled'],
    [true, ['shipped'], 'order_shipped'],
    [false, ['lost at sea'], 'parcel_unknown'],
    [false, ['shipped', 'lost at sea'], 'order_shipped'],
    [true, ['lost at sea'], 'parcel_unknown'],
  ] as const)(
    'canceled: %s, with shipments %j: cancel is refused with %s',
    (canceled, shipments, problem) => {
      const order = { canceled, shipments: states(...shipments) }
      expect(cancelProblem(order)).toBe(problem)
      expect(orderMoves(order).cancel).toBe(problem === null)
    },
  )

  it('is refunded until it is canceled, which refunds it', () => {
    expect(orderMoves({ canceled: false, shipments: states('shipped') }).refund).toBe(true)
    expect(orderMoves({ canceled: true, shipments: [] }).refund).toBe(false)
  })
})
