import {
  ANY_ITEM,
  ITEM_FACETS,
  setFields,
  type ItemFacet,
  type ItemFilter,
  type ItemSort,
} from '../../../shared/domain/items/item-filter'
import { wholeWords } from '../../../shared/domain/orders/search-words'
import { parseInstant } from '../../../shared/domain/time/timestamps'
import type { Item } from '../../../shared/partner-api/item'
import { sql, type Db } from '../db/database'
import { itemIn } from '../tables/items'

/**
 * The account's items by filter, sorted. SQLite knows nothing about how many items fit a condition, so it is decided here
 * which index a query uses: a unary plus hides a column from its index.
 */

/** As the indexes of migration 300 have them, or they are not used. */
const KEYS: Readonly<Record<ItemSort['by'], string>> = {
  title: 'title COLLATE NOCASE',
  externalId: 'external_id',
  state: 'state',
  price: 'price_cents',
  discount: 'discount_percent',
  updated: 'updated_ms',
  created: 'created_ms',
}
/** So few items are found by the index of what they share, and then sorted. */
const FEW = 5_000
/** So many items are looked at in the order of an index; of more, all are read and sorted. */
const MOST_WALKED = 20_000

/** How many items fit. */
export function countItems(db: Db, filter: ItemFilter): number {
  const fields = setFields(filter).filter((name) => name !== 'only')
  if (fields.length === 0) return countOf(db, filter.only ?? 'all', '')
  if (fields.length === 1 && filter.only === null && filter.states.length > 0)
    return filter.states.reduce((sum, state) => sum + countOf(db, 'state', state), 0)
  const { where } = conditions(db, filter)
  return sql(db, `SELECT count(*) FROM items WHERE ${where}`).pluck().get(values(filter)) as number
}

/**
 * A window of the items that fit, in order; those that are equal in the order of their arrival here.
 * @param total what `countItems` said
 */
export function listItems(
  db: Db,
  filter: ItemFilter,
  { by, descending }: ItemSort,
  window: { offset: number; limit: number; total: number },
): Item[] {
  const { where, hasDriver } = conditions(db, filter)
  const steps = ((window.offset + window.limit) * countOf(db, 'all', '')) / Math.max(1, window.total)
  const walks = !hasDriver && steps <= MOST_WALKED
  const way = descending ? 'DESC' : 'ASC'
  const ids = sql(
    db,
    `SELECT item_id FROM items WHERE ${where}
      ORDER BY ${walks ? '' : '+'}${KEYS[by]} ${way}, item_id ${way} LIMIT +@limit OFFSET +@offset`,
  )
    .pluck()
    .all({ ...values(filter), limit: window.limit, offset: window.offset }) as number[]
  const copy = sql(db, 'SELECT server_copy FROM item_copies WHERE item_id = ?').pluck()
  return ids.flatMap((itemId) => itemIn(copy.get(itemId) as string) ?? [])
}

/**
 * The numbers of all items that fit at this moment, in parts, so that the caller can give way to other
 * work in between.
 * @param without states that are left out
 */
export function* itemNumbersOf(
  db: Db,
  filter: ItemFilter,
  { without = [], atOnce = 500 }: { without?: readonly string[]; atOnce?: number } = {},
): Generator<string[], void, undefined> {
  const { where } = conditions(db, filter)
  const ids = sql(
    db,
    `SELECT item_id FROM items
      WHERE ${where} AND +state NOT IN (SELECT value FROM json_each(@without)) ORDER BY +item_id`,
  )
    .pluck()
    .all({ ...values(filter), without: JSON.stringify(without) }) as number[]
  const numbers = sql(
    db,
    'SELECT item_number FROM items WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id',
  ).pluck()
  for (let from = 0; from < ids.length; from += atOnce)
    yield numbers.all(JSON.stringify(ids.slice(from, from + atOnce))) as string[]
}

export type FacetCounts = Record<ItemFacet, { value: string | number; items: number }[]>

/** What the account's items have, most frequent first: for filters, and as proposals for values without a catalog. */
export function facetsOf(db: Db, most = 500): FacetCounts {
  const counts = sql(
    db,
    `SELECT value, items FROM item_facets WHERE facet = ? AND items > 0 ORDER BY items DESC, value LIMIT ?`,
  )
  return Object.fromEntries(ITEM_FACETS.map((facet) => [facet, counts.all(facet, most)])) as FacetCounts
}

function countOf(db: Db, facet: string, value: string | number): number {
  const count = sql(db, 'SELECT items FROM item_facets WHERE facet = ? AND value = ?')
    .pluck()
    .get(facet, value)
  return (count as number | undefined) ?? 0
}

/** One condition on items. `drives`: its index finds few enough of them. */
type Condition = { text: string; drives: boolean }

/** The condition of SQL, bound by `values`. At most one part of it uses an index. */
function conditions(db: Db, filter: ItemFilter): { where: string; hasDriver: boolean } {
  const parts = [...partsOf(db, filter)]
  const driver = parts.find(({ drives }) => drives)
  const texts = parts.map((part) => (part === driver ? part.text : `+${part.text}`))
  const shown = filter.only === 'gone' ? [] : ['+gone_at IS NULL']
  return { where: ['+state IS NOT NULL', ...shown, ...texts].join(' AND '), hasDriver: driver !== undefined }
}

function* partsOf(db: Db, filter: ItemFilter): Generator<Condition> {
  const few = (facet: ItemFacet, chosen: readonly (string | number)[]): boolean =>
    chosen.reduce<number>((sum, value) => sum + countOf(db, facet, value), 0) <= FEW
  if (filter.externalId !== '') yield { text: 'external_id = @externalId', drives: true }
  if (filter.mpn !== '') yield { text: 'mpn = @mpn', drives: true }
  if (filter.only === 'gone') yield { text: 'gone_at IS NOT NULL', drives: true }
  if (filter.only === 'errors') yield { text: 'has_errors = 1', drives: true }
  if (wholeWords(filter.search) !== null)
    yield { text: 'item_id IN (SELECT rowid FROM item_search WHERE item_search MATCH @search)', drives: true }
  if (filter.states.length > 0)
    yield { text: `state IN ${listed('states')}`, drives: few('state', filter.states) }
  if (filter.brandIds.length > 0)
    yield { text: `brand_id IN ${listed('brandIds')}`, drives: few('brand', filter.brandIds) }
  if (filter.categoryIds.length > 0)
    yield { text: `category_id IN ${listed('categoryIds')}`, drives: few('category', filter.categoryIds) }
  if (filter.qualities.length > 0) yield { text: `quality IN ${listed('qualities')}`, drives: false }
  const ranges = [
    [filter.priceFromCents, 'price_cents >= @priceFromCents'],
    [filter.priceToCents, 'price_cents <= @priceToCents'],
    [filter.discountFrom, 'discount_percent >= @discountFrom'],
    [filter.discountTo, 'discount_percent <= @discountTo'],
    [filter.updatedAfter, 'updated_ms > @updatedAfter'],
    [filter.updatedBefore, 'updated_ms <= @updatedBefore'],
    [filter.createdAfter, 'created_ms >= @createdAfter'],
    [filter.createdBefore, 'created_ms <= @createdBefore'],
  ] as const
  for (const [end, text] of ranges) if (end !== null) yield { text, drives: false }
}

function listed(name: keyof ItemFilter): string {
  return `(SELECT value FROM json_each(@${name}))`
}

function values(filter: ItemFilter): Record<string, string | number | null> {
  return Object.fromEntries(
    (Object.keys(ANY_ITEM) as (keyof ItemFilter)[]).map((name) => {
      const value = filter[name]
      if (name === 'search') return [name, wholeWords(filter.search)]
      if (Array.isArray(value)) return [name, JSON.stringify(value)]
      const isMoment = /^(?:updated|created)/.test(name) && typeof value === 'string'
      return [name, isMoment ? parseInstant(value) : (value as string | number | null)]
    }),
  )
}
