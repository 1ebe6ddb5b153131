import type { Migration } from './migration'

/**
 * Checks each confirmed op until the marketplace has shown it once. No index: every answer would write it, and orders
 * that are read lead to the ops to check. Ops that an older version confirmed count as shown.
 */
export const migration0070: Migration = {
  version: 70,
  name: 'shown',
  up(db) {
    db.exec(`
      ALTER TABLE outbox ADD COLUMN shown_at TEXT;           -- when the marketplace first showed what was confirmed
      ALTER TABLE outbox ADD COLUMN looks INTEGER NOT NULL DEFAULT 0; -- how often it was looked for in vain since
      ALTER TABLE outbox ADD COLUMN effective_by TEXT;       -- the marketplace's time when it had taken effect at the latest
      UPDATE outbox SET shown_at = settled_at WHERE state = 'confirmed';
    `)
  },
}
