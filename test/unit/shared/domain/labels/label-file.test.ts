import { describe, expect, it } from 'vitest'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'
import {
  isWholeLabel,
  labelKindOf,
  orderNumbersIn,
  orderNumbersOn,
  trackingInName,
  trackingOn,
  zplFields,
} from '../../../../../src/shared/domain/labels/label-file'
import { LOGO_PNG } from '../../../../support/logo'

const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'
const ZPL = `^XA^FO50,50^A0N,40^FDAda Lovelace^FS^FO50,90^FDSpringfield, IL 62701^FS
^FO50,130^FDRef: 100001^FS^BY3^BCN,100^FD>:${UPS}^FS^FD1Z 999 AA1 01 2345 6784^FS^FDTel 5551234567^FS^XZ\n`

describe('the kind of a file', () => {
  it('is judged by its content', () => {
    expect(labelKindOf('%PDF-1.4\n')).toBe('pdf')
    expect(labelKindOf(LOGO_PNG.toString('latin1'))).toBe('png')
    expect(labelKindOf(ZPL)).toBe('zpl')
    expect(labelKindOf(`CT~~CD,~CC^~CT~\n${ZPL}`)).toBe('zpl')
    expect(labelKindOf(`\n~SD15${ZPL}`)).toBe('zpl')
    expect(labelKindOf('order,number\n100001,X\n')).toBe(null)
    expect(labelKindOf('MZ\x90\0')).toBe(null)
    expect(labelKindOf('')).toBe(null)
  })

  it.each([
    ['pdf', `%PDF-1.4\n${'x'.repeat(5_000)}\n%%EOF\n`],
    ['png', LOGO_PNG.toString('latin1')],
    ['zpl', ZPL],
    ['zpl', `${ZPL}${ZPL}`],
  ] as const)('is whole only to its end: %s', (kind, text) => {
    expect(isWholeLabel(kind, text)).toBe(true)
    for (const part of [0.1, 0.4, 0.9]) {
      const cut = text.slice(0, Math.floor(text.length * part))
      expect(isWholeLabel(kind, cut), cut).toBe(false)
      // Some programs reserve the space of the whole file first.
      expect(isWholeLabel(kind, cut + '\0'.repeat(2_000))).toBe(false)
    }
  })

  it('is not whole in the middle of a second ZPL label', () => {
    expect(isWholeLabel('zpl', `${ZPL}^XA^FDhalf^FS`)).toBe(false)
  })
})

describe('the order’s number in a name', () => {
  it.each([
    ['100001.pdf', [100_001]],
    [`label_100001_${UPS}.pdf`, [100_001]],
    ['Order100001.zpl', [100_001]],
    ['2026-11-29 #100001 (2).png', [2026, 11, 29, 100_001, 2]],
    ['1000012.pdf', [1_000_012]],
    ['0100001.pdf', []],
    [`${UPS}.pdf`, []],
    ['100001a.pdf', []],
    ['RX100001999DE.pdf', []],
    ['92055901755477000271990251.pdf', []],
  ])('%s', (name, numbers) => {
    expect(orderNumbersIn(name)).toEqual(numbers)
  })
})

describe('a ZPL label', () => {
  it('names its order in a field that has no other number', () => {
    expect(orderNumbersOn(zplFields(ZPL))).toEqual([100_001, 5_551_234_567])
    expect(orderNumbersOn([{ text: '12 Elm Street 100001', isBarcode: false }])).toEqual([])
    expect(orderNumbersOn([{ text: '62701', isBarcode: false }])).toEqual([])
  })

  it('has the tracking number of its barcode', () => {
    expect(trackingOn(zplFields(ZPL), 100_001, KNOWN_CARRIERS)).toBe(UPS)
    expect(trackingOn(zplFields('^XA^FD1Z999AA10123456784^FS^XZ'), 1, KNOWN_CARRIERS)).toBe(null)
  })

  it('has none if it has two', () => {
    const label = (...numbers: string[]) =>
      zplFields(`^XA${numbers.map((number) => `^BCN^FD${number}^FS`).join('')}^XZ`)
    expect(trackingOn(label(UPS, OTHER), 1, KNOWN_CARRIERS)).toBe(null)
    expect(trackingOn(label(OTHER, OTHER), 1, KNOWN_CARRIERS)).toBe(OTHER)
  })
})

describe('the tracking number in a name', () => {
  it.each([
    [`100001_${UPS}.pdf`, UPS],
    [`${UPS.toLowerCase()} 100001.pdf`, UPS],
    ['100001.pdf', null],
    // Two of them: nobody can tell.
    [`100001_${UPS}_${OTHER}.pdf`, null],
    ['100001_X7.pdf', null],
  ])('%s', (name, number) => {
    expect(trackingInName(name, 100_001, KNOWN_CARRIERS)).toBe(number)
  })

  it('is no time and no order', () => {
    const any = [
      {
        ...KNOWN_CARRIERS[0]!,
        numbers: ['#{6}', '#{8}', '#{10}', '#{12}', '#{13}', '#{14}'].map((pattern) => ({
          pattern,
          check: 'none' as const,
        })),
      },
    ]
    for (const token of ['20261129', '202611291405', '20261129140500', '1764412345', '1764412345678'])
      expect(trackingInName(`100001_${token}.pdf`, 100_001, any), token).toBe(null)
    expect(trackingInName('100001.pdf', 100_001, any)).toBe(null)
    expect(trackingInName('100001_87654321.pdf', 100_001, any)).toBe('87654321')
  })
})
