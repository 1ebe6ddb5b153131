import type { Migration } from './migration'

/** Makes cached items searchable by all of their numbers, and lists them newest first. */
export const migration0030: Migration = {
  version: 30,
  name: 'items',
  up(db) {
    db.exec(`
      CREATE INDEX items_external_id ON items (json_extract(server_copy, '$.external_id'))
        WHERE json_extract(server_copy, '$.external_id') IS NOT NULL;
      CREATE INDEX items_mpn ON items (json_extract(server_copy, '$.mpn'))
        WHERE json_extract(server_copy, '$.mpn') IS NOT NULL;
      CREATE INDEX items_by_age
        ON items (json_extract(server_copy, '$.updated_at'), json_extract(server_copy, '$.state'))
        WHERE server_copy IS NOT NULL;
    `)
  },
}
