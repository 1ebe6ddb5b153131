import type { Migration } from './migration'

/** A record is set aside once, by its number, and only while it cannot be read: earlier versions kept each of its copies. */
export const migration0360: Migration = {
  version: 360,
  name: 'set-aside-now',
  up(db) {
    db.exec(`
      ALTER TABLE set_aside RENAME TO set_aside_before;
      CREATE TABLE set_aside (
        source  TEXT NOT NULL,
        record  TEXT NOT NULL,  -- its number, or '#' and a fingerprint
        raw     TEXT NOT NULL,
        problem TEXT NOT NULL,
        fields  TEXT NOT NULL,  -- JSON: paths without places in lists
        since   TEXT NOT NULL,
        seen_at TEXT NOT NULL,
        PRIMARY KEY (source, record)
      ) STRICT, WITHOUT ROWID;
      -- The latest copy of each, and the time of the earliest.
      INSERT INTO set_aside
        SELECT source, record, raw, problem, '[]', since, seen_at FROM (
          SELECT source, record, raw, problem, seen_at,
              min(seen_at) OVER (PARTITION BY source, record) AS since,
              row_number() OVER (PARTITION BY source, record ORDER BY seen_at DESC, fingerprint) AS nth
            FROM (SELECT *, CASE WHEN json_type(raw) <> 'object' THEN '#' || fingerprint
                ELSE coalesce(iif(source = 'items', json_extract(raw, '$.item_number'), NULL),
                  iif(source = 'orders' AND json_type(raw, '$.id') = 'integer', json_extract(raw, '$.id'), NULL),
                  '#' || fingerprint) || '' END AS record
              FROM set_aside_before))
        WHERE nth = 1;
      DROP TABLE set_aside_before;
    `)
  },
}
