import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { StartError, StationError } from '../../base/station-error'
import { checkBackup } from './backup'
import { listBackups } from './backup-files'
import { findBrokenLog, playAll, type BrokenLog } from './broken-log'
import { sql, type DbFile } from '../db/database'
import { isDamaged, noteDamage, wasFoundDamaged } from '../db/damage'
import {
  CHECK_BEHIND,
  closeDatabase,
  openDatabase,
  openOnAnyDisk,
  presentSchema,
  type Verdict,
} from '../db/open'
import { checkAside, isCheckedBehind, shrinkAside } from '../db/check-aside'
import { readTolerantly } from './damaged-rows'
import { asideFile, finishSwap, removeDatabase, swapIn } from './file-swap'
import { lendFirstPage } from './first-page'
import { noticeRollback } from './rollback'
import { rebuild } from './rebuild'
import { markFile } from './station-mark'

export type OpenStation = {
  /** Path of the account's database. */
  file: string
  backupsDir: string
  /** Milliseconds since the epoch. */
  wallMs: number
  /** Gets one line for engineers when data had to be salvaged. */
  log: (line: string) => void
}

/**
 * Opens the station's database without keeping the window waiting while a large file is checked that was left open: it
 * is opened as it is, and the caller has it checked (`isUnchecked`) before anything is sent.
 * @throws StartError as `openStation`
 */
export async function openStationSoon(where: OpenStation): Promise<DbFile> {
  const { file } = where
  finishSwap(file)
  if (isGone(file)) return openStation(where)
  // SQLite would drop what is behind a broken frame of the log as soon as it opens the file.
  if (findBrokenLog(file) !== null) return openStation(where)
  if (!wasFoundDamaged(file) && isCheckedBehind(file, presentSchema()))
    return openStation(where, CHECK_BEHIND)
  const verdict = await checkAside(file)
  if (verdict === null || verdict === 'ok') await shrinkAside(file)
  return openStation(where, verdict)
}

/**
 * Opens the station's database. A damaged one is moved aside and replaced by the newest usable backup plus everything
 * still readable in the damaged one; its open ops come back as `unknown`, and a notice says so. A database older than
 * this station's last known state is treated like a restored backup. On a full disk it can only be read; see room.ts.
 * @throws StartError `newer_schema`, `older_schema`, `database_unusable`; the file is left as it was found then
 */
export function openStation(where: OpenStation, verdict: Verdict = null): DbFile {
  const db = openOrSave(where, verdict)
  try {
    noticeRollback(db, where.wallMs, where.log)
    return db
  } catch (error) {
    noteDamage(db, error)
    db.close()
    if (!isDamaged(db)) throw error
    where.log(`The data in ${where.file} is damaged.`)
    salvageFile(where)
    const saved = openDatabase(where.file)
    noticeRollback(saved, where.wallMs, where.log)
    return saved
  }
}

function openOrSave(where: OpenStation, verdict: Verdict): DbFile {
  const { file, log } = where
  finishSwap(file)
  if (isGone(file)) {
    log(`The data in ${file} is gone.`)
    // SQLite deletes the log of an empty file as soon as it opens it.
    writeFileSync(file, '')
    salvageFile(where, true)
    return openDatabase(file)
  }
  const brokenLog = findBrokenLog(file)
  if (brokenLog !== null) {
    log(`The log of ${file} is damaged in the middle.`)
    salvageLog(where, brokenLog)
    return openDatabase(file)
  }
  try {
    return openOnAnyDisk(file, verdict)
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'database_corrupt') throw error
    log(error.message)
  }
  salvageFile(where)
  return openDatabase(file)
}

/** Whether this station had a database here, as its mark or its log says, and there is none, or an empty one. */
function isGone(file: string): boolean {
  const bytes = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return bytes(file) === 0 && bytes(`${file}-wal`) + bytes(markFile(file)) > 0
}

/** Copies next to the file that are read during a salvage. */
const copiesOf = (file: string): [string, string] => [`${file}.played`, `${file}.mended`]

/** @param gone nothing is in the file, but its log may have something */
function salvageFile(where: OpenStation, gone = false): void {
  const { file } = where
  const [empty, mended] = copiesOf(file)
  const begin = newestUsable(where.backupsDir)
  try {
    if (!gone && hasTables(file)) return salvage(where, begin, file)
    if (begin === null) closeDatabase(openDatabase(empty))
    lendFirstPage(file, begin ?? empty, mended)
    salvage(where, begin, mended)
  } catch (error) {
    throw notSaved(file, error)
  } finally {
    removeDatabase(empty)
    removeDatabase(mended)
  }
}

function hasTables(file: string): boolean {
  const db = openForReading(file)
  try {
    return db?.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'outbox'`).get() !== undefined
  } catch {
    return false
  } finally {
    db?.close()
  }
}

/** What SQLite replays of the log is intact; what it would drop is read from a copy with the whole log applied. */
function salvageLog(where: OpenStation, brokenLog: BrokenLog): void {
  const { file } = where
  const [played, mended] = copiesOf(file)
  try {
    copyFileSync(file, played)
    copyFileSync(`${file}-wal`, `${played}-wal`)
    playAll(file, brokenLog, mended)
    const begin = isWholeOnceClosed(played) ? played : newestUsable(where.backupsDir)
    salvage(where, begin, mended)
  } catch (error) {
    throw notSaved(file, error)
  } finally {
    removeDatabase(played)
    removeDatabase(mended)
  }
}

function isWholeOnceClosed(file: string): boolean {
  try {
    const db = new BetterSqlite3(file)
    try {
      db.pragma('journal_mode = DELETE')
    } finally {
      db.close()
    }
    checkBackup(file)
    return true
  } catch {
    return false
  }
}

/**
 * @param begin the database that the new one starts from; `null` starts empty
 * @param readable where the damaged one can be read
 */
function salvage({ file, wallMs, log }: OpenStation, begin: string | null, readable: string): void {
  const present = openForReading(readable)
  try {
    const at = new Date(wallMs).toISOString()
    const { open, unread } = rebuild({ file, backup: begin, present, kind: 'data_salvaged', at })
    const missing = hasOutbox(present) ? `${unread} rows could not be read` : 'none could be read'
    log(`${open} open operations were saved, ${missing}; started from ${begin ?? 'nothing'}`)
  } finally {
    present?.close()
  }
  swapIn(file, asideFile(file, 'damaged', wallMs))
}

/** Without its table, nobody knows how many operations cannot be read. */
function hasOutbox(present: DbFile | null): boolean {
  return (
    present !== null &&
    readTolerantly(() => sql(present, 'SELECT seq FROM outbox LIMIT 1').get()) !== 'broken'
  )
}

function notSaved(file: string, cause: unknown): StartError {
  if (cause instanceof StartError && (cause.code === 'newer_schema' || cause.code === 'older_schema'))
    return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    'database_unusable',
    `The data in ${file} is damaged, and its readable part could not be saved (${why}). It was left unchanged.`,
    { cause },
  )
}

/**
 * Opens a file that nobody uses, for reading; `null` when it cannot be read at all.
 * @param noRoom for a full disk, when the index of its log finds no space
 */
export function openForReading(file: string, noRoom = false): DbFile | null {
  try {
    const db = new BetterSqlite3(file, { readonly: !noRoom, fileMustExist: true })
    if (noRoom) {
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('query_only = ON')
    }
    db.pragma('trusted_schema = OFF')
    return db
  } catch {
    return null
  }
}

function newestUsable(dir: string): string | null {
  for (const { name } of listBackups(dir)) {
    const file = join(dir, name)
    try {
      checkBackup(file)
      return file
    } catch {
      // An older one may be intact.
    }
  }
  return null
}

/** What is restored, and where to. */
export type Restore = Pick<OpenStation, 'file' | 'wallMs'> & { backup: string }

/**
 * Replaces the present database, which is moved aside, by a backup. Nobody may have it open.
 * @returns how many ops are open with an unknown outcome now (I10)
 * @throws StationError `disk_full`, `backup_unusable`; nothing is changed then
 */
export function restoreBackup({ file, backup, wallMs }: Restore): number {
  const present = openForReading(file)
  let open: number
  try {
    const at = new Date(wallMs).toISOString()
    open = rebuild({ file, backup, present, kind: 'data_restored', at }).open
  } catch (error) {
    throw asStationError(error)
  } finally {
    present?.close()
  }
  swapIn(file, asideFile(file, 'replaced', wallMs))
  return open
}

function asStationError(error: unknown): unknown {
  if (error instanceof StartError) return new StationError('backup_unusable', error.message)
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return full ? new StationError('disk_full', 'There is no space for the restored data.') : error
}
