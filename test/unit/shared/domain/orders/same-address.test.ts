import { expect, it } from 'vitest'
import { addressKey } from '../../../../../src/shared/domain/orders/same-address'

const JO = {
  name: 'Jo Doe',
  line1: '1 Test Street',
  line2: '',
  city: 'Springfield',
  state: 'OR',
  zip5: '97477',
}

it.each([
  ['blanks and capitals', { ...JO, name: ' JO  doe', line1: '1 test street' }],
  ['a number for a text', { ...JO, zip5: 97_477 }],
  ['an empty field more or less', { ...JO, line2: undefined, line3: ' ' }],
  ['another order of the fields', Object.fromEntries(Object.entries(JO).toReversed())],
])('is the same with %s', (_, other) => {
  expect(addressKey(other)).toBe(addressKey(JO))
})

it.each([
  ['another person in the house', { ...JO, name: 'Ann Doe' }],
  ['another flat', { ...JO, line2: 'Flat 2' }],
  ['a country that a marketplace begins to show', { ...JO, country: 'CA' }],
  ['words that moved to the next field', { ...JO, line1: '1 Test', line2: 'Street' }],
])('is another one with %s', (_, other) => {
  expect(addressKey(other)).not.toBe(addressKey(JO))
})

it.each([
  ['nothing', null],
  ['no person', { ...JO, name: ' ' }],
  ['no street', { ...JO, line1: '' }],
  ['no town', { ...JO, city: '', zip5: '' }],
])('is the same as none with %s', (_, address) => {
  expect(addressKey(address)).toBeNull()
})
