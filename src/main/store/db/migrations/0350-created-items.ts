import type { Migration } from './migration'

/** Finds the items that were created here without reading every change of a price: a large account makes thousands a day. */
export const migration0350: Migration = {
  version: 350,
  name: 'created-items',
  up(db) {
    db.exec(`
      CREATE INDEX outbox_created_items ON outbox (seq) WHERE kind = 'create_item' AND state <> 'discarded';
    `)
  },
}
