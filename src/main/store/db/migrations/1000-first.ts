import type { Migration } from './migration'

/**
 * The schema of 1.0.0. What a pack writes decides where a column is and what has an index: each page that a commit touches
 * is flushed. What lists filter, sort and count by is kept by triggers, so that no list reads all rows; a pack changes
 * none of it. Texts of the marketplace's copies are read only if they are JSON: a copy that a disk has damaged could not
 * be replaced by a whole one, nor moved to the archive, because a trigger failed on it.
 */
export const migration1000: Migration = {
  version: 1_000,
  name: 'first',
  up(db) {
    for (const part of [STATION, ORDERS, SHIPMENTS, LABELS, OUTBOX, ITEMS, TAUGHT_CODES, BULK, PAYOUTS])
      db.exec(part)
  },
}

/** What an order lacks; sorts as the least. The smallest number that JavaScript holds exactly. */
const NOTHING = -9_007_199_254_740_991

/** Milliseconds since the epoch of an ISO 8601 text. SQLite would take a number for a day of Caesar's calendar. */
const instant = (text: string): string =>
  `iif(${text} GLOB '????-*T*', CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER), NULL)`
const msOf = (text: string): string => `coalesce(${instant(text)}, ${NOTHING})`
/** The UTC day, counted from the epoch; -1 without one. */
const slotOf = (text: string): string => `coalesce(${instant(text)} / 86400000, -1)`

const whole = (column: string): string => `iif(json_valid(${column}), ${column}, NULL)`

const STATION = `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;

  -- Records of the marketplace that cannot be read now: kept and counted, never dropped (I8).
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
`

const dayOf = (row: 'new' | 'old'): string => `substr(coalesce(${row}.purchased_at, ''), 1, 10)`
const countDay = `INSERT INTO order_days (day, orders, one_item) VALUES (${dayOf('new')}, 1, new.goods_lines = 1)
      ON CONFLICT DO UPDATE SET orders = orders + 1, one_item = one_item + excluded.one_item;`
const uncountDay = `UPDATE order_days SET orders = orders - 1, one_item = one_item - (old.goods_lines = 1)
      WHERE day = ${dayOf('old')};`

const createdAt = (row: 'old' | 'new'): string => `${whole(`${row}.rest`)} ->> '$.created_at'`
const refunds = `coalesce(json_array_length(${whole('new.rest')}, '$.refunds') > 0, 0)`

const CODES = ['item_number', 'external_id', 'mpn']

const ORDERS = `
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
    search_text        TEXT NOT NULL DEFAULT '',
    buyer_purged_at    TEXT,               -- deleted here for good: a later read does not bring it back
    due_days           INTEGER,            -- the fewest fulfillment_delay_days among its items, as far as they are known
    changes            TEXT                -- JSON, oldest first; NULL: nothing. Addresses are sealed with the buyer.
  ) STRICT;
  CREATE INDEX orders_to_pack ON orders (purchased_at, order_id) WHERE unpacked_lines > 0 AND canceled = 0;
  CREATE INDEX orders_to_ship ON orders (purchased_at, order_id) WHERE packed_shipments > 0;
  CREATE INDEX orders_to_deliver ON orders (purchased_at, order_id) WHERE shipped_shipments > 0;
  CREATE INDEX orders_by_age ON orders (purchased_at, order_id);

  CREATE TABLE order_lines (
    order_id        INTEGER NOT NULL REFERENCES orders ON DELETE CASCADE,
    line_id         INTEGER NOT NULL,
    position        INTEGER NOT NULL,
    item_number     TEXT,
    external_id     TEXT,
    mpn             TEXT,
    is_shipping_fee INTEGER NOT NULL,
    shipment_uid    TEXT,                  -- the live shipment that carries the line
    server_copy     TEXT NOT NULL,         -- JSON: the line as last read from the marketplace
    PRIMARY KEY (order_id, line_id)
  ) STRICT, WITHOUT ROWID;
  -- Codes are looked up whatever the case of their letters. An exact comparison uses the index, too, if it asks for NOCASE.
  ${CODES.map((column) => `CREATE INDEX order_lines_${column}_any_case ON order_lines (${column} COLLATE NOCASE) WHERE ${column} IS NOT NULL;`).join('\n  ')}
  -- A code of digits that a catalog has in groups, as ISBNs are printed. Other catalogs pay nothing.
  ${CODES.map(
    (
      column,
    ) => `CREATE INDEX order_lines_${column}_in_groups ON order_lines (replace(replace(${column}, '-', ''), ' ', ''))
    WHERE ${column} GLOB '*[0-9][- ][0-9]*' AND ${column} NOT GLOB '*[^0-9 -]*';`,
  ).join('\n  ')}

  CREATE TABLE order_holds (
    order_id INTEGER PRIMARY KEY,
    reason   TEXT NOT NULL,
    held_by  TEXT NOT NULL,
    held_at  TEXT NOT NULL
  ) STRICT;

  -- Orders whose buyer was deleted on request: one that is read for the first time after that comes without, too.
  CREATE TABLE deleted_buyers (
    order_id   INTEGER PRIMARY KEY,
    deleted_at TEXT NOT NULL
  ) STRICT;

  -- No positions: only whole beginnings of words are looked for. Words end at spaces only, because FTS5 knows the letters
  -- of an older Unicode. FTS5 merges 64 of its pages at a time, whatever a commit writes: a quarter of the size, a
  -- quarter of the wait.
  CREATE VIRTUAL TABLE order_search USING fts5(words, content='', contentless_delete=1, detail=none,
    prefix='1 2 3 4 5 6', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
  INSERT INTO order_search (order_search, rank) VALUES ('pgsz', 1000);

  -- How many orders were purchased on each day, and how many of them of one item: finds a row far down a list.
  CREATE TABLE order_days (
    day      TEXT PRIMARY KEY,    -- as the purchase times are sorted, so as they are written; '' without one
    orders   INTEGER NOT NULL,
    one_item INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER order_days_insert AFTER INSERT ON orders BEGIN
    ${countDay}
  END;
  CREATE TRIGGER order_days_delete AFTER DELETE ON orders BEGIN
    ${uncountDay}
  END;
  CREATE TRIGGER order_days_update AFTER UPDATE OF purchased_at, goods_lines ON orders
    WHEN old.purchased_at IS NOT new.purchased_at OR (old.goods_lines = 1) <> (new.goods_lines = 1) BEGIN
    ${uncountDay}
    ${countDay}
  END;

  -- What the order desk filters and sorts by, in rows so short that reading all of them takes milliseconds. A new copy of
  -- an order writes one page here, because no index has updated_ms. Times in milliseconds since the epoch; ${NOTHING}
  -- where the order has none. The carrier joins an index of shipments that each pack writes anyway.
  CREATE TABLE order_facts (
    order_id     INTEGER PRIMARY KEY,
    created_ms   INTEGER NOT NULL,
    updated_ms   INTEGER NOT NULL,
    purchased_ms INTEGER NOT NULL,
    amount_cents INTEGER NOT NULL,
    state        TEXT NOT NULL,
    canceled     INTEGER NOT NULL,
    refunded     INTEGER NOT NULL,         -- 1: it has refunds
    due_days     INTEGER
  ) STRICT;
  CREATE INDEX order_facts_created ON order_facts (created_ms, order_id);
  CREATE INDEX order_facts_purchased ON order_facts (purchased_ms, order_id);
  CREATE INDEX order_facts_amount ON order_facts (amount_cents, order_id);
  CREATE INDEX order_facts_state ON order_facts (state, order_id);
  CREATE TRIGGER order_facts_insert AFTER INSERT ON orders BEGIN
    INSERT INTO order_facts VALUES (new.order_id, ${msOf(createdAt('new'))}, ${msOf('new.updated_at')},
      ${msOf('new.purchased_at')}, coalesce(new.amount_cents, ${NOTHING}), new.state, new.canceled, ${refunds},
      new.due_days);
  END;
  CREATE TRIGGER order_facts_delete AFTER DELETE ON orders BEGIN
    DELETE FROM order_facts WHERE order_id = old.order_id;
  END;
  -- Two, because SQLite writes an index whenever its column is set, even to the same value.
  CREATE TRIGGER order_facts_read AFTER UPDATE OF updated_at, canceled, rest, due_days ON orders
    WHEN old.updated_at IS NOT new.updated_at OR old.canceled <> new.canceled
      OR old.due_days IS NOT new.due_days OR old.rest <> new.rest BEGIN
    UPDATE order_facts SET updated_ms = ${msOf('new.updated_at')}, canceled = new.canceled,
        refunded = ${refunds}, due_days = new.due_days
      WHERE order_id = new.order_id;
  END;
  CREATE TRIGGER order_facts_sold AFTER UPDATE OF state, purchased_at, amount_cents, rest ON orders
    WHEN old.state <> new.state OR old.purchased_at IS NOT new.purchased_at
      OR old.amount_cents IS NOT new.amount_cents
      OR (old.rest <> new.rest AND ${createdAt('old')} IS NOT ${createdAt('new')}) BEGIN
    UPDATE order_facts SET created_ms = ${msOf(createdAt('new'))}, purchased_ms = ${msOf('new.purchased_at')},
        amount_cents = coalesce(new.amount_cents, ${NOTHING}), state = new.state
      WHERE order_id = new.order_id;
  END;
`

const SHIPMENTS = `
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
    packed_here            INTEGER NOT NULL DEFAULT 0, -- by an op of this station: never what another op asked for
    -- JSON, ascending: the order lines it carries, or carried when it was live. A table of its own cost a page a pack.
    line_ids               TEXT NOT NULL DEFAULT '[]',
    by_hand                TEXT,             -- JSON: those of line_ids that nobody scanned; NULL where that is not known
    scans                  TEXT,             -- JSON: a code by the line's ID; NULL where that is not known
    UNIQUE (order_id, server_id)
  ) STRICT, WITHOUT ROWID;
  -- As labelKey() reads a number. Without it the first check of a label read all parcels.
  CREATE INDEX shipments_by_label ON shipments (upper(replace(replace(replace(replace(tracking_number, ' ', ''),
    '-', ''), char(9), ''), char(160), ''))) WHERE tracking_number IS NOT NULL;
  CREATE INDEX shipments_packed_at ON shipments (packed_at, state, order_id, carrier);
  CREATE INDEX shipments_shipped_at ON shipments (shipped_at) WHERE shipped_at IS NOT NULL;
  -- A parcel in a state that the document does not name is under way, so that its order is not done.
  CREATE INDEX shipments_in_other_states ON shipments (order_id)
    WHERE state NOT IN ('packed', 'shipped', 'delivered', 'canceled');

  -- Of parcels in the archive, so that a pack knows a used label without opening a month: about 45 bytes each.
  CREATE TABLE archived_labels (
    label    TEXT NOT NULL,       -- as labelKey() reads a number
    order_id INTEGER NOT NULL,
    used_at  TEXT,                -- ISO 8601: when it was shipped, else when it was packed
    PRIMARY KEY (label, order_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE handover_scans (
    mode         TEXT NOT NULL,   -- ship or deliver
    shipment_uid TEXT NOT NULL,
    scanned_at   TEXT NOT NULL,
    refusal      TEXT,            -- JSON: why it was refused when the round was shipped last
    PRIMARY KEY (mode, shipment_uid)
  ) STRICT, WITHOUT ROWID;

  -- Photos of open boxes. The pictures are sealed files, see tables/photos.ts.
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
  CREATE INDEX photos_order ON photos (order_id);
`

const LABELS = `
  -- Which label files were printed for which orders, so that none is printed twice unasked.
  CREATE TABLE printed_labels (
    order_id   INTEGER NOT NULL,
    -- Of the file: a label carries a buyer's address, and so may its name.
    sha256     TEXT NOT NULL,
    -- 1 once all of it went to the printer; 0 from before the first byte until then.
    sent       INTEGER NOT NULL,
    printed_at TEXT NOT NULL,
    printed_by TEXT NOT NULL,
    PRIMARY KEY (order_id, sha256)
  ) STRICT, WITHOUT ROWID;

  -- The tracking numbers that a file gave orders before they were packed.
  CREATE TABLE given_numbers (
    order_id        INTEGER PRIMARY KEY,
    tracking_number TEXT NOT NULL,
    carrier         TEXT NOT NULL,              -- empty if the file does not say
    file_name       TEXT NOT NULL,
    given_at        TEXT NOT NULL,
    given_by        TEXT NOT NULL,
    -- 1: taken back. The row stays, for stations that have not heard of it.
    taken_back      INTEGER NOT NULL DEFAULT 0,
    -- The first number of an order has 1, and each has one more than the one that it replaced.
    turn            INTEGER NOT NULL DEFAULT 1,
    -- The round of telling in which the hub had it; 0 if in none that counts here.
    at_hub          INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX given_numbers_at_hub ON given_numbers (at_hub, order_id);

  -- The units that were sorted into the slots of the put wall, and are not packed yet.
  CREATE TABLE put_wall (
    order_id INTEGER NOT NULL,
    line_id  INTEGER NOT NULL,
    slot     INTEGER NOT NULL,
    code     TEXT NOT NULL,                     -- the code of the line by which it was scanned
    put_at   TEXT NOT NULL,
    PRIMARY KEY (order_id, line_id)
  ) STRICT, WITHOUT ROWID;
`

const OUTBOX = `
  CREATE TABLE outbox (
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
    shown_at         TEXT,                   -- when the marketplace first showed what was confirmed
    looks            INTEGER NOT NULL DEFAULT 0, -- how often it was looked for in vain since
    effective_by     TEXT,                   -- the marketplace's time when it had taken effect at the latest
    failing_since    TEXT,
    claims           INTEGER NOT NULL DEFAULT 0, -- how often it was about to be sent; unlike attempts never taken back
    -- JSON: what the station knew of what the op changes when it was confirmed here; NULL where nothing is compared.
    known            TEXT,
    from_file        INTEGER NOT NULL DEFAULT 0, -- it came from a file: the name in captured_by is what the file says
    -- Of a bulk change: a row is in the outbox once at most, whatever file either of them comes back from.
    job_id           INTEGER,
    job_row          INTEGER,
    CHECK ((settled_at IS NOT NULL) = (state IN ('confirmed','discarded')))
  ) STRICT;
  CREATE INDEX outbox_lane ON outbox (lane, seq);
  -- With settled_at, or SQLite would read each row to see that it is NULL.
  CREATE INDEX outbox_open ON outbox (seq, kind, order_id, settled_at) WHERE settled_at IS NULL;
  CREATE INDEX outbox_held ON outbox (seq, kind, order_id) WHERE state = 'held';
  -- Operations of jobs have indexes of their own, so that thousands of them are not passed for each one on an order or by
  -- hand; those that may have been sent have another, so that a paused job is not read through for them.
  CREATE INDEX outbox_open_items ON outbox (seq)
    WHERE settled_at IS NULL AND order_id IS NULL AND job_id IS NULL;
  CREATE UNIQUE INDEX outbox_job ON outbox (job_id, job_row) WHERE job_id IS NOT NULL;
  CREATE INDEX outbox_job_open ON outbox (job_id, seq) WHERE settled_at IS NULL AND job_id IS NOT NULL;
  CREATE INDEX outbox_job_sent ON outbox (seq)
    WHERE settled_at IS NULL AND job_id IS NOT NULL AND (state <> 'ready' OR attempts > 0);
  -- Items that were created here: a large account makes thousands of price changes a day.
  CREATE INDEX outbox_created_items ON outbox (seq) WHERE kind = 'create_item' AND state <> 'discarded';

  -- How many ops are missing from each 4,096 numbers, because the archive has them.
  CREATE TABLE outbox_gaps (
    block   INTEGER PRIMARY KEY,    -- seq >> 12
    missing INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER outbox_gaps_delete AFTER DELETE ON outbox BEGIN
    INSERT INTO outbox_gaps (block, missing) VALUES (old.seq >> 12, 1) ON CONFLICT DO UPDATE SET missing = missing + 1;
  END;
  CREATE TRIGGER outbox_gaps_insert AFTER INSERT ON outbox WHEN new.seq < (SELECT max(seq) FROM outbox) BEGIN
    UPDATE outbox_gaps SET missing = missing - 1 WHERE block = new.seq >> 12;
  END;

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
`

/** What items are counted by, and the column of each. */
const FACETS = {
  state: 'state',
  quality: 'quality',
  category: 'category_id',
  brand: 'brand_id',
  warehouse: 'warehouse_id',
} as const

/** Writing the same values changes no count. */
const FACET_CHANGED = ['gone_at', 'has_errors', ...Object.values(FACETS)]
  .map((column) => `old.${column} IS NOT new.${column}`)
  .join(' OR ')

/** Adds an item to the counts, or takes it away. */
function count(row: 'old' | 'new', by: '+' | '-'): string {
  const known = `${row}.state IS NOT NULL AND ${row}.gone_at IS`
  const facets = Object.entries(FACETS).map(
    ([facet, column]) =>
      `SELECT '${facet}', ${row}.${column} WHERE ${known} NULL AND ${row}.${column} IS NOT NULL`,
  )
  return `INSERT INTO item_facets (facet, value, items) SELECT facet, value, ${by}1 FROM (
      SELECT 'all' AS facet, '' AS value WHERE ${known} NULL
      UNION ALL SELECT 'errors', '' WHERE ${known} NULL AND ${row}.has_errors = 1
      UNION ALL SELECT 'gone', '' WHERE ${known} NOT NULL
      UNION ALL ${facets.join('\n      UNION ALL ')}
    ) WHERE true ON CONFLICT (facet, value) DO UPDATE SET items = items + excluded.items;`
}

const ITEMS = `
  -- What items are filtered and sorted by, without the copies, which would make each row ten times as long. Moments are
  -- milliseconds, because texts of different precision do not sort.
  CREATE TABLE items (
    item_id            INTEGER PRIMARY KEY,
    item_number        TEXT NOT NULL UNIQUE,
    updated_ms         INTEGER,
    created_ms         INTEGER,
    price_cents        INTEGER,
    listed_price_cents INTEGER,
    discount_percent   INTEGER,
    msrp_cents         INTEGER,
    category_id        INTEGER,
    brand_id           INTEGER,
    warehouse_id       INTEGER,
    delay_days         INTEGER,
    has_errors         INTEGER NOT NULL DEFAULT 0,
    unlisted           INTEGER NOT NULL DEFAULT 0, -- no list shows it, although it can be read by its number
    state              TEXT,                       -- NULL when the marketplace never showed the item
    quality            TEXT,
    external_id        TEXT,
    mpn                TEXT,
    title              TEXT,
    read_at            TEXT NOT NULL,
    gone_at            TEXT                        -- since when the marketplace does not know it
  ) STRICT;
  CREATE INDEX items_by_title ON items (title COLLATE NOCASE);
  CREATE INDEX items_by_state ON items (state);
  CREATE INDEX items_by_external_id ON items (external_id);
  CREATE INDEX items_by_price ON items (price_cents);
  CREATE INDEX items_by_discount ON items (discount_percent);
  CREATE INDEX items_by_update ON items (updated_ms);
  CREATE INDEX items_by_creation ON items (created_ms);
  CREATE INDEX items_of_brand ON items (brand_id);
  CREATE INDEX items_of_category ON items (category_id);
  CREATE INDEX items_mpn ON items (mpn) WHERE mpn IS NOT NULL;
  CREATE INDEX items_gone ON items (gone_at) WHERE gone_at IS NOT NULL;
  CREATE INDEX items_with_errors ON items (item_id) WHERE has_errors = 1;

  CREATE TABLE item_copies (
    item_id     INTEGER PRIMARY KEY REFERENCES items,
    server_copy TEXT NOT NULL                      -- JSON: the item as last read from the marketplace
  ) STRICT;

  -- As order_search.
  CREATE VIRTUAL TABLE item_search USING fts5(words, content='', contentless_delete=1, detail=none,
    prefix='1 2 3', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
  INSERT INTO item_search (item_search, rank) VALUES ('pgsz', 1000);

  CREATE TABLE item_changes (
    change_id INTEGER PRIMARY KEY,
    item_id   INTEGER NOT NULL REFERENCES items,
    at        TEXT NOT NULL,                       -- ISO 8601 UTC, by the marketplace's clock if it says so
    field     TEXT NOT NULL CHECK (field IN ('price', 'listed_price', 'discount', 'state')),
    old       ANY,                                 -- cents, percent, or a state
    new       ANY,
    op_seq    INTEGER                              -- our op that caused it; NULL: somebody else
  ) STRICT;
  CREATE INDEX item_changes_of ON item_changes (item_id, change_id);

  -- How many items the marketplace has of each state, quality …, and how many with errors.
  CREATE TABLE item_facets (
    facet TEXT NOT NULL,
    value ANY NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (facet, value)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER item_facets_insert AFTER INSERT ON items BEGIN
    ${count('new', '+')}
  END;
  CREATE TRIGGER item_facets_delete AFTER DELETE ON items BEGIN
    ${count('old', '-')}
  END;
  CREATE TRIGGER item_facets_update AFTER UPDATE ON items WHEN ${FACET_CHANGED} BEGIN
    ${count('old', '-')}
    ${count('new', '+')}
  END;
`

const TAUGHT_CODES = `
  -- What people have taught the station: barcodes that the marketplace does not know.
  CREATE TABLE taught_codes (
    code      TEXT NOT NULL,                    -- as compared: a GTIN in its 14 digits
    by        TEXT NOT NULL,                    -- mpn, externalId or itemNumber
    value     TEXT NOT NULL,                    -- as compared
    size      TEXT NOT NULL,                    -- empty if any
    taught_at TEXT NOT NULL,
    taught_by TEXT NOT NULL,
    at_hub    INTEGER NOT NULL DEFAULT 0,       -- the round of telling in which the hub had it; 0 if never
    PRIMARY KEY (code, by, value, size)
  ) STRICT, WITHOUT ROWID;
  -- All of a row, because an order may have hundreds of lines.
  CREATE INDEX taught_codes_value ON taught_codes (value, by, taught_at, taught_by);

  -- Taken back here; the hub does not know yet.
  CREATE TABLE taught_codes_taken_back (
    code  TEXT NOT NULL,
    by    TEXT NOT NULL,
    value TEXT NOT NULL,
    size  TEXT NOT NULL,
    PRIMARY KEY (code, by, value, size)
  ) STRICT, WITHOUT ROWID;
`

const BULK = `
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

  -- By triggers: an op changes its state in several ways.
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
`

/** Not OR IGNORE: within a trigger the clause of the statement that fired it would count instead. */
const mark = (slots: string): string => `INSERT INTO payout_stale (slot) ${slots} ON CONFLICT DO NOTHING;`
const markOrder = (row: 'old' | 'new'): string =>
  mark(`SELECT ${slotOf('purchased_at')} FROM orders WHERE order_id = ${row}.order_id`)
/** In any case of its letters, because the index of the lines is so. */
const markItem =
  mark(`SELECT ${slotOf('o.purchased_at')} FROM order_lines l CROSS JOIN orders o USING (order_id)
      WHERE l.item_number = new.item_number COLLATE NOCASE`)

const amountOf = (row: 'old' | 'new', name: string): string =>
  `${whole(`${row}.server_copy`)} ->> '$.${name}'`
const amountChanged = ['amount', 'tax', 'discount', 'estimated_payout']
  .map((name) => `${amountOf('old', name)} IS NOT ${amountOf('new', name)}`)
  .join(' OR ')

const PAYOUTS = `
  -- What was sold on each day, by category, so that a year of a million orders is read in milliseconds. The sums are made
  -- when somebody asks for them. Triggers only note on which UTC days an amount has changed since: the station's days
  -- depend on its time zone, which SQL does not know.
  CREATE TABLE payout_days (
    day      TEXT PRIMARY KEY,      -- in the station's zone, YYYY-MM-DD; '' for orders without a purchase time
    orders   INTEGER NOT NULL,
    canceled INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE payout_sums (
    day            TEXT NOT NULL REFERENCES payout_days ON DELETE CASCADE,
    category       TEXT NOT NULL,   -- its ID, or what stands for none; see payout.ts
    items          INTEGER NOT NULL,
    sold_cents     INTEGER NOT NULL,
    refunded_cents INTEGER NOT NULL,
    payout_cents   INTEGER NOT NULL,
    PRIMARY KEY (day, category)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE payout_stale (
    slot INTEGER PRIMARY KEY        -- days since the epoch, UTC
  ) STRICT;

  CREATE TRIGGER payout_order_insert AFTER INSERT ON orders BEGIN
    ${mark(`VALUES (${slotOf('new.purchased_at')})`)}
  END;
  CREATE TRIGGER payout_order_update AFTER UPDATE OF purchased_at, canceled, amount_cents, rest ON orders
    WHEN old.canceled <> new.canceled OR old.purchased_at IS NOT new.purchased_at
      OR old.amount_cents IS NOT new.amount_cents
      OR (old.rest <> new.rest AND ${whole('old.rest')} -> '$.refunds' IS NOT ${whole('new.rest')} -> '$.refunds') BEGIN
    ${mark(`VALUES (${slotOf('old.purchased_at')}), (${slotOf('new.purchased_at')})`)}
  END;
  CREATE TRIGGER payout_line_insert AFTER INSERT ON order_lines BEGIN
    ${markOrder('new')}
  END;
  CREATE TRIGGER payout_line_delete AFTER DELETE ON order_lines BEGIN
    ${markOrder('old')}
  END;
  CREATE TRIGGER payout_line_update AFTER UPDATE OF item_number, is_shipping_fee, server_copy ON order_lines
    WHEN old.item_number IS NOT new.item_number OR old.is_shipping_fee <> new.is_shipping_fee
      OR (old.server_copy <> new.server_copy AND (${amountChanged})) BEGIN
    ${markOrder('new')}
  END;
  CREATE TRIGGER payout_item_insert AFTER INSERT ON items WHEN new.category_id IS NOT NULL BEGIN
    ${markItem}
  END;
  CREATE TRIGGER payout_item_update AFTER UPDATE OF category_id ON items
    WHEN old.category_id IS NOT new.category_id BEGIN
    ${markItem}
  END;
`
