import type { Migration } from './migration'

const dayOf = (row: 'new' | 'old' | 'orders'): string => `substr(coalesce(${row}.purchased_at, ''), 1, 10)`

/**
 * What finds a row far down a list without skipping each row above it. `order_days`: how many orders were purchased on
 * each day, and how many of them of one item; it replaces the counts of migration 230. `outbox_gaps`: how many ops are
 * missing from each 4,096 numbers, because the archive has them. Kept by triggers: a pack changes neither.
 */
export const migration0240: Migration = {
  version: 240,
  name: 'positions',
  up(db) {
    db.exec(`
      DROP TRIGGER order_counts_insert;
      DROP TRIGGER order_counts_delete;
      DROP TRIGGER order_counts_update;
      DROP TABLE order_counts;
      CREATE TABLE order_days (
        day      TEXT PRIMARY KEY,    -- as the purchase times are sorted, so as they are written; '' without one
        orders   INTEGER NOT NULL,
        one_item INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO order_days (day, orders, one_item)
        SELECT ${dayOf('orders')}, count(*), count(*) FILTER (WHERE goods_lines = 1) FROM orders GROUP BY 1;
      CREATE TRIGGER order_days_insert AFTER INSERT ON orders BEGIN
        INSERT INTO order_days (day, orders, one_item) VALUES (${dayOf('new')}, 1, new.goods_lines = 1)
          ON CONFLICT DO UPDATE SET orders = orders + 1, one_item = one_item + excluded.one_item;
      END;
      CREATE TRIGGER order_days_delete AFTER DELETE ON orders BEGIN
        UPDATE order_days SET orders = orders - 1, one_item = one_item - (old.goods_lines = 1) WHERE day = ${dayOf('old')};
      END;
      CREATE TRIGGER order_days_update AFTER UPDATE OF purchased_at, goods_lines ON orders
        WHEN old.purchased_at IS NOT new.purchased_at OR (old.goods_lines = 1) <> (new.goods_lines = 1) BEGIN
        UPDATE order_days SET orders = orders - 1, one_item = one_item - (old.goods_lines = 1) WHERE day = ${dayOf('old')};
        INSERT INTO order_days (day, orders, one_item) VALUES (${dayOf('new')}, 1, new.goods_lines = 1)
          ON CONFLICT DO UPDATE SET orders = orders + 1, one_item = one_item + excluded.one_item;
      END;

      CREATE TABLE outbox_gaps (
        block   INTEGER PRIMARY KEY,    -- seq >> 12
        missing INTEGER NOT NULL
      ) STRICT;
      INSERT INTO outbox_gaps (block, missing)
        WITH RECURSIVE newest(seq) AS (SELECT coalesce(max(seq), 0) FROM outbox),
          blocks(block) AS (SELECT 0 UNION ALL SELECT block + 1 FROM blocks, newest WHERE block < newest.seq >> 12),
          present(block, ops) AS (SELECT seq >> 12, count(*) FROM outbox GROUP BY 1)
        SELECT block, min((block + 1) << 12, newest.seq + 1) - max(block << 12, 1) - coalesce(ops, 0) AS missing
          FROM blocks CROSS JOIN newest LEFT JOIN present USING (block) WHERE missing > 0;
      CREATE TRIGGER outbox_gaps_delete AFTER DELETE ON outbox BEGIN
        INSERT INTO outbox_gaps (block, missing) VALUES (old.seq >> 12, 1) ON CONFLICT DO UPDATE SET missing = missing + 1;
      END;
      CREATE TRIGGER outbox_gaps_insert AFTER INSERT ON outbox WHEN new.seq < (SELECT max(seq) FROM outbox) BEGIN
        UPDATE outbox_gaps SET missing = missing - 1 WHERE block = new.seq >> 12;
      END;
    `)
  },
}
