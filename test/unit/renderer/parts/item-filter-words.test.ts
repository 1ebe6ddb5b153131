import { expect, it } from 'vitest'
import { filterParts } from '../../../../src/renderer/src/parts/item-filter-words'
import { ANY_ITEM } from '../../../../src/shared/domain/items/item-filter'

it.each([
  [{}, []],
  [
    { states: ['listed', 'odd one'], mpn: 'M' },
    [
      ['states', 'listed', { states: ['odd one'], mpn: 'M' }],
      ['states', 'odd one', { states: ['listed'], mpn: 'M' }],
      ['mpn', 'M', { states: ['listed', 'odd one'] }],
    ],
  ],
  [
    { brandIds: [7], priceFromCents: 0, only: 'gone' as const },
    [
      ['brandIds', '7', { priceFromCents: 0, only: 'gone' }],
      ['priceFromCents', '0', { brandIds: [7], only: 'gone' }],
      ['only', 'gone', { brandIds: [7], priceFromCents: 0 }],
    ],
  ],
])('takes %o apart, each part once', (some, expected) => {
  const parts = filterParts({ ...ANY_ITEM, ...some })
  expect(parts.map(({ field, value, rest }) => [field, value, rest])).toEqual(
    expected.map(([field, value, rest]) => [field, value, { ...ANY_ITEM, ...(rest as object) }]),
  )
})
