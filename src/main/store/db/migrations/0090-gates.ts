import type { Migration } from './migration'

/**
 * Adds since when the marketplace has failed with an op; and an index of open ops on items alone, which finds them
 * without passing all ops waiting on orders. An op on an order never touches that index.
 */
export const migration0090: Migration = {
  version: 90,
  name: 'gates',
  up(db) {
    db.exec(`
      ALTER TABLE outbox ADD COLUMN failing_since TEXT;
      CREATE INDEX outbox_open_items ON outbox (seq) WHERE settled_at IS NULL AND order_id IS NULL;
    `)
  },
}
