import { expect, test } from 'vitest'
import { inventBuyer } from '../../../src/marketplace/sample/people'
import { seededRandom } from '../../../src/marketplace/sample/random'
import { betrayedIn } from '../../support/kept-logs'

test('every buyer of the sample data would be found in a log, and the program’s own words are not', () => {
  const random = seededRandom(7)
  for (let count = 0; count < 500; count++) {
    const { name, email, phone_number: phone, line1 } = inventBuyer(random)
    for (const field of [name, email, phone, line1])
      expect(betrayedIn(`order 7: ${field}`, [])).not.toEqual([])
  }
  expect(betrayedIn('2026-11-22T10:00:00.000Z info  GET /api/v1.0/orders/7: answered 500', ['abc'])).toEqual(
    [],
  )
  expect(betrayedIn('X-Access-Token: abc', ['abc'])).toEqual(['abc'])
})
