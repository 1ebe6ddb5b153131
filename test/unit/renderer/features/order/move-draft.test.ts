import { describe, expect, it } from 'vitest'
import {
  freshDraft,
  problemsOf,
  requestOf,
  timeFieldsOf,
} from '../../../../../src/renderer/src/features/order/parcel/move-draft'
import { NO_TIME } from '../../../../../src/renderer/src/parts/time/typed-time'
import { aShipment } from '../../fake-station'

const NOW = Date.parse('2026-11-21T10:00:00.900Z')
const UTC = { name: 'UTC', dates: 'iso' } as const
const draft = freshDraft(aShipment(), 3, NOW, UTC)

describe('the form of a move', () => {
  it('asks for the times that the document requires', () => {
    expect(timeFieldsOf('ship')).toEqual(['shippedAt', 'expectedToDeliverAt'])
    expect(timeFieldsOf('deliver')).toEqual(['deliveredAt'])
    expect(timeFieldsOf('cancel')).toEqual(['canceledAt'])
  })

  it('proposes the current time for shipping, even in the second of packing, and the promise from the transit days', () => {
    const shipment = aShipment()
    const request = requestOf(draft, shipment, 'ship', UTC)
    expect(request).toMatchObject({
      shippedAt: '2026-11-21T10:00:00.900Z',
      expectedToDeliverAt: '2026-11-24T10:00:00.900Z',
      deliveredAt: null,
      canceledAt: null,
      carrier: 'UPS',
      confirmedUnusual: false,
    })
    expect(problemsOf(request, shipment, NOW)).toEqual({})
  })

  it('takes a typed second for right after the event within that second, and nothing earlier', () => {
    const shipment = aShipment({ packedAt: '2026-11-21T10:00:00.700Z' })
    const typed = (text: string) => {
      const times = { ...draft.times, shippedAt: { text, exactMs: null } }
      return requestOf({ ...draft, times }, shipment, 'ship', UTC).shippedAt
    }
    expect(typed('2026-11-21 10:00:00')).toBe('2026-11-21T10:00:00.700Z')
    expect(typed('2026-11-21 09:59:59')).toBe('2026-11-21T09:59:59.000Z')
    expect(typed('2026-11-21 10:00:01')).toBe('2026-11-21T10:00:01.000Z')
  })

  it('proposes no time for a delivery and reports it missing', () => {
    const shipment = aShipment({
      state: 'shipped',
      carrierLocked: true,
      shippedAt: '2026-11-21T10:00:00.000Z',
    })
    const request = requestOf(draft, shipment, 'deliver', UTC)
    expect(request).toMatchObject({ deliveredAt: null, carrier: null, trackingNumber: null })
    expect(problemsOf(request, shipment, NOW)).toEqual({ deliveredAt: 'missing' })
  })

  it('names a problem per field', () => {
    const times = { ...draft.times, shippedAt: NO_TIME, expectedToDeliverAt: { text: 'soon', exactMs: null } }
    const request = requestOf({ ...draft, times }, aShipment(), 'ship', UTC)
    expect(problemsOf(request, aShipment(), NOW)).toEqual({
      shippedAt: 'missing',
      expectedToDeliverAt: 'unparsable',
    })
  })

  it('confirms a move only if it is unusual', () => {
    expect(requestOf(draft, aShipment(), 'deliver', UTC).confirmedUnusual).toBe(true)
    expect(requestOf(draft, aShipment(), 'cancel', UTC).confirmedUnusual).toBe(false)
  })
})
