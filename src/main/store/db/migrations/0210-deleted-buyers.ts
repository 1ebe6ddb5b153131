import type { Migration } from './migration'

/** Orders whose buyer was deleted on request: one that is read for the first time after that comes without, too. */
export const migration0210: Migration = {
  version: 210,
  name: 'deleted-buyers',
  up(db) {
    db.exec(`
      CREATE TABLE deleted_buyers (
        order_id   INTEGER PRIMARY KEY,
        deleted_at TEXT NOT NULL
      ) STRICT;
    `)
  },
}
