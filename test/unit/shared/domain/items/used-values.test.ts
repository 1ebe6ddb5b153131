import { describe, expect, it } from 'vitest'
import { createValueCount } from '../../../../../src/shared/domain/items/used-values'

function valuesOf(...items: unknown[]) {
  const count = createValueCount()
  for (const item of items) count.add(item)
  return count.values()
}

describe('values that an account already uses', () => {
  it('come most used first, then in the order found', () => {
    const { quality } = valuesOf(
      { quality: 'good' },
      { quality: 'new' },
      { quality: 'fair' },
      { quality: 'new' },
    )
    expect(quality).toEqual(['new', 'good', 'fair'])
  })

  it('are found in lists, in materials, in sizes and in photos, and numbers count as text', () => {
    expect(
      valuesOf({
        brand_id: 12,
        size: { scale: 'US', name: 'M', type: 'womens_clothing' },
        photos: [
          { url: 'https://example.com/1', subtype: 'front' },
          { subtype: 'back' },
          { subtype: 'front' },
        ],
        authentication_type: 'card',
        attributes: {
          color: ['black', 'ivory'],
          material: [{ value: 'silk', percentage: 80 }, { value: 'cotton' }],
          neckline: 'V',
        },
      }),
    ).toEqual({
      brand_id: ['12'],
      'size.type': ['womens_clothing'],
      'photos.subtype': ['front', 'back'],
      authentication_type: ['card'],
      'attributes.color': ['black', 'ivory'],
      'attributes.material.value': ['silk', 'cotton'],
      'attributes.neckline': ['V'],
    })
  })

  it('ignores what has no value or another shape, and proposes attributes that no version knew', () => {
    expect(
      valuesOf(
        null,
        'odd',
        { quality: null, attributes: null },
        {
          quality: ' ',
          photos: 'x',
          size: [],
          attributes: { lace: 'none', depth: { cm: 3 }, color: [null, ''] },
        },
      ),
    ).toEqual({ 'attributes.lace': ['none'] })
  })

  it('proposes at most fifty values of a field', () => {
    const many = Array.from({ length: 80 }, (_, index) => ({ quality: `grade ${index}` }))
    expect(valuesOf(...many)['quality']).toHaveLength(50)
  })
})
