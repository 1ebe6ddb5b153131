import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
