import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../../../src/shared/domain/statistics/csv'
import {
  cellText,
  isCutOff,
  isMonthDate,
  isSheetError,
  isShortened,
  isTotal,
  keptCode,
  oddCharacter,
  plainCode,
  visibleCode,
} from '../../../../../src/shared/domain/tables/cell-text'

describe('a code in a cell', () => {
  it.each([
    ...['0017', '00', '4006381333931', '4 006 381', '1.50', '1,5', '1/2', '2026-11-29', '12:30', '-5'],
    ...['1E5', '12e3', '1.5E-3', 'MAR-1', 'Mar1', 'SEPT2', '1. Mrz', '1-Nov-26', 'März 5', 'août 2026'],
  ])('is kept as it is, and read again: %s', (code) => {
    expect(keptCode(code)).toBe(`="${code}"`)
    expect(cellText(keptCode(code) ?? '')).toBe(code)
  })

  it.each([
    '0',
    '17',
    '12345678901',
    'SKU-0017',
    '0017-A',
    'A1',
    'E5',
    'MAR',
    'MAR-1-RED',
    'NOVA LAMP 5',
    '',
  ])('needs nothing to stay as it is: %s', (code) => expect(keptCode(code)).toBeNull())
})

describe('the text of a cell', () => {
  it.each([
    ['="0017"', '0017'],
    ['= "0017"', '0017'],
    ['="say ""hi"""', 'say "hi"'],
    ['="0017', '="0017'],
    ["'=1+1", '=1+1'],
    ["'-5", '-5'],
    ["''-5", "'-5"],
    ["'90s jacket", "'90s jacket"],
    ['\u00a0A-1\u202f', 'A-1'],
    ['\u200bA-1\ufeff', 'A-1'],
    ['', ''],
  ])('of %o is %o', (cell, text) => expect(cellText(cell)).toBe(text))

  it.each(['=1+1', '-5', "'-5", "''=x", '@home', '＋1'])('is %o again after an export', (text) => {
    const [field = ''] = csvOf([[text]], { separator: ',', decimal: '.' })
      .slice(1)
      .split('\r\n')
    expect(cellText(field)).toBe(text)
  })
})

it.each([
  ['A\u200b-1', 'A-1'],
  ['\u2009A\u00a01\t', 'A 1'],
  ['A\u00001', 'A1'],
  ['Cafe\u0301', 'Café'],
  ['A–1', 'A–1'],
])('the visible code of %o is %o', (text, code) => expect(visibleCode(text)).toBe(code))

it.each([
  ['A–1', 'A-1'],
  ['A−1', 'A-1'],
  ['A\u20111', 'A-1'],
  ['Ａ－１', 'A-1'],
  ['5’', "5'"],
  ['a-1', 'a-1'],
])('the plain code of %o is %o', (text, code) => expect(plainCode(text)).toBe(code))

it.each([
  ['A–1', 'U+2013'],
  ['\u0410-1', 'U+0410'],
  ['A\ufffd1', 'U+FFFD'],
  ['Cafe\u0301', null],
  ['Größe-1', null],
])('the odd character of %o is %o', (text, odd) => expect(oddCharacter(text)).toBe(odd))

describe('what a spreadsheet has done', () => {
  it.each(['#N/A', '#N/D', '#NV', '#REF!', '#WERT!', '#NOM?', '#¿NOMBRE?', '#¡DIV/0!', '#DIV/0!', '####'])(
    'knows the error %s',
    (text) => expect(isSheetError(text)).toBe(true),
  )
  it.each(['#1', '#A-1', 'N/A', '#red', '#'])('takes %s for no error', (text) =>
    expect(isSheetError(text)).toBe(false),
  )

  it.each(['3.65275E+11', '3,65275E+11', '3.65275e11', '4E+12', '1.0E-05'])('knows %s', (text) =>
    expect(isShortened(text)).toBe(true),
  )
  it.each(['1E5', '1E-05', '365275000000', 'A1.5E+11', '12.5E+11'])('takes %s for a code', (text) =>
    expect(isShortened(text)).toBe(false),
  )

  it('knows digits that were cut off', () => {
    expect(isCutOff('1234567890123450')).toBe(true)
    expect(isCutOff('123456789012300')).toBe(false)
    expect(isCutOff('123456789012345678')).toBe(false)
  })

  it.each([
    '1-Mar',
    '01-Mar',
    '1. Mrz',
    '1. Mär',
    '01-mars',
    '1-ene',
    'Mar-01',
    'Sep-10',
    '02. Okt',
    '1-déc',
  ])('knows the date %s', (text) => expect(isMonthDate(text)).toBe(true))
  it.each(['1-MAX', 'M-1', '1-2', 'Marsh-01', '100-Mar'])('takes %s for no date', (text) =>
    expect(isMonthDate(text)).toBe(false),
  )

  it.each([['Total', '', '5'], ['', 'Summe:'], ['Total général'], ['SUMA', '3']])(
    'knows the total %o',
    (...row) => expect(isTotal(row)).toBe(true),
  )
  it('takes an item for no total', () => expect(isTotal(['A-1', 'Total', '5'])).toBe(false))
})
