import { describe, expect, it } from 'vitest'
import { readRefund } from '../../../../../src/renderer/src/features/order/refund-draft'

describe('a typed refund', () => {
  it.each([
    ['12.34', 1_234],
    ['0,10', 10],
    ['20', 2_000],
  ])('%s is %i cents', (text, cents) => {
    expect(readRefund(text, 2_000)).toEqual({ cents, problem: null })
  })

  it.each([
    ['', 2_000, 'missing'],
    ['0.00', 2_000, 'zero'],
    ['20.01', 2_000, 'above_rest'],
    ['1.234', null, 'ambiguous'],
    ['ten', 2_000, 'not_money'],
    ['0.01', 0, 'above_rest'],
  ] as const)('%s of %s is refused', (text, rest, problem) => {
    expect(readRefund(text, rest)).toEqual({ cents: null, problem })
  })

  it('has no limit if none is known', () => {
    expect(readRefund('9999.99', null)).toEqual({ cents: 999_999, problem: null })
  })
})
