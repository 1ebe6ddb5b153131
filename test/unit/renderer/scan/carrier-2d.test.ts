import { describe, expect, it } from 'vitest'
import { numbersOf2d, withoutAddress } from '../../../../src/renderer/src/scan/carrier-2d'
import { checkLabel } from '../../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../../src/shared/domain/carriers/known-carriers'

/** Carriers' 2D codes by ISO/IEC 15434, with numbers of our own making. */

const [EOT, RS, GS] = ['\u0004', '\u001E', '\u001D']
const ups = [
  '96841706672',
  '840',
  '003',
  '1Z56784',
  'UPSN',
  '12345E',
  '089',
  '',
  '1/1',
  '10',
  'Y',
  '1 MAIN ST',
  'SALT LAKE CITY',
  'UT',
]
const envelope = (fields: readonly string[]) => `[)>${RS}01${GS}${fields.join(GS)}${RS}${EOT}`
const upsCode = (short: string) => envelope(ups.map((field) => (field === '1Z56784' ? short : field)))
const FEDEX = envelope(['0298101', '840', '019', '7982213403170201', 'FDEB', '123456789', '089', '', '1/1'])

describe('a carrier’s 2D code', () => {
  it('has UPS’s number in three pieces', () => {
    const [number = ''] = numbersOf2d(upsCode('1Z12345675'), '')
    expect(number).toBe('1Z12345E0312345675')
    expect(checkLabel(number, KNOWN_CARRIERS)).toBe('none')
    const right = [...'0123456789']
      .flatMap((check) => numbersOf2d(upsCode(`1Z1234567${check}`), ''))
      .filter((one) => checkLabel(one, KNOWN_CARRIERS) === 'sure')
    expect(right).toHaveLength(1)
  })

  it('has FedEx’s number before the number of its form', () => {
    expect(numbersOf2d(FEDEX, '')).toEqual(['798221340317'])
    const ground = envelope(['0298101', '840', '019', '568283610012734', 'FDEG'])
    expect(numbersOf2d(ground, '')).toEqual(['568283610012734'])
  })

  it('has a whole number where it stands by itself', () => {
    const whole = envelope(['0298101', '840', '001', '9400111899223456789012', 'USPS'])
    expect(numbersOf2d(whole, '')).toEqual(['9400111899223456789012'])
  })

  it('gives no part of the address away, and nothing when the separators are lost', () => {
    expect(numbersOf2d(upsCode('1Z12345675'), '')).toHaveLength(1)

    expect(numbersOf2d(FEDEX.replace(/[\u0004\u001D\u001E]/g, ''), '')).toEqual([])
  })

  it('of UPS names its carrier in the field behind', () => {
    expect(numbersOf2d(upsCode('1Z12345675').replace('UPSN', 'XXXX'), '')).toEqual([])
  })

  it('is read with the character that the scanner types for GS', () => {
    expect(numbersOf2d(FEDEX.replaceAll(GS, '~'), '~')).toEqual(['798221340317'])
    expect(numbersOf2d(FEDEX.replaceAll(GS, '~'), '')).toEqual([])
  })

  it('is never kept with its address, torn or not', () => {
    for (const raw of [FEDEX, `]d1${FEDEX}`, FEDEX.slice(20), upsCode('1Z12345675').slice(-20)])
      expect(withoutAddress(raw)).toBe('[)>')
    for (const raw of ['', 'ITEM1', '[>) no', `01040063813339312110${GS}21X`])
      expect(withoutAddress(raw)).toBe(raw)
  })
})
