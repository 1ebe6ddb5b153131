import type { Migration } from './migration'

/** States that the document does not name. */
const OTHER = `state NOT IN ('packed', 'shipped', 'delivered', 'canceled')`

/**
 * Words are found in plain letters, umlauts in both spellings, and words without blanks by any part: it is noted that the
 * words of all items and orders are to be made again, from the latest on. That takes minutes for a million orders, which
 * are found by their old words meanwhile. A parcel in a state that the document does not name is under way, so that its
 * order is not done; a pack writes nothing to the index of such parcels.
 */
export const migration0400: Migration = {
  version: 400,
  name: 'find-more',
  up(db) {
    for (const [key, table] of [
      ['search.items_below', 'items'],
      ['search.orders_below', 'orders'],
    ])
      db.exec(`
        INSERT OR REPLACE INTO settings (key, value)
          SELECT '${key}', '${Number.MAX_SAFE_INTEGER}' WHERE EXISTS (SELECT 1 FROM ${table});
      `)
    db.exec(`
      CREATE INDEX shipments_in_other_states ON shipments (order_id) WHERE ${OTHER};
      UPDATE orders SET shipped_shipments = (SELECT count(*) FROM shipments s
          WHERE s.order_id = orders.order_id AND s.state NOT IN ('packed', 'delivered', 'canceled'))
        WHERE order_id IN (SELECT order_id FROM shipments WHERE ${OTHER});
    `)
  },
}
