import type { Item } from '../../../shared/partner-api/item'
import { sql, type Db } from '../db/database'
import { itemIn } from '../tables/items'

/** What bulk jobs need to know of items and their sales. */

/** Up to two items that the marketplace has with this code: more than one is ambiguous. */
export function itemsWithCode(db: Db, by: 'external_id' | 'mpn', code: string): Item[] {
  const copies = sql(
    db,
    `SELECT server_copy FROM items JOIN item_copies USING (item_id)
      WHERE ${by} = ? AND +state IS NOT NULL AND +state NOT IN ('deleted', 'ready_to_delete') AND +gone_at IS NULL
      LIMIT 2`,
  ).pluck()
  return (copies.all(code) as string[]).flatMap((copy) => itemIn(copy) ?? [])
}

export type Sale = { categoryId: number | null; paidCents: number; soldCents: number }

const LINES_READ = 400

/** The latest sales that show what they pay out; only the last few hundred order lines count. */
export function latestSales(db: Db): Sale[] {
  return sql(
    db,
    `SELECT i.category_id AS categoryId,
        json_extract(l.server_copy, '$.estimated_payout') AS paidCents,
        json_extract(l.server_copy, '$.amount') AS soldCents
       FROM (SELECT item_number, server_copy FROM order_lines ORDER BY order_id DESC, line_id LIMIT ${LINES_READ}) l
       LEFT JOIN items i ON i.item_number = l.item_number
      WHERE l.item_number IS NOT NULL AND paidCents > 0 AND soldCents > 0`,
  ).all() as Sale[]
}
