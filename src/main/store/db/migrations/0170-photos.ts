import type { Migration } from './migration'

/** Photos of open boxes. The pictures are sealed files, see tables/photos.ts. */
export const migration0170: Migration = {
  version: 170,
  name: 'photos',
  up(db) {
    db.exec(`
      CREATE TABLE photos (
        shipment_uid TEXT PRIMARY KEY,
        order_id     INTEGER NOT NULL,
        kind         TEXT NOT NULL,
        taken_at     TEXT NOT NULL,
        taken_by     TEXT NOT NULL,
        sha256       TEXT NOT NULL,
        bytes        INTEGER NOT NULL,
        file         TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
