import { listingErrors } from '../../../../shared/domain/items/listing-errors'
import { indexedWords, searchTextOf } from '../../../../shared/domain/orders/search-words'
import { parseInstant } from '../../../../shared/domain/time/timestamps'
import type { Migration } from './migration'

/**
 * All items of the account are kept, so that what they are filtered and sorted by becomes columns of a table without the
 * copies, which would make each row ten times as long. Moments are milliseconds, because texts of different precision do
 * not sort. How many items there are of each state, quality … is counted by triggers, so that no list counts them. What
 * changed in an item has a table of its own.
 */
export const migration0300: Migration = {
  version: 300,
  name: 'items-desk',
  up(db) {
    db.exec(`
      DROP INDEX items_external_id;
      DROP INDEX items_mpn;
      DROP INDEX items_by_age;
      DROP INDEX items_by_title;
      DROP INDEX items_by_state;
      DROP INDEX items_by_price;
      DROP INDEX items_by_update;
      ALTER TABLE items RENAME TO items_before;

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

      CREATE TABLE item_facets (
        facet TEXT NOT NULL,
        value ANY NOT NULL,
        items INTEGER NOT NULL,
        PRIMARY KEY (facet, value)
      ) STRICT, WITHOUT ROWID;
      ${counting('insert', 'AFTER INSERT ON items')}
      ${counting('delete', 'AFTER DELETE ON items')}
      ${counting('update', `AFTER UPDATE ON items WHEN ${CHANGED}`)}
    `)
    const numbers = db.prepare('SELECT item_number FROM items_before ORDER BY read_at, item_number').pluck()
    const read = db.prepare(
      'SELECT title, server_copy AS copy, read_at AS readAt FROM items_before WHERE item_number = ?',
    )
    const insert = db.prepare(
      `INSERT INTO items (item_number, updated_ms, created_ms, price_cents, listed_price_cents, discount_percent,
         msrp_cents, category_id, brand_id, warehouse_id, delay_days, has_errors, state, quality, external_id, mpn,
         title, read_at, gone_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const keepCopy = db.prepare('INSERT INTO item_copies (item_id, server_copy) VALUES (?, ?)')
    const index = db.prepare('INSERT INTO item_search (rowid, words) VALUES (?, ?)')
    for (const number of numbers.all() as string[]) {
      const { title, copy, readAt } = read.get(number) as {
        title: string | null
        copy: string | null
        readAt: string
      }
      const item = copy === null ? {} : (JSON.parse(copy) as Fields)
      const [externalId, mpn] = [textOf(item['external_id']), textOf(item['mpn'])]
      const { lastInsertRowid } = insert.run(
        number,
        instantOf(item['updated_at']),
        instantOf(item['created_at']),
        ...['price', 'listed_price'].map((name) => wholeOf(item[name])),
        wholeOf(
          ((item['discount'] as Fields | null | undefined)?.['max_discount'] as Fields | null | undefined)?.[
            'percentage'
          ],
        ),
        ...['msrp', 'category_id', 'brand_id', 'warehouse_id', 'fulfillment_delay_days'].map((name) =>
          wholeOf(item[name]),
        ),
        listingErrors(item['listing_error_messages']).length > 0 ? 1 : 0,
        copy === null ? null : (textOf(item['state']) ?? ''),
        textOf(item['quality']),
        externalId,
        mpn,
        title,
        readAt,
        copy === null ? readAt : null,
      )
      if (copy === null) continue
      keepCopy.run(lastInsertRowid, copy)
      index.run(
        lastInsertRowid,
        indexedWords(searchTextOf([title, number, externalId, mpn].filter(Boolean).join(' '))),
      )
    }
    db.exec('DROP TABLE items_before')
  },
}

type Fields = Record<string, unknown>

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function wholeOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}

function instantOf(value: unknown): number | null {
  return typeof value === 'string' ? parseInstant(value) : null
}

/** What items are counted by, and the column of each. */
const FACETS = {
  state: 'state',
  quality: 'quality',
  category: 'category_id',
  brand: 'brand_id',
  warehouse: 'warehouse_id',
} as const

/** Writing the same values changes no count. */
const CHANGED = ['gone_at', 'has_errors', ...Object.values(FACETS)]
  .map((column) => `old.${column} IS NOT new.${column}`)
  .join(' OR ')

/** A trigger that counts the items that the marketplace has, by each facet, and those with errors. */
function counting(name: 'insert' | 'delete' | 'update', when: string): string {
  const rows = (row: 'old' | 'new'): string =>
    [
      `SELECT 'all' AS facet, '' AS value WHERE ${row}.state IS NOT NULL AND ${row}.gone_at IS NULL`,
      `SELECT 'errors', '' WHERE ${row}.state IS NOT NULL AND ${row}.gone_at IS NULL AND ${row}.has_errors = 1`,
      `SELECT 'gone', '' WHERE ${row}.state IS NOT NULL AND ${row}.gone_at IS NOT NULL`,
      ...Object.entries(FACETS).map(
        ([facet, column]) =>
          `SELECT '${facet}', ${row}.${column} WHERE ${row}.state IS NOT NULL AND ${row}.gone_at IS NULL AND ${row}.${column} IS NOT NULL`,
      ),
    ].join(' UNION ALL ')
  const add = (row: 'old' | 'new', by: '+' | '-'): string =>
    `INSERT INTO item_facets (facet, value, items) SELECT facet, value, ${by}1 FROM (${rows(row)}) WHERE true
       ON CONFLICT (facet, value) DO UPDATE SET items = items + excluded.items;`
  return `CREATE TRIGGER item_facets_${name} ${when} BEGIN
    ${name === 'insert' ? '' : add('old', '-')}
    ${name === 'delete' ? '' : add('new', '+')}
  END;`
}
