import type { Migration } from './migration'

/**
 * Words are found in plain letters, umlauts in both spellings, and words without blanks by any part: it is noted that the
 * words of all items and orders are to be made again, from the latest on. That takes minutes for a million orders, which
 * are found by their old words meanwhile.
 */
export const migration0400: Migration = {
  version: 400,
  name: 'plain-letters',
  up(db) {
    for (const [key, table] of [
      ['search.items_below', 'items'],
      ['search.orders_below', 'orders'],
    ])
      db.exec(`
        INSERT OR REPLACE INTO settings (key, value)
          SELECT '${key}', '${Number.MAX_SAFE_INTEGER}' WHERE EXISTS (SELECT 1 FROM ${table});
      `)
  },
}
