import { expect, it } from 'vitest'
import { formatCents } from '../../../../src/shared/domain/money'

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
