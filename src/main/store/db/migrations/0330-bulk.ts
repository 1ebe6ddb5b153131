import type { Migration } from './migration'

/**
 * Adds changes to many items at once. An operation names its job and row, so that a row is in the outbox once at most,
 * whatever file either of them comes back from. Operations of jobs have indexes of their own, so that thousands of them
 * are not passed for each one on an order or by hand; those that may have been sent have another, so that a paused job
 * is not read through for them. Their states are counted by triggers: an op changes its state in several ways.
 */
export const migration0330: Migration = {
  version: 330,
  name: 'bulk',
  up(db) {
    db.exec(`
      CREATE TABLE bulk_jobs (
        job_id        INTEGER PRIMARY KEY,   -- UTC milliseconds when it was made, so that no two files give the same
        kind          TEXT NOT NULL,
        source        TEXT NOT NULL,         -- JSON: the filter, or the file's name and its headings
        spec          TEXT NOT NULL,         -- JSON: what a person has decided
        state         TEXT NOT NULL,
        paused        INTEGER NOT NULL DEFAULT 0,
        place         INTEGER NOT NULL DEFAULT 0,  -- the last row that the present step has done
        row_count     INTEGER NOT NULL DEFAULT 0,
        below_floor   INTEGER NOT NULL DEFAULT 0,  -- whether rows below the floor were allowed
        created_at    TEXT NOT NULL,
        created_by    TEXT NOT NULL,
        capture       TEXT,                  -- JSON: when it was confirmed, and by whom
        ended_at      TEXT
      ) STRICT;
      CREATE TABLE bulk_rows (
        job_id          INTEGER NOT NULL REFERENCES bulk_jobs ON DELETE CASCADE,
        job_row         INTEGER NOT NULL,    -- from 1
        item_key        TEXT,                -- the item's number, or the external ID of a new one
        title           TEXT,
        cells           TEXT,                -- JSON: the texts of the file's row, as corrected
        before_values   TEXT,                -- JSON: price, discount and MSRP before
        after_cents     INTEGER,
        after_percent   INTEGER,
        body            TEXT,                -- JSON: what a new item is created with
        problems        TEXT,                -- JSON; NULL when nothing is wrong with it
        below_floor     INTEGER NOT NULL DEFAULT 0,
        left_out        INTEGER NOT NULL DEFAULT 0,
        outcome         TEXT,                -- why no operation came of it
        PRIMARY KEY (job_id, job_row)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX bulk_rows_key ON bulk_rows (job_id, item_key);
      CREATE INDEX bulk_rows_wrong ON bulk_rows (job_id, job_row) WHERE problems IS NOT NULL AND left_out = 0;
      CREATE INDEX bulk_rows_low ON bulk_rows (job_id, job_row)
        WHERE below_floor = 1 AND left_out = 0 AND problems IS NULL;
      CREATE INDEX bulk_rows_left ON bulk_rows (job_id, job_row) WHERE left_out = 1;
      CREATE INDEX bulk_rows_refused ON bulk_rows (job_id, job_row) WHERE outcome IS NOT NULL;

      ALTER TABLE outbox ADD COLUMN job_id INTEGER;
      ALTER TABLE outbox ADD COLUMN job_row INTEGER;
      CREATE UNIQUE INDEX outbox_job ON outbox (job_id, job_row) WHERE job_id IS NOT NULL;
      CREATE INDEX outbox_job_open ON outbox (job_id, seq) WHERE settled_at IS NULL AND job_id IS NOT NULL;
      CREATE INDEX outbox_job_sent ON outbox (seq)
        WHERE settled_at IS NULL AND job_id IS NOT NULL AND (state <> 'ready' OR attempts > 0);
      DROP INDEX outbox_open_items;
      CREATE INDEX outbox_open_items ON outbox (seq)
        WHERE settled_at IS NULL AND order_id IS NULL AND job_id IS NULL;

      CREATE TABLE bulk_counts (
        job_id INTEGER NOT NULL,
        state  TEXT NOT NULL,
        ops    INTEGER NOT NULL,
        PRIMARY KEY (job_id, state)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER bulk_counts_insert AFTER INSERT ON outbox WHEN new.job_id IS NOT NULL BEGIN
        INSERT INTO bulk_counts (job_id, state, ops) VALUES (new.job_id, new.state, 1)
          ON CONFLICT (job_id, state) DO UPDATE SET ops = ops + 1;
      END;
      CREATE TRIGGER bulk_counts_update AFTER UPDATE OF state ON outbox
        WHEN new.job_id IS NOT NULL AND old.state <> new.state BEGIN
        UPDATE bulk_counts SET ops = ops - 1 WHERE job_id = old.job_id AND state = old.state;
        INSERT INTO bulk_counts (job_id, state, ops) VALUES (new.job_id, new.state, 1)
          ON CONFLICT (job_id, state) DO UPDATE SET ops = ops + 1;
      END;
    `)
  },
}
