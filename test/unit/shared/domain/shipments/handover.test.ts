import { describe, expect, it } from 'vitest'
import {
  carrierKey,
  HANDOVER_MODES,
  roundProblem,
  waitsFor,
  type HandoverMode,
  type JudgedParcel,
} from '../../../../../src/shared/domain/shipments/handover'

import { SHIPMENT_STATES } from '../../../../../src/shared/domain/shipments/shipment'

const parcel = (state: string, more: Partial<JudgedParcel> = {}): JudgedParcel => ({
  state,
  orderCanceled: false,
  cancelWaits: false,
  holdReason: null,
  change: null,
  held: false,
  ...more,
})

const ROWS: readonly (readonly [HandoverMode, JudgedParcel, ReturnType<typeof roundProblem>])[] = [
  ['ship', parcel('packed'), null],
  ['ship', parcel('packed', { orderCanceled: true }), 'canceled'],
  ['ship', parcel('packed', { cancelWaits: true }), 'canceled'],
  ['ship', parcel('packed', { held: true }), 'needs_person'],
  ['ship', parcel('packed', { change: 'lines_elsewhere' }), 'needs_person'],
  ['ship', parcel('packed', { holdReason: 'damaged' }), 'on_hold'],
  ['ship', parcel('packed', { holdReason: 'damaged', held: true }), 'on_hold'],
  ['ship', parcel('packed', { holdReason: 'damaged', orderCanceled: true }), 'canceled'],
  ['ship', parcel('shipped', { holdReason: 'damaged' }), 'already_shipped'],
  ['ship', parcel('packed', { held: true, orderCanceled: true }), 'canceled'],
  ['ship', parcel('shipped'), 'already_shipped'],
  ['ship', parcel('shipped', { orderCanceled: true }), 'already_shipped'],
  ['ship', parcel('delivered'), 'already_delivered'],
  ['ship', parcel('canceled'), 'canceled'],
  ['ship', parcel('lost in space'), 'needs_person'],
  ['deliver', parcel('packed'), 'not_shipped'],
  ['deliver', parcel('shipped'), null],
  ['deliver', parcel('shipped', { orderCanceled: true }), null],
  ['deliver', parcel('shipped', { held: true }), 'needs_person'],
  ['deliver', parcel('shipped', { holdReason: 'damaged' }), null],
  ['deliver', parcel('delivered'), 'already_delivered'],
  ['deliver', parcel('canceled'), 'canceled'],
]

describe('a parcel at the dock', () => {
  it.each(ROWS)('to %s, as %j: %s', (mode, judged, problem) => {
    expect(roundProblem(mode, judged)).toBe(problem)
  })

  it('waits in the state before its move', () => {
    const waiting = HANDOVER_MODES.map((mode) => SHIPMENT_STATES.filter((state) => waitsFor(mode, state)))
    expect(waiting).toEqual([['packed'], ['shipped']])
    for (const [index, mode] of HANDOVER_MODES.entries())
      for (const state of waiting[index] ?? []) expect(roundProblem(mode, parcel(state))).toBeNull()
  })
})

it('carrier names ignore case', () => {
  expect(carrierKey(' FedEx ')).toBe(carrierKey('FEDEX'))
  expect(carrierKey(null)).toBe(carrierKey(''))
})
