import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3, { type RunResult, type Statement, type Transaction } from 'better-sqlite3'
import { crashPoint } from '../../base/crash-points'
import { StartError, StationError } from '../../base/station-error'
import type { DbFile, Db, Tx } from './handle'
import { MIGRATIONS } from './migrations/all'
import type { Migration } from './migrations/migration'
import { isNoRoom } from '../../base/no-room'
import { noteFull, tryRoom, whenRoom } from './room'

const SYNCHRONOUS_FULL = 2
/**
 * What SQLite may keep of a file in memory: a quarter of what better-sqlite3 is built with. Searching 200,000 orders takes
 * no longer, since the system keeps the file's pages, too; with half of it, one key in twenty takes a third longer.
 */
const CACHE_KB = 4_000

export type { DbFile, Db, Tx }

/**
 * Opens the station's database: durable pragmas, migrations, and a check after an unclean exit.
 * @throws StartError `newer_schema`, `database_corrupt`, `database_unusable`; the file is left as it was found.
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
 * Like `openDatabase`, but also works on a full disk: the file can then be read, and written as soon as there is space
 * (see room.ts).
 * @throws StartError as `openDatabase`, and when a pending migration finds no space
 */
export function openEvenIfFull(file: string, verdict: Verdict = null): DbFile {
  const noteOpenOnceThereIsRoom = (db: DbFile): void => whenRoom(db, () => noteOpen(db))
  try {
    return open(file, MIGRATIONS, noteOpenOnceThereIsRoom, { verdict })
  } catch (error) {
    if (!isNoRoom(error)) throw asStartError(error, file)
  }
  try {
    return open(file, MIGRATIONS, noteOpenOnceThereIsRoom, { verdict, noRoom: true })
  } catch (error) {
    throw asStartError(error, file)
  }
}

/**
 * @param noRoom not even the log's index fits on the disk: it is kept in memory, and so are SQLite's temporary files
 */
function open(
  file: string,
  migrations: readonly Migration[],
  note: (db: DbFile) => void,
  { noRoom = false, verdict = null }: { noRoom?: boolean; verdict?: Verdict } = {},
): DbFile {
  let db: DbFile | null = null
  try {
    mkdirSync(dirname(file), { recursive: true })
    db = new BetterSqlite3(file)
    if (noRoom) {
      // Nobody else has it open: the data folder is locked, and other readers open a copy.
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('temp_store = MEMORY')
    }
    applyPragmas(db)
    refuseNewer(db, file, migrations)
    checkAfterUncleanExit(db, file, verdict)
    migrate(db, file, migrations)
    if (noRoom) noteFull(db, true)
    note(db)
    assertDurable(db)
    return db
  } catch (error) {
    db?.close()
    throw error
  }
}

const damaged = new WeakSet<Db>()
/** Paths, for as long as the process runs: such a file is checked before it is opened again. */
const damagedFiles = new Set<string>()
const unchecked = new WeakSet<Db>()

/**
 * Notes an error that says that the open file is damaged: the next start then checks the file, however this run ends.
 */
export function noteDamage(db: Db, error: unknown): void {
  if (isCorrupt(error)) noteDamaged(db)
}

function noteDamaged(db: Db): void {
  damaged.add(db)
  damagedFiles.add((db as DbFile).name)
}

/** Whether this process has found the file damaged and not opened a whole one in its place since. */
export function wasFoundDamaged(file: string): boolean {
  return damagedFiles.has(file)
}

/** Whether the file was left open and is not known to be whole. */
export function isUnchecked(db: Db): boolean {
  return unchecked.has(db)
}

/**
 * Notes what the check behind the first screen said.
 * @param verdict as of `checkAside`; on `null` the file is checked here and now
 * @returns whether the file is whole
 */
export function noteChecked(db: Db, verdict: string | null): boolean {
  try {
    if ((verdict ?? quickCheck(db as DbFile)) === 'ok') {
      unchecked.delete(db)
      return true
    }
  } catch (error) {
    if (!isCorrupt(error)) throw error
  }
  noteDamaged(db)
  return false
}

/** Whether the open file was found to be damaged. */
export function isDamaged(db: Db): boolean {
  return damaged.has(db)
}

/** Closes the database and notes that it was closed on purpose, so that the next start need not check it. */
export function closeDatabase(db: Db): void {
  if (!db.open) return
  const file = db as DbFile
  try {
    // If nothing can be written, the next start checks the file.
    if (!damaged.has(db) && !unchecked.has(db) && tryRoom(db))
      file.prepare(`DELETE FROM settings WHERE key = 'station.open'`).run()
  } catch (error) {
    if (!isNoRoom(error)) throw error
  } finally {
    // A disk that takes no more writes must not keep the file open: the next start checks it.
    file.close()
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

/** Whether a newer version wrote the file. */
export function isNewer(db: DbFile): boolean {
  return schemaOf(db) > presentSchema()
}

function refuseNewer(db: DbFile, file: string, migrations: readonly Migration[]): void {
  const present = schemaOf(db)
  const newest = migrations.at(-1)?.version ?? 0
  if (present > newest)
    throw new StartError(
      'newer_schema',
      `The data in ${file} was written by a newer Packbench (schema ${present}, this one knows ${newest}). Install the newer version again; nothing was changed.`,
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
  if (unclean && known === CHECK_BEHIND) return void unchecked.add(db)
  const verdict = unclean && known !== CHECK_BEHIND ? (known ?? quickCheck(db)) : 'ok'
  if (verdict !== 'ok')
    throw new StartError(
      'database_corrupt',
      `The data in ${file} is damaged (${verdict}). It was left unchanged.`,
    )
  damagedFiles.delete(file)
}

function quickCheck(db: DbFile): string {
  return String(db.pragma('quick_check(1)', { simple: true }))
}

function noteOpen(db: DbFile): void {
  db.prepare(`INSERT INTO settings (key, value) VALUES ('station.open', '1') ON CONFLICT DO NOTHING`).run()
}

/** Whether the error comes from SQLite. */
export function isSqliteError(error: unknown): error is InstanceType<typeof BetterSqlite3.SqliteError> {
  return error instanceof BetterSqlite3.SqliteError
}

/** Whether SQLite says that the file is damaged, or not a database at all. */
export function isCorrupt(error: unknown): boolean {
  if (!isSqliteError(error)) return false
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
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

/** Writes the log back into the file and empties it. */
export function emptyLog(db: Db): void {
  ;(db as DbFile).pragma('wal_checkpoint(TRUNCATE)')
}

/**
 * Writes what the log has back into the file. Called often while much is written, each call is short; otherwise a commit
 * does it for thousands of pages at once.
 */
export function shortenLog(db: Db): void {
  ;(db as DbFile).pragma('wal_checkpoint(PASSIVE)')
}

/**
 * Runs `work` in one durable transaction that takes the write lock at once. `work` must be synchronous.
 * @throws StationError `disk_full` or `database_error` when SQLite refuses; everything is rolled back then.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => T): T {
  try {
    if (!tryRoom(db)) throw diskFull()
    const done = transactionOf(db).immediate(work, db as Tx) as T
    crashPoint('committed')
    return done
  } catch (error) {
    if (!isSqliteError(error)) throw error
    noteDamage(db, error)
    if (isNoRoom(error)) {
      noteFull(db)
      throw diskFull()
    }
    throw new StationError('database_error', `The database refused the change (${error.code}).`)
  }
}

function diskFull(): StationError {
  return new StationError('disk_full', 'The disk is full; nothing was changed.')
}

/** Runs part of a transaction so that an error in it undoes only that part's changes. */
export function apart<T>(tx: Tx, work: (tx: Tx) => T): T {
  return transactionOf(tx)(work, tx) as T
}

/**
 * Like `inTransaction`, for the evidence log: SQLite's errors pass through, because that log continues in another file,
 * and the station's crash points and full-disk state do not apply to it.
 */
export function inOwnTransaction<T>(file: DbFile, work: (tx: Tx) => T): T {
  return transactionOf(file).immediate(work, file as Db as Tx) as T
}

type RunTransaction = Transaction<(work: (tx: Tx) => unknown, tx: Tx) => unknown>
const transactions = new WeakMap<Db, RunTransaction>()

/** Made once per connection: making one costs more than a begin and a commit. */
function transactionOf(db: Db): RunTransaction {
  let transaction = transactions.get(db)
  if (transaction === undefined)
    transactions.set(db, (transaction = (db as DbFile).transaction((work, tx) => work(tx))))
  return transaction
}

/** A read-only statement. */
export type Query = {
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
  iterate(...values: unknown[]): IterableIterator<unknown>
  /** Returns only the first column of each row. */
  pluck(): Query
  /** Returns rows as arrays. */
  raw(): Query
}

/** A query on the connection. @throws Error when `text` writes: writing takes a `Tx` */
export function sql(db: Db, text: string): Query {
  return statementOf(db, text, true)
}

/** Grows with every row that this connection has written: what was read at the same number is still so. */
export function changesOf(db: Db): number {
  return sql(db, 'SELECT total_changes()').pluck().get() as number
}

/** Runs a write. @returns how many rows it changed, and the ID of the last row inserted */
export function run(tx: Tx, text: string, ...values: unknown[]): RunResult {
  // A `Tx` kept beyond its transaction would write each row in a commit of its own.
  if (!tx.inTransaction) throw new Error(`the transaction is over: ${text}`)
  return statementOf(tx, text).run(...values)
}

/** Runs a write that must change exactly one row; anything else is a defect and rolls the transaction back. */
export function writeOne(tx: Tx, text: string, ...values: unknown[]): void {
  const { changes } = run(tx, text, ...values)
  if (changes !== 1) throw new Error(`expected one changed row, got ${changes}: ${text}`)
}

const statements = new WeakMap<Db, Map<string, Statement<unknown[]>>>()

/**
 * The prepared statement for `text`, made once per connection: preparing costs more than most of our queries. When a
 * statement sorts or limits and compares with a bare parameter, SQLite prepares it again on every run, because another
 * value might need another plan. Where it matters, the parameter is written `+?`, which hides it.
 */
function statementOf(db: Db, text: string, mustRead = false): Statement<unknown[]> {
  let known = statements.get(db)
  if (known === undefined) statements.set(db, (known = new Map<string, Statement<unknown[]>>()))
  let statement = known.get(text)
  if (statement !== undefined) return statement
  statement = (db as DbFile).prepare(text)
  if (mustRead && !statement.readonly) throw new Error(`not a query: ${text}`)
  known.set(text, statement)
  return statement
}
