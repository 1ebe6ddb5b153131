import type { Migration } from './migration'

/**
 * Orders of an earlier version hold fields that are unknown within a refund's lines or a line's discount unencrypted: as
 * in 0140, it is noted that the orders are to be sealed again.
 */
export const migration0310: Migration = {
  version: 310,
  name: 'sealed-deeper',
  up(db) {
    db.exec(`
      INSERT OR REPLACE INTO settings (key, value)
        SELECT 'orders.sealed_to', '0' WHERE EXISTS (SELECT 1 FROM orders) OR EXISTS (SELECT 1 FROM set_aside);
    `)
  },
}
