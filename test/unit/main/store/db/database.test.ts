import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction, writeOne } from '../../../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../../../src/main/store/db/open'
import { MIGRATIONS } from '../../../../../src/main/store/db/migrations/all'
import { readSetting, writeSetting } from '../../../../../src/main/store/tables/settings'
import { tempDir } from '../../../../support/temp-dir'

const open = (file: string) => {
  const db = openDatabase(file)
  onTestFinished(() => {
    db.close()
  })
  return db
}
const newFile = () => join(tempDir(), 'station.sqlite')

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0

describe('openDatabase', () => {
  it('is durable after the first write, although the library falls back to NORMAL by itself', () => {
    const db = open(newFile())
    inTransaction(db, (tx) => writeSetting(tx, 'a', 'b'))
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(db.pragma('trusted_schema', { simple: true })).toBe(0)
    expect(db.pragma('secure_delete', { simple: true })).toBe(1)
    // Negative: kilobytes. Each open file may keep so much in memory.
    expect(db.pragma('cache_size', { simple: true })).toBe(-4_000)
  })

  it('keeps written data over a restart', () => {
    const file = newFile()
    const db = openDatabase(file)
    inTransaction(db, (tx) => writeSetting(tx, 'a', 'b'))
    closeDatabase(db)
    expect(readSetting(open(file), 'a')).toBe('b')
  })

  it('refuses a newer schema and leaves the file unchanged', () => {
    const file = newFile()
    closeDatabase(openDatabase(file))
    const raw = new Database(file)
    raw.pragma('user_version = 9999990')
    raw.close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'newer_schema' }))
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('copies the file before it migrates existing data, and keeps the data', () => {
    const file = newFile()
    const db = openDatabase(file)
    inTransaction(db, (tx) => writeSetting(tx, 'kept', 'yes'))
    closeDatabase(db)
    const next = {
      version: 999_990,
      name: 'test',
      up: (upgraded: typeof db) => void upgraded.exec('CREATE TABLE more (x)'),
    }
    const migrated = openDatabase(file, [...MIGRATIONS, next])
    expect(readSetting(migrated, 'kept')).toBe('yes')
    expect(migrated.pragma('user_version', { simple: true })).toBe(999_990)
    closeDatabase(migrated)
    const copy = new Database(join(file, '..', `before-migration-from-${NEWEST}.sqlite`), { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(NEWEST)
    copy.close()
  })

  it('rolls a failed migration back completely', () => {
    const file = newFile()
    closeDatabase(openDatabase(file))
    const broken = {
      version: 999_990,
      name: 'broken',
      up: (upgraded: Database.Database) => void upgraded.exec('CREATE TABLE half (x); SELECT nonsense()'),
    }
    expect(() => openDatabase(file, [...MIGRATIONS, broken])).toThrow()
    const db = open(file)
    expect(db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).get()).toBeUndefined()
  })

  it('reports a file that is not a database, and leaves it alone', () => {
    const file = newFile()
    writeFileSync(file, 'this is not a database, it is a letter '.repeat(200))
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'database_corrupt' }))
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('finds a damaged page after an unclean exit', () => {
    const file = newFile()
    const db = openDatabase(file)
    inTransaction(db, (tx) => {
      for (let index = 0; index < 2_000; index += 1) writeSetting(tx, `key-${index}`, 'x'.repeat(200))
    })
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close() // No closeDatabase: the exit was not clean.
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.length - 3 * 4096, bytes.length - 4096)
    writeFileSync(file, bytes)
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'database_corrupt' }))
  })
})

describe('inTransaction', () => {
  it('leaves nothing behind when the work throws', () => {
    const db = open(newFile())
    expect(() =>
      inTransaction(db, (tx) => {
        writeSetting(tx, 'a', 'b')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(readSetting(db, 'a')).toBeNull()
  })

  it('reports a full disk with its own code', () => {
    const db = open(newFile())
    const pages = Number(db.pragma('page_count', { simple: true }))
    db.pragma(`max_page_count = ${pages + 2}`)
    const fill = () => inTransaction(db, (tx) => writeSetting(tx, 'big', 'x'.repeat(1_000_000)))
    expect(fill).toThrow(expect.objectContaining({ code: 'disk_full' }))
    expect(readSetting(db, 'big')).toBeNull()
  })
})

describe('writeOne', () => {
  it('throws when no row was changed', () => {
    const db = open(newFile())
    expect(() =>
      inTransaction(db, (tx) => writeOne(tx, `UPDATE settings SET value = 'x' WHERE key = 'nobody'`)),
    ).toThrow('one changed row')
  })
})
