import { expect, it } from 'vitest'
import { wholeVariants } from '../../../../../src/shared/domain/items/product-rows'

const whole = (headings: string[], rows: string[][]) => wholeVariants(headings, { rows, currency: 'USD' })

it.each([
  [
    'Handle',
    'Title',
    'Body (HTML)',
    'Option1 Value',
    'Variant SKU',
    'Variant Price',
    'Image Src',
    'Variant Image',
  ],
  [
    'URL handle',
    'Title',
    'Description',
    'Option1 value',
    'SKU',
    'Price',
    'Product image URL',
    'Variant image URL',
  ],
])('each variant has what its product says: %s, %s, %s', (...headings) => {
  const rows = [
    ['coat', 'Coat', 'Warm', 'M', 'C-M', '50', '1.jpg', 'm.jpg'],
    ['coat', '', '', 'L', 'C-L', '55', '2.jpg', ''],
    ['coat', '', '', '', '', '', '3.jpg', ''],
    ['hat', 'Hat', '', '', 'H', '9', '', ''],
    ['', 'Odd', '', '', 'X', '1', '', ''],
    ['', '', '', '', 'Y', '1', '', ''],
  ]
  expect(whole(headings, rows)).toEqual([
    ['coat', 'Coat', 'Warm', 'M', 'C-M', '50', '1.jpg|2.jpg|3.jpg', 'm.jpg'],
    ['coat', 'Coat', 'Warm', 'L', 'C-L', '55', '1.jpg|2.jpg|3.jpg', ''],
    ['hat', 'Hat', '', '', 'H', '9', '', ''],
    ['', 'Odd', '', '', 'X', '1', '', ''],
    ['', '', '', '', 'Y', '1', '', ''],
  ])
})

it('keeps the first row of a product, whatever it lacks', () => {
  expect(whole(['Handle', 'Title', 'SKU'], [['coat', 'Coat', '']])).toEqual([['coat', 'Coat', '']])
})

it('leaves other files as they are', () => {
  const rows = [
    ['A', 'Coat', ''],
    ['A', '', ''],
  ]
  expect(whole(['SKU', 'Title', 'Image Src'], rows)).toEqual(rows)
})
