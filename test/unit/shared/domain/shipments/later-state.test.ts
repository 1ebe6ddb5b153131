import { expect, it, vi } from 'vitest'
import { explain } from '../../../../../src/shared/domain/outbox/explain'
import { roundProblem } from '../../../../../src/shared/domain/shipments/handover'
import { makeOrder } from '../../../../support/orders'

/** A state that the table may get later: over, but not canceled. */
const { RETURNED } = vi.hoisted(() => ({ RETURNED: 'returned_to_sender' }))

vi.mock(import('../../../../../src/shared/domain/shipments/shipment'), async (load) => {
  const real = await load()
  return { ...real, isLive: (state) => state !== RETURNED && real.isLive(state) }
})

it('a parcel that is over for another reason is not called canceled at the dock', () => {
  const parcel = { orderCanceled: false, cancelWaits: false, holdReason: null, change: null, held: false }
  expect(roundProblem('ship', { ...parcel, state: RETURNED })).toBe('needs_person')
  expect(roundProblem('ship', { ...parcel, state: 'canceled' })).toBe('canceled')
})

it('nor is a move refused because it was canceled', () => {
  const order = (state: string) => makeOrder({ shipments: [{ id: 7, state }] })
  const amounts = { amountCents: null, restCents: null }
  const asked = { kind: 'ship_shipment', lineIds: [], serverId: 7, carrier: null, ...amounts } as const
  expect(explain(asked, order(RETURNED))).toEqual([{ why: 'unexplained', id: null }])
  expect(explain(asked, order('canceled'))).toEqual([{ why: 'shipment_canceled', id: 7 }])
})
