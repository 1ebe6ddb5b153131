import BetterSqlite3 from 'better-sqlite3'
import type { DbFile, Db } from './handle'

/** What this process knows of its files: which are damaged, and which are still to be checked. */

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
    if ((verdict ?? checkFile(db as DbFile)) === 'ok') {
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

/** The file was left open; `noteChecked` says later what was found. */
export function noteUnchecked(db: Db): void {
  unchecked.add(db)
}

/** Another file is in the place of a damaged one, or it was whole after all. */
export function noteWhole(file: string): void {
  damagedFiles.delete(file)
}

/** `ok`, or the first thing that SQLite finds broken. What failed at work is read in full: a quick check may not see it. */
export function checkFile(db: DbFile): string {
  const check = wasFoundDamaged(db.name) ? 'integrity_check(1)' : 'quick_check(1)'
  return String(db.pragma(check, { simple: true }))
}

/** Whether the error comes from SQLite. */
export function isSqliteError(error: unknown): error is InstanceType<typeof BetterSqlite3.SqliteError> {
  return error instanceof BetterSqlite3.SqliteError
}

/** Whether SQLite says that the file is damaged, cut, or not a database at all. */
export function isCorrupt(error: unknown): boolean {
  if (!isSqliteError(error)) return false
  return error.code.startsWith('SQLITE_CORRUPT') || CORRUPT.has(error.code)
}

/** A short read: a part of a value lies behind the end of the file. */
const CORRUPT: ReadonlySet<string> = new Set(['SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'])
