import type { ItemSort } from '../../../shared/contract/items'
import type { Item } from '../../../shared/partner-api/item'
import { sql, type Db } from '../db/database'
import { filterCondition, filterValues, itemIn, type CachedItemFilter } from '../tables/items'

/** The key by which an item was sorted, and its number. */
export type ItemPlace = [key: string | number, itemNumber: string]

export type SortedFilter = CachedItemFilter & {
  /** ISO 8601 UTC; `null`: whenever it was read. */
  readSince: string | null
}

/** As the indexes of migration 200 have them, or they are not used. What an item lacks sorts as the least. */
const KEYS: Readonly<Record<ItemSort['by'], string>> = {
  title: `ifnull(title, '') COLLATE NOCASE`,
  state: `ifnull(json_extract(server_copy, '$.state'), '')`,
  price: `ifnull(json_extract(server_copy, '$.price'), -1)`,
  updated: `ifnull(json_extract(server_copy, '$.updated_at'), '')`,
}

/**
 * A page of the matching cached items, sorted.
 * @param after the last item of the page before; `null` for the first page
 * @returns `last`: where the next page goes on; `null` if there is none
 */
export function sortedItems(
  db: Db,
  filter: SortedFilter,
  { by, descending }: ItemSort,
  after: ItemPlace | null,
  limit: number,
): { items: Item[]; last: ItemPlace | null } {
  const key = KEYS[by]
  // SQLite finds the place in the index by the key, but not by a pair that begins with an expression.
  const [way, beyond] = descending ? ['DESC', '<'] : ['ASC', '>']
  const found = sql(
    db,
    `SELECT ${key} AS key, item_number AS itemNumber, server_copy AS copy FROM items
      WHERE server_copy IS NOT NULL ${filterCondition(filter)}
        ${filter.readSince === null ? '' : 'AND read_at >= @readSince'}
        ${after === null ? '' : `AND ${key} ${beyond}= @key AND (${key}, item_number) ${beyond} (@key, @itemNumber)`}
      ORDER BY ${key} ${way}, item_number ${way} LIMIT @limit`,
  ).all({
    ...filterValues(filter),
    readSince: filter.readSince,
    key: after?.[0] ?? null,
    itemNumber: after?.[1] ?? null,
    limit: limit + 1,
  }) as { key: string | number; itemNumber: string; copy: string }[]
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return {
    items: page.flatMap(({ copy }) => itemIn(copy) ?? []),
    last: found.length > limit && end !== undefined ? [end.key, end.itemNumber] : null,
  }
}
