import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../../../src/main/store/db/migrations/all'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { makeStation } from '../../support/account'
import { tempDir } from '../../support/temp-dir'
import { migrateOneStep } from '../../unit/main/store/db/migrations/one-step'

/** A station's file of another version. */

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0
const OLDEST = MIGRATIONS[0]?.version ?? 0

it('keeps all that is in it when a later version adds to it', () => {
  const { before, after } = migrateOneStep(
    {
      version: NEWEST + 10,
      name: 'next',
      up: (db) =>
        void db.exec(
          'ALTER TABLE orders ADD COLUMN next TEXT; CREATE INDEX orders_next ON orders (next) WHERE next IS NOT NULL',
        ),
    },
    { columns: { orders: { added: ['next'] } }, indexes: { added: ['orders_next'] } },
  )
  expect(Object.values(before).flat().length).toBeGreaterThan(500)
  expect(after).toEqual({ ...before, orders: before['orders']?.map((order) => ({ ...order, next: null })) })
})

it.each([
  ['newer_schema', NEWEST + 10, 'Install the newer version again'],
  ['older_schema', OLDEST - 10, 'export its open operations'],
  ['older_schema', 10, 'nothing was changed'],
])('refuses a file of another version (%s, %d), and leaves it as it is', (code, version, words) => {
  const file = join(tempDir(), 'station.sqlite')
  closeDatabase(openDatabase(file))
  const db = new Database(file)
  db.pragma(`user_version = ${version}`)
  db.close()
  const before = readFileSync(file)
  expect(() => makeStation({ file })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(new RegExp(words, 'i')) }) as Error,
  )
  expect(readFileSync(file)).toEqual(before)
})
