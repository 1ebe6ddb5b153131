import type { ItemSort } from '../../../shared/contract/items'
import type { Item } from '../../../shared/partner-api/item'
import { sql, type Db } from '../db/database'
import { itemIn } from '../tables/items'

/** The key by which an item was sorted, and its number. */
export type ItemPlace = [key: string | number, itemNumber: string]

export type SortedFilter = {
  status: readonly string[]
  externalId: string
  mpn: string
  /** ISO 8601 UTC; `null`: whenever it was read. */
  readSince: string | null
}

const KEYS: Readonly<Record<'title' | 'state' | 'price' | 'updated', string>> = {
  title: `ifnull(title, '') COLLATE NOCASE`,
  state: 'state',
  price: 'ifnull(price_cents, -1)',
  updated: 'ifnull(updated_ms, -1)',
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
    `SELECT ${key} AS key, item_number AS itemNumber, server_copy AS copy FROM items JOIN item_copies USING (item_id)
      WHERE (@externalId = '' OR external_id = @externalId) AND (@mpn = '' OR mpn = @mpn)
        AND (@status = '[]' OR state IN (SELECT value FROM json_each(@status)))
        ${filter.readSince === null ? '' : 'AND read_at >= @readSince'}
        ${after === null ? '' : `AND ${key} ${beyond}= @key AND (${key}, item_number) ${beyond} (@key, @itemNumber)`}
      ORDER BY ${key} ${way}, item_number ${way} LIMIT @limit`,
  ).all({
    externalId: filter.externalId,
    mpn: filter.mpn,
    status: JSON.stringify(filter.status),
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
