import type { Migration } from './migration'

/** Adds orders on hold, and how many days an item allows until it must ship. */
export const migration0050: Migration = {
  version: 50,
  name: 'queue',
  up(db) {
    db.exec(`
      CREATE TABLE order_holds (
        order_id INTEGER PRIMARY KEY,
        reason   TEXT NOT NULL,
        held_by  TEXT NOT NULL,
        held_at  TEXT NOT NULL
      ) STRICT;
      -- The fewest fulfillment_delay_days among its items, as far as they are cached. Kept by refreshSummary().
      ALTER TABLE orders ADD COLUMN due_days INTEGER;
    `)
  },
}
