import { expect, it } from 'vitest'
import { filledParts, percentIn } from '../../../../src/renderer/src/parts/field-parts'

it('leaves out the parts of a record that are empty', () => {
  const record = { amount: null, percentage: 30, note: '', list: [], zero: 0, no: false }
  expect(filledParts(record)).toEqual({ percentage: 30, zero: 0, no: false })
})

it('finds a percentage only where nothing else is said', () => {
  expect(percentIn({ percentage: 30 })).toBe(30)
  expect(percentIn({ percentage: 30, amount: null })).toBe(30)
  expect(percentIn({ percentage: 30, amount: 500 })).toBeNull()
  expect(percentIn({})).toBeNull()
  expect(percentIn('30')).toBeNull()
})
