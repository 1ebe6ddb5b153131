import type { Migration } from './migration'

/**
 * Since when the marketplace fails with an op; and the open ops on items by themselves, so that they are found without
 * passing by all that wait on orders. An op on an order never touches that index.
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
