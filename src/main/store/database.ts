import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3, { type Database, type Statement } from 'better-sqlite3'
import { StartError, StationError } from '../station-error'
import { MIGRATIONS } from './migrations/all'
import type { Migration } from './migrations/migration'

const SYNCHRONOUS_FULL = 2

export type { Database }

/**
 * Opens the station's database: durable pragmas, migrations, and a check after an unclean exit.
 * @throws StartError `newer_schema`, `database_corrupt`, `database_unusable`; the file is left as it was found.
 */
export function openDatabase(file: string, migrations: readonly Migration[] = MIGRATIONS): Database {
  let db: Database | null = null
  try {
    mkdirSync(dirname(file), { recursive: true })
    db = new BetterSqlite3(file)
    applyPragmas(db)
    migrate(db, file, migrations)
    noteOpen(db, file)
    assertDurable(db)
    return db
  } catch (error) {
    db?.close()
    throw asStartError(error, file)
  }
}

/** Closes the database and notes that this was on purpose, so that the next start need not check it. */
export function closeDatabase(db: Database): void {
  if (!db.open) return
  try {
    db.prepare(`DELETE FROM settings WHERE key = 'station.open'`).run()
  } finally {
    // A disk that takes no more writes must not keep the file open: it is checked at the next start.
    db.close()
  }
}

function applyPragmas(db: Database): void {
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  // Explicit, because better-sqlite3 is built to drop to NORMAL in WAL mode, where a power cut loses commits.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // SECURITY: a manipulated file must not run functions from its schema; deleted buyer data is overwritten.
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('secure_delete = ON')
}

function assertDurable(db: Database): void {
  const level = db.pragma('synchronous', { simple: true })
  if (level !== SYNCHRONOUS_FULL)
    throw new StartError(
      'database_unusable',
      `The database is not durable: synchronous is ${String(level)}, not FULL.`,
    )
}

function migrate(db: Database, file: string, migrations: readonly Migration[]): void {
  const present = Number(db.pragma('user_version', { simple: true }))
  const newest = migrations.at(-1)?.version ?? 0
  if (present > newest)
    throw new StartError(
      'newer_schema',
      `The data in ${file} was written by a newer Packbench (schema ${present}, this one knows ${newest}). Install the newer version again; nothing was changed.`,
    )
  const pending = migrations.filter((migration) => migration.version > present)
  if (present > 0 && pending.length > 0) backUpBefore(db, file, present)
  for (const migration of pending)
    db.transaction(() => {
      migration.up(db)
      db.pragma(`user_version = ${migration.version}`)
    }).exclusive()
}

/** A copy of the file as the older version left it; a copy that is already there is of the same moment or older. */
function backUpBefore(db: Database, file: string, version: number): void {
  const copy = join(dirname(file), `before-migration-from-${version}.sqlite`)
  if (!existsSync(copy)) db.prepare('VACUUM INTO ?').run(copy)
}

function noteOpen(db: Database, file: string): void {
  const unclean = db.prepare(`SELECT 1 FROM settings WHERE key = 'station.open'`).get() !== undefined
  if (unclean) {
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok')
      throw new StartError(
        'database_corrupt',
        `The data in ${file} is damaged (${String(verdict)}). It was left as it is.`,
      )
  }
  db.prepare(`INSERT INTO settings (key, value) VALUES ('station.open', '1') ON CONFLICT DO NOTHING`).run()
}

function asStartError(error: unknown, file: string): unknown {
  if (!(error instanceof BetterSqlite3.SqliteError)) return error
  const corrupt = error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
  return new StartError(
    corrupt ? 'database_corrupt' : 'database_unusable',
    `The data in ${file} cannot be opened (${error.code}). It was left as it is.`,
    { cause: error },
  )
}

/**
 * Runs `work` in one durable transaction that takes the write lock at once. `work` must be synchronous.
 * @throws StationError `disk_full` or `database_error` when SQLite refuses; everything is rolled back then.
 */
export function inTransaction<T>(db: Database, work: () => T): T {
  try {
    return db.transaction(work).immediate()
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error
    if (error.code === 'SQLITE_FULL')
      throw new StationError('disk_full', 'The disk is full; nothing was changed.')
    throw new StationError('database_error', `The database refused the change (${error.code}).`)
  }
}

const statements = new WeakMap<Database, Map<string, Statement<unknown[]>>>()

/** The prepared statement for `sql`, made once per connection: preparing costs more than most of our queries. */
export function sql(db: Database, text: string): Statement<unknown[]> {
  let known = statements.get(db)
  if (known === undefined) statements.set(db, (known = new Map<string, Statement<unknown[]>>()))
  let statement = known.get(text)
  if (statement === undefined) known.set(text, (statement = db.prepare(text)))
  return statement
}

/** Runs a write that must change exactly one row; anything else is a defect and rolls the transaction back. */
export function writeOne(db: Database, text: string, ...values: unknown[]): void {
  const { changes } = sql(db, text).run(...values)
  if (changes !== 1) throw new Error(`expected one changed row, got ${changes}: ${text}`)
}
