import { describe, expect, it } from 'vitest'
import { nameCells, readCents, readNewItem } from '../../../../../src/shared/domain/items/csv-cells'
import { BULK_KINDS } from '../../../../../src/shared/domain/items/bulk-job'
import {
  fieldsOf,
  matchColumns,
  missingColumns,
  repeatedColumn,
} from '../../../../../src/shared/domain/items/csv-columns'

describe('readCents', () => {
  it.each([
    ['12.34', 'point', 1_234],
    ['12,34', 'comma', 1_234],
    ['1,234.5', 'point', 123_450],
    ['1.234.567,89', 'comma', 123_456_789],
    ['1,234', 'point', 123_400],
    ['7', 'comma', 700],
  ] as const)('%s with a decimal %s is %i cents', (text, decimal, cents) => {
    expect(readCents(text, decimal)).toEqual({ ok: true, cents })
  })

  it.each([
    ['12,34', 'point', 'ambiguous'],
    ['12.34', 'comma', 'ambiguous'],
    ['1.234', 'point', 'too_many_decimals'],
    ['1,2,3.4', 'point', 'ambiguous'],
    ['1.2.3', 'point', 'not_money'],
    ['-5', 'point', 'not_money'],
    ['USD 5', 'point', 'not_money'],
    ['99999999999', 'point', 'too_large'],
  ] as const)('%s with a decimal %s is refused: %s', (text, decimal, problem) => {
    expect(readCents(text, decimal)).toEqual({ ok: false, problem })
  })
})

describe('matchColumns', () => {
  it('knows the names of fields, those that shops use, and of two columns the first', () => {
    const headings = [
      'Your SKU',
      'TITLE',
      'Size Name',
      'Colour',
      'photo.front',
      'Image',
      'Image',
      'SKU',
      'Note',
    ]
    expect(matchColumns('create', headings)).toEqual([
      'external_id',
      'title',
      'size.name',
      'attributes.color',
      'photo.front',
      'photos',
      'photos',
      null,
      null,
    ])
    expect(matchColumns('price', ['Item Number', 'Price', 'Title'])).toEqual(['item_number', 'price', null])
  })

  it.each(BULK_KINDS)('knows every field of a file for %s by its own name', (kind) => {
    expect(matchColumns(kind, fieldsOf(kind))).toEqual(fieldsOf(kind))
  })

  it('says which columns are missing, and which are there twice', () => {
    expect(missingColumns('price', ['price'])).toEqual([['item_number', 'external_id', 'mpn']])
    expect(missingColumns('price', ['mpn', 'price'])).toEqual([])
    expect(repeatedColumn(['price', null, 'price'])).toBe('price')
    expect(repeatedColumn(['photos', null, null, 'photos'])).toBeNull()
  })
})

it('reads a whole item from its cells', () => {
  const cells = {
    external_id: 'A-1',
    title: 'Coat',
    price: '1,234.50',
    msrp: '2000',
    discount: '20 %',
    category_id: '5',
    brand_id: '7',
    quality: 'new',
    with_tag: 'Ja',
    photos: 'https://x.test/a=1.jpg | back=https://x.test/2.jpg',
    'photo.label': 'https://x.test/3.jpg',
    'size.scale': 'US',
    'size.name': 'M',
    'attributes.color': 'red|blue',
    'attributes.material': 'cotton:80|silk:20',
    'attributes.waist': 'high',
  }
  const named = nameCells(Object.keys(cells), Object.values(cells))
  expect(readNewItem(named, 'point', { warehouseId: 3, photoSubtype: 'front' })).toEqual({
    body: {
      ...{ external_id: 'A-1', title: 'Coat', price: 123_450, msrp: 200_000, quality: 'new' },
      ...{ category_id: 5, brand_id: 7, warehouse_id: 3, with_tag: true },
      discount: { max_discount: { percentage: 20 } },
      photos: [
        { url: 'https://x.test/a=1.jpg', subtype: 'front' },
        { url: 'https://x.test/2.jpg', subtype: 'back' },
        { url: 'https://x.test/3.jpg', subtype: 'label' },
      ],
      size: { scale: 'US', name: 'M' },
      attributes: {
        color: ['red', 'blue'],
        material: [
          { value: 'cotton', percentage: 80 },
          { value: 'silk', percentage: 20 },
        ],
        waist: 'high',
      },
    },
    problems: [],
  })
})

it('names each cell that cannot be read', () => {
  const named = nameCells(
    ['price', 'discount', 'brand_id', 'with_tag', 'photos', 'attributes.material'],
    ['5,00', 'half', 'Gucci', 'maybe', 'https://x.test/1.jpg', 'cotton'],
  )
  const { problems } = readNewItem(named, 'point', { warehouseId: null, photoSubtype: '' })
  expect(problems.map(({ field, code }) => `${field}: ${code}`).toSorted()).toEqual([
    'attributes.material: not_material',
    'brand_id: not_whole',
    'discount: not_percent',
    'photos: no_view',
    'price: ambiguous',
    'with_tag: not_yes_or_no',
  ])
})
