import { describe, expect, it } from 'vitest'
import { redactBuyer } from '../../../../../src/main/sync/shared/redact-buyer'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { deleteBuyer } from '../../../../../src/main/store/tables/buyers'
import { applyOrder } from '../../../../../src/main/store/tables/orders'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { readOrder } from '../../../../../src/shared/partner-api/order'
import { makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'

const AT = '2026-11-20T00:00:00.000Z'
const BUYER = /Jo Doe|jo@example|Test Street|Happy birthday/
const lines = (ofFirst: number | null, ofSecond: number | null) => [
  ...makeLines([
    { id: 1, item_number: 'A', shipment_id: ofFirst },
    { id: 2, item_number: 'B', shipment_id: ofSecond },
    { id: 3, is_shipping_fee: true },
  ]),
]
const order = (overrides: Record<string, unknown> = {}) =>
  makeOrder({ gift_message: 'Happy birthday', order_lines: lines(5, 5), ...overrides })
const parcel = (id: number, state: string) => ({ id, state })
const told = (overrides: Record<string, unknown>) =>
  JSON.stringify(redactBuyer(makeStation().db, order(overrides)))

describe('an order as other stations are told of it', () => {
  it.each([
    ['delivered', { shipments: [parcel(5, 'delivered')] }],
    ['delivered, beside a canceled parcel', { shipments: [parcel(5, 'delivered'), parcel(6, 'canceled')] }],
    ['canceled', { state: 'canceled' }],
  ])('has no buyer when it is %s', (_name, overrides) => {
    expect(told(overrides)).not.toMatch(BUYER)
  })

  it.each([
    ['not packed', { order_lines: lines(null, null) }],
    ['packed in part', { order_lines: lines(5, null), shipments: [parcel(5, 'delivered')] }],
    ['shipped', { shipments: [parcel(5, 'shipped')] }],
    [
      'on its way in part',
      { order_lines: lines(5, 6), shipments: [parcel(5, 'delivered'), parcel(6, 'shipped')] },
    ],
    ['with a parcel of an unknown state', { shipments: [parcel(5, 'delivered'), parcel(6, 'returned')] }],
    ['without goods to show for it', { order_lines: lines(7, 7), shipments: [parcel(5, 'delivered')] }],
  ])('has everything while it is %s', (_name, overrides) => {
    expect(redactBuyer(makeStation().db, order(overrides))).toEqual(order(overrides))
  })

  it('has no buyer whom this station has deleted on request', () => {
    const { db } = makeStation()
    inTransaction(db, (tx) => deleteBuyer(tx, 1001, AT))
    expect(JSON.stringify(redactBuyer(db, order({ id: 1001 })))).not.toMatch(BUYER)
    expect(redactBuyer(db, order({ id: 1002 }))).toEqual(order({ id: 1002 }))
  })

  it('takes no buyer away from a station that knows one, and says everything else', () => {
    const { db, seal } = makeStation()
    const before = order({ shipments: [parcel(5, 'shipped')] })
    const after = order({ shipments: [parcel(5, 'delivered')], amount: 77 })
    const others = readOrder.parse(redactBuyer(db, after))
    inTransaction(db, (tx) => applyOrder(tx, before, AT, seal))
    inTransaction(db, (tx) => applyOrder(tx, others, AT, seal))
    const view = viewOrder(db, before.id, seal)
    expect(view).toMatchObject({ amountCents: 77, shipments: [{ state: 'delivered' }] })
    expect(view?.buyer).toMatchObject({ email: 'jo@example.com' })
    expect(others.order_lines).toEqual(after.order_lines)
  })
})
