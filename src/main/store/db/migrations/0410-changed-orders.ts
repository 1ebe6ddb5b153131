import type { Migration } from './migration'

/** What others changed in an order that was known here, and by which code each unit of a parcel was scanned. */
export const migration0410: Migration = {
  version: 410,
  name: 'changed-orders',
  up(db) {
    db.exec(`
      -- JSON, oldest first; NULL: nothing. The addresses themselves are sealed with the buyer.
      ALTER TABLE orders ADD COLUMN changes TEXT;
      -- JSON: a code by the line's ID; NULL where that is not known.
      ALTER TABLE shipments ADD COLUMN scans TEXT;
    `)
  },
}
