import { describe, expect, it } from 'vitest'
import { judgeAccount, type AccountFacts } from '../../../../src/main/sync/judge-account'

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
  it('when it shows what is known here', () => {
    expect(judge({ shown: 3, unknown: 5 })).toBe('same')
    expect(judge({ shown: 1 })).toBe('same')
  })

  it('when single orders are gone from the marketplace, or some questions got no answer', () => {
    expect(judge({ shown: 2, missing: 2 })).toBe('same')
    expect(judge({ shown: 2, answered: false })).toBe('same')
  })

  it('when the database holds nothing yet', () => {
    expect(judge({ untouched: true, unknown: 9 })).toBe('same')
  })
})

describe('a token belongs to another account', () => {
  it('when it reads fine and shows none of what is known here', () => {
    expect(judge({ missing: 3, unknown: 1 })).toBe('other')
  })

  it('when orders of the same number are different ones', () => {
    expect(judge({ foreign: 2, unknown: 1 })).toBe('other')
  })
})

describe('a person must say', () => {
  it.each([
    ['the token shows no orders at all', { missing: 3 }],
    ['nothing is known here that could be compared', { unknown: 4 }],
    ['both sides are empty', {}],
    ['most of what is known is missing', { shown: 1, missing: 2, unknown: 4 }],
    ['some orders are the same and others different ones', { shown: 2, foreign: 1, unknown: 4 }],
  ])('when %s', (_case, facts) => {
    expect(judge(facts)).toBe('ask')
  })
})

it.each([
  ['nothing was answered', {}],
  ['only refusals came', { missing: 3 }],
  ['a storm of 404 hides the known orders', { missing: 3, foreign: 0 }],
])('nothing is proven when %s', (_case, facts) => {
  expect(judge({ ...facts, answered: false })).toBe('unclear')
})
