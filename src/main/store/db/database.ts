import type { RunResult, Statement, Transaction } from 'better-sqlite3'
import { crashPoint } from '../../base/crash-points'
import { StationError } from '../../base/station-error'
import { isSqliteError, noteDamage } from './damage'
import type { DbFile, Db, Tx } from './handle'
import { diskTrouble, noteFull, overwriteCommit, troubleIn, tryRoom } from './room'

export type { DbFile, Db, Tx }

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
 * @throws StationError `disk_full` or `database_error` when SQLite refuses; everything is rolled back then, also for the
 *   next start. `save_unknown` when the disk may or may not have it.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => T): T {
  try {
    if (!tryRoom(db)) throw diskTrouble(db) === 'failing' ? diskFails() : diskFull()
    const done = transactionOf(db).immediate(work, db as Tx) as T
    crashPoint('committed')
    return done
  } catch (error) {
    if (!isSqliteError(error)) throw error
    noteDamage(db, error)
    const trouble = troubleIn(error)
    if (trouble === 'full') {
      // The commit was not written to its end, so that no start finds it.
      noteFull(db)
      throw diskFull()
    }
    if (trouble === 'failing' && !db.inTransaction && !overwriteCommit(db)) {
      noteFull(db, false, 'failing')
      if (mayBeWritten(error.code))
        throw new StationError('save_unknown', `The disk may or may not have the change (${error.code}).`)
    }
    throw new StationError('database_error', `The database refused the change (${error.code}).`)
  }
}

/** A write that was refused leaves the commit without its end, so that no start finds it. */
function mayBeWritten(code: string): boolean {
  return code.startsWith('SQLITE_IOERR') && code !== 'SQLITE_IOERR_WRITE'
}

function diskFails(): StationError {
  return new StationError('database_error', 'The disk fails; nothing was changed.')
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
export function changeCountOf(db: Db): number {
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
