import { plainCode } from '../../../shared/domain/tables/cell-text'
import { typedWords } from '../../../shared/domain/orders/search-words'
import type { Item } from '../../../shared/partner-api/item'
import { DELISTED_STATES } from '../../../shared/domain/items/item-state'
import { sql, type Db } from '../db/database'
import { jsonIn } from '../db/stored-json'
import { findItem, itemIn } from '../tables/items'

/** What bulk jobs need to know of items and their sales. */

export type CodeField = 'item_number' | 'external_id' | 'mpn'

/** Of items that the marketplace has. Others are few, so that no index of theirs helps. */
const HERE = `+state IS NOT NULL AND +state NOT IN (${DELISTED_STATES.map((state) => `'${state}'`).join(', ')}) AND +gone_at IS NULL`

/** Up to two items that the marketplace has with this code: more than one is ambiguous. */
export function itemsWithCode(db: Db, by: CodeField, code: string): Item[] {
  if (by === 'item_number') return [findItem(db, code) ?? []].flat()
  const copies = sql(
    db,
    `SELECT server_copy FROM items JOIN item_copies USING (item_id)
      WHERE ${by} = ? AND ${HERE}
      LIMIT 2`,
  ).pluck()
  return (copies.all(code) as string[]).flatMap((copy) => itemIn(db, copy, code) ?? [])
}

/** Items with the same words that are looked at. */
const MOST_ALIKE = 200

/** Up to two items that the marketplace has with a code that looks like this one, but is not equal. */
export function itemsThatLookLike(db: Db, by: CodeField, code: string): Item[] {
  const plain = plainCode(code)
  // The index has the words of codes without marks and accents.
  const words = typedWords(plain).map(([word = '']) => `"${word}"`)
  if (words.length === 0) return []
  const rows = sql(
    db,
    `SELECT ${by} AS code, server_copy AS copy FROM items JOIN item_copies USING (item_id)
      WHERE item_id IN (SELECT rowid FROM item_search WHERE item_search MATCH ? LIMIT ${MOST_ALIKE})
        AND ${by} IS NOT NULL AND ${HERE}`,
  ).all(words.join(' AND ')) as { code: string; copy: string }[]
  return rows
    .filter((row) => plainCode(row.code) === plain)
    .flatMap((row) => itemIn(db, row.copy, row.code) ?? [])
    .slice(0, 2)
}

export type Sale = { categoryId: number | null; paidCents: number; soldCents: number }

const LINES_READ = 400

/** The latest sales that show what they pay out; only the last few hundred order lines count. */
export function latestSales(db: Db): Sale[] {
  return sql(
    db,
    `SELECT i.category_id AS categoryId,
        ${jsonIn('l.server_copy')} ->> '$.estimated_payout' AS paidCents,
        ${jsonIn('l.server_copy')} ->> '$.amount' AS soldCents
       FROM (SELECT item_number, server_copy FROM order_lines ORDER BY order_id DESC, line_id LIMIT ${LINES_READ}) l
       LEFT JOIN items i ON i.item_number = l.item_number
      WHERE l.item_number IS NOT NULL AND paidCents > 0 AND soldCents > 0`,
  ).all() as Sale[]
}
