import { currencyMarks } from '../orders/currency-marks'
import { plainHeading } from '../tables/cell-text'
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

/** Other headings that people and shops use, in the languages of the app. Capitals, accents and marks do not count. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  item_number: [
    ...['item', 'item no', 'artikelnummer', 'artikel-nr.', 'numéro d’article', 'n° d’article'],
    ...['número de artículo', 'n.º de artículo'],
  ],
  external_id: [
    ...['sku', 'your sku', 'seller sku', 'item sku', 'variant sku', 'custom label (sku)', 'custom label'],
    ...['eigene nummer', 'bestandseinheit (sku)', 'référence', 'ugs', 'libellé personnalisé (sku)'],
    ...['referencia', 'etiqueta personalizada (sku)'],
  ],
  mpn: [
    ...['manufacturer part number', 'part number', 'google shopping / mpn', 'c:mpn', 'p:mpn'],
    ...['herstellernummer', 'référence fabricant', 'número de pieza del fabricante'],
  ],
  title: [
    ...[
      'name',
      'product name',
      'item name',
      'item title',
      'titel',
      'artikelname',
      'produktname',
      'bezeichnung',
    ],
    ...['artikelbezeichnung', 'titre', 'nom', 'nom du produit', 'désignation', 'título', 'nombre'],
    'nombre del producto',
  ],
  description: [
    ...['body (html)', 'product description', 'beschreibung', 'artikelbeschreibung', 'produktbeschreibung'],
    'descripción',
  ],
  price: [
    ...['variant price', 'regular price', 'selling price', 'start price', 'preis', 'verkaufspreis'],
    ...['regulärer preis', 'startpreis', 'prix', 'prix de vente', 'tarif régulier', 'prix de départ'],
    ...['precio', 'precio de venta', 'precio normal', 'precio inicial'],
  ],
  msrp: [
    ...['rrp', 'srp', 'msrp price', 'recommended retail price', 'suggested retail price', 'compare-at price'],
    ...[
      'variant compare at price',
      'uvp',
      'unverbindliche preisempfehlung',
      'vergleichspreis',
      'prix conseillé',
    ],
    ...['prix de vente conseillé', 'prix barré', 'precio recomendado', 'precio de venta recomendado', 'pvpr'],
  ],
  discount: [
    ...[
      'max discount',
      'maximum discount',
      'discount percent',
      'max discount percent',
      'rabatt',
      'höchster rabatt',
    ],
    ...['höchstrabatt', 'remise', 'remise maximale', 'descuento', 'descuento máximo'],
  ],
  category_id: [
    ...['category', 'kategorie', 'kategorie-id', 'catégorie', 'identifiant de catégorie', 'categoría'],
    'id de categoría',
  ],
  brand_id: ['brand', 'marke', 'marken-nr.', 'marque', 'n° de marque', 'marca', 'n.º de marca'],
  warehouse_id: ['warehouse', 'lager', 'entrepôt', 'almacén'],
  quality: [
    ...['condition', 'item condition', 'grade', 'google shopping / condition', 'zustand', 'artikelzustand'],
    ...['qualität', 'état', 'qualité', 'estado', 'calidad'],
  ],
  condition_description: [
    ...['condition note', 'condition notes', 'erhaltung', 'zustandsbeschreibung', 'description de l’état'],
    ...['conservación', 'descripción del estado'],
  ],
  with_tag: ['with tags', 'mit etikett', 'avec étiquette', 'con etiqueta'],
  authentication_type: ['art der echtheitsprüfung', 'type d’authentification', 'tipo de autenticación'],
  photos: [
    ...[
      'photo',
      'picture',
      'pictures',
      'picture url',
      'image',
      'images',
      'image src',
      'image url',
      'image link',
    ],
    ...['additional image link', 'product image url', 'variant image', 'variant image url', 'base image'],
    ...['additional images', 'item photo url', 'picurl', 'foto', 'fotos', 'bild', 'bilder', 'bild-url'],
    ...['imagen', 'imágenes'],
  ],
  'size.scale': ['size scale', 'size system', 'größenskala', 'échelle de tailles', 'escala de tallas'],
  'size.name': ['size', 'size name', 'c:size', 'größe', 'taille', 'talla', 'tamaño'],
  'size.type': ['size type', 'größenart', 'type de taille', 'tipo de talla'],
  'size.sizing_id': ['sizing id', 'größen-nr.', 'n° de taille', 'n.º de talla'],
  'attributes.color': [
    ...['colour', 'colors', 'colours', 'c:color', 'c:colour', 'farbe', 'farben', 'couleur', 'couleurs'],
    'colores',
  ],
  'attributes.material': ['c:material', 'materials', 'matière', 'matières', 'materiales'],
  'attributes.pattern': ['patterns', 'c:pattern', 'muster', 'motif', 'motifs', 'estampado', 'estampados'],
  'attributes.necklace_style': ['art der kette', 'style de collier', 'estilo de collar'],
  'attributes.bracelet_style': ['art des armbands', 'style de bracelet', 'estilo de pulsera'],
  'attributes.ring_style': ['art des rings', 'style de bague', 'estilo de anillo'],
  'attributes.ring_size': ['ringgröße', 'taille de bague', 'talla de anillo', 'c:ring size'],
  'attributes.general_style': ['stil', 'style général', 'estilo general'],
  'attributes.skirt_length': ['rocklänge', 'longueur de jupe', 'largo de falda', 'c:skirt length'],
  'attributes.neckline': ['ausschnitt', 'encolure', 'escote', 'c:neckline'],
  'attributes.top_style': ['art des oberteils', 'style de haut', 'estilo de la parte superior'],
  'attributes.sleeve_length': ['ärmellänge', 'longueur de manche', 'largo de manga', 'c:sleeve length'],
  'attributes.jacket_style': ['art der jacke', 'style de veste', 'estilo de chaqueta'],
  'attributes.pant_cut': ['hosenschnitt', 'coupe de pantalon', 'corte de pantalón'],
  'attributes.waist': ['bund', 'ceinture', 'cintura'],
  'attributes.pant_style': ['art der hose', 'style de pantalon', 'estilo de pantalón'],
  'attributes.shoes_style': ['shoe style', 'art der schuhe', 'style de chaussures', 'estilo de zapatos'],
  'attributes.serial_number': ['seriennummer', 'numéro de série', 'número de serie'],
  'attributes.country_of_origin': [
    ...['country of manufacture', 'c:country of origin', 'c:country/region of manufacture', 'ursprungsland'],
    ...['herkunftsland', 'pays d’origine', 'país de origen'],
  ],
}

/** What a shop means by a heading that means something else here. Its exports are known by headings of its own. */
const SHOPS: readonly { known: readonly string[]; means: Readonly<Record<string, string | null>> }[] = [
  // eBay has numbers of its own for items and categories.
  {
    known: [
      ...['custom label (sku)', 'custom label', 'bestandseinheit (sku)'],
      ...['libellé personnalisé (sku)', 'etiqueta personalizada (sku)'],
    ],
    means: {
      ...{ 'item number': null, artikelnummer: null, 'numéro d’article': null, 'número de artículo': null },
      ...{ category: null, 'category id': null, 'kategorie-id': null },
    },
  },
  // Google Merchant.
  { known: ['image link', 'google product category'], means: { id: 'external_id' } },
  // WooCommerce in German.
  { known: ['regulärer preis'], means: { artikelnummer: 'external_id' } },
]

const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALSO).flatMap(([field, headings]) =>
    headings.map((heading) => [plainHeading(heading), field] as const),
  ),
  ...[...KEYS, ...CREATE_FIELDS].flatMap((field) => [
    [plainHeading(field), field] as const,
    [plainHeading(field.replace(/^attributes\./, '')), field] as const,
  ]),
])

/** What a file says apart from its headings. `currency`: ISO 4217, of the account's amounts. */
export type TableFacts = { rows: readonly (readonly string[])[]; currency: string }

/** The field of each column by its heading; `null` where none fits, and for a second column of a field with one. */
export function matchColumns(
  kind: BulkKind,
  headings: readonly string[],
  { rows, currency }: TableFacts = { rows: [], currency: 'USD' },
): (string | null)[] {
  const plain = new Set(headings.map(plainHeading))
  const shop =
    SHOPS.find(({ known }) => known.some((heading) => plain.has(plainHeading(heading))))?.means ?? {}
  const inShop = new Map(Object.entries(shop).map(([heading, field]) => [plainHeading(heading), field]))
  const matched: (string | null)[] = []
  headings.forEach((_, column) => {
    const heading = namedByCells(headings, column, rows)
    const own = inShop.get(plainHeading(heading))
    const field = own === undefined ? fieldOf(kind, heading, currency) : own
    const fits = field !== null && isField(kind, field) && (mayRepeat(field) || !matched.includes(field))
    matched.push(fits ? field : null)
  })
  return matched
}

function fieldOf(kind: BulkKind, heading: string, currency: string): string | null {
  const name = heading.trim().toLowerCase()
  if (isField(kind, name)) return name
  return FIELD_OF.get(plainHeading(name)) ?? FIELD_OF.get(plainHeading(withoutExtra(name, currency))) ?? null
}

/** The heading of a pair of columns is in the cells: `Option1 Name` has `Size`, `Option1 Value` the sizes. */
function namedByCells(headings: readonly string[], column: number, rows: TableFacts['rows']): string {
  const heading = headings[column] ?? ''
  const [, pair] = /^(.+\d) (?:values?|value\(s\)|wert\(e\)|wert)$/i.exec(heading.trim()) ?? []
  if (pair === undefined) return heading
  const names = headings.findIndex((other) => other.trim().toLowerCase() === `${pair} name`.toLowerCase())
  const [name, second] = new Set(rows.map((cells) => cells[names] ?? '').filter((cell) => cell !== ''))
  return name !== undefined && second === undefined ? name : heading
}

/** Words that say nothing about which field it is. */
const EXTRA = new Set(['in', 'en', 'percent', 'prozent', 'required', 'optional', 'pflichtfeld', 'freiwillig'])

/** The heading without units, the account's currency and what stands in brackets of Shopify's metafields. */
function withoutExtra(heading: string, currency: string): string {
  const own = currencyMarks(currency)
  return heading
    .replace(/\(product\.metafields\.[^()]*\)/, '')
    .split(/[\s()[\]{}/_:*]+/)
    .filter((word) => !own.has(word) && !EXTRA.has(word) && word !== '%')
    .join(' ')
}
