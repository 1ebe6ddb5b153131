import type { Migration } from './migration'

/** What people have taught the station: barcodes that the marketplace does not know. */
export const migration0440: Migration = {
  version: 440,
  name: 'taught-codes',
  up(db) {
    db.exec(`
  CREATE TABLE taught_codes (
    -- As compared: a GTIN in its 14 digits.
    code      TEXT NOT NULL,
    -- mpn, externalId or itemNumber, and its value as compared.
    by        TEXT NOT NULL,
    value     TEXT NOT NULL,
    -- Empty if any.
    size      TEXT NOT NULL,
    taught_at TEXT NOT NULL,
    taught_by TEXT NOT NULL,
    PRIMARY KEY (code, by, value, size)
  ) STRICT, WITHOUT ROWID;
  -- All of a row, because an order may have hundreds of lines.
  CREATE INDEX taught_codes_value ON taught_codes (value, by, taught_at, taught_by);
`)
  },
}
