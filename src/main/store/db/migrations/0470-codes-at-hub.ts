import type { Migration } from './migration'

/** Taught codes are told to the warehouse's other stations: what the hub has, and what it has to forget. */
export const migration0470: Migration = {
  version: 470,
  name: 'codes-at-hub',
  up(db) {
    db.exec(`
  -- The round of telling in which the hub had it; 0 if never.
  ALTER TABLE taught_codes ADD COLUMN at_hub INTEGER NOT NULL DEFAULT 0;
  -- Taken back here; the hub does not know yet.
  CREATE TABLE taught_codes_taken_back (
    code  TEXT NOT NULL,
    by    TEXT NOT NULL,
    value TEXT NOT NULL,
    size  TEXT NOT NULL,
    PRIMARY KEY (code, by, value, size)
  ) STRICT, WITHOUT ROWID;
`)
  },
}
