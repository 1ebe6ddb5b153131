import type { Migration } from './migration'

/** Keeps dock scans until they are shipped: a round survives the window, the program and a power cut. */
export const migration0060: Migration = {
  version: 60,
  name: 'handover',
  up(db) {
    db.exec(`
      CREATE TABLE handover_scans (
        mode         TEXT NOT NULL,        -- ship or deliver
        shipment_uid TEXT NOT NULL,
        scanned_at   TEXT NOT NULL,
        refusal      TEXT,                 -- JSON: why it was refused when the round was shipped last
        PRIMARY KEY (mode, shipment_uid)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
