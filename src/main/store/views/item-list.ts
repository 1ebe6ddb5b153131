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

/** What each sort compares, as the indexes have it, or they are not used. */
export const KEYS: Readonly<Record<ItemSort['by'], { column: string; key: string; index: string }>> = {
  title: { column: 'title', key: 'title COLLATE NOCASE', index: 'items_by_title' },
  externalId: { column: 'external_id', key: 'external_id', index: 'items_by_external_id' },
  state: { column: 'state', key: 'state', index: 'items_by_state' },
  price: { column: 'price_cents', key: 'price_cents', index: 'items_by_price' },
  discount: { column: 'discount_percent', key: 'discount_percent', index: 'items_by_discount' },
  updated: { column: 'updated_ms', key: 'updated_ms', index: 'items_by_update' },
  created: { column: 'created_ms', key: 'created_ms', index: 'items_by_creation' },
}
/** So few items are found by the index of what they share, and then sorted. */
const FEW = 1_000
/** So many items are looked at in the order of an index; of more, all are read and sorted. */
const MOST_WALKED = 2_000

/** How many items fit. */
export function countItems(db: Db, filter: ItemFilter): number {
  const known = knownCount(db, filter)
  if (known !== null) return known
  const { where } = conditions(db, filter)
  return sql(db, `SELECT count(*) FROM items WHERE ${where}`).pluck().get(values(filter)) as number
}

/** How many items fit, where that is counted already; else `null`. */
function knownCount(db: Db, filter: ItemFilter): number | null {
  const fields = setFields(filter).filter((name) => name !== 'only')
  if (fields.length === 0) return countOf(db, filter.only ?? 'all', '')
  if (fields.length === 1 && filter.only === null && filter.states.length > 0)
    return filter.states.reduce((sum, state) => sum + countOf(db, 'state', state), 0)
  return null
}

/** How many items fit, if `listItems` needs only few milliseconds to give this window of them; else `null`. */
export function countIfNear(
  db: Db,
  filter: ItemFilter,
  { offset, limit }: { offset: number; limit: number },
): number | null {
  if (conditions(db, filter).hasDriver && searched(filter) === null) return countItems(db, filter)
  const total = knownCount(db, filter)
  return total === null || stepsTo(db, { offset, limit, total }) > MOST_WALKED ? null : total
}

function stepsTo(db: Db, window: { offset: number; limit: number; total: number }): number {
  return ((window.offset + window.limit) * countOf(db, 'all', '')) / Math.max(1, window.total)
}

/** `total`: what `countItems` said. */
type Window = { offset: number; limit: number; total: number }

/** A window of the items that fit, in order; those that are equal in the order of their arrival here. */
export function listItems(db: Db, filter: ItemFilter, sort: ItemSort, window: Window): Item[] {
  return itemsOf(db, itemIdsIn(db, filter, sort, window))
}

/** The IDs of a window of the items that fit. */
export function itemIdsIn(
  db: Db,
  filter: ItemFilter,
  { by, descending }: ItemSort,
  window: Window,
): number[] {
  const { where, hasDriver } = conditions(db, filter)
  const walks = !hasDriver && stepsTo(db, window) <= MOST_WALKED
  const way = descending ? 'DESC' : 'ASC'
  return sql(
    db,
    `SELECT item_id FROM items WHERE ${where}
      ORDER BY ${walks ? '' : '+'}${KEYS[by].key} ${way}, item_id ${way} LIMIT +@limit OFFSET +@offset`,
  )
    .pluck()
    .all({ ...values(filter), limit: window.limit, offset: window.offset }) as number[]
}

/** The items with these IDs, in their order. */
export function itemsOf(db: Db, itemIds: readonly number[]): Item[] {
  const copy = sql(db, 'SELECT server_copy FROM item_copies WHERE item_id = ?').pluck()
  return itemIds.flatMap((itemId) => itemIn(db, copy.get(itemId) as string, itemId) ?? [])
}

/** These IDs in the order of their items. */
export function sortedAmong(db: Db, { by, descending }: ItemSort, itemIds: readonly number[]): number[] {
  const way = descending ? 'DESC' : 'ASC'
  return sql(
    db,
    `SELECT item_id FROM items WHERE item_id IN (SELECT value FROM json_each(?))
      ORDER BY +${KEYS[by].key} ${way}, item_id ${way}`,
  )
    .pluck()
    .all(JSON.stringify(itemIds)) as number[]
}

/** The question to the index of words; `null` if no words are searched for. */
export function searched(filter: ItemFilter): string | null {
  return wholeWords(filter.search)
}

/** The filter without its words as conditions that use no index, and their values. */
export function whereOf(filter: ItemFilter): { where: string; values: ReturnType<typeof values> } {
  const parts = [...partsOf(() => false, { ...filter, search: '' })].map(({ text }) => `+${text}`)
  return { where: [...shownBy(filter), ...parts].join(' AND '), values: values(filter) }
}

/**
 * The numbers of all items that fit at this moment, in parts, so that the caller can give way to other
 * work in between.
 */
export function* itemNumbersOf(
  db: Db,
  filter: ItemFilter,
  atOnce = 500,
): Generator<string[], void, undefined> {
  const { where } = conditions(db, filter)
  const ids = sql(db, `SELECT item_id FROM items WHERE ${where} ORDER BY +item_id`)
    .pluck()
    .all(values(filter)) as number[]
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
  const parts = [...partsOf((what, chosen) => areFew(db, what, chosen), filter)]
  const driver = parts.find(({ drives }) => drives)
  const texts = parts.map((part) => (part === driver ? part.text : `+${part.text}`))
  return { where: [...shownBy(filter), ...texts].join(' AND '), hasDriver: driver !== undefined }
}

function shownBy({ only }: ItemFilter): string[] {
  return only === 'gone' ? ['+state IS NOT NULL'] : ['+state IS NOT NULL', '+gone_at IS NULL']
}

type Shared = ItemFacet | 'errors' | 'gone' | 'external_id' | 'mpn'
type AreFew = (what: Shared, chosen: readonly (string | number)[]) => boolean

/** Whether few items share one of these values. */
function areFew(db: Db, what: Shared, chosen: readonly (string | number)[]): boolean {
  if (what === 'external_id' || what === 'mpn') {
    const found = sql(db, `SELECT count(*) FROM (SELECT 1 FROM items WHERE ${what} = +? LIMIT +?)`).pluck()
    return (found.get(chosen[0], FEW + 1) as number) <= FEW
  }
  return chosen.reduce<number>((sum, value) => sum + countOf(db, what, value), 0) <= FEW
}

function* partsOf(few: AreFew, filter: ItemFilter): Generator<Condition> {
  const { externalId, mpn } = filter
  if (externalId !== '') yield { text: 'external_id = @externalId', drives: few('external_id', [externalId]) }
  if (mpn !== '') yield { text: 'mpn = @mpn', drives: few('mpn', [mpn]) }
  if (filter.only === 'gone') yield { text: 'gone_at IS NOT NULL', drives: few('gone', ['']) }
  if (filter.only === 'errors') yield { text: 'has_errors = 1', drives: few('errors', ['']) }
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
