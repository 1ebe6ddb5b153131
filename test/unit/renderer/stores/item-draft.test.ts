import { describe, expect, it } from 'vitest'
import { readChange } from '../../../../src/renderer/src/features/items/change-draft'
import {
  emptyDraft,
  problemsInRefusal,
  readItemDraft,
  withCategory,
  type ItemDraft,
} from '../../../../src/renderer/src/stores/item-draft'
import type { LeafCategory } from '../../../../src/shared/domain/items/category'
import { createItemBody } from '../../../../src/shared/partner-api/item'

const DRESS: LeafCategory = {
  id: 1101,
  name: 'Midi Dresses',
  path: ['Women', 'Dresses', 'Midi Dresses'],
  gender: 'women',
  sizingType: 'womens_clothing',
  allowedSizes: { LETTER: ['S', 'M'], US: ['0', '2'] },
  defaultSize: { scale: 'LETTER', name: 'M' },
}
const BAG: LeafCategory = { ...DRESS, id: 5101, sizingType: null, allowedSizes: null, defaultSize: null }

const filled = (over: Partial<ItemDraft> = {}, leaf = BAG): ItemDraft => ({
  ...withCategory(emptyDraft(7), leaf),
  title: ' Tote ',
  price: '1,234.50',
  msrp: '2000',
  brandId: '12',
  quality: 'good',
  ...over,
})

describe('the draft of a new item', () => {
  it('with only required fields becomes a body with nothing else in it', () => {
    expect(readItemDraft(filled(), BAG)).toEqual({
      body: {
        title: 'Tote',
        price: 123_450,
        msrp: 200_000,
        brand_id: 12,
        category_id: 5101,
        warehouse_id: 7,
        quality: 'good',
        photos: [],
      },
    })
  })

  it('with every field becomes a body that the marketplace’s schema accepts', () => {
    const draft = filled(
      {
        description: 'Soft',
        externalId: 'X-1',
        mpn: 'P-1',
        discount: '15 %',
        condition: 'A scratch',
        withTag: 'no',
        authenticationType: 'none',
        sizingId: '9',
        photos: [
          { url: ' https://example.com/a.jpg', subtype: 'front ' },
          { url: '', subtype: '' },
        ],
        attributes: {
          texts: { color: 'black, ivory,', pattern: ' ', country_of_origin: 'IT', ring_size: '6' },
          materials: [
            { value: 'silk', percentage: '80' },
            { value: '', percentage: '' },
          ],
        },
      },
      DRESS,
    )
    const read = readItemDraft(draft, DRESS)
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    expect(createItemBody.parse(read.body)).toEqual(read.body)
    expect(read.body).toMatchObject({
      external_id: 'X-1',
      discount: { max_discount: { percentage: 15 } },
      with_tag: false,
      size: { scale: 'LETTER', name: 'M', type: 'womens_clothing', sizing_id: 9 },
      photos: [{ url: 'https://example.com/a.jpg', subtype: 'front' }],
      attributes: {
        color: ['black', 'ivory'],
        material: [{ value: 'silk', percentage: 80 }],
        ring_size: '6',
        country_of_origin: 'IT',
      },
    })
    expect(read.body.attributes).not.toHaveProperty('pattern')
  })

  it('is refused field by field', () => {
    const draft = filled(
      {
        title: ' ',
        price: '1,234',
        msrp: '5.999',
        brandId: '1.5',
        warehouseId: '',
        quality: '',
        discount: '101',
        photos: [
          { url: 'front.jpg', subtype: '' },
          { url: 'https://example.com/b.jpg', subtype: '' },
        ],
        attributes: { texts: {}, materials: [{ value: '', percentage: '300' }] },
      },
      BAG,
    )
    expect(readItemDraft({ ...draft, categoryId: null }, null)).toEqual({
      problems: {
        title: 'missing',
        price: 'ambiguous',
        msrp: 'ambiguous',
        brandId: 'not_whole',
        warehouseId: 'missing',
        quality: 'missing',
        categoryId: 'missing',
        discount: 'not_percent',
        'photos.0.url': 'not_url',
        'photos.0.subtype': 'subtype_missing',
        'photos.1.subtype': 'subtype_missing',
        'material.0.value': 'material_missing',
        'material.0.percentage': 'not_percent',
      },
    })
  })

  it('accepts the size that its category proposes, and checks others by the category', () => {
    const draft = filled({}, DRESS)
    expect(draft).toMatchObject({ sizeScale: 'LETTER', sizeName: 'M', sizeType: 'womens_clothing' })
    const problems = (over: Partial<ItemDraft>) => readItemDraft({ ...draft, ...over }, DRESS)
    expect(problems({ sizeName: '' })).toEqual({ problems: { sizeName: 'missing' } })
    expect(problems({ sizeScale: 'US' })).toEqual({ problems: { sizeName: 'not_allowed' } })
    expect(problems({ sizeScale: '', sizeName: '' })).toEqual({ problems: { sizeName: 'missing' } })
    expect(problems({ sizeType: '' })).toEqual({ problems: { sizeType: 'missing' } })
    expect(withCategory(draft, BAG)).toMatchObject({ sizeScale: '', sizeName: '', sizeType: '' })
  })

  it('shows main’s refusals at their fields', () => {
    expect(
      problemsInRefusal({
        'size.type': 'missing',
        category_id: 'not_leaf',
        external_id: 'taken',
        other: 'x',
      }),
    ).toEqual({ sizeType: 'missing', categoryId: 'not_leaf', externalId: 'taken' })
    expect(problemsInRefusal({ size: 'not_allowed' })).toEqual({ sizeName: 'not_allowed' })
    expect(problemsInRefusal(undefined)).toEqual({})
  })
})

describe('a change of price or discount', () => {
  it('leaves empty fields unchanged', () => {
    expect(readChange({ price: '77.07', discount: '' })).toEqual({
      change: { priceCents: 7_707, maxDiscountPercent: null },
    })
    expect(readChange({ price: '', discount: '0' })).toEqual({
      change: { priceCents: null, maxDiscountPercent: 0 },
    })
    expect(readChange({ price: ' ', discount: '' })).toEqual({ change: null })
  })

  it('is refused field by field', () => {
    expect(readChange({ price: '1.2345', discount: '12.5' })).toEqual({
      problems: { price: 'too_many_decimals', discount: 'not_percent' },
    })
  })
})
