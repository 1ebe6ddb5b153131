import { describe, expect, it } from 'vitest'
import { judgeAccount, type AccountFacts } from '../../../../../src/main/sync/connection/judge-account'

const NOTHING: AccountFacts = {
  untouched: false,
  answered: true,
  shown: 0,
  foreign: 0,
  missing: 0,
  unknown: 0,
}
const judge = (facts: Partial<AccountFacts>) => judgeAccount({ ...NOTHING, ...facts })

describe('a token belongs to the account of a database', () => {
  it('if it shows known records', () => {
    expect(judge({ shown: 3, unknown: 5 })).toBe('same')
    expect(judge({ shown: 1 })).toBe('same')
  })

  it('if single orders are gone from the marketplace, or some requests got no answer', () => {
    expect(judge({ shown: 2, missing: 2 })).toBe('same')
    expect(judge({ shown: 2, answered: false })).toBe('same')
  })

  it('if the database is still empty', () => {
    expect(judge({ untouched: true, unknown: 9 })).toBe('same')
  })
})

describe('a token belongs to another account', () => {
  it('if it reads well and shows none of the known records', () => {
    expect(judge({ missing: 3, unknown: 1 })).toBe('other')
  })

  it('if orders with the same numbers differ', () => {
    expect(judge({ foreign: 2, unknown: 1 })).toBe('other')
  })
})

describe('a person must decide', () => {
  it.each([
    ['the token shows no orders at all', { missing: 3 }],
    ['nothing is known here that could be compared', { unknown: 4 }],
    ['both sides are empty', {}],
    ['most of what is known is missing', { shown: 1, missing: 2, unknown: 4 }],
    ['some orders are the same and others different ones', { shown: 2, foreign: 1, unknown: 4 }],
  ])('if %s', (_case, facts) => {
    expect(judge(facts)).toBe('ask')
  })
})

it.each([
  ['nothing was answered', {}],
  ['only refusals came', { missing: 3 }],
  ['a storm of 404 hides the known orders', { missing: 3, foreign: 0 }],
])('nothing is proven if %s', (_case, facts) => {
  expect(judge({ ...facts, answered: false })).toBe('unclear')
})
