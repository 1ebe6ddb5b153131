import { expect, it } from 'vitest'
import { LOCALES } from '../../../../../src/shared/domain/station/locale'
import { centsAsTyped, formatCents, parseCents } from '../../../../../src/shared/domain/orders/money'

it.each([
  [0, 'USD', 'en-US', '$0.00'],
  [5, 'USD', 'en-US', '$0.05'],
  [123_456, 'USD', 'en-US', '$1,234.56'],
  [-250, 'USD', 'en-US', '-$2.50'],
  [123_456, 'EUR', 'de-DE', '1.234,56\u00a0€'],
  [1_999, 'GBP', 'en-GB', '£19.99'],
])('writes %i cents of %s for %s', (cents, currency, locale, text) => {
  expect(formatCents(cents, currency, locale)).toBe(text)
})

it.each([
  ['0', 0],
  ['12', 1_200],
  ['12.5', 1_250],
  ['12.50', 1_250],
  ['12,50', 1_250],
  ['12.', 1_200],
  ['.5', 50],
  ['0.07', 7],
  ['007', 700],
  [' 19.99 ', 1_999],
  // With floats, these come out one cent too low or too high.
  ['1.15', 115],
  ['4.35', 435],
  ['1.005,00', 100_500],
  ['1,234.56', 123_456],
  ['1.234,56', 123_456],
  ['1 234,56', 123_456],
  ["1'234.56", 123_456],
  ['1,234,567', 123_456_700],
  ['1.234.567,8', 123_456_780],
  ['12345.60', 1_234_560],
  ['10,000,000', 1_000_000_000],
])('reads %j as cents', (text, cents) => {
  expect(parseCents(text)).toEqual({ ok: true, cents })
})

it.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['.', 'not_money'],
  ['-5', 'not_money'],
  ['+5', 'not_money'],
  ['$5', 'not_money'],
  ['5e3', 'not_money'],
  ['abc', 'not_money'],
  ['١٢', 'not_money'],
  ['1,23,456', 'not_money'],
  ['1.2.3', 'not_money'],
  ['1,234,56', 'not_money'],
  ['1,234', 'ambiguous'],
  ['12.345', 'ambiguous'],
  ['1234.567', 'too_many_decimals'],
  ['1.0000', 'too_many_decimals'],
  ['1,234.567', 'too_many_decimals'],
  ['10000000.01', 'too_large'],
  ['99999999999999999999', 'too_large'],
])('refuses %j as %s', (text, problem) => {
  expect(parseCents(text)).toEqual({ ok: false, problem })
})

it('writes cents so that reading them gives the same cents', () => {
  for (const cents of [0, 7, 50, 100, 1_999, 123_456, 1_000_000_000])
    for (const locale of LOCALES) {
      expect(parseCents(centsAsTyped(cents, locale))).toEqual({ ok: true, cents })
    }
})
