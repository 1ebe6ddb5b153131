import { expect, it } from 'vitest'
import { listingErrors } from '../../../../../src/shared/domain/items/listing-errors'

it.each([
  [undefined, []],
  [null, []],
  [[], []],
  [['size: cannot be empty for this category', ' '], ['size: cannot be empty for this category']],
  ['one text alone', ['one text alone']],
  [[{ field: 'size', message: 'too long' }], ['field: size, too long']],
  [{ size: ['not allowed', 'empty'] }, ['size: not allowed, empty']],
  [
    [['a', ['b']], null, {}],
    ['a', 'b'],
  ],
  [[{ error: { code: 17, fatal: true } }], ['code: 17, fatal: true']],
  [
    [0, false],
    ['0', 'false'],
  ],
])('shows %j as lines', (messages, lines) => {
  expect(listingErrors(messages)).toEqual(lines)
})

it('gives up on what nests without end', () => {
  let deep: unknown = 'bottom'
  for (let level = 0; level < 10_000; level += 1) deep = { in: deep }
  expect(listingErrors([deep])).toEqual([])
})
