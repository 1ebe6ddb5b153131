import { expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { findOrder } from '../../../../../src/main/store/tables/orders'
import { isOlderCopy, surelyAfter } from '../../../../../src/main/sync/copies/is-older'
import { makeStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

const AT = '2026-11-20T09:00:00Z'
const SHIPMENT = { id: 5, state: 'shipped', packed_at: AT, shipped_at: AT }
const REFUND = { id: 7, type: 'order_refund', total_refunded: 1 }
const KNOWN = { updated_at: AT, shipments: [SHIPMENT], refunds: [REFUND] }

it.each([
  ['the same copy', {}, false],
  ['one from a second before', { updated_at: '2026-11-20T08:59:59Z' }, true],
  ['one from before in another notation', { updated_at: '2026-11-20T09:59:59+01:00' }, true],
  ['a later one that lacks a shipment', { updated_at: '2026-11-20T09:00:01Z', shipments: [] }, false],
  ['one of the same second that lacks a shipment', { shipments: [] }, true],
  ['one of the same second in which it fell back', { shipments: [{ ...SHIPMENT, state: 'packed' }] }, true],
  ['one of the same second in which it went on', { shipments: [{ ...SHIPMENT, state: 'delivered' }] }, false],
  // Or it would never be shown: the same copy comes again and again.
  [
    'one of the same second in which its state has no name',
    { shipments: [{ ...SHIPMENT, state: 'lost' }] },
    false,
  ],
  ['one of the same second that lacks a refund', { refunds: [] }, true],
  ['one without a time that lacks a shipment', { updated_at: null, shipments: [] }, true],
  ['one without a time that lacks nothing', { updated_at: null }, false],
  ['one whose time cannot be read', { updated_at: 'yesterday' }, false],
])('%s (I12)', (_name, difference, older) => {
  const { db, take } = makeStation()
  take(makeOrder(KNOWN))
  const known = findOrder(db, 1001)
  if (known === null) throw new Error('no order')
  const copy = makeOrder({ ...KNOWN, ...difference })
  expect(inTransaction(db, () => isOlderCopy(db, known, copy))).toBe(older)
})

it.each(['packed', 'canceled', 'returned'])(
  'nothing says what a state without a name comes after: %s',
  (state) => {
    const { db, take } = makeStation()
    take(makeOrder({ ...KNOWN, shipments: [{ ...SHIPMENT, state: 'lost' }] }))
    const known = findOrder(db, 1001)
    const copy = makeOrder({ ...KNOWN, shipments: [{ ...SHIPMENT, state }] })
    expect(known !== null && isOlderCopy(db, known, copy)).toBe(false)
  },
)

it('a copy of the same second that no longer shows a cancellation is older (I12)', () => {
  const { db, take } = makeStation()
  take(makeOrder({ updated_at: AT, cancelation_reason: 'asked for' }))
  const known = findOrder(db, 1001)
  expect(known !== null && isOlderCopy(db, known, makeOrder({ updated_at: AT }))).toBe(true)
})

it.each([
  ['2026-11-20T09:00:02.001Z', AT, true],
  ['2026-11-20T09:00:02Z', AT, false],
  [null, AT, false],
  ['2026-11-20T10:00:00Z', null, false],
])('a copy of %s is surely made after %s: %s', (updated_at, moment, sure) => {
  expect(surelyAfter({ updated_at }, moment)).toBe(sure)
})
