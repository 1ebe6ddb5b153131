import type { Migration } from './migration'

/** What an order lacks; sorts as the least. As in migration 320. */
const NOTHING = -9_007_199_254_740_991

/** Milliseconds since the epoch of an ISO 8601 text. As in migration 320. */
const msOf = (text: string): string =>
  `coalesce(iif(${text} GLOB '????-*T*', CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER), NULL), ${NOTHING})`

const whole = (column: string): string => `iif(json_valid(${column}), ${column}, NULL)`
const createdAt = (row: 'old' | 'new'): string => `${whole(`${row}.rest`)} ->> '$.created_at'`
const refunds = `coalesce(json_array_length(${whole('new.rest')}, '$.refunds') > 0, 0)`

/** The UTC day of a purchase. As in migration 340. */
const slotOf = (text: string): string =>
  `coalesce(iif(${text} GLOB '????-*T*', CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER) / 86400000, NULL), -1)`

const amountOf = (row: 'old' | 'new', name: string): string =>
  `${whole(`${row}.server_copy`)} ->> '$.${name}'`
const changed = (name: string): string => `${amountOf('old', name)} IS NOT ${amountOf('new', name)}`

/**
 * The triggers on the marketplace's copies read them only if they are JSON: a copy that a disk has damaged could not be
 * replaced by a whole one, nor moved to the archive, because the trigger failed on it.
 */
export const migration0430: Migration = {
  version: 430,
  name: 'torn-json',
  up(db) {
    db.exec(`
      DROP TRIGGER order_facts_insert;
      CREATE TRIGGER order_facts_insert AFTER INSERT ON orders BEGIN
        INSERT INTO order_facts VALUES (new.order_id, ${msOf(createdAt('new'))}, ${msOf('new.updated_at')},
          ${msOf('new.purchased_at')}, coalesce(new.amount_cents, ${NOTHING}), new.state, new.canceled, ${refunds},
          new.due_days);
      END;
      DROP TRIGGER order_facts_read;
      CREATE TRIGGER order_facts_read AFTER UPDATE OF updated_at, canceled, rest, due_days ON orders
        WHEN old.updated_at IS NOT new.updated_at OR old.canceled <> new.canceled
          OR old.due_days IS NOT new.due_days OR old.rest <> new.rest BEGIN
        UPDATE order_facts SET updated_ms = ${msOf('new.updated_at')}, canceled = new.canceled,
            refunded = ${refunds}, due_days = new.due_days
          WHERE order_id = new.order_id;
      END;
      DROP TRIGGER order_facts_sold;
      CREATE TRIGGER order_facts_sold AFTER UPDATE OF state, purchased_at, amount_cents, rest ON orders
        WHEN old.state <> new.state OR old.purchased_at IS NOT new.purchased_at
          OR old.amount_cents IS NOT new.amount_cents
          OR (old.rest <> new.rest AND ${createdAt('old')} IS NOT ${createdAt('new')}) BEGIN
        UPDATE order_facts SET created_ms = ${msOf(createdAt('new'))}, purchased_ms = ${msOf('new.purchased_at')},
            amount_cents = coalesce(new.amount_cents, ${NOTHING}), state = new.state
          WHERE order_id = new.order_id;
      END;

      DROP TRIGGER payout_order_update;
      CREATE TRIGGER payout_order_update AFTER UPDATE OF purchased_at, canceled, amount_cents, rest ON orders
        WHEN old.canceled <> new.canceled OR old.purchased_at IS NOT new.purchased_at
          OR old.amount_cents IS NOT new.amount_cents
          OR (old.rest <> new.rest
            AND ${whole('old.rest')} -> '$.refunds' IS NOT ${whole('new.rest')} -> '$.refunds') BEGIN
        INSERT INTO payout_stale (slot) VALUES (${slotOf('old.purchased_at')}), (${slotOf('new.purchased_at')})
          ON CONFLICT DO NOTHING;
      END;
      DROP TRIGGER payout_line_update;
      CREATE TRIGGER payout_line_update AFTER UPDATE OF item_number, is_shipping_fee, server_copy ON order_lines
        WHEN old.item_number IS NOT new.item_number OR old.is_shipping_fee <> new.is_shipping_fee
          OR (old.server_copy <> new.server_copy
            AND (${['amount', 'tax', 'discount', 'estimated_payout'].map(changed).join(' OR ')})) BEGIN
        INSERT INTO payout_stale (slot) SELECT ${slotOf('purchased_at')} FROM orders WHERE order_id = new.order_id
          ON CONFLICT DO NOTHING;
      END;
    `)
  },
}
