import type { Migration } from './migration'

/**
 * Orders of an earlier version hold unknown fields unencrypted, and buyers' data sealed without the order number.
 * Sealing needs a key, which a migration does not have: it only notes that the orders are to be sealed again, see
 * seal-again.ts.
 */
export const migration0140: Migration = {
  version: 140,
  name: 'sealed-orders',
  up(db) {
    db.exec(`
      INSERT OR REPLACE INTO settings (key, value)
        SELECT 'orders.sealed_to', '0' WHERE EXISTS (SELECT 1 FROM orders) OR EXISTS (SELECT 1 FROM set_aside);
    `)
  },
}
