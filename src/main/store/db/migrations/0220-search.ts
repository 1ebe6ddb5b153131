import { indexedWords, searchTextOf } from '../../../../shared/domain/orders/search-words'
import type { Migration } from './migration'

/**
 * Search and labels by indexes on disk instead of copies in memory. The index of words holds no positions: only whole
 * beginnings of words are looked for. Words end at spaces only, because FTS5 knows the letters of an older Unicode. The
 * index of labels costs a pack with a tracking number one page more; without it the first check of a label read all
 * parcels.
 */
export const migration0220: Migration = {
  version: 220,
  name: 'search',
  up(db) {
    db.exec(`
      CREATE VIRTUAL TABLE order_search USING fts5(words, content='', contentless_delete=1, detail=none,
        prefix='1 2 3 4 5 6', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
      -- FTS5 merges 64 of its pages at a time, whatever a commit writes: a quarter of the size, a quarter of the wait.
      INSERT INTO order_search (order_search, rank) VALUES ('pgsz', 1000);
      -- As labelKey() reads a number.
      CREATE INDEX shipments_by_label ON shipments (upper(replace(replace(replace(replace(tracking_number, ' ', ''),
        '-', ''), char(9), ''), char(160), ''))) WHERE tracking_number IS NOT NULL;
    `)
    const orders = db.prepare('SELECT order_id, search_text FROM orders').raw().all() as [number, string][]
    const save = db.prepare('UPDATE orders SET search_text = ? WHERE order_id = ?')
    const index = db.prepare('INSERT INTO order_search (rowid, words) VALUES (?, ?)')
    for (const [orderId, text] of orders) {
      const searchText = searchTextOf(text)
      save.run(searchText, orderId)
      index.run(orderId, indexedWords(searchText))
    }
  },
}
