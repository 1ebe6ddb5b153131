import type { Migration } from './migration'

/** The first schema: orders as pulled, the station's shipments, the outbox. */
export const migration0010: Migration = {
  version: 10,
  name: 'station',
  up(db) {
    db.exec(`
      CREATE TABLE orders (
        order_id           INTEGER PRIMARY KEY,
        state              TEXT NOT NULL,
        canceled           INTEGER NOT NULL,
        cancelation_reason TEXT,
        purchased_at       TEXT,
        updated_at         TEXT,
        amount_cents       INTEGER,
        buyer              BLOB,               -- sealed; see buyer-seal.ts
        rest               TEXT NOT NULL,      -- JSON: what has no column here, unknown fields too
        read_at            TEXT NOT NULL,
        -- Kept by refreshSummary(), so that the queue is one index scan:
        goods_lines        INTEGER NOT NULL DEFAULT 0,
        unpacked_lines     INTEGER NOT NULL DEFAULT 0,
        packed_shipments   INTEGER NOT NULL DEFAULT 0,
        shipped_shipments  INTEGER NOT NULL DEFAULT 0,
        search_text        TEXT NOT NULL DEFAULT ''
      ) STRICT;
      CREATE INDEX orders_to_pack ON orders (purchased_at, order_id) WHERE unpacked_lines > 0 AND canceled = 0;
      CREATE INDEX orders_to_ship ON orders (purchased_at, order_id) WHERE packed_shipments > 0;
      CREATE INDEX orders_to_deliver ON orders (purchased_at, order_id) WHERE shipped_shipments > 0;
      CREATE INDEX orders_by_age ON orders (purchased_at, order_id);

      CREATE TABLE shipments (
        shipment_uid           TEXT PRIMARY KEY,
        order_id               INTEGER NOT NULL,
        server_id              INTEGER,          -- NULL until the marketplace has confirmed the create
        state                  TEXT NOT NULL,
        carrier                TEXT,
        tracking_number        TEXT,
        tracking_url           TEXT,
        warehouse_id           INTEGER,
        packed_at              TEXT,
        shipped_at             TEXT,
        expected_to_deliver_at TEXT,
        delivered_at           TEXT,
        canceled_at            TEXT,
        server_copy            TEXT,             -- JSON: the shipment as last read from the marketplace
        UNIQUE (order_id, server_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE shipment_lines (
        shipment_uid TEXT NOT NULL REFERENCES shipments ON DELETE CASCADE,
        line_id      INTEGER NOT NULL,
        PRIMARY KEY (shipment_uid, line_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE order_lines (
        order_id        INTEGER NOT NULL REFERENCES orders ON DELETE CASCADE,
        line_id         INTEGER NOT NULL,
        position        INTEGER NOT NULL,
        item_number     TEXT,
        external_id     TEXT,
        mpn             TEXT,
        is_shipping_fee INTEGER NOT NULL,
        shipment_uid    TEXT,                    -- the live shipment that carries the line
        server_copy     TEXT NOT NULL,           -- JSON: the line as last read from the marketplace
        PRIMARY KEY (order_id, line_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX order_lines_item_number ON order_lines (item_number) WHERE item_number IS NOT NULL;
      CREATE INDEX order_lines_external_id ON order_lines (external_id) WHERE external_id IS NOT NULL;
      CREATE INDEX order_lines_mpn ON order_lines (mpn) WHERE mpn IS NOT NULL;

      CREATE TABLE items (
        item_number TEXT PRIMARY KEY,
        title       TEXT,
        server_copy TEXT,                        -- JSON; NULL when the marketplace does not know the item
        read_at     TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE outbox (
        seq            INTEGER PRIMARY KEY AUTOINCREMENT,
        op_uid         TEXT NOT NULL UNIQUE,
        kind           TEXT NOT NULL,
        lane           TEXT NOT NULL,
        order_id       INTEGER NOT NULL,
        shipment_uid   TEXT NOT NULL,
        body           TEXT NOT NULL,            -- JSON, frozen at enqueue; carries no buyer data
        state          TEXT NOT NULL CHECK (state IN ('ready','sending','unknown','confirmed','held','discarded')),
        held_reason    TEXT,
        attempts       INTEGER NOT NULL DEFAULT 0,
        baseline       TEXT,                     -- JSON: the order's shipment ids before the first send of a create
        captured_at    TEXT NOT NULL,
        sent_at        TEXT,
        settled_at     TEXT,
        error_code     TEXT,
        error_status   INTEGER,
        discard_reason TEXT
      ) STRICT;
      CREATE INDEX outbox_open_lane ON outbox (lane, seq) WHERE state IN ('ready','sending','unknown','held');
      CREATE INDEX outbox_open_seq ON outbox (seq) WHERE state IN ('ready','sending','unknown','held');
      CREATE INDEX outbox_open_order ON outbox (order_id, state) WHERE state IN ('ready','sending','unknown','held');
      CREATE INDEX outbox_shipment ON outbox (shipment_uid, seq);

      -- Records of the marketplace that could not be read: kept and counted, never dropped (I8).
      CREATE TABLE set_aside (
        fingerprint TEXT PRIMARY KEY,
        source      TEXT NOT NULL,
        raw         TEXT NOT NULL,
        problem     TEXT NOT NULL,
        seen_at     TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE secrets (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
    `)
  },
}
