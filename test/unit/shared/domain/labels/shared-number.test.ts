import { describe, expect, it } from 'vitest'
import { countsInstead, type SharedNumber } from '../../../../../src/shared/domain/labels/shared-number'

const MONDAY: SharedNumber = {
  ...{ orderId: 1001, carrier: 'UPS', trackingNumber: '1Z999AA10123456784', fileName: 'monday.csv' },
  ...{ givenAt: '2026-11-23T09:00:00.000Z', givenBy: 'Ada', isTakenBack: false, turn: 1 },
}
/** It has replaced `MONDAY`. */
const NEXT: SharedNumber = {
  ...{ ...MONDAY, trackingNumber: '1Z5R89390357567127', fileName: 'next.csv' },
  // Of a PC whose clock is behind.
  ...{ givenAt: '2026-11-22T09:00:00.000Z', turn: 2 },
}
/** It was given by a station that had not heard of `MONDAY`, a second later. */
const OTHER: SharedNumber = { ...NEXT, givenAt: '2026-11-23T09:00:01.000Z', turn: 1 }

const back = (number: SharedNumber): SharedNumber => ({ ...number, isTakenBack: true })

describe('what is heard of an order’s number', () => {
  it('takes back the very number that this station has, for good', () => {
    expect(countsInstead(back(MONDAY), MONDAY)).toBe(true)
    expect(countsInstead(MONDAY, back(MONDAY))).toBe(false)
  })

  it('is known to the hub once it is heard as it is here', () => {
    expect(countsInstead(MONDAY, MONDAY)).toBe(true)
    expect(countsInstead(back(MONDAY), back(MONDAY))).toBe(true)
  })

  it('replaces what it was given in place of, whatever the clocks said, and what is older replaces nothing', () => {
    expect(countsInstead(NEXT, MONDAY)).toBe(true)
    expect(countsInstead(NEXT, back(MONDAY))).toBe(true)
    expect(countsInstead(MONDAY, NEXT)).toBe(false)
    expect(countsInstead(MONDAY, back(NEXT))).toBe(false)
  })

  it('is the later one of two that were given at once', () => {
    expect(countsInstead(OTHER, MONDAY)).toBe(true)
    expect(countsInstead(MONDAY, OTHER)).toBe(false)
  })

  it.each([
    { fileName: 'tuesday.csv' },
    { carrier: 'USPS' },
    { trackingNumber: '1Z999AA10123456799' },
    { givenBy: 'Bob' },
  ])('is always the same one of two that were given in the same millisecond: %o', (other) => {
    expect(countsInstead({ ...MONDAY, ...other }, MONDAY)).toBe(true)
    expect(countsInstead(MONDAY, { ...MONDAY, ...other })).toBe(false)
  })

  it('takes back what the number had replaced, and not what has replaced the number', () => {
    expect(countsInstead(back(NEXT), MONDAY)).toBe(true)
    expect(countsInstead(back(MONDAY), NEXT)).toBe(false)
  })

  it('gives no number while one that was given at once is taken back', () => {
    expect(countsInstead(back(MONDAY), OTHER)).toBe(true)
    expect(countsInstead(OTHER, back(MONDAY))).toBe(false)
  })
})
