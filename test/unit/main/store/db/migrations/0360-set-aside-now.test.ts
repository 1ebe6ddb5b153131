import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migration0360 } from '../../../../../../src/main/store/db/migrations/0360-set-aside-now'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import { openDatabase } from '../../../../../../src/main/store/db/open'
import { rawDb } from '../../../../../support/raw-db'
import { tempDir } from '../../../../../support/temp-dir'
import { migrateOneStep } from './one-step'

it('keeps what was set aside, under the number of the record if it has one', () => {
  const columns = { set_aside: { added: ['record', 'fields', 'since'], removed: ['fingerprint'] } }
  const { before, after } = migrateOneStep(migration0360, { columns })
  const [{ fingerprint, ...row } = {}] = before['set_aside'] ?? []
  expect(after).toEqual({
    ...before,
    set_aside: [{ ...row, record: `#${String(fingerprint)}`, fields: '[]', since: row['seen_at'] }],
  })
})

it('keeps the latest copy of each record, since the earliest', () => {
  const file = join(tempDir(), 'station.sqlite')
  const earlier = MIGRATIONS.filter(({ version }) => version < 360)
  const old = openDatabase(file, earlier)
  const add = rawDb(old).prepare(
    'INSERT INTO set_aside (fingerprint, source, raw, problem, seen_at) VALUES (?, ?, ?, ?, ?)',
  )
  add.run('a', 'orders', '{"id":7,"v":1}', 'first', '2026-11-01T00:00:00.000Z')
  add.run('b', 'orders', '{"id":7,"v":2}', 'second', '2026-11-02T00:00:00.000Z')
  add.run('c', 'orders', '{"id":"x"}', 'odd', '2026-11-03T00:00:00.000Z')
  add.run('d', 'orders', '"text"', 'odd', '2026-11-03T00:00:00.000Z')
  add.run('e', 'items', '{"item_number":"ITM-1"}', 'odd', '2026-11-03T00:00:00.000Z')
  old.close()
  const db = openDatabase(file, [...earlier, migration0360])
  expect(
    rawDb(db).prepare('SELECT source, record, problem, since FROM set_aside ORDER BY 1, 2').raw().all(),
  ).toEqual([
    ['items', 'ITM-1', 'odd', '2026-11-03T00:00:00.000Z'],
    ['orders', '#c', 'odd', '2026-11-03T00:00:00.000Z'],
    ['orders', '#d', 'odd', '2026-11-03T00:00:00.000Z'],
    ['orders', '7', 'second', '2026-11-01T00:00:00.000Z'],
  ])
  db.close()
})
