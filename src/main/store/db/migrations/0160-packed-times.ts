import type { Migration } from './migration'

/** The statistics ask what was packed today, at every station: without an index they would read all shipments. */
export const migration0160: Migration = {
  version: 160,
  name: 'packed-times',
  up(db) {
    db.exec(`
      CREATE INDEX shipments_packed_at ON shipments (packed_at, state, order_id) WHERE packed_at IS NOT NULL;
    `)
  },
}
