import type { Migration } from './migration'

/** What an order lacks; sorts as the least. The smallest number that JavaScript holds exactly. */
const NOTHING = -9_007_199_254_740_991

/** Milliseconds since the epoch of an ISO 8601 text. SQLite would take a number for a day of Caesar's calendar. */
const msOf = (text: string): string =>
  `coalesce(iif(${text} GLOB '????-*T*', CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER), NULL), ${NOTHING})`

const createdAt = (row: 'old' | 'new' | 'o'): string => `${row}.rest ->> '$.created_at'`
const refunds = (row: 'new' | 'o'): string => `coalesce(json_array_length(${row}.rest, '$.refunds') > 0, 0)`

const factsOf = (row: 'new' | 'o'): string =>
  `${row}.order_id, ${msOf(createdAt(row))}, ${msOf(`${row}.updated_at`)}, ${msOf(`${row}.purchased_at`)},
   coalesce(${row}.amount_cents, ${NOTHING}), ${row}.state, ${row}.canceled, ${refunds(row)}, ${row}.due_days`

/**
 * What the order desk filters and sorts by, in rows so short that reading all of them takes milliseconds. Only what a
 * pack leaves alone: a pack writes nothing here, and a new copy of an order one page, because no index has `updated_ms`.
 * Kept by triggers, as the counts of 230 are. The carrier joins an index of shipments that each pack writes anyway.
 */
export const migration0320: Migration = {
  version: 320,
  name: 'order-facts',
  up(db) {
    db.exec(`
      -- Times in milliseconds since the epoch; ${NOTHING} where the order has none.
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
      INSERT INTO order_facts SELECT ${factsOf('o')} FROM orders o;
      CREATE INDEX order_facts_created ON order_facts (created_ms, order_id);
      CREATE INDEX order_facts_purchased ON order_facts (purchased_ms, order_id);
      CREATE INDEX order_facts_amount ON order_facts (amount_cents, order_id);
      CREATE INDEX order_facts_state ON order_facts (state, order_id);

      CREATE TRIGGER order_facts_insert AFTER INSERT ON orders BEGIN
        INSERT INTO order_facts VALUES (${factsOf('new')});
      END;
      CREATE TRIGGER order_facts_delete AFTER DELETE ON orders BEGIN
        DELETE FROM order_facts WHERE order_id = old.order_id;
      END;
      -- Two, because SQLite writes an index whenever its column is set, even to the same value.
      CREATE TRIGGER order_facts_read AFTER UPDATE OF updated_at, canceled, rest, due_days ON orders
        WHEN old.updated_at IS NOT new.updated_at OR old.canceled <> new.canceled
          OR old.due_days IS NOT new.due_days OR old.rest <> new.rest BEGIN
        UPDATE order_facts SET updated_ms = ${msOf('new.updated_at')}, canceled = new.canceled,
            refunded = ${refunds('new')}, due_days = new.due_days
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

      -- Which orders have a parcel of a carrier; also those without a time, which the index left out.
      DROP INDEX shipments_packed_at;
      CREATE INDEX shipments_packed_at ON shipments (packed_at, state, order_id, carrier);
    `)
  },
}
