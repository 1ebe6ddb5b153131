import type { Migration } from './migration'

/**
 * Adds ops on orders and items to those on shipments, the clocks' readings at each capture, the history of ops, and
 * notices. Fewer indexes: an enqueue writes the table, its lane and the open list.
 */
export const migration0020: Migration = {
  version: 20,
  name: 'outbox',
  up(db) {
    db.exec(`
      CREATE TABLE new_outbox (
        seq              INTEGER PRIMARY KEY,    -- ascending, because no row is ever deleted
        op_uid           TEXT NOT NULL,
        kind             TEXT NOT NULL,
        lane             TEXT NOT NULL,
        order_id         INTEGER,                -- NULL for ops on items
        shipment_uid     TEXT,
        item_key         TEXT,                   -- item number, or the external id of a create
        body             TEXT NOT NULL,          -- JSON, frozen once sent; carries no buyer data
        state            TEXT NOT NULL CHECK (state IN ('ready','sending','unknown','confirmed','held','discarded')),
        held_reason      TEXT,
        attempts         INTEGER NOT NULL DEFAULT 0,
        baseline         TEXT,                   -- JSON: ids that were there before the first send of a create
        server_ref       TEXT,                   -- what the marketplace calls what the op created
        captured_at      TEXT NOT NULL,
        captured_by      TEXT NOT NULL DEFAULT '',
        captured_mono_ms INTEGER,
        clock_offset_ms  INTEGER,                -- marketplace minus PC, as far as known at the capture
        sent_at          TEXT,
        settled_at       TEXT,                   -- since when it is not open any more
        error_code       TEXT,
        error_status     INTEGER,
        discard_reason   TEXT,
        finding          TEXT,                   -- JSON: why it was held, and what had changed
        CHECK ((settled_at IS NOT NULL) = (state IN ('confirmed','discarded')))
      ) STRICT;
      INSERT INTO new_outbox (seq, op_uid, kind, lane, order_id, shipment_uid, body, state, held_reason, attempts,
          baseline, captured_at, sent_at, settled_at, error_code, error_status, discard_reason, server_ref)
        SELECT o.seq, o.op_uid, o.kind, o.lane, o.order_id, o.shipment_uid, o.body, o.state, o.held_reason, o.attempts,
          o.baseline, o.captured_at, o.sent_at,
          CASE WHEN o.state IN ('confirmed','discarded') THEN coalesce(o.settled_at, o.sent_at, o.captured_at) END, o.error_code, o.error_status, o.discard_reason,
          CASE WHEN o.kind = 'create_shipment' AND o.state = 'confirmed' THEN s.server_id END
        FROM outbox o LEFT JOIN shipments s USING (shipment_uid);
      DROP TABLE outbox;
      ALTER TABLE new_outbox RENAME TO outbox;
      CREATE INDEX outbox_lane ON outbox (lane, seq);
      CREATE INDEX outbox_open ON outbox (seq) WHERE settled_at IS NULL;
      CREATE INDEX outbox_held ON outbox (seq) WHERE state = 'held';

      -- What happened to ops, except that all went well at the first try: the op's own row tells that.
      CREATE TABLE op_events (
        event_id     INTEGER PRIMARY KEY,
        seq          INTEGER NOT NULL,
        event        TEXT NOT NULL,
        at           TEXT NOT NULL,
        by_whom      TEXT,                       -- NULL for what the station did by itself
        error_code   TEXT,
        error_status INTEGER,
        note         TEXT
      ) STRICT;
      CREATE INDEX op_events_seq ON op_events (seq, event_id);

      CREATE TABLE notices (
        notice_id       INTEGER PRIMARY KEY,
        kind            TEXT NOT NULL,
        order_id        INTEGER,
        shipment_uids   TEXT NOT NULL DEFAULT '[]', -- JSON
        count           INTEGER,
        raised_at       TEXT NOT NULL,
        acknowledged_at TEXT,
        acknowledged_by TEXT
      ) STRICT;
      CREATE INDEX notices_open ON notices (notice_id) WHERE acknowledged_at IS NULL;
      CREATE INDEX notices_order ON notices (order_id);

      ALTER TABLE orders ADD COLUMN buyer_purged_at TEXT;  -- deleted here for good: a later read does not bring it back
      -- Shipments that ops of this station created: never taken for what another op asked for.
      ALTER TABLE shipments ADD COLUMN packed_here INTEGER NOT NULL DEFAULT 0;
      UPDATE shipments SET packed_here = 1
        WHERE shipment_uid IN (SELECT shipment_uid FROM outbox WHERE kind = 'create_shipment');
      -- JSON, ascending: the order lines it carries, or carried when it was live. A table of its own cost a page a pack.
      ALTER TABLE shipments ADD COLUMN line_ids TEXT NOT NULL DEFAULT '[]';
      UPDATE shipments SET line_ids = (
        SELECT json_group_array(line_id) FROM
          (SELECT line_id FROM shipment_lines l WHERE l.shipment_uid = shipments.shipment_uid ORDER BY line_id));
      DROP TABLE shipment_lines;
    `)
  },
}
