import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { isNoRoom } from '../../base/no-room'
import { StartError } from '../../base/station-error'
import {
  isCorrupt,
  isDamaged,
  isSqliteError,
  isUnchecked,
  noteUnchecked,
  noteWhole,
  checkFile,
} from './damage'
import type { DbFile, Db } from './handle'
import { MIGRATIONS } from './migrations/all'
import type { Migration } from './migrations/migration'
import { noteFull, startTrouble, tryRoom, whenRoom, type DiskTrouble } from './room'

const SYNCHRONOUS_FULL = 2
/**
 * What SQLite may keep of a file in memory: a quarter of what better-sqlite3 is built with. Searching 200,000 orders takes
 * no longer, since the system keeps the file's pages, too; with half of it, one key in twenty takes a third longer.
 */
const CACHE_KB = 4_000

/**
 * Opens the station's database: durable pragmas, migrations, and a check after an unclean exit.
 * @throws StartError `newer_schema`, `older_schema`, `database_corrupt`, `database_unusable`; the file is left as it was found.
 */
export function openDatabase(file: string, migrations: readonly Migration[] = MIGRATIONS): DbFile {
  try {
    return open(file, migrations, noteOpen)
  } catch (error) {
    throw asStartError(error, file)
  }
}

/** What is known of a file that was left open: what `checkAside` said, or that it is checked once it is open. */
export type Verdict = string | null | typeof CHECK_BEHIND
export const CHECK_BEHIND = Symbol('checked behind the first screen')

/**
 * Like `openDatabase`, but also works on a disk that is full or fails: the file can then be read, and written as soon as
 * the disk takes it (see room.ts).
 * @throws StartError as `openDatabase`, and when a pending migration finds no space
 */
export function openOnAnyDisk(file: string, verdict: Verdict = null): DbFile {
  const noteOpenOnceThereIsRoom = (db: DbFile): void => whenRoom(db, () => noteOpen(db))
  let trouble: DiskTrouble | null = null
  try {
    return open(file, MIGRATIONS, noteOpenOnceThereIsRoom, { verdict })
  } catch (error) {
    trouble = startTrouble(error)
    if (trouble === null) throw asStartError(error, file)
  }
  try {
    return open(file, MIGRATIONS, noteOpenOnceThereIsRoom, { verdict, trouble })
  } catch (error) {
    throw asStartError(error, file)
  }
}

/**
 * @param trouble why not even the log's index can be written: it is kept in memory, and so are SQLite's temporary files
 */
function open(
  file: string,
  migrations: readonly Migration[],
  note: (db: DbFile) => void,
  { trouble = null, verdict = null }: { trouble?: DiskTrouble | null; verdict?: Verdict } = {},
): DbFile {
  let db: DbFile | null = null
  try {
    mkdirSync(dirname(file), { recursive: true })
    db = new BetterSqlite3(file)
    if (trouble !== null) {
      // Nobody else has it open: the data folder is locked, and other readers open a copy.
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('temp_store = MEMORY')
    }
    refuseStrange(db, file)
    applyPragmas(db)
    refuseOther(db, file, migrations)
    checkAfterUncleanExit(db, file, verdict)
    migrate(db, file, migrations)
    if (trouble !== null) noteFull(db, true, trouble)
    note(db)
    assertDurable(db)
    return db
  } catch (error) {
    db?.close()
    throw error
  }
}

/** Closes the database and notes that it was closed on purpose, so that the next start need not check it. */
export function closeDatabase(db: Db): void {
  if (!db.open) return
  const file = db as DbFile
  try {
    // If nothing can be written, the next start checks the file.
    if (!isDamaged(db) && !isUnchecked(db) && tryRoom(db))
      file.prepare(`DELETE FROM settings WHERE key = 'station.open'`).run()
  } catch (error) {
    if (!isNoRoom(error)) throw error
  } finally {
    // A disk that takes no more writes must not keep the file open: the next start checks it.
    file.close()
  }
}

/** A header that SQLite cannot make sense of was one, and is damaged; SQLite calls that an error like any other. */
function refuseStrange(db: DbFile, file: string): void {
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get()
  } catch (error) {
    if (!isSqliteError(error) || error.code !== 'SQLITE_ERROR') throw error
    const message = `The data in ${file} is damaged (${error.message}). It was left unchanged.`
    throw new StartError('database_corrupt', message, { cause: error })
  }
}

function applyPragmas(db: DbFile): void {
  db.pragma(`cache_size = ${-CACHE_KB}`)
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  // Explicit, because better-sqlite3 is built to drop to NORMAL in WAL mode, in which a power cut loses commits.
  db.pragma('synchronous = FULL')
  // Each checkpoint flushes, and copies a page that changed often only once: at four times SQLite's default,
  // checkpoints cost a pack a quarter as much, and one stays far below 50 ms on the main thread.
  db.pragma('wal_autocheckpoint = 4000')
  db.pragma('foreign_keys = ON')
  // SECURITY: a manipulated file must not run functions from its schema; deleted buyer data is overwritten.
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('secure_delete = ON')
}

function assertDurable(db: DbFile): void {
  const level = db.pragma('synchronous', { simple: true })
  if (level !== SYNCHRONOUS_FULL)
    throw new StartError(
      'database_unusable',
      `The database is not durable: synchronous is ${String(level)}, not FULL.`,
    )
}

function schemaOf(db: DbFile): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** The schema that this version works on. */
export function presentSchema(): number {
  return MIGRATIONS.at(-1)?.version ?? 0
}

/** Which other version wrote the file; `null`: this one reads it, or nothing is in it. */
export function otherVersion(
  db: DbFile,
  migrations: readonly Migration[] = MIGRATIONS,
): 'newer' | 'older' | null {
  const present = schemaOf(db)
  const [oldest = 0, newest = 0] = [migrations[0]?.version, migrations.at(-1)?.version]
  if (present > newest) return 'newer'
  return present > 0 && present < oldest ? 'older' : null
}

function refuseOther(db: DbFile, file: string, migrations: readonly Migration[]): void {
  const [present, other] = [schemaOf(db), otherVersion(db, migrations)]
  const [oldest = 0, newest = 0] = [migrations[0]?.version, migrations.at(-1)?.version]
  if (other === 'newer')
    throw new StartError(
      'newer_schema',
      `The data in ${file} was written by a newer Packbench (schema ${present}, this one knows ${newest}). Install the newer version again; nothing was changed.`,
    )
  if (other === 'older')
    throw new StartError(
      'older_schema',
      `The data in ${file} was written by an early Packbench (schema ${present}, this one reads from ${oldest}). Install that one again and export its open operations; import them here into an empty data folder. Nothing was changed.`,
    )
}

function migrate(db: DbFile, file: string, migrations: readonly Migration[]): void {
  const present = schemaOf(db)
  const pending = migrations.filter((migration) => migration.version > present)
  if (present > 0 && pending.length > 0) backUpBefore(db, file, present)
  for (const migration of pending)
    db.transaction(() => {
      migration.up(db)
      db.pragma(`user_version = ${migration.version}`)
    }).exclusive()
}

/** Copies the file as the older version left it; an existing copy has the same content or an older one. */
function backUpBefore(db: DbFile, file: string, version: number): void {
  const copy = join(dirname(file), `before-migration-from-${version}.sqlite`)
  if (existsSync(copy)) return
  try {
    db.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    // The next start would take half a copy for a whole one.
    rmSync(copy, { force: true })
    throw error
  }
}

/** Runs before migrations: they would work on a damaged file as on a whole one, and hide the damage. */
function checkAfterUncleanExit(db: DbFile, file: string, known: Verdict): void {
  if (schemaOf(db) === 0) return
  const unclean = db.prepare(`SELECT 1 FROM settings WHERE key = 'station.open'`).get() !== undefined
  if (unclean && known === CHECK_BEHIND) return noteUnchecked(db)
  const verdict = unclean && known !== CHECK_BEHIND ? (known ?? checkFile(db)) : 'ok'
  if (verdict !== 'ok')
    throw new StartError(
      'database_corrupt',
      `The data in ${file} is damaged (${verdict}). It was left unchanged.`,
    )
  noteWhole(file)
}

function noteOpen(db: DbFile): void {
  db.prepare(`INSERT INTO settings (key, value) VALUES ('station.open', '1') ON CONFLICT DO NOTHING`).run()
}

function asStartError(error: unknown, file: string): unknown {
  if (!isSqliteError(error) && !isNoRoom(error)) return error
  return new StartError(
    isCorrupt(error) ? 'database_corrupt' : 'database_unusable',
    `The data in ${file} cannot be used: ${whyUnusable(error)} It was left unchanged.`,
    { cause: error },
  )
}

function whyUnusable(error: unknown): string {
  if (isNoRoom(error)) return 'the disk is full; make room and start again.'
  const code = isSqliteError(error) ? error.code : 'unknown'
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN'))
    return `the file or its folder cannot be written (${code}); give this user the right to.`
  return `SQLite refuses it (${code}).`
}
