import type { Migration } from './migration'

/** What was ticked by hand instead of scanned, for each shipment packed here. */
export const migration0150: Migration = {
  version: 150,
  name: 'by-hand',
  up(db) {
    db.exec(`
      -- JSON: those of line_ids that nobody scanned; NULL where that is not known.
      ALTER TABLE shipments ADD COLUMN by_hand TEXT;
    `)
  },
}
