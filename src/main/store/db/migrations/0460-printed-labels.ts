import type { Migration } from './migration'

/** Which label files were printed for which orders, so that none is printed twice unasked. */
export const migration0460: Migration = {
  version: 460,
  name: 'printed-labels',
  up(db) {
    db.exec(`
  CREATE TABLE printed_labels (
    order_id   INTEGER NOT NULL,
    -- Of the file: a label carries a buyer's address, and so may its name.
    sha256     TEXT NOT NULL,
    -- 1 once all of it went to the printer; 0 from before the first byte until then.
    sent       INTEGER NOT NULL,
    printed_at TEXT NOT NULL,
    printed_by TEXT NOT NULL,
    PRIMARY KEY (order_id, sha256)
  ) STRICT, WITHOUT ROWID;
`)
  },
}
