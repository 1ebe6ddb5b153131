import { expect, it } from 'vitest'
import { readyParcels } from '../../../src/renderer/src/stores/handover-store'
import type { HandoverView } from '../../../src/shared/contract/handover'

it('a mark counts every parcel that it moves, also those beyond what is shown', () => {
  const view: HandoverView = {
    mode: 'ship',
    groups: [],
    scanned: [],
    counts: [
      { carrier: 'ups', scanned: 700, ready: 690 },
      { carrier: '', scanned: 3, ready: 3 },
    ],
    last: null,
  }
  expect(readyParcels({ view, carrier: null })).toBe(693)
  expect(readyParcels({ view, carrier: 'UPS' })).toBe(690)
  expect(readyParcels({ view, carrier: '' })).toBe(3)
  expect(readyParcels({ view, carrier: 'DHL' })).toBe(0)
  expect(readyParcels({ view: null, carrier: null })).toBe(0)
})
