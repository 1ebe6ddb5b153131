import { describe, expect, it } from 'vitest'
import { isTakenBack, showsEffect } from '../../../../src/main/sync/effects'
import type { ConfirmedOp } from '../../../../src/main/store/tables/confirmed'
import { makeOrder } from '../../../support/orders'

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
