import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemFilter, ItemSort } from '../../../shared/domain/items/item-filter'
import { typedWords } from '../../../shared/domain/orders/search-words'
import { sql, type Db } from '../db/database'
import { lastItemId } from '../tables/items'
import { KEYS, searched, sortedAmong, whereOf } from './item-list'

/**
 * Finds the items of a filter in parts of a few milliseconds, with a turn for other work between two of them: first which
 * items fit, then their order, by an index that holds nothing else. The caller remembers both as long as nothing changes.
 */

/** How much is read in one part. */
export type ItemPace = {
  /** Items looked at, by their IDs. */
  looked: number
  /** Entries of an index. */
  walked: number
  /** Up to so many items are looked up and sorted; of more, the index is walked. */
  sorted: number
}
const PACE: ItemPace = { looked: 8_000, walked: 5_000, sorted: 1_000 }

/** The longest words of which the index of words has each beginning. */
const LONGEST_BEGINNING = 3

/** Which items fit. */
export type ItemSet = {
  count: number
  /** By their IDs: 1 for an item that fits. */
  marks: Uint8Array
}

export async function fittingItems(db: Db, filter: ItemFilter, pace = PACE): Promise<ItemSet> {
  const { where, values } = whereOf(filter)
  const found = await foundItems(db, filter, pace)
  // The account may have been closed meanwhile.
  if (!db.open) return { count: 0, marks: new Uint8Array() }
  const text = `SELECT item_id FROM items NOT INDEXED WHERE item_id > @from AND item_id <= @to AND ${where}`
  const inRange = sql(db, text).pluck()
  const last = lastItemId(db)
  const set: ItemSet = { count: 0, marks: new Uint8Array(last + 1) }
  for (let from = 0; from < last; from += pace.looked) {
    if (!db.open) return set
    for (const itemId of inRange.all({ ...values, from, to: from + pace.looked }) as number[]) {
      if (itemId > last || found?.[itemId] === 0) continue
      set.marks[itemId] = 1
      set.count += 1
    }
    await nextTurn()
  }
  return set
}

/** The items with the words searched for; `null` if none are. */
async function foundItems(db: Db, filter: ItemFilter, pace: ItemPace): Promise<Uint8Array | null> {
  const search = searched(filter)
  if (search === null) return null
  const last = lastItemId(db)
  const marks = new Uint8Array(last + 1)
  const text = `SELECT rowid FROM item_search WHERE item_search MATCH @search AND rowid > @from AND rowid <= @to`
  const inRange = sql(db, text).pluck()
  // A longer beginning is not in the index: SQLite would collect its items again for each part, however short.
  const isIndexed = typedWords(filter.search)
    .flat()
    .every((word) => word.length <= LONGEST_BEGINNING)
  const step = isIndexed ? pace.looked : Math.max(1, last)
  for (let from = 0; from < last && db.open; from += step) {
    for (const itemId of inRange.all({ search, from, to: Math.min(last, from + step) }) as number[])
      marks[itemId] = 1
    await nextTurn()
  }
  return marks
}

type Key = string | number | Buffer
/** Where a walk is; items without a key come first, and last if it descends. */
type Place = { lacksKey: boolean; key: Key; itemId: number }

/** The items of a set in order, as far as they were wanted. */
export type ItemWalk = { itemIds: number[]; place: Place | null }

/** SQLite sorts bytes behind all numbers and texts. */
const BEHIND_ALL = Buffer.alloc(0)
const TEXTS: ReadonlySet<ItemSort['by']> = new Set(['title', 'externalId', 'state'])

function firstPlace({ by, descending }: ItemSort, lacksKey: boolean): Place {
  if (descending) return { lacksKey, key: BEHIND_ALL, itemId: Number.MAX_SAFE_INTEGER }
  return { lacksKey, key: TEXTS.has(by) ? '' : -Infinity, itemId: -1 }
}

export function beginWalk(sort: ItemSort): ItemWalk {
  return { itemIds: [], place: firstPlace(sort, !sort.descending) }
}

/** Walks on until the first `wanted` items are known, or all. */
export async function walkOn(
  db: Db,
  sort: ItemSort,
  set: ItemSet,
  walk: ItemWalk,
  wanted: number,
  pace = PACE,
): Promise<void> {
  while (walk.place !== null && walk.itemIds.length < wanted && db.open) {
    if (set.count <= pace.sorted) {
      walk.itemIds = sortedAmong(db, sort, idsOf(set))
      walk.place = null
      return
    }
    const part = nextPart(db, sort, walk.place, pace.walked)
    for (const itemId of part) if (set.marks[itemId] === 1) walk.itemIds.push(itemId)
    walk.place = placeAfter(db, sort, walk.place, part, pace.walked)
    if (walk.itemIds.length >= set.count) walk.place = null
    await nextTurn()
  }
}

function idsOf({ marks }: ItemSet): number[] {
  const itemIds: number[] = []
  for (let at = marks.indexOf(1); at !== -1; at = marks.indexOf(1, at + 1)) itemIds.push(at)
  return itemIds
}

/** The next entries of the index, of items with a key or without one. */
function nextPart(db: Db, sort: ItemSort, { lacksKey, key, itemId }: Place, limit: number): number[] {
  if (lacksKey) return entries(db, sort, 'lacks', { itemId, limit })
  // A comparison of both at once would not use an index that ignores case.
  const tied = entries(db, sort, 'ties', { key, itemId, limit })
  return [...tied, ...entries(db, sort, 'beyond', { key, limit: limit - tied.length })]
}

function entries(
  db: Db,
  { by, descending }: ItemSort,
  which: 'lacks' | 'ties' | 'beyond',
  values: { key?: Key; itemId?: number; limit: number },
): number[] {
  const { key, index } = KEYS[by]
  const [beyond, way] = descending ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const)
  const where = {
    lacks: `${key} IS NULL AND item_id ${beyond} +@itemId`,
    ties: `${key} = @key AND item_id ${beyond} +@itemId`,
    beyond: `${key} ${beyond} @key`,
  }[which]
  const text = `SELECT item_id FROM items INDEXED BY ${index} WHERE ${where}
    ORDER BY ${key} ${way}, item_id ${way} LIMIT +@limit`
  return sql(db, text).pluck().all(values) as number[]
}

function placeAfter(
  db: Db,
  sort: ItemSort,
  place: Place,
  part: readonly number[],
  whole: number,
): Place | null {
  const last = part.at(-1)
  if (last === undefined || part.length < whole)
    return place.lacksKey === sort.descending ? null : firstPlace(sort, !place.lacksKey)
  if (place.lacksKey) return { ...place, itemId: last }
  const key = sql(db, `SELECT ${KEYS[sort.by].column} FROM items WHERE item_id = ?`).pluck().get(last) as Key
  return { lacksKey: false, key, itemId: last }
}
