import { describe, expect, it } from 'vitest'
import {
  hasCheckDigit,
  isGtin,
  isSscc,
  upcOfShort,
  writtenLengths,
} from '../../../../../src/shared/domain/scanning/trade-number'

describe('check digits', () => {
  it.each(['4006381333931', '036000291452', '96385074', '10012345678902'])('%s is right', (gtin) => {
    expect(isGtin(gtin)).toBe(true)
    const last = (Number(gtin.at(-1)) + 1) % 10
    expect(isGtin(gtin.slice(0, -1) + String(last))).toBe(false)
  })

  it('counts only digits, and only the lengths that GS1 gives out', () => {
    expect(hasCheckDigit('')).toBe(false)
    expect(hasCheckDigit('0')).toBe(false)
    expect(hasCheckDigit('400638133393A')).toBe(false)
    expect(isGtin('0000000000')).toBe(false)
    expect(isSscc('106141412345678908')).toBe(true)
    expect(isSscc('106141412345678909')).toBe(false)
  })
})

describe('writtenLengths', () => {
  it.each([
    ['4006381333931', ['4006381333931', '04006381333931']],
    ['036000291452', ['0036000291452', '00036000291452', '036000291452']],
    ['00036000291452', ['0036000291452', '00036000291452', '036000291452']],
    ['96385074', ['0000096385074', '00000096385074', '000096385074', '96385074']],
    ['10012345678902', ['10012345678902']],
    ['4006381333932', []],
    ['ITEM', []],
  ])('%s', (gtin, lengths) => expect(writtenLengths(gtin)).toEqual(lengths))
})

it.each([
  ['04252614', '042100005264'],
  ['01234565', '012345000065'],
  ['01278907', '012000007897'],
  ['04252615', null],
  ['24252614', null],
])('UPC-E %s stands for %s', (short, upc) => expect(upcOfShort(short)).toBe(upc))
