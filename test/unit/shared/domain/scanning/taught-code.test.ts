import { describe, expect, it } from 'vitest'
import { mayBeTaught } from '../../../../../src/shared/domain/scanning/badge'
import { matchLine, type ScannableLine } from '../../../../../src/shared/domain/scanning/scan'
import {
  codeToTeach,
  taughtKey,
  isMeant,
  meaningOfItem,
} from '../../../../../src/shared/domain/scanning/taught-code'

describe('a taught code', () => {
  it.each([
    ['4006381333931', '04006381333931'],
    ['04006381333931', '04006381333931'],
    ['012345678905', '00012345678905'],
    [' 0012345678905 ', '00012345678905'],
    // No check digit: a shop's own number.
    ['4006381333932', '4006381333932'],
    ['tag-7a', 'TAG-7A'],
  ])('is kept in one form: %s as %s', (code, key) => {
    expect(taughtKey(code)).toBe(key)
  })

  it('is the GTIN of a code that has a serial number, else the text itself', () => {
    expect(codeToTeach(['010400638133393121SN1', 'SN1', '04006381333931'])).toBe('04006381333931')
    expect(codeToTeach(['TAG-7'])).toBe('TAG-7')
  })

  it('stands for the MPN in its size, else for the one item', () => {
    const item = { itemNumber: 'ITM1', externalId: 'Sku1', mpn: 'Coat', size: 'M' }
    expect(meaningOfItem(item)).toEqual({ by: 'mpn', value: 'COAT', size: 'M' })
    expect(meaningOfItem({ ...item, mpn: null })).toEqual({ by: 'externalId', value: 'SKU1', size: null })
    expect(meaningOfItem({ ...item, mpn: '', externalId: null })).toEqual({
      ...{ by: 'itemNumber', value: 'ITM1', size: null },
    })
    expect(meaningOfItem({ itemNumber: null, externalId: null, mpn: null, size: null })).toBeNull()
  })

  it('means no other size, as far as sizes are known', () => {
    const coat = { itemNumber: 'ITM1', externalId: null, mpn: 'coat', size: 'M' }
    const meant = { by: 'mpn', value: 'COAT', size: 'M' } as const
    expect(isMeant(meant, coat)).toBe(true)
    expect(isMeant(meant, { ...coat, size: 'L' })).toBe(false)
    expect(isMeant(meant, { ...coat, size: null })).toBe(true)
    expect(isMeant({ ...meant, size: null }, { ...coat, size: 'L' })).toBe(true)
    expect(isMeant(meant, { ...coat, mpn: 'hat' })).toBe(false)
  })
})

it.each([
  ['4006381333931', true],
  ['TAG 7 A', true],
  ['', false],
  ['pbxgo', false],
  ['PBXBCDEF', false],
  ['Jo Doe 1 Test Street', false],
  ['x'.repeat(101), false],
])('may be taught: %s: %s', (code, may) => {
  expect(mayBeTaught(code)).toBe(may)
})

describe('a scan of a taught code', () => {
  const line = (lineId: number, more: Partial<ScannableLine> = {}): ScannableLine => ({
    ...{ lineId, isShippingFee: false, shipmentId: null, itemNumber: `ITM${lineId}`, externalId: null },
    ...{ mpn: 'COAT', size: 'M', taught: ['04006381333931'], ...more },
  })
  const scan = (code: string, lines: readonly ScannableLine[], chosen: number[] = []) =>
    matchLine([code], lines, new Set(chosen))

  it('chooses one unit after the other', () => {
    const lines = [line(1), line(2)]
    expect(scan('4006381333931', lines)).toEqual({ kind: 'line', lineId: 1 })
    expect(scan('4006381333931', lines, [1])).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('4006381333931', lines, [1, 2])).toEqual({ kind: 'line_scanned', lineId: 1 })
  })

  it('asks between different items, until one of them is left', () => {
    const lines = [line(1), line(2, { size: 'L' })]
    expect(scan('4006381333931', lines)).toEqual({ kind: 'line_unclear', lineId: 1 })
    expect(scan('4006381333931', lines, [1])).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('4006381333931', [line(1), line(2, { mpn: 'HAT' })])).toMatchObject({ kind: 'line_unclear' })
  })

  it('never takes the place of an item’s own code, and is none of a fee', () => {
    const own = line(2, { taught: [], externalId: '4006381333931' })
    expect(scan('4006381333931', [line(1), own])).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('4006381333931', [line(1, { isShippingFee: true })])).toBeNull()
  })
})
