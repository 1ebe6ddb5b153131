import { describe, expect, it } from 'vitest'
import { codeKey, readableCode, sizeCodeWords } from '../../../../../src/shared/domain/text/codes'

describe('codeKey', () => {
  it.each(['very_good', 'Very good', ' VERY-GOOD ', 'very  good'])('takes %j for one spelling', (code) => {
    expect(codeKey(code)).toBe('very_good')
  })

  it('takes the British spelling for the American one', () => {
    expect(['cancelled', 'buyer_cancelled', 'cancelling', 'cancellation'].map(codeKey)).toEqual([
      'canceled',
      'buyer_canceled',
      'canceling',
      'cancellation',
    ])
  })
})

describe('readableCode', () => {
  it.each([
    ['held_at_customs', 'held at customs'],
    ['grade_2', 'grade 2'],
    ['A', 'A'],
    ['Seam open on SKU_12', 'Seam open on SKU_12'],
    ['12_34', '12_34'],
    ['_', '_'],
  ])('%j is shown as %j', (code, shown) => {
    expect(readableCode(code)).toBe(shown)
  })
})

describe('sizeCodeWords', () => {
  it.each([
    ['womens_clothing', 'Womens clothing'],
    ['LETTER', 'Letter'],
    ['US', 'US'],
    ['', ''],
  ])('%j is shown as %j', (code, shown) => {
    expect(sizeCodeWords(code)).toBe(shown)
  })
})
