import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import '../../../../../src/renderer/src/forms/set-up-zod'
import { changeSchema } from '../../../../../src/renderer/src/features/items/item/change-schema'
import {
  emptyItem,
  itemSchema,
  ofCategory,
} from '../../../../../src/renderer/src/features/items/form/item-schema'
import type { ItemDraft } from '../../../../../src/renderer/src/features/items/form/item-draft'
import type { LeafCategory } from '../../../../../src/shared/domain/items/category'
import { createItemBody } from '../../../../../src/shared/partner-api/item'

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
  ...emptyItem(7),
  ...ofCategory(leaf),
  title: ' Tote ',
  price: '1,234.50',
  msrp: '2000',
  brand_id: '12',
  quality: 'good',
  ...over,
})
const { attributes } = emptyItem(null)

/** The first problem of each field, which is the one that is shown. */
function problemsOf(schema: z.ZodType, typed: unknown): Record<string, string> {
  const issues = schema.safeParse(typed).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

describe('the draft of a new item', () => {
  it('with only what is demanded becomes a body with nothing else in it', () => {
    expect(itemSchema(BAG).parse(filled())).toEqual({
      title: 'Tote',
      price: 123_450,
      msrp: 200_000,
      brand_id: 12,
      category_id: 5101,
      warehouse_id: 7,
      quality: 'good',
      photos: [],
    })
  })

  it('with every field becomes a body that the marketplace’s schema takes', () => {
    const draft = filled(
      {
        description: 'Soft',
        external_id: 'X-1',
        mpn: 'P-1',
        discount: '15 %',
        condition_description: 'A scratch',
        with_tag: 'no',
        authentication_type: 'none',
        size: { ...ofCategory(DRESS).size, sizing_id: '9' },
        photos: [
          { url: ' https://example.com/a.jpg', subtype: 'front ' },
          { url: '', subtype: '' },
        ],
        attributes: {
          ...attributes,
          ...{ color: 'black, ivory,', pattern: ' ', country_of_origin: 'IT', ring_size: '6' },
          material: [
            { value: 'silk', percentage: '80' },
            { value: '', percentage: '' },
          ],
        },
      },
      DRESS,
    )
    const body = itemSchema(DRESS).parse(draft)
    expect(createItemBody.parse(body)).toEqual(body)
    expect(body).toMatchObject({
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
    expect(body.attributes?.pattern).toBeUndefined()
  })

  it('is refused field by field', () => {
    const draft = filled(
      {
        title: ' ',
        price: '1,234',
        msrp: '5.999',
        brand_id: '1.5',
        warehouse_id: '',
        quality: '',
        discount: '101',
        photos: [
          { url: 'front.jpg', subtype: '' },
          { url: 'https://example.com/b.jpg', subtype: '' },
        ],
        attributes: { ...attributes, material: [{ value: '', percentage: '300' }] },
      },
      BAG,
    )
    expect(problemsOf(itemSchema(null), { ...draft, category_id: null })).toEqual({
      title: 'missing',
      price: 'ambiguous',
      msrp: 'ambiguous',
      brand_id: 'not_whole',
      warehouse_id: 'missing',
      quality: 'missing',
      category_id: 'missing',
      discount: 'wrong',
      'photos.0.url': 'not_url',
      'photos.0.subtype': 'missing',
      'photos.1.subtype': 'missing',
      'attributes.material.0.value': 'missing',
      'attributes.material.0.percentage': 'wrong',
    })
  })

  it('takes the size that its category proposes, and judges another by the category', () => {
    const { size } = filled({}, DRESS)
    expect(size).toMatchObject({ scale: 'LETTER', name: 'M', type: 'womens_clothing' })
    const problems = (over: Partial<ItemDraft['size']>) =>
      problemsOf(itemSchema(DRESS), filled({ size: { ...size, ...over } }, DRESS))
    expect(problems({})).toEqual({})
    expect(problems({ name: '' })).toEqual({ 'size.name': 'missing' })
    expect(problems({ scale: 'US' })).toEqual({ size: 'not_allowed' })
    expect(problems({ scale: '', name: '' })).toEqual({ size: 'missing' })
    expect(problems({ type: '' })).toEqual({ 'size.type': 'missing' })
    expect(problems({ sizing_id: 'x' })).toEqual({ 'size.sizing_id': 'not_whole' })
    expect(ofCategory(BAG).size).toMatchObject({ scale: '', name: '', type: '' })
  })
})

describe('a change of price or discount', () => {
  it('leaves alone what is empty', () => {
    expect(changeSchema.parse({ priceCents: '77.07', maxDiscountPercent: '' })).toEqual({
      priceCents: 7_707,
      maxDiscountPercent: null,
    })
    expect(changeSchema.parse({ priceCents: '', maxDiscountPercent: '0 %' })).toEqual({
      priceCents: null,
      maxDiscountPercent: 0,
    })
    expect(problemsOf(changeSchema, { priceCents: ' ', maxDiscountPercent: '' })).toEqual({
      nothing: 'wrong',
    })
  })

  it('is refused field by field', () => {
    expect(problemsOf(changeSchema, { priceCents: '1.2345', maxDiscountPercent: '12.5' })).toEqual({
      priceCents: 'too_many_decimals',
      maxDiscountPercent: 'wrong',
    })
  })
})
