import type { Migration } from './migration'

/** Tells a restored file, and an op imported from a file, from the station's own present state. */
export const migration0100: Migration = {
  version: 100,
  name: 'trust',
  up(db) {
    db.exec(`
      -- How often it was about to be sent; unlike attempts it is never taken back.
      ALTER TABLE outbox ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
      -- JSON: what the station knew of what the op changes when it was confirmed here; NULL where nothing is compared.
      ALTER TABLE outbox ADD COLUMN known TEXT;
      -- It came from a file: the name in captured_by is what the file says.
      ALTER TABLE outbox ADD COLUMN from_file INTEGER NOT NULL DEFAULT 0;
      UPDATE outbox SET claims = attempts WHERE settled_at IS NULL AND attempts > 0;
    `)
  },
}
