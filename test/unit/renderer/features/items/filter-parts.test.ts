import { expect, it } from 'vitest'
import { filterParts } from '../../../../../src/renderer/src/features/items/filter-parts'

it.each([
  [{ state: '', externalId: '', mpn: '' }, []],
  [
    { state: 'listed', externalId: '', mpn: 'M' },
    [
      ['state', 'listed', { state: '', externalId: '', mpn: 'M' }],
      ['mpn', 'M', { state: 'listed', externalId: '', mpn: '' }],
    ],
  ],
  [
    { state: ' listed,, odd one ,listed', externalId: 'a, b', mpn: '' },
    [
      ['state', 'listed', { state: 'odd one', externalId: 'a, b', mpn: '' }],
      ['state', 'odd one', { state: 'listed', externalId: 'a, b', mpn: '' }],
      ['externalId', 'a, b', { state: ' listed,, odd one ,listed', externalId: '', mpn: '' }],
    ],
  ],
])('takes %o apart, each part once', (filter, expected) => {
  expect(filterParts(filter).map(({ field, value, rest }) => [field, value, rest])).toEqual(expected)
})
