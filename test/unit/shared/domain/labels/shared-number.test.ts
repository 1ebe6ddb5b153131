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
/** It was given at the same time as `MONDAY`, at another station. */
const OTHER: SharedNumber = { ...NEXT, turn: 1 }

const back = (number: SharedNumber): SharedNumber => ({ ...number, isTakenBack: true })
const counts = (heard: SharedNumber, own: SharedNumber, isNews = false) =>
  countsInstead(heard, { ...own, isNews })

describe('what is heard of an order’s number', () => {
  it.each([true, false])('takes back the very number that this station has (news: %s)', (isNews) => {
    expect(counts(back(MONDAY), MONDAY, isNews)).toBe(true)
    expect(counts(back(MONDAY), { ...MONDAY, turn: 5 }, isNews)).toBe(true)
  })

  it.each([true, false])(
    'never gives again the very number that was taken back here (news: %s)',
    (isNews) => {
      expect(counts(MONDAY, back(MONDAY), isNews)).toBe(false)
      expect(counts({ ...MONDAY, turn: 5 }, back(MONDAY), isNews)).toBe(false)
    },
  )

  it('is known to the hub once it is heard as it is here', () => {
    expect(counts(MONDAY, MONDAY, true)).toBe(true)
    expect(counts(back(MONDAY), back(MONDAY), true)).toBe(true)
    expect(counts(MONDAY, { ...MONDAY, turn: 2 }, true), 'it has taken another turn').toBe(false)
  })

  it('replaces what it was given in place of, and what is older replaces nothing', () => {
    expect(counts(NEXT, MONDAY)).toBe(true)
    expect(counts(NEXT, back(MONDAY))).toBe(true)
    expect(counts(NEXT, back(MONDAY), true)).toBe(true)
    expect(counts(MONDAY, NEXT)).toBe(false)
    expect(counts(MONDAY, back(NEXT))).toBe(false)
    expect(counts(MONDAY, back(NEXT), true)).toBe(false)
  })

  it('replaces what was given at once, as the hub took them', () => {
    expect(counts(OTHER, MONDAY)).toBe(true)
    expect(counts(MONDAY, OTHER)).toBe(true)
  })

  it('replaces nothing that was given here and that the hub has yet to hear of', () => {
    expect(counts(OTHER, MONDAY, true)).toBe(false)
    expect(counts(NEXT, MONDAY, true)).toBe(false)
    expect(counts(back(NEXT), MONDAY, true)).toBe(false)
  })

  it('takes back what the number had replaced, and not what has replaced the number', () => {
    expect(counts(back(NEXT), MONDAY)).toBe(true)
    expect(counts(back(MONDAY), NEXT)).toBe(false)
  })

  it('gives no number while one that was given at once is taken back', () => {
    expect(counts(back(OTHER), MONDAY)).toBe(true)
    expect(counts(MONDAY, back(OTHER))).toBe(false)
    expect(counts(MONDAY, back(OTHER), true)).toBe(false)
  })
})
