import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import { migration0220 } from '../../../../../../src/main/store/db/migrations/0220-search'
import { tempDir } from '../../../../../support/temp-dir'
import { filled, migrateOneStep, plus } from './one-step'

it('rewrites the texts that orders are found by, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0220, { indexes: { added: ['shipments_by_label'] } })
  const found = plus(before['orders'], ({ search_text }) => ({
    search_text: ` ${(search_text as string).replace('kölner straße', 'kolner koelner strasse').replaceAll(/coat-(\d+)/g, 'coat$1 coat $1')} `,
  }))
  // A word stands there once.
  const words = (text: unknown) => [...new Set((text as string).split(' '))].sort()
  expect(after['orders']?.map((row) => words(row['search_text']))).toEqual(
    found.map((row) => words(row['search_text'])),
  )
  expect({ ...after, orders: plus(after['orders'], { search_text: '' }) }).toEqual({
    ...before,
    orders: plus(before['orders'], { search_text: '' }),
  })
})

it('finds every order of the version before', () => {
  const file = join(tempDir(), 'station.sqlite')
  filled(
    file,
    MIGRATIONS.filter(({ version }) => version < migration0220.version),
  )
  const db = openDatabase(file)
  const find = (words: string) =>
    db.prepare('SELECT rowid FROM order_search WHERE order_search MATCH ? ORDER BY rowid').pluck().all(words)
  const all = db.prepare('SELECT order_id FROM orders ORDER BY order_id').pluck().all()
  expect(all.length).toBeGreaterThan(0)
  expect(find('"kolner" *')).toEqual(all)
  expect(find('"coat7" *')).toEqual([100_007])
  closeDatabase(db)
})
