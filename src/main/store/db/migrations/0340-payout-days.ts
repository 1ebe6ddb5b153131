import type { Migration } from './migration'

/** The UTC day of a purchase, counted from the epoch, as migration 320 reads the time; -1 without one. */
const slotOf = (text: string): string =>
  `coalesce(iif(${text} GLOB '????-*T*', CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER) / 86400000, NULL), -1)`

/** Not OR IGNORE: within a trigger the clause of the statement that fired it would count instead. */
const mark = (slots: string): string => `INSERT INTO payout_stale (slot) ${slots} ON CONFLICT DO NOTHING;`
const markOrder = (row: 'old' | 'new'): string =>
  mark(`SELECT ${slotOf('purchased_at')} FROM orders WHERE order_id = ${row}.order_id`)

const changed = (name: string): string =>
  `old.server_copy ->> '$.${name}' IS NOT new.server_copy ->> '$.${name}'`

/**
 * What was sold on each day, by category, so that a year of a million orders is read in milliseconds. The sums are made
 * when somebody asks for them. Triggers only note on which UTC days an amount has changed since: the station's days
 * depend on its time zone, which SQL does not know. A pack changes no amount.
 */
export const migration0340: Migration = {
  version: 340,
  name: 'payout-days',
  up(db) {
    db.exec(`
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
          OR (old.rest <> new.rest AND old.rest -> '$.refunds' IS NOT new.rest -> '$.refunds') BEGIN
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
          OR (old.server_copy <> new.server_copy AND (${['amount', 'tax', 'discount', 'estimated_payout'].map(changed).join(' OR ')})) BEGIN
        ${markOrder('new')}
      END;
      -- In any case, because the index of the lines is so.
      CREATE TRIGGER payout_item_insert AFTER INSERT ON items WHEN new.category_id IS NOT NULL BEGIN
        ${markItem()}
      END;
      CREATE TRIGGER payout_item_update AFTER UPDATE OF category_id ON items
        WHEN old.category_id IS NOT new.category_id BEGIN
        ${markItem()}
      END;
    `)
  },
}

function markItem(): string {
  return mark(`SELECT ${slotOf('o.purchased_at')} FROM order_lines l CROSS JOIN orders o USING (order_id)
    WHERE l.item_number = new.item_number COLLATE NOCASE`)
}
