import { describe, expect, it } from 'vitest'
import { codesOf } from '../../../../src/renderer/src/scan/gs1-codes'

const GTIN = '04006381333931'
const EAN = '4006381333931'

describe('a plain code', () => {
  it.each(['ITEM1', '10D9T', '21', '1001', '999999', 'https://example.com/p/01', '010400638133393X'])(
    'is only itself: %s',
    (text) => expect(codesOf(text, '')).toEqual([text]),
  )

  it('loses the symbology identifier that the scanner put before it', () => {
    expect(codesOf(']C0ITEM1', '')).toEqual(['ITEM1'])
    expect(codesOf(`]E0${EAN}`, '')).toEqual([EAN, GTIN])
  })

  it('is a trade item in every written length, if its check digit is right', () => {
    expect(codesOf(EAN, '')).toEqual([EAN, GTIN])
    expect(codesOf('036000291452', '')).toEqual(['036000291452', '0036000291452', '00036000291452'])
    expect(codesOf('4006381333932', '')).toEqual(['4006381333932'])
    expect(codesOf('04252614', '')).toContain('042100005264')
  })
})

describe('a GS1 element string', () => {
  it.each(['', ']C1', ']d2', ']Q3', ']e0', '\u001D'])('names unit and item, after %j', (start) => {
    const body = `01${GTIN}21SER/42\u001D10LOT7`
    const codes = codesOf(start + body, '')
    expect(codes.slice(1)).toEqual(['SER/42', EAN, GTIN])
    expect(codes[0]).toBe(start === '\u001D' ? start + body : body)
  })

  it('is read with the character that the scanner types for FNC1', () => {
    expect(codesOf(`01${GTIN}10LOT7~21SER42`, '~')).toContain('SER42')
    expect(codesOf(`01${GTIN}10LOT7~21SER42`, '')).not.toContain('SER42')
    expect(codesOf('A~B', '~')).toEqual(['A~B'])
  })

  it('names a parcel, its content, and other numbers of the item', () => {
    expect(codesOf(']C100106141412345678908', '')).toEqual(['00106141412345678908', '106141412345678908'])
    expect(codesOf(`]C102${GTIN}3712`, '')).toEqual([`02${GTIN}3712`, EAN, GTIN])
    expect(codesOf(`]C1241PART-9\u001D21S1`, '')).toEqual(['241PART-9\u001D21S1', 'S1', 'PART-9'])
  })

  it('means nothing if a check digit is wrong or the string is invalid', () => {
    expect(codesOf(']C10104006381333932', '')).toEqual(['0104006381333932'])
    expect(codesOf(']C1ITEM', '')).toEqual(['ITEM'])
    expect(codesOf(`]C121${'1'.repeat(25)}`, '')).toEqual([`21${'1'.repeat(25)}`])
  })

  it('names the tracking number after a postal code', () => {
    expect(codesOf(']C142010115\u001D9400111899223456789012', '')).toContain('9400111899223456789012')
  })
})

describe('a GS1 Digital Link', () => {
  it.each([
    ['https://id.gs1.org/01/04006381333931/21/SER%2F42', 'SER/42'],
    ['http://shop.example/de/01/4006381333931/10/LOT/21/S1?17=271231', 'S1'],
  ])('names unit and item: %s', (link, serial) => {
    expect(codesOf(link, '').slice(0, 4)).toEqual([link, serial, EAN, GTIN])
  })

  it('survives a broken escape', () => {
    expect(codesOf('https://id.gs1.org/01/04006381333931/21/%E0%A4%A', '')).toContain('%E0%A4%A')
  })
})

describe('a GS1 code in another form', () => {
  it.each([
    ['a Digital Link with the scanner’s identifier', `]Q1https://id.gs1.org/01/${GTIN}/21/S1`],
    ['a Digital Link in an Aztec code', `]z0https://id.gs1.org/01/${GTIN}/21/S1`],
    ['a Digital Link with words for keys', `https://shop.example/gtin/${GTIN}/ser/S1`],
    ['a Digital Link with both in the query', `https://shop.example/p?gtin=${EAN}&ser=S1`],
    ['a Digital Link with numbers in the query', `https://shop.example/p?01=${GTIN}&21=S1#more`],
    ['as printed below the code', `(01)${GTIN}(21)S1`],
    ['a composite code', `]e001${GTIN}|21S1`],
  ])('names unit and item: %s', (_, text) => {
    expect(codesOf(text, '').slice(1)).toEqual(expect.arrayContaining(['S1', EAN, GTIN]))
  })

  it('is an EAN with two or five digits more', () => {
    expect(codesOf(`${EAN}05`, '')).toEqual([`${EAN}05`, EAN, GTIN])
    expect(codesOf(`]E3${EAN}54495`, '')).toContain(EAN)
    expect(codesOf('03600029145254495', '')).toContain('036000291452')
    expect(codesOf('400638133393205', '')).toEqual(['400638133393205'])
  })

  it('names the tracking number after a postal code, whatever the scanner types for FNC1', () => {
    expect(codesOf('42010115~9400111899223456789012', '~')).toContain('9400111899223456789012')
    expect(codesOf(']C1420101151234\u001D9400111899223456789012\u001D', '')).toContain(
      '9400111899223456789012',
    )
  })
})

describe('a code that was typed in another way', () => {
  it.each([
    ['Code 39 with its asterisks', '*000122521*', '000122521'],
    ['full-width letters', 'ＡＢ－１２', 'AB-12'],
    ['a typographic hyphen', 'AB\u201112', 'AB-12'],
    ['a minus sign', 'AB\u221212', 'AB-12'],
    ['typographic quotes', '5\u201D\u2019', '5"\''],
    ['control characters around it', '\u0002AB-12\u0003\u0004', 'AB-12'],
    ['an invisible character before it', '\uFEFFAB-12', 'AB-12'],
  ])('is looked up as it is first, then as it is meant: %s', (_, text, meant) => {
    expect(codesOf(text, '')).toEqual([text, meant])
  })

  it('is not taken apart inside', () => {
    expect(codesOf('A*B', '')).toEqual(['A*B'])
    expect(codesOf('**', '')).toEqual(['**'])
    expect(codesOf('*A*B*', '')).toEqual(['*A*B*'])
  })
})
