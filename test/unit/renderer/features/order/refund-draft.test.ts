import { describe, expect, it } from 'vitest'
import { readRefund } from '../../../../../src/renderer/src/features/order/money/refund-draft'

describe('a typed refund', () => {
  it.each([
    ['12.34', 1_234],
    ['0,10', 10],
    ['20', 2_000],
  ])('%s is %i cents', (text, cents) => {
    // A reason that is not needed is not sent.
    expect(readRefund(text, 2_000, 'Damaged')).toEqual({ cents, problem: null, reason: null })
  })

  it.each([
    ['', 2_000, 'missing'],
    ['0.00', 2_000, 'zero'],
    ['20.01', 2_000, 'above_rest'],
    ['1.234', null, 'ambiguous'],
    ['ten', 2_000, 'not_money'],
    ['0.01', 0, 'above_rest'],
    ['9999.99', null, 'rest_unknown'],
  ] as const)('%s of %s is refused', (text, rest, problem) => {
    expect(readRefund(text, rest, ' ')).toEqual({ cents: null, problem, reason: null })
  })

  it('may be more than is left, or than anybody knows, with a reason', () => {
    const asked = { cents: 2_001, problem: null, reason: 'Damaged' }
    expect(readRefund('20.01', 2_000, ' Damaged ')).toEqual(asked)
    expect(readRefund('20.01', null, 'Damaged')).toEqual(asked)
    expect(readRefund('0', 2_000, 'Damaged')).toMatchObject({ problem: 'zero' })
  })
})
