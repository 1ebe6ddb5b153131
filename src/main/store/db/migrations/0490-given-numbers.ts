import type { Migration } from './migration'

/** The tracking numbers that a file gave orders before they were packed. */
export const migration0490: Migration = {
  version: 490,
  name: 'given-numbers',
  up(db) {
    db.exec(`
  CREATE TABLE given_numbers (
    order_id        INTEGER PRIMARY KEY,
    tracking_number TEXT NOT NULL,
    -- Empty if the file does not say.
    carrier         TEXT NOT NULL,
    file_name       TEXT NOT NULL,
    given_at        TEXT NOT NULL,
    given_by        TEXT NOT NULL
  ) STRICT;
`)
  },
}
