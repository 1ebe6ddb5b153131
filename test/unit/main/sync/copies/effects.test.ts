import { describe, expect, it } from 'vitest'
import { isTakenBack, showsEffect } from '../../../../../src/main/sync/copies/effects'
import type { ConfirmedOp } from '../../../../../src/main/store/tables/confirmed'
import { makeOrder } from '../../../../support/orders'

const op = (kind: ConfirmedOp['kind']) =>
  ({ kind, body: '{}', baseline: [], serverRef: '50' }) as unknown as ConfirmedOp

describe('a canceled shipment that the marketplace does not show', () => {
  it('shows its cancellation only if it was shown before', () => {
    const order = makeOrder({ shipments: [] })
    expect(showsEffect(op('cancel_shipment'), order, { serverId: 50, shown: true })).toBe(true)
    expect(showsEffect(op('cancel_shipment'), order, { serverId: 50, shown: false })).toBe(false)
    expect(showsEffect(op('cancel_shipment'), order, null)).toBe(false)
  })
})

describe('a canceled order', () => {
  it('is only taken back by a copy that says paid', () => {
    expect(isTakenBack(op('cancel_order'), makeOrder({ state: 'paid' }), null)).toBe(true)
    expect(isTakenBack(op('cancel_order'), makeOrder({ state: 'on_hold' }), null)).toBe(false)
  })
})

describe('a move of a shipment', () => {
  const own = { serverId: 50, shown: true }
  const MOVES = { ship: 'ship_shipment', deliver: 'deliver_shipment', cancel: 'cancel_shipment' } as const
  const copy = (state: string) => makeOrder({ shipments: [{ id: 50, state }] })

  it.each([
    ['packed', []],
    ['shipped', ['ship']],
    ['delivered', ['ship', 'deliver']],
    ['canceled', ['ship', 'deliver', 'cancel']],
    // It may have come after any of them.
    ['lost', ['ship', 'deliver', 'cancel']],
  ])('shows in a copy in which it is %s: %j', (state, shown) => {
    const moves = Object.entries(MOVES).filter(([, kind]) => showsEffect(op(kind), copy(state), own))
    expect(moves.map(([move]) => move)).toEqual(shown)
  })

  it.each([
    ['packed', true],
    ['shipped', false],
    ['lost', false],
  ])('to delivered is taken back by a copy in which it is %s: %s', (state, taken) => {
    expect(isTakenBack(op('deliver_shipment'), copy(state), own)).toBe(taken)
  })
})
