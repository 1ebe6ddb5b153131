import { expect, it } from 'vitest'
import { createHandPermits } from '../../../../../src/main/areas/packing/hand-permits'

it('allows the lines of one order, and says who did', () => {
  const permits = createHandPermits()
  permits.grant(7, [71], 'Sam')
  permits.grant(7, [72], null)
  permits.grant(7, [73], 'Sam')
  expect(permits.missing(7, [71, 72, 74])).toEqual([74])
  expect(permits.allowedBy(7, [71, 72, 73])).toEqual(['Sam'])
  expect(permits.allowedBy(7, [72])).toEqual([])
})

it('allows nothing of another order with the same line, nor after it is cleared', () => {
  const permits = createHandPermits()
  permits.grant(7, [71], 'Sam')
  expect(permits.missing(8, [71])).toEqual([71])
  permits.grant(8, [81], 'Sam')
  expect(permits.missing(7, [71])).toEqual([71])
  permits.clear()
  expect(permits.missing(8, [81])).toEqual([81])
})
