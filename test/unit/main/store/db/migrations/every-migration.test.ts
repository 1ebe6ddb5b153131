import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'

const SOURCES = join(__dirname, '..', '..', '..', '..', '..', '..', 'src/main/store/db/migrations')
const files = readdirSync(SOURCES).filter((file) => /^\d{4}-/.test(file))

it('runs every migration there is a file of, in the order of their numbers', () => {
  const names = MIGRATIONS.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`)
  expect(names).toEqual(files.toSorted())
})

it.each(files.slice(1))('%s has a test that migrates what the version before it has filled', (file) => {
  const testFile = join(__dirname, file.replace(/\.ts$/, '.test.ts'))
  expect(existsSync(testFile), 'its test').toBe(true)
  expect(readFileSync(testFile, 'utf8')).toContain(`migrateOneStep(migration${file.slice(0, 4)}`)
})

it('never changes the schema of 1.0.0, which data folders have', () => {
  const db = new Database(':memory:')
  for (const migration of MIGRATIONS.filter(({ version }) => version <= 1_000)) migration.up(db)
  const schema = db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').pluck().all()
  db.close()
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex')
  expect(hash, 'add a migration instead').toBe(
    '61e2a1ccaa4fce6e843737830bf1d63e065f1f132eb32ce5757ff4db937d1408',
  )
})
