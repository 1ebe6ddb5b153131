import type { BulkKind } from './bulk-job'

/** The fields that columns of a file can have, and which of them a column's heading means. */

const KEYS = ['item_number', 'external_id', 'mpn'] as const

const ATTRIBUTES = [
  'color',
  'material',
  'pattern',
  'necklace_style',
  'bracelet_style',
  'ring_style',
  'ring_size',
  'general_style',
  'skirt_length',
  'neckline',
  'top_style',
  'sleeve_length',
  'jacket_style',
  'pant_cut',
  'waist',
  'pant_style',
  'shoes_style',
  'serial_number',
  'country_of_origin',
] as const

const CREATE_FIELDS = [
  'external_id',
  'title',
  'description',
  'price',
  'msrp',
  'discount',
  'category_id',
  'brand_id',
  'warehouse_id',
  'quality',
  'condition_description',
  'mpn',
  'with_tag',
  'authentication_type',
  'photos',
  'size.scale',
  'size.name',
  'size.type',
  'size.sizing_id',
  ...ATTRIBUTES.map((name) => `attributes.${name}`),
]

const FIELDS: Readonly<Record<BulkKind, readonly string[]>> = {
  price: [...KEYS, 'price'],
  discount: [...KEYS, 'discount'],
  delist: KEYS,
  create: CREATE_FIELDS,
}

/** The fields that a column of such a file can have. New items can also have `photo.` and a view. */
export function fieldsOf(kind: BulkKind): readonly string[] {
  return FIELDS[kind]
}

/** A column of pictures of one view is `photo.` and the name of the view. */
const PHOTO = /^photo\.(.{1,100})$/

/** Whether a column of such a file can have this field. */
export function isField(kind: BulkKind, field: string): boolean {
  return FIELDS[kind].includes(field) || (kind === 'create' && PHOTO.test(field))
}

/** The view that a column of pictures shows, or `null`. */
export function viewOfColumn(field: string): string | null {
  return PHOTO.exec(field)?.[1] ?? null
}

/** Only these may have several columns. */
function mayRepeat(field: string): boolean {
  return field === 'photos' || PHOTO.test(field)
}

/** Without one of each group, no row of such a file can be used. */
const DEMANDED: Readonly<Record<BulkKind, readonly (readonly string[])[]>> = {
  price: [KEYS],
  discount: [KEYS],
  delist: [KEYS],
  create: [['title'], ['price'], ['msrp'], ['category_id'], ['brand_id'], ['quality']],
}

/** The groups of fields of which no column has one. */
export function missingColumns(
  kind: BulkKind,
  columns: readonly (string | null)[],
): readonly (readonly string[])[] {
  return DEMANDED[kind].filter((group) => !group.some((field) => columns.includes(field)))
}

/** The first field that two columns have and only one can, or `null`. */
export function repeatedColumn(columns: readonly (string | null)[]): string | null {
  return (
    columns.find((field, index) => field !== null && !mayRepeat(field) && columns.indexOf(field) !== index) ??
    null
  )
}

/** Other headings that people and shops use, without blanks and marks. */
const ALSO: Readonly<Record<string, string>> = {
  sku: 'external_id',
  yoursku: 'external_id',
  externalid: 'external_id',
  item: 'item_number',
  itemno: 'item_number',
  name: 'title',
  rrp: 'msrp',
  uvp: 'msrp',
  category: 'category_id',
  brand: 'brand_id',
  warehouse: 'warehouse_id',
  condition: 'quality',
  maxdiscount: 'discount',
  maxdiscountpercent: 'discount',
  discountpercent: 'discount',
  photo: 'photos',
  picture: 'photos',
  pictures: 'photos',
  image: 'photos',
  images: 'photos',
  sizescale: 'size.scale',
  size: 'size.name',
  sizename: 'size.name',
  sizetype: 'size.type',
  colour: 'attributes.color',
}

/** The field of each column by its heading; `null` where none fits, and for a second column of a field with one. */
export function matchColumns(kind: BulkKind, headings: readonly string[]): (string | null)[] {
  const matched: (string | null)[] = []
  for (const heading of headings) {
    const field = fieldOf(kind, heading)
    matched.push(field !== null && (mayRepeat(field) || !matched.includes(field)) ? field : null)
  }
  return matched
}

function fieldOf(kind: BulkKind, heading: string): string | null {
  const name = heading.trim().toLowerCase()
  if (isField(kind, name)) return name
  const plain = plainOf(name)
  const known =
    FIELDS[kind].find((field) => plainOf(field) === plain) ??
    FIELDS[kind].find((field) => plainOf(field.replace(/^attributes\./, '')) === plain) ??
    ALSO[plain]
  return known !== undefined && FIELDS[kind].includes(known) ? known : null
}

function plainOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '')
}
