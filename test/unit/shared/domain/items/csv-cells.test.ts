import { describe, expect, it } from 'vitest'
import {
  decimalSignOf,
  nameCells,
  readCents,
  readNewItem,
  readWhole,
} from '../../../../../src/shared/domain/items/csv-cells'
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
    ['1101.0', 'point', 110_100],
    ['1101.0', 'comma', 110_100],
    ['1101,00', 'point', 110_100],
    ['USD 5', 'point', 500],
    ['$1,234.50', 'point', 123_450],
    ['1.234,50\u00a0$', 'comma', 123_450],
    ['US$ 12', 'point', 1_200],
    ['12,50 $US', 'comma', 1_250],
    ['1\u202f234,50\u00a0$US', 'comma', 123_450],
    ["1'234.50 USD", 'point', 123_450],
    ['12,- $', 'comma', 1_200],
    ['12.–', 'point', 1_200],
    ['.50', 'point', 50],
    ['１２．５０', 'point', 1_250],
  ] as const)('%s with a decimal %s is %i cents', (text, decimal, cents) => {
    expect(readCents(text, { decimal, currency: 'USD' })).toEqual({ ok: true, cents })
  })

  it.each([
    ['12,34', 'point', 'ambiguous'],
    ['12.34', 'comma', 'ambiguous'],
    ['1.234', 'point', 'too_many_decimals'],
    ['1,2,3.4', 'point', 'ambiguous'],
    ['1.2.3', 'point', 'not_money'],
    ['-5', 'point', 'not_money'],
    ['EUR 5', 'point', 'other_currency'],
    ['5 €', 'point', 'other_currency'],
    ['A$5', 'point', 'other_currency'],
    ['$5 USD', 'point', 'not_money'],
    ['5 each', 'point', 'not_money'],
    ['$-5', 'point', 'not_money'],
    ['5-', 'point', 'not_money'],
    ['(5.00)', 'point', 'not_money'],
    ['1 23', 'point', 'not_money'],
    ['#N/A', 'point', 'not_money'],
    ['99999999999', 'point', 'too_large'],
  ] as const)('%s with a decimal %s is refused: %s', (text, decimal, problem) => {
    expect(readCents(text, { decimal, currency: 'USD' })).toEqual({ ok: false, problem })
  })
})

it.each([
  ['12,50 €', 'EUR'],
  ['12,50 Euro', 'EUR'],
  ['£12,50', 'GBP'],
  ['12,50 zł', 'PLN'],
])('%s is an amount in %s', (text, currency) => {
  expect(readCents(text, { decimal: 'comma', currency })).toEqual({ ok: true, cents: 1_250 })
})

describe('decimalSignOf', () => {
  it.each([
    [['12.34', '7'], 'comma', 'point'],
    [['$1,234.50'], 'comma', 'point'],
    [['12,5'], 'point', 'comma'],
    [['12,34', '12.34'], 'point', 'point'],
    [['12,34', 'none'], 'point', 'comma'],
    [['1.234'], 'point', 'point'],
    [['1,234'], 'comma', 'comma'],
    [['7', '1101.0', ''], 'comma', 'comma'],
  ] as const)('of %o with a decimal %s chosen is %s', (amounts, decimal, sign) => {
    expect(decimalSignOf(amounts, { decimal, currency: 'USD' })).toBe(sign)
  })
})

it.each([
  ['5', 5],
  ['5.0', 5],
  ['5,0', 5],
  ['20.00', null],
  ['1,234', null],
  ['5.5', null],
])('the whole number %s is %o', (text, number) => expect(readWhole(text)).toBe(number))

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
  expect(
    readNewItem(named, { decimal: 'point', currency: 'USD' }, { warehouseId: 3, photoSubtype: 'front' }),
  ).toEqual({
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
    ['5,05', 'half', 'Gucci', 'maybe', 'https://x.test/1.jpg', 'cotton'],
  )
  const { problems } = readNewItem(
    named,
    { decimal: 'point', currency: 'USD' },
    { warehouseId: null, photoSubtype: '' },
  )
  expect(problems.map(({ field, code }) => `${field}: ${code}`).toSorted()).toEqual([
    'attributes.material: not_material',
    'brand_id: not_whole',
    'discount: not_percent',
    'photos: no_view',
    'price: ambiguous',
    'with_tag: not_yes_or_no',
  ])
})

describe('what a spreadsheet has spoiled', () => {
  const missing = { warehouseId: null, photoSubtype: 'front' }
  const problemsOf = (cells: Readonly<Record<string, string>>) =>
    readNewItem(
      nameCells(Object.keys(cells), Object.values(cells)),
      { decimal: 'point', currency: 'USD' },
      missing,
    ).problems

  it('is never the code of a new item', () => {
    expect(problemsOf({ external_id: '3.65275E+11', title: '#NAME?', price: '#N/A' })).toEqual([
      { field: 'external_id', code: 'shortened_number' },
      { field: 'title', code: 'sheet_error' },
      { field: 'price', code: 'sheet_error' },
    ])
    expect(problemsOf({ external_id: '1E5', title: '3.65275E+11' })).toEqual([])
  })

  it('has nothing in a code that nobody sees', () => {
    const cells = nameCells(['external_id', 'title'], ['A\u200b-1\u00a0x', 'Cafe\u0301\u200b'])
    expect(cells.get('external_id')).toEqual(['A-1 x'])
    expect(cells.get('title')).toEqual(['Cafe\u0301\u200b'])
  })
})

it('takes the addresses of photos apart as shops write them', () => {
  const photos = 'https://x.test/1.jpg?w=1,h=2, https://x.test/2.jpg,http://x.test/3.jpg'
  const { body } = readNewItem(
    nameCells(['photos'], [photos]),
    { decimal: 'point', currency: 'USD' },
    { warehouseId: null, photoSubtype: 'front' },
  )
  expect(body['photos']).toMatchObject([
    { url: 'https://x.test/1.jpg?w=1,h=2' },
    { url: 'https://x.test/2.jpg' },
    { url: 'http://x.test/3.jpg' },
  ])
})
