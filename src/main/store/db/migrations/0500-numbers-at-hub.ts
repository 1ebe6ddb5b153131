import type { Migration } from './migration'

/** Given numbers are told to the warehouse's other stations. */
export const migration0500: Migration = {
  version: 500,
  name: 'numbers-at-hub',
  up(db) {
    db.exec(`
  -- 1: taken back. The row stays, for stations that have not heard of it.
  ALTER TABLE given_numbers ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
  -- The first number of an order has 1, and each has one more than the one that it replaced.
  ALTER TABLE given_numbers ADD COLUMN turn INTEGER NOT NULL DEFAULT 1;
  -- The round of telling in which the hub had it; 0 if in none that counts here.
  ALTER TABLE given_numbers ADD COLUMN at_hub INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX given_numbers_at_hub ON given_numbers (at_hub, order_id);
`)
  },
}
