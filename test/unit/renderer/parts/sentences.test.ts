import { beforeAll, describe, expect, it } from 'vitest'
import i18next from 'i18next'
import {
  changeWords,
  errorWords,
  explanationWords,
  noteWords,
  reasonWords,
  type Speech,
} from '../../../../src/renderer/src/parts/sentences'
import { startAllWords } from '../../../support/window-words'
import { anOrder } from '../fake-station'

beforeAll(startAllWords)
const speech = (): Speech => ({ t: i18next.t, order: anOrder(100), currency: 'USD', locale: 'en' })

describe('the marketplace’s state, in sentences', () => {
  it.each([
    [{ why: 'line_taken', id: 1 }, 'Title 1 is already in another shipment.'],
    [{ why: 'line_gone', id: 77 }, 'Line 77 is no longer in the order.'],
    [{ why: 'refund_above_rest', id: 1_250 }, 'Only $12.50 of the order is left to refund.'],
    [{ why: 'order_shipped', id: 9 }, 'Shipment no. 9 is on its way, so the order cannot be canceled.'],
  ] as const)('%o', (explanation, sentence) => {
    expect(explanationWords(speech(), explanation)).toBe(sentence)
  })

  it.each([
    [{ what: 'order_canceled', id: null, from: null, to: null }, 'The order was canceled.'],
    [
      { what: 'order_canceled', id: null, from: null, to: 'fraud' },
      'The order was canceled: suspected fraud.',
    ],
    [
      { what: 'order_canceled', id: null, from: null, to: 'recalled_by_brand' },
      'The order was canceled: recalled by brand.',
    ],
    [
      { what: 'order_state', id: null, from: 'paid', to: 'partly_shipped' },
      'The order changed from “Paid” to “partly shipped”.',
    ],
    [{ what: 'line_moved', id: 2, from: null, to: '5' }, 'Title 2 moved into shipment no. 5.'],
    [{ what: 'line_moved', id: 2, from: '5', to: null }, 'Title 2 was taken out of shipment no. 5.'],
    [{ what: 'line_moved', id: 2, from: '5', to: '6' }, 'Title 2 moved from shipment no. 5 to no. 6.'],
    [
      { what: 'shipment_state', id: 5, from: 'packed', to: 'lost' },
      'Shipment no. 5 changed from packed to lost.',
    ],
    [{ what: 'refund_added', id: 8, from: null, to: '500' }, '$5.00 was refunded.'],
    [{ what: 'amount', id: null, from: '500', to: '450' }, 'The order’s total changed from $5.00 to $4.50.'],
  ] as const)('%o', (change, sentence) => {
    expect(changeWords(speech(), change)).toBe(sentence)
  })

  it('names a refund where the same reason means money', () => {
    expect(reasonWords(i18next.t, 'create_shipment', 'duplicate')).toContain('shipment')
    expect(reasonWords(i18next.t, 'create_refund', 'duplicate')).toContain('refund')
    expect(reasonWords(i18next.t, 'create_refund', 'refused')).toBe('The marketplace refused it.')
  })

  it('shows an unknown answer as it is', () => {
    expect(errorWords(i18next.t, { code: 'unprocessable', status: 422 })).toBe(
      'refused as not valid (HTTP 422)',
    )
    expect(errorWords(i18next.t, { code: 'teapot', status: null })).toBe('code teapot')
  })

  it('translates the station’s notes into sentences with local times', () => {
    const note = 'packed_at: 2026-11-20T09:00:00.000Z -> 2026-11-20T08:30:00.000Z; wrong clock'
    expect(noteWords(i18next.t, note, (iso) => iso.slice(11, 16))).toBe('Packed: 09:00 → 08:30; wrong clock')
    expect(noteWords(i18next.t, 'follows 12', String)).toContain('discarded')
    expect(noteWords(i18next.t, 'put back', String)).toBe('put back')
  })
})
