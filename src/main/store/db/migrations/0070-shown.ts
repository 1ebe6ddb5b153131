import type { Migration } from './migration'

/**
 * What was confirmed is checked until the marketplace has shown it once. Without an index: every answer would write it,
 * and the orders that are read name the ops to look at. What an older version confirmed counts as shown.
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
