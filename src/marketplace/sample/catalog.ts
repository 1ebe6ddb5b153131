import { leavesOf, type LeafCategory } from '../../shared/domain/items/category'
import type { ItemRow } from '../tables/items'
import { CATEGORY_TREE } from './categories'
import type { Random } from './random'

/** Invented brands: id, name, code in the part number. */
const BRANDS = [
  [101, 'Marlowe & Finch', 'MF'],
  [102, 'Casa Verano', 'CV'],
  [103, 'Norden Atelier', 'NA'],
  [104, 'Juniper Row', 'JR'],
  [105, 'Aldine Studio', 'AS'],
  [106, 'Port Lucia', 'PL'],
  [107, 'Hollis Grey', 'HG'],
  [108, 'Sabine Okoro', 'SO'],
  [109, 'Tamsin Vale', 'TV'],
  [110, 'Kestrel Supply', 'KS'],
] as const

const COLORS = [
  ['Black', 'BLK'],
  ['Ivory', 'IVR'],
  ['Navy', 'NVY'],
  ['Camel', 'CML'],
  ['Burgundy', 'BRG'],
  ['Sage', 'SGE'],
  ['Cobalt', 'CBL'],
  ['Blush', 'BLS'],
  ['Charcoal', 'CHR'],
] as const

const WORDS: Readonly<Record<string, readonly [adjectives: string, noun: string]>> = {
  'Midi Dresses': ['Pleated,Satin,Belted,Floral Print', 'Midi Dress'],
  'Maxi Dresses': ['Tiered,Halter,Silk Crepe', 'Maxi Dress'],
  'Mini Dresses': ['Sequined,Smocked,Corduroy', 'Mini Dress'],
  Blouses: ['Silk,Ruffled,Tie-Neck', 'Blouse'],
  Sweaters: ['Cashmere,Cable-Knit,Merino Turtleneck', 'Sweater'],
  'T-Shirts': ['Organic Cotton,Boxy,Striped', 'T-Shirt'],
  Coats: ['Double-Breasted,Wool Wrap,Quilted', 'Coat'],
  Blazers: ['Tailored,Oversized,Linen', 'Blazer'],
  Jeans: ['High-Rise Straight,Cropped Flare,Distressed', 'Jeans'],
  Skirts: ['A-Line,Leather Pencil,Pleated', 'Skirt'],
  Trousers: ['Wide-Leg,Pleated,Cropped', 'Trousers'],
  'Ankle Boots': ['Suede,Leather Chelsea,Block-Heel', 'Ankle Boots'],
  'Knee Boots': ['Leather Riding,Stretch Suede', 'Knee Boots'],
  Pumps: ['Pointed-Toe,Patent Leather', 'Pumps'],
  Sandals: ['Strappy,Platform', 'Sandals'],
  Loafers: ['Penny,Horsebit,Suede', 'Loafers'],
  Sneakers: ['Low-Top Leather,Canvas,Retro Running', 'Sneakers'],
  'Dress Shirts': ['Slim-Fit Poplin,Oxford Cloth', 'Dress Shirt'],
  'Polo Shirts': ['Pique,Knit', 'Polo Shirt'],
  'Leather Jackets': ['Biker,Shearling-Lined', 'Leather Jacket'],
  Parkas: ['Down-Filled,Waxed', 'Parka'],
  Chinos: ['Slim,Stretch Twill', 'Chinos'],
  Denim: ['Selvedge,Relaxed-Fit', 'Jeans'],
  'Boat Shoes': ['Nubuck,Two-Tone', 'Boat Shoes'],
  Oxfords: ['Cap-Toe,Wingtip', 'Oxfords'],
  Totes: ['Pebbled Leather,Canvas Market', 'Tote Bag'],
  'Crossbody Bags': ['Quilted,Saddle', 'Crossbody Bag'],
  Clutches: ['Velvet,Metallic', 'Clutch'],
  Backpacks: ['Nylon,Leather-Trim', 'Backpack'],
  Weekenders: ['Waxed Canvas,Striped', 'Weekender'],
  Scarves: ['Wool Plaid,Silk Twill', 'Scarf'],
  Belts: ['Braided Leather,Reversible', 'Belt'],
  Gloves: ['Cashmere-Lined,Suede', 'Gloves'],
}

const CONDITIONS = [
  ['new_with_tags', null],
  ['excellent', null],
  ['very_good', 'Light creasing, barely visible when worn.'],
  ['good', 'Faint mark on the inner lining; small pull near the hem.'],
] as const

const MATERIALS = ['cotton', 'wool', 'silk', 'leather', 'viscose', 'linen', 'polyester']
const COUNTRIES = ['Italy', 'Portugal', 'Spain', 'Turkey', 'Vietnam', 'USA']
/** The warehouse of all sample items. */
export const SAMPLE_WAREHOUSE_ID = 1

const LEAVES = leavesOf(CATEGORY_TREE)

/** A model: what several units share. */
export type Model = Pick<
  ItemRow,
  | 'title'
  | 'description'
  | 'mpn'
  | 'price'
  | 'msrp'
  | 'discount'
  | 'quality'
  | 'condition_description'
  | 'with_tag'
  | 'category_id'
  | 'brand_id'
  | 'size'
  | 'attributes'
  | 'photos'
>

/** A random model of the catalog, with a size that its category allows. */
export function inventModel(random: Random): Model {
  const leaf = random.pick(LEAVES)
  const [brandId, brand, brandCode] = random.pick(BRANDS)
  const [color, colorCode] = random.pick(COLORS)
  const [adjectives, noun] = WORDS[leaf.name] ?? ['Classic', leaf.name]
  const adjective = random.pick(adjectives.split(','))
  const [quality, flaws] = random.pick(CONDITIONS)
  const price = random.int(18, 480) * 100 - random.pick([0, 1, 5])
  const mpn = `${brandCode}${random.int(1000, 9999)}-${colorCode}`
  return {
    title: `${brand} ${adjective} ${noun} in ${color}`,
    description: `${adjective} ${noun.toLowerCase()} by ${brand}. Style ${mpn}.`,
    mpn,
    price,
    msrp: Math.round(price * (1.3 + random.next())),
    discount: JSON.stringify({ max_discount: { percentage: random.pick([0, 10, 15, 20, 30]) } }),
    quality,
    condition_description: flaws,
    with_tag: quality === 'new_with_tags' ? 1 : 0,
    category_id: leaf.id,
    brand_id: brandId,
    size: inventSize(random, leaf),
    attributes: JSON.stringify({
      color: [color.toLowerCase()],
      material: [{ value: random.pick(MATERIALS), percentage: 100 }],
      country_of_origin: random.pick(COUNTRIES),
    }),
    photos: JSON.stringify([
      { url: `https://img.example.com/${mpn}/front.jpg`, subtype: 'front' },
      { url: `https://img.example.com/${mpn}/back.jpg`, subtype: 'back' },
    ]),
  }
}

function inventSize(random: Random, leaf: LeafCategory): string | null {
  const scales = Object.keys(leaf.allowedSizes ?? {})
  if (scales.length === 0) return null
  const scale = random.pick(scales)
  const name = random.pick(leaf.allowedSizes?.[scale] ?? [])
  return JSON.stringify({ scale, name, ...(leaf.sizingType === null ? {} : { type: leaf.sizingType }) })
}

/** The row of one unit of a model. */
export function unitOf(
  model: Model,
  unit: Pick<ItemRow, 'account_id' | 'state' | 'external_id' | 'created_at' | 'updated_at'>,
): Omit<ItemRow, 'id' | 'item_number'> {
  return {
    ...model,
    ...unit,
    authentication_type: null,
    warehouse_id: SAMPLE_WAREHOUSE_ID,
    listing_error_messages: '[]',
    state_due_at: null,
    pending_discount: null,
    pending_discount_due_at: null,
  }
}
