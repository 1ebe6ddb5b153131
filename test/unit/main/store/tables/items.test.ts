import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase, inTransaction, openDatabase } from '../../../../../src/main/store/db/database'
import { cachedItems, saveItem, saveUnknownItem } from '../../../../../src/main/store/tables/items'
import { MIGRATIONS } from '../../../../../src/main/store/db/migrations/all'
import { tempDir } from '../../../../support/temp-dir'

const AT = '2026-11-21T08:00:00.000Z'
const ANY = { status: [], externalId: '', mpn: '' }

it('finds items that were cached before names had an index', () => {
  const file = join(tempDir(), 'station.sqlite')
  const before = openDatabase(
    file,
    MIGRATIONS.filter(({ version }) => version < 30),
  )
  const items = ['A', 'B', 'C'].map((name, index) => ({
    item_number: `M${name}`,
    state: index === 2 ? 'sold' : 'listed',
    external_id: `X${name}`,
    mpn: index === 0 ? null : 'SAME',
    updated_at: `2026-11-2${index}T08:00:00.000Z`,
    field_of_the_future: index,
  }))
  for (const item of items) inTransaction(before, (tx) => saveItem(tx, item, AT))
  inTransaction(before, (tx) => saveUnknownItem(tx, 'MD', AT))
  closeDatabase(before)

  const db = openDatabase(file)
  const numbers = (filter: object, limit = 10) =>
    cachedItems(db, { ...ANY, ...filter }, limit).map((item) => item.item_number)
  expect(numbers({})).toEqual(['MC', 'MB', 'MA'])
  expect(numbers({}, 2)).toEqual(['MC', 'MB'])
  expect(numbers({ externalId: 'XB' })).toEqual(['MB'])
  expect(numbers({ mpn: 'SAME', status: ['listed'] })).toEqual(['MB'])
  expect(cachedItems(db, { ...ANY, externalId: 'XA' }, 1)).toEqual([items[0]])
  closeDatabase(db)
})

it.each([
  [{ externalId: 'X1' }, 'items_external_id'],
  [{ mpn: 'P1' }, 'items_mpn'],
  [{}, 'items_by_age'],
])('looks %o up by an index', (filter, index) => {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  const plans: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = (text: string) => {
    if (text.startsWith('SELECT server_copy'))
      plans.push(
        ...prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all({ ...ANY, ...filter, status: '[]', limit: 1 })
          .map((row) => (row as { detail: string }).detail),
      )
    return prepare(text)
  }
  cachedItems(db, { ...ANY, ...filter }, 1)
  expect(plans.join('\n')).toContain(index)
  closeDatabase(db)
})
