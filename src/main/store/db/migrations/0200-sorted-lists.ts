import type { Migration } from './migration'

/**
 * Sorts open operations without reading their rows, and cached items without reading all of them. The two indexes of
 * the outbox replace the former ones of the same names: a pack writes as many pages as before.
 */
export const migration0200: Migration = {
  version: 200,
  name: 'sorted-lists',
  up(db) {
    db.exec(`
      DROP INDEX outbox_open;
      DROP INDEX outbox_held;
      -- With settled_at, or SQLite would read each row to see that it is NULL.
      CREATE INDEX outbox_open ON outbox (seq, kind, order_id, settled_at) WHERE settled_at IS NULL;
      CREATE INDEX outbox_held ON outbox (seq, kind, order_id) WHERE state = 'held';
      CREATE INDEX items_by_title ON items (ifnull(title, '') COLLATE NOCASE, item_number)
        WHERE server_copy IS NOT NULL;
      CREATE INDEX items_by_state ON items (ifnull(json_extract(server_copy, '$.state'), ''), item_number)
        WHERE server_copy IS NOT NULL;
      CREATE INDEX items_by_price ON items (ifnull(json_extract(server_copy, '$.price'), -1), item_number)
        WHERE server_copy IS NOT NULL;
      CREATE INDEX items_by_update ON items (ifnull(json_extract(server_copy, '$.updated_at'), ''), item_number)
        WHERE server_copy IS NOT NULL;
    `)
  },
}
