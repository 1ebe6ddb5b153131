import { expect, it } from 'vitest'
import { emptyItem } from '../../../../../src/renderer/src/features/items/form/item-schema'
import { proposals } from '../../../../../src/renderer/src/features/items/form/proposed-input'
import { readDraft } from '../../../../../src/renderer/src/features/items/form/item-draft'

const empty = emptyItem(7)

it('gives back every field as it was typed', () => {
  const typed = {
    ...empty,
    title: 'Silk midi dress',
    category_id: 31,
    with_tag: 'yes' as const,
    photos: [
      { url: 'https://example.com/1', subtype: 'front' },
      { url: '', subtype: '' },
    ],
    size: { scale: 'US', name: 'M', type: 'womens', sizing_id: '' },
    attributes: {
      ...empty.attributes,
      color: 'black, ivory',
      material: [{ value: 'silk', percentage: '80' }],
    },
  }
  expect(readDraft(JSON.stringify(typed), empty)).toEqual(typed)
})

it('fits what another version kept into the form of this one', () => {
  const kept = {
    title: 'Tote',
    price: 12,
    category_id: 'bags',
    photos: 'none',
    size: null,
    attributes: { color: ['red'], material: [{ value: 1 }, { value: 'silk', percentage: '100' }], gone: 'x' },
    gone: 'x',
  }
  expect(readDraft(JSON.stringify(kept), empty)).toEqual({
    ...empty,
    title: 'Tote',
    attributes: { ...empty.attributes, material: [{ value: 'silk', percentage: '100' }] },
  })
  for (const odd of [null, 'null', '"x"', '3', '[]', '{"title":'])
    expect(readDraft(odd, empty)).toEqual(empty)
})

it('proposes whole lists: what is typed, and one value more', () => {
  expect(proposals(['black', 'ivory'], 'bl', true)).toEqual(['black', 'ivory'])
  expect(proposals(['black', 'ivory', 'red'], 'black, i', true)).toEqual(['black, ivory', 'black, red'])
  expect(proposals(['good'], 'black, i', false)).toEqual(['good'])
})
