import type { Migration } from './migration'

/**
 * How many orders there are, and how many of one item, so that the list of all orders does not count a million of them
 * at each change. Kept by triggers: an order is written in several ways, and a pack changes neither.
 */
export const migration0230: Migration = {
  version: 230,
  name: 'order-counts',
  up(db) {
    db.exec(`
      CREATE TABLE order_counts (
        filter TEXT PRIMARY KEY,
        orders INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO order_counts (filter, orders)
        SELECT 'any', count(*) FROM orders UNION ALL SELECT 'one_item', count(*) FROM orders WHERE goods_lines = 1;
      CREATE TRIGGER order_counts_insert AFTER INSERT ON orders BEGIN
        UPDATE order_counts SET orders = orders + (filter = 'any' OR new.goods_lines = 1);
      END;
      CREATE TRIGGER order_counts_delete AFTER DELETE ON orders BEGIN
        UPDATE order_counts SET orders = orders - (filter = 'any' OR old.goods_lines = 1);
      END;
      CREATE TRIGGER order_counts_update AFTER UPDATE OF goods_lines ON orders
        WHEN (old.goods_lines = 1) <> (new.goods_lines = 1) BEGIN
        UPDATE order_counts SET orders = orders + (new.goods_lines = 1) - (old.goods_lines = 1) WHERE filter = 'one_item';
      END;
    `)
  },
}
