import type { Item } from '../../src/shared/partner-api/item'
import { TITLES } from './titles'

/** As many items as a large account has, each like one of a shop: none is like the one before it. */

const CATEGORIES = 180
const BRANDS = 900
const STATES = ['listed', 'listed', 'listed', 'listed', 'listed', 'listed', 'sold', 'processing', 'deleted']
const FIRST_MS = Date.parse('2024-01-01T00:00:00Z')

/** The `n`th item. @param change how often its price and title were changed before */
export function manyItem(n: number, change = 0): Item {
  const title = TITLES[(n * 7 + Math.floor(n / 97)) % TITLES.length] ?? ''
  const id = (n * 7_919) % 1_000_003
  return {
    item_number: `ITM-${id}`,
    external_id: `EXT-${(n * 104_729) % 1_299_709}`,
    mpn: `MPN-${n % 40_000}`,
    title: change === 0 ? `${title} ${n % 61}` : `${title} ${n % 61}, no. ${change}`,
    description: `${title}. `.repeat(8),
    state: STATES[n % STATES.length] ?? '',
    quality: ['new', 'very_good', 'good', 'fair'][n % 4] ?? '',
    price: 1_000 + ((n * 37) % 90_000) + change,
    listed_price: 1_200 + ((n * 37) % 90_000) + change,
    msrp: 100_000,
    discount: { max_discount: { percentage: n % 50 } },
    category_id: n % CATEGORIES,
    brand_id: (n * 31) % BRANDS,
    warehouse_id: 1 + (n % 3),
    listing_error_messages: n % 250 === 0 ? [{ size: ['is too small'] }] : [],
    images: Array.from({ length: 4 }, (_, image) => `https://images.example.com/${id}/${image}.jpg`),
    created_at: new Date(FIRST_MS + n * 300_000).toISOString(),
    updated_at: new Date(FIRST_MS + n * 300_000 + change * 1_000).toISOString(),
  }
}

/** The items from `from` up to `to`, which is left out. */
export function manyItems(from: number, to: number, change = 0): Item[] {
  return Array.from({ length: to - from }, (_, index) => manyItem(from + index, change))
}
