import type { Migration } from './migration'

/** The units that were sorted into the slots of the put wall, and are not packed yet. */
export const migration0480: Migration = {
  version: 480,
  name: 'put-wall',
  up(db) {
    db.exec(`
  CREATE TABLE put_wall (
    order_id INTEGER NOT NULL,
    line_id  INTEGER NOT NULL,
    slot     INTEGER NOT NULL,
    -- The code of the line by which it was scanned.
    code     TEXT NOT NULL,
    put_at   TEXT NOT NULL,
    PRIMARY KEY (order_id, line_id)
  ) STRICT, WITHOUT ROWID;
`)
  },
}
