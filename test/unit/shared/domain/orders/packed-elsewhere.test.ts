import { expect, it } from 'vitest'
import { countsAsPacked } from '../../../../../src/shared/domain/orders/packed-elsewhere'

it.each([
  ['not sent, its station there, the order read since', false, 9, true, true],
  ['not sent, its station there', false, 3, true, true],
  ['not sent, its station gone', false, 3, false, true],
  ['not sent, its station gone, the order read since', false, 9, false, false],
  ['sent, the order not read since', true, 3, true, true],
  ['sent, the order read since: it shows what is packed', true, 9, true, false],
  ['sent, and read in the same millisecond', true, 5, true, true],
])('%s', (_, sent, readAtMs, there, expected) => {
  expect(countsAsPacked({ sent, toldAtMs: 5 }, readAtMs, there)).toBe(expected)
})
