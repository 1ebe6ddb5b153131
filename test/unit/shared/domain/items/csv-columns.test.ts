import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { matchColumns } from '../../../../../src/shared/domain/items/csv-columns'
import { LOCALES } from '../../../../../src/shared/domain/station/locale'

const USD = { rows: [], currency: 'USD' }
const field = (heading: string, currency = 'USD') =>
  matchColumns('create', [heading], { rows: [], currency })[0]

describe('a heading', () => {
  it.each([
    ['Price (USD)', 'price'],
    ['Preis in $', 'price'],
    ['Prix $US', 'price'],
    ['Precio [USD]', 'price'],
    ['PRICE *', 'price'],
    ['price_usd', 'price'],
    ['Preis (Pflichtfeld)', 'price'],
    ['Maximum discount (%)', 'discount'],
    ['Rabatt in Prozent', 'discount'],
    ['Größe', 'size.name'],
    ['GRÖSSE', 'size.name'],
    ['Gro\u0308ße', 'size.name'],
    ['Catégorie', 'category_id'],
    ['Categorie', 'category_id'],
    ['Color (product.metafields.shopify.color-pattern)', 'attributes.color'],
    ['\u200bSKU\u00a0', 'external_id'],
  ])('%s is %s', (heading, known) => expect(field(heading)).toBe(known))

  it.each([
    'Price (EUR)',
    'Preis €',
    'Price (net)',
    'Sale price',
    'Price / International',
    'Cost per item',
    'ID',
  ])('%s means nothing for sure', (heading) => expect(field(heading)).toBeNull())

  it('may name the currency of the account, whichever it is', () => {
    expect(field('Preis (€)', 'EUR')).toBe('price')
    expect(field('Prix en EUR', 'EUR')).toBe('price')
    expect(field('Price (USD)', 'EUR')).toBeNull()
  })
})

type Words = Record<string, string>
const wordsOf = (locale: string, file: string) =>
  JSON.parse(
    readFileSync(path.join(__dirname, `../../../../../src/locales/${locale}/${file}.json`), 'utf8'),
  ) as { items: { fields: Words; form: Words; csv: { columns: Words } } }

describe.each(LOCALES)('in %s', (locale) => {
  const { fields, form, csv } = wordsOf(locale, 'items').items
  it('the list of items that was saved here is read back', () => {
    const { item_number: itemNumber, external_id: externalId, mpn } = fields
    const { price, msrp, discount } = csv.columns
    const headings = [itemNumber, externalId, mpn, price, msrp, discount].map((words) =>
      (words ?? '').replace('{{currency}}', 'USD'),
    )
    expect(matchColumns('price', headings, USD)).toEqual([
      'item_number',
      'external_id',
      'mpn',
      'price',
      null,
      null,
    ])
    expect(matchColumns('discount', headings, USD).at(-1)).toBe('discount')
    expect(matchColumns('create', headings, USD).slice(3)).toEqual(['price', 'msrp', 'discount'])
    const listed = csv.columns['listedPrice']?.replace('{{currency}}', 'USD') ?? ''
    expect(matchColumns('create', [listed], USD)).toEqual([null])
  })

  it('each field is known by its name on the screen', () => {
    const attributes = ['color', 'material', 'pattern', 'ring_size', 'skirt_length', 'neckline', 'top_style']
    const more = [
      'necklace_style',
      'bracelet_style',
      'ring_style',
      'general_style',
      'sleeve_length',
      'jacket_style',
    ]
    const rest = ['pant_cut', 'waist', 'pant_style', 'shoes_style', 'serial_number', 'country_of_origin']
    const plain = [
      'external_id',
      'title',
      'description',
      'price',
      'msrp',
      'discount',
      'category_id',
      'brand_id',
    ]
    const others = ['warehouse_id', 'quality', 'mpn', 'with_tag', 'authentication_type']
    const expected = [
      ...[...plain, ...others].map((name) => [fields[name] ?? '', name]),
      ...[...attributes, ...more, ...rest].map((name) => [fields[name] ?? '', `attributes.${name}`]),
      [form['sizeScale'] ?? '', 'size.scale'],
      [fields['size'] ?? '', 'size.name'],
      [form['sizeType'] ?? '', 'size.type'],
      [fields['sizing_id'] ?? '', 'size.sizing_id'],
      [form['photos'] ?? '', 'photos'],
    ]
    expect(expected.map(([words = '']) => [words, field(words)])).toEqual(expected)
  })
})

/** Headings that shops document for their exports, with what each means here. */
const EXPORTS: Readonly<Record<string, readonly (readonly [string, string | null])[]>> = {
  Shopify: [
    ['Handle', null],
    ['Title', 'title'],
    ['Body (HTML)', 'description'],
    ['Vendor', null],
    ['Product Category', null],
    ['Type', null],
    ['Published', null],
    ['Option1 Name', null],
    ['Option1 Value', 'size.name'],
    ['Option2 Name', null],
    ['Option2 Value', 'attributes.color'],
    ['Variant SKU', 'external_id'],
    ['Variant Inventory Qty', null],
    ['Variant Price', 'price'],
    ['Variant Compare At Price', 'msrp'],
    ['Variant Barcode', null],
    ['Image Src', 'photos'],
    ['Image Alt Text', null],
    ['Google Shopping / MPN', 'mpn'],
    ['Google Shopping / Condition', 'quality'],
    ['Variant Image', 'photos'],
    ['Cost per item', null],
    ['Price / International', null],
    ['Compare At Price / International', null],
    ['Status', null],
  ],
  'Shopify, newer': [
    ['Title', 'title'],
    ['URL handle', null],
    ['Description', 'description'],
    ['SKU', 'external_id'],
    ['Barcode', null],
    ['Option1 name', null],
    ['Option1 value', 'size.name'],
    ['Option2 name', null],
    ['Option2 value', 'attributes.color'],
    ['Price', 'price'],
    ['Compare-at price', 'msrp'],
    ['Product image URL', 'photos'],
    ['Variant image URL', 'photos'],
  ],
  WooCommerce: [
    ['ID', null],
    ['Type', null],
    ['SKU', 'external_id'],
    ['GTIN, UPC, EAN, or ISBN', null],
    ['Name', 'title'],
    ['Short description', null],
    ['Description', 'description'],
    ['Sale price', null],
    ['Regular price', 'price'],
    ['Categories', null],
    ['Images', 'photos'],
    ['Attribute 1 name', null],
    ['Attribute 1 value(s)', 'size.name'],
    ['Attribute 2 name', null],
    ['Attribute 2 value(s)', 'attributes.color'],
    ['Weight (kg)', null],
  ],
  'WooCommerce in German': [
    ['ID', null],
    ['Artikelnummer', 'external_id'],
    ['Name', 'title'],
    ['Kurzbeschreibung', null],
    ['Beschreibung', 'description'],
    ['Angebotspreis', null],
    ['Regulärer Preis', 'price'],
    ['Bilder', 'photos'],
    ['Attribut 1 Name', null],
    ['Attribut 1 Wert(e)', 'size.name'],
  ],
  Magento: [
    ['sku', 'external_id'],
    ['store_view_code', null],
    ['attribute_set_code', null],
    ['product_type', null],
    ['categories', null],
    ['name', 'title'],
    ['description', 'description'],
    ['short_description', null],
    ['price', 'price'],
    ['special_price', null],
    ['base_image', 'photos'],
    ['small_image', null],
    ['additional_images', 'photos'],
    ['msrp_price', 'msrp'],
    ['country_of_manufacture', 'attributes.country_of_origin'],
    ['manufacturer', null],
  ],
  'eBay, active listings': [
    ['Item number', null],
    ['Title', 'title'],
    ['Variation details', null],
    ['Custom label (SKU)', 'external_id'],
    ['Available quantity', null],
    ['Currency', null],
    ['Start price', 'price'],
    ['Current price', null],
    ['eBay category 1 number', null],
    ['Condition', 'quality'],
    ['P:EAN', null],
  ],
  'eBay, drafts': [
    ['*Action(SiteID=US|Country=US|Currency=USD|Version=1193)', null],
    ['Custom label (SKU)', 'external_id'],
    ['Category ID', null],
    ['Title', 'title'],
    ['Start price', 'price'],
    ['Item photo URL', 'photos'],
    ['Condition ID', null],
    ['Description', 'description'],
    ['C:Size', 'size.name'],
    ['C:Color', 'attributes.color'],
    ['C:MPN', 'mpn'],
  ],
  'eBay, File Exchange': [
    ['*Category', null],
    ['CustomLabel', 'external_id'],
    ['*Title', 'title'],
    ['*ConditionID', null],
    ['PicURL', 'photos'],
    ['*Description', 'description'],
    ['*StartPrice', 'price'],
  ],
  'Google Merchant': [
    ['id', 'external_id'],
    ['title', 'title'],
    ['description', 'description'],
    ['link', null],
    ['image_link', 'photos'],
    ['additional_image_link', 'photos'],
    ['availability', null],
    ['price', 'price'],
    ['sale_price', null],
    ['google_product_category', null],
    ['gtin', null],
    ['mpn', 'mpn'],
    ['condition', 'quality'],
    ['color', 'attributes.color'],
    ['size', 'size.name'],
    ['size_system', 'size.scale'],
    ['size_type', 'size.type'],
    ['material', 'attributes.material'],
  ],
  'Google Merchant, headings with blanks': [
    ['id', 'external_id'],
    ['image link', 'photos'],
    ['additional image link', 'photos'],
    ['google product category', null],
  ],
}

describe('an export of', () => {
  const nameOf = (heading: string) => {
    if (!/name$/i.test(heading)) return 'x'
    return heading.includes('1') ? 'Size' : 'Color'
  }
  it.each(Object.entries(EXPORTS))('%s has its columns assigned', (_shop, columns) => {
    const headings = columns.map(([heading]) => heading)
    const rows = [headings.map(nameOf), headings.map(() => '')]
    const matched = matchColumns('create', headings, { rows, currency: 'USD' })
    expect(headings.map((heading, at) => [heading, matched[at]])).toEqual(columns)
  })

  it('options of several kinds in one column is left to a person', () => {
    const rows = [
      ['Size', 'M'],
      ['Color', 'red'],
    ]
    expect(matchColumns('create', ['Option1 Name', 'Option1 Value'], { rows, currency: 'USD' })).toEqual([
      null,
      null,
    ])
  })
})
