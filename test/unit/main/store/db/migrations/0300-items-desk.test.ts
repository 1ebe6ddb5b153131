import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import { migration0300 } from '../../../../../../src/main/store/db/migrations/0300-items-desk'
import { saveItem, saveUnknownItem } from '../../../../../../src/main/store/tables/items'
import { facetsOf } from '../../../../../../src/main/store/views/item-list'
import { rawDb } from '../../../../../support/raw-db'
import { tempDir } from '../../../../../support/temp-dir'
import { filled, migrateOneStep, rowsOf } from './one-step'

const AT = '2026-11-21T08:00:00.000Z'

it('gives items their columns, keeps their copies elsewhere, and changes no other table', () => {
  const { before, after } = migrateOneStep(migration0300, {
    tables: { added: ['item_changes', 'item_copies', 'item_facets'] },
    columns: {
      items: {
        added: [
          ...['item_id', 'updated_ms', 'created_ms', 'price_cents', 'listed_price_cents', 'discount_percent'],
          ...[
            'msrp_cents',
            'category_id',
            'brand_id',
            'warehouse_id',
            'delay_days',
            'has_errors',
            'unlisted',
          ],
          ...['state', 'quality', 'external_id', 'mpn', 'gone_at'],
        ],
        removed: ['server_copy'],
      },
    },
    indexes: {
      added: [
        ...['item_changes_of', 'items_by_creation', 'items_by_discount', 'items_by_external_id'],
        ...[
          'items_by_price',
          'items_by_state',
          'items_by_title',
          'items_by_update',
          'items_gone',
          'items_mpn',
        ],
        ...['items_of_brand', 'items_of_category', 'items_with_errors'],
      ],
      removed: [
        ...['items_by_age', 'items_by_price', 'items_by_state', 'items_by_title', 'items_by_update'],
        ...['items_external_id', 'items_mpn'],
      ],
    },
  })
  const { items, item_copies: copies, item_changes: changes, item_facets: facets, ...others } = after
  const { items: itemsBefore = [], ...othersBefore } = before
  expect(others).toEqual(othersBefore)
  expect(changes).toEqual([])
  expect(facets).toContainEqual({ facet: 'state', value: 'listed', items: 20 })
  const known = itemsBefore.filter((row) => row['server_copy'] !== null)
  expect(copies?.map((row) => row['server_copy'])).toEqual(
    known
      .toSorted((one, other) => String(one['read_at']).localeCompare(String(other['read_at'])))
      .map((row) => row['server_copy']),
  )
  expect(items).toHaveLength(itemsBefore.length)
  for (const row of itemsBefore) {
    const now = items?.find((other) => other['item_number'] === row['item_number'])
    const read = row['server_copy'] !== null
    expect(now).toMatchObject({
      title: row['title'],
      read_at: row['read_at'],
      state: read ? 'listed' : null,
      gone_at: read ? null : row['read_at'],
    })
  }
})

const FULL = {
  item_number: 'M1',
  state: 'listed',
  title: 'Wool coat',
  external_id: 'EXT-1',
  mpn: 'MPN-1',
  price: 4_990,
  listed_price: 4_991,
  discount: { max_discount: { percentage: 20 } },
  msrp: 9_990,
  quality: 'new',
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T09:00:00.500Z',
  category_id: 1,
  brand_id: 2,
  warehouse_id: 3,
  fulfillment_delay_days: 4,
  listing_error_messages: [{ field: 'size' }],
}

it('fills the columns as a copy that is read now does', () => {
  const copies = [
    FULL,
    { item_number: 'M2', state: 'listed', discount: { max_discount: null }, fulfillment_delay_days: 1.5 },
    { item_number: 'M3', state: '', updated_at: 'yesterday', listing_error_messages: [], discount: null },
  ]
  const file = join(tempDir(), 'station.sqlite')
  const old = openDatabase(
    file,
    MIGRATIONS.filter(({ version }) => version < migration0300.version),
  )
  const insert = old.prepare(
    'INSERT INTO items (item_number, title, server_copy, read_at) VALUES (?, ?, ?, ?)',
  )
  for (const copy of copies)
    insert.run(copy.item_number, 'title' in copy ? copy.title : null, JSON.stringify(copy), AT)
  insert.run('M4', null, null, AT)
  closeDatabase(old)

  const fresh = openDatabase(join(tempDir(), 'station.sqlite'))
  inTransaction(fresh, (tx) => {
    for (const copy of copies) saveItem(tx, copy, AT)
    saveUnknownItem(tx, 'M4', AT)
  })
  const migrated = openDatabase(file)
  const ITEM_TABLES = ['items', 'item_copies', 'item_changes']
  for (const table of ITEM_TABLES) expect(rowsOf(migrated)[table]).toEqual(rowsOf(fresh)[table])
  expect(facetsOf(migrated)).toEqual(facetsOf(fresh))
  const words = `SELECT rowid FROM item_search WHERE item_search MATCH '"coat" AND "m1" AND "ext1" AND "mpn1"'`
  expect(rawDb(migrated).prepare(words).pluck().all()).toEqual([1])
  closeDatabase(migrated)
  closeDatabase(fresh)
})

it('counts what the items have, whatever happens to them', () => {
  const file = join(tempDir(), 'station.sqlite')
  filled(
    file,
    MIGRATIONS.filter(({ version }) => version <= migration0300.version),
  )
  const db = rawDb(openDatabase(file))
  const counted = () =>
    db.prepare('SELECT facet, value, items FROM item_facets WHERE items <> 0 ORDER BY facet, value').all()
  const COUNT = (facet: string, column: string) =>
    `SELECT '${facet}' AS facet, ${column} AS value, count(*) AS items FROM items
      WHERE state IS NOT NULL AND gone_at IS NULL AND ${column} IS NOT NULL GROUP BY 2`
  const there = () =>
    db
      .prepare(
        `SELECT * FROM (
           SELECT 'all' AS facet, '' AS value, count(*) AS items FROM items WHERE state IS NOT NULL AND gone_at IS NULL
           UNION ALL SELECT 'errors', '', count(*) FROM items WHERE state IS NOT NULL AND gone_at IS NULL AND has_errors
           UNION ALL SELECT 'gone', '', count(*) FROM items WHERE state IS NOT NULL AND gone_at IS NOT NULL
           UNION ALL ${COUNT('state', 'state')} UNION ALL ${COUNT('quality', 'quality')}
           UNION ALL ${COUNT('category', 'category_id')} UNION ALL ${COUNT('brand', 'brand_id')}
           UNION ALL ${COUNT('warehouse', 'warehouse_id')})
          WHERE items > 0 ORDER BY facet, value`,
      )
      .all()
  expect(there().length).toBeGreaterThan(8)
  expect(counted()).toEqual(there())
  db.exec(`
    UPDATE items SET state = 'deleted', brand_id = NULL WHERE item_id % 3 = 0;
    UPDATE items SET gone_at = read_at WHERE item_id % 4 = 0;
    UPDATE items SET quality = 'fair', has_errors = 1 - has_errors, title = 'new' WHERE item_id % 2 = 0;
    UPDATE items SET state = 'listed', gone_at = NULL WHERE state IS NULL AND item_id % 2 = 0;
    DELETE FROM item_changes; DELETE FROM item_copies;
    DELETE FROM items WHERE item_id % 5 = 0;
  `)
  expect(counted()).toEqual(there())
  db.close()
})
