import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type Db = Database.Database

const SCHEMA_VERSION = 1

/** All moments are integers: milliseconds since the epoch. All money is integer cents. */
const SCHEMA = `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, access_token TEXT UNIQUE
) STRICT;

CREATE TABLE items (
  id INTEGER PRIMARY KEY, item_number TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id), state TEXT NOT NULL,
  title TEXT NOT NULL, description TEXT, external_id TEXT, mpn TEXT,
  price INTEGER NOT NULL, discount TEXT, msrp INTEGER NOT NULL, quality TEXT NOT NULL,
  condition_description TEXT, with_tag INTEGER, authentication_type TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  category_id INTEGER NOT NULL, brand_id INTEGER NOT NULL, warehouse_id INTEGER NOT NULL,
  size TEXT, attributes TEXT, photos TEXT NOT NULL, listing_error_messages TEXT NOT NULL DEFAULT '[]',
  state_due_at INTEGER, pending_discount TEXT, pending_discount_due_at INTEGER
) STRICT;
CREATE INDEX items_by_account ON items (account_id, id);
CREATE INDEX items_by_update ON items (account_id, updated_at, id);
CREATE INDEX items_by_external_id ON items (account_id, external_id);
CREATE INDEX items_by_mpn ON items (account_id, mpn);
CREATE INDEX items_due ON items (state_due_at) WHERE state_due_at IS NOT NULL;
CREATE INDEX items_discount_due ON items (pending_discount_due_at) WHERE pending_discount_due_at IS NOT NULL;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES accounts (id), state TEXT NOT NULL,
  email TEXT NOT NULL, phone_number TEXT NOT NULL, amount INTEGER NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, purchased_at INTEGER NOT NULL,
  line1 TEXT NOT NULL, line2 TEXT NOT NULL, city TEXT NOT NULL, address_state TEXT NOT NULL,
  zip5 TEXT NOT NULL, name TEXT NOT NULL,
  cancelation_reason TEXT, canceled_at INTEGER
) STRICT;
CREATE INDEX orders_by_account ON orders (account_id, id);
CREATE INDEX orders_by_creation ON orders (account_id, created_at, id);
CREATE INDEX orders_by_update ON orders (account_id, updated_at, id);

CREATE TABLE order_payments (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
  total_collected INTEGER NOT NULL, transaction_type TEXT NOT NULL
) STRICT;
CREATE INDEX order_payments_by_order ON order_payments (order_id);

CREATE TABLE shipments (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), state TEXT NOT NULL,
  carrier TEXT, tracking_number TEXT, tracking_url TEXT, warehouse_id INTEGER NOT NULL,
  packed_at INTEGER NOT NULL, shipped_at INTEGER, expected_to_deliver_at INTEGER,
  delivered_at INTEGER, canceled_at INTEGER,
  carrier_locked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX shipments_by_order ON shipments (order_id);

CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), item_number TEXT,
  listed_item_price INTEGER NOT NULL, amount INTEGER NOT NULL, net INTEGER NOT NULL, discount INTEGER NOT NULL,
  allowed_discount TEXT, tax INTEGER NOT NULL, estimated_payout INTEGER NOT NULL,
  is_shipping_fee INTEGER NOT NULL, shipment_id INTEGER REFERENCES shipments (id),
  external_id TEXT, mpn TEXT
) STRICT;
CREATE INDEX order_lines_by_order ON order_lines (order_id);

-- What a shipment was made of, also after it let go of its lines.
CREATE TABLE shipment_lines (
  shipment_id INTEGER NOT NULL REFERENCES shipments (id), order_line_id INTEGER NOT NULL REFERENCES order_lines (id),
  PRIMARY KEY (shipment_id, order_line_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_lines_by_line ON shipment_lines (order_line_id);

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), type TEXT NOT NULL, source TEXT NOT NULL,
  state TEXT NOT NULL, total_refunded INTEGER NOT NULL, due_at INTEGER
) STRICT;
CREATE INDEX refunds_by_order ON refunds (order_id);
CREATE INDEX refunds_due ON refunds (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE refund_lines (
  id INTEGER PRIMARY KEY, refund_id INTEGER NOT NULL REFERENCES refunds (id),
  order_line_id INTEGER NOT NULL REFERENCES order_lines (id), amount INTEGER NOT NULL, description TEXT
) STRICT;
CREATE INDEX refund_lines_by_refund ON refund_lines (refund_id);
`

/**
 * Opens `dataDir/marketplace.sqlite`, creating it if it does not exist. Throws on a database of another schema version
 * and on `:memory:`, which could not keep the state across a restart.
 */
export function openDatabase(dataDir: string): { db: Db; isNew: boolean } {
  if (dataDir === ':memory:') throw new Error('The marketplace needs a folder; :memory: is not supported')
  mkdirSync(dataDir, { recursive: true })
  const db = new Database(join(dataDir, 'marketplace.sqlite'))
  try {
    db.pragma('journal_mode = WAL')
    // The marketplace is a stand-in: losing its last moments in a power cut harms nobody.
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    return { db, isNew: prepareSchema(db) }
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareSchema(db: Db): boolean {
  const version = db.pragma('user_version', { simple: true })
  if (version === SCHEMA_VERSION) return false
  if (version !== 0)
    throw new Error(`marketplace.sqlite has schema version ${String(version)}, not ${SCHEMA_VERSION}`)
  db.transaction(() => {
    db.exec(SCHEMA)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  })()
  return true
}

const statements = new WeakMap<Db, Map<string, Database.Statement<unknown[], unknown>>>()

/** A prepared statement, prepared once per database: sample data runs the same few hundred thousand times. */
export function statement(db: Db, sql: string): Database.Statement {
  const known = statements.get(db) ?? new Map<string, Database.Statement<unknown[], unknown>>()
  statements.set(db, known)
  let prepared = known.get(sql)
  if (prepared === undefined) known.set(sql, (prepared = db.prepare(sql)))
  return prepared
}

/** Where each table's IDs start, so that one kind of number is not mistaken for another. */
const FIRST_ID = {
  items: 400_000_001,
  orders: 100_001,
  order_payments: 700_001,
  order_lines: 900_001,
  shipments: 500_001,
  refunds: 300_001,
  refund_lines: 350_001,
} as const

/** The next ID of a table. Rows are never deleted, so none is used twice. */
export function nextId(db: Db, table: keyof typeof FIRST_ID): number {
  const last = statement(db, `SELECT max(id) AS id FROM ${table}`).get() as { id: number | null }
  return last.id === null ? FIRST_ID[table] : last.id + 1
}
