import type { Migration } from './migration'

/**
 * Tracking numbers of parcels in the archive, so that a pack knows a used label without opening a month: about 45 bytes
 * each. And the indexes by which the parcels of a round are counted when its manifest is scanned, and an order's photos
 * are deleted.
 */
export const migration0250: Migration = {
  version: 250,
  name: 'archived-labels',
  up(db) {
    db.exec(`
      CREATE TABLE archived_labels (
        label    TEXT NOT NULL,       -- as labelKey() reads a number
        order_id INTEGER NOT NULL,
        used_at  TEXT,                -- ISO 8601: when it was shipped, else when it was packed
        PRIMARY KEY (label, order_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX photos_order ON photos (order_id);
      CREATE INDEX shipments_shipped_at ON shipments (shipped_at) WHERE shipped_at IS NOT NULL;
    `)
  },
}
