import { describe, expect, it } from 'vitest'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'
import { changeLabel, readLabel, undecided } from '../../../../../src/shared/domain/shipments/label'

const EMPTY = { carrier: '', trackingNumber: '', trackingUrl: '' }
const UPS = '1Z5R89390357567127'
const UPS_LABEL = {
  carrier: 'UPS',
  trackingNumber: UPS,
  trackingUrl: `https://www.ups.com/track?tracknum=${UPS}`,
}
/** A FedEx number that GLS would claim where GLS is used. */
const TWELVE = '986578788855'
const BOTH = KNOWN_CARRIERS.map((carrier) => ({ ...carrier, inUse: true }))

describe('a scanned label', () => {
  it('fills carrier, number and page', () => {
    expect(readLabel(UPS, { ...EMPTY, carrier: 'DHL' }, KNOWN_CARRIERS)).toEqual(UPS_LABEL)
    expect(readLabel('1001921334250001000300779017972697', EMPTY, KNOWN_CARRIERS)).toEqual({
      carrier: 'FedEx',
      trackingNumber: '779017972697',
      trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr=779017972697',
    })
  })

  it('keeps the carrier if the number belongs to none', () => {
    expect(readLabel(' COURIER-77 ', { ...EMPTY, carrier: 'Bike' }, KNOWN_CARRIERS)).toEqual({
      carrier: 'Bike',
      trackingNumber: 'COURIER-77',
      trackingUrl: '',
    })
  })

  it('replaces the page of the previous label', () => {
    expect(readLabel(TWELVE, UPS_LABEL, KNOWN_CARRIERS)).toMatchObject({
      carrier: 'FedEx',
      trackingUrl: `https://www.fedex.com/fedextrack/?trknbr=${TWELVE}`,
    })
  })

  it('is left to a person if several carriers match, and to the usual carrier if it is one of them', () => {
    const label = readLabel(TWELVE, EMPTY, BOTH, { carrier: 'UPS', choices: {} })
    expect(label).toEqual({ carrier: '', trackingNumber: TWELVE, trackingUrl: '' })
    expect(undecided(label, BOTH)).toEqual(['FedEx', 'GLS'])
    expect(undecided({ ...label, carrier: 'GLS' }, BOTH)).toEqual([])
    expect(readLabel(TWELVE, EMPTY, BOTH, { carrier: 'GLS', choices: {} }).carrier).toBe('GLS')
  })
})

describe('a label edited by hand', () => {
  it('has the page of its new carrier', () => {
    expect(changeLabel(UPS_LABEL, { carrier: 'dhl' }, KNOWN_CARRIERS).trackingUrl).toContain('dhl.com')
    expect(changeLabel(UPS_LABEL, { carrier: 'Bike' }, KNOWN_CARRIERS).trackingUrl).toBe('')
  })

  it('keeps a page that somebody typed', () => {
    const own = changeLabel(UPS_LABEL, { trackingUrl: 'https://own.example/1' }, KNOWN_CARRIERS)
    expect(changeLabel(own, { carrier: 'DHL' }, KNOWN_CARRIERS).trackingUrl).toBe('https://own.example/1')
    expect(readLabel(TWELVE, own, KNOWN_CARRIERS).trackingUrl).toBe('https://own.example/1')
  })
})
