import { isNoRoom } from '../../base/no-room'
import { isCorrupt, isSqliteError } from './damage'
import type { DbFile, Db } from './handle'

/**
 * Tracks whether the disk accepts writes to a database. With a full or failing disk, a database is still opened and can
 * be read; writes that must come first are kept here and run before anything else once the disk takes them.
 */

/** `failing`: it answers with errors, or takes nothing although it has space. */
export type DiskTrouble = 'full' | 'failing'

type Full = Readonly<{
  trouble: DiskTrouble
  /** Nothing was written since it was opened: SQLite refuses every write until the due work is done. */
  unopened: boolean
  trying: boolean
}>

const full = new WeakMap<Db, Full>()
const due = new WeakMap<Db, (() => void)[]>()
const listeners = new WeakMap<Db, (isFull: boolean) => void>()

/** More than a claim or a pack writes: a disk found to have space must not be full again a moment later. */
const PROBE_BYTES = 65_536
/** Stored; never rename. */
const PROBE = 'station.room'

/** Whether the disk took nothing at the last attempt: it is full, or it fails. */
export function isFull(db: Db): boolean {
  return full.has(db)
}

/** Why it took nothing; `null` when it did. */
export function diskTrouble(db: Db): DiskTrouble | null {
  return full.get(db)?.trouble ?? null
}

/** What the error says of the disk; `null` when it is about something else. */
export function troubleIn(error: unknown): DiskTrouble | null {
  if (isNoRoom(error)) return 'full'
  if (isCorrupt(error)) return null
  return isSqliteError(error) && /^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(error.code) ? 'failing' : null
}

/**
 * Why a start cannot write that may work later all the same; `null` for what is refused, such as a file that this user may
 * not write.
 */
export function startTrouble(error: unknown): DiskTrouble | null {
  return isSqliteError(error) && error.code.startsWith('SQLITE_READONLY') ? null : troubleIn(error)
}

/** Notes that the disk is full or fails; `unopened` when not even the start could be written. */
export function noteFull(db: Db, unopened = false, trouble: DiskTrouble = 'full'): void {
  const known = full.get(db)
  full.set(db, { trying: false, ...known, trouble, unopened: unopened || known?.unopened === true })
  if (unopened) refuseWrites(db, true)
  if (known?.trouble !== trouble) listeners.get(db)?.(true)
}

/** Calls the listener at every change; one listener only. */
export function onFull(db: Db, listener: (isFull: boolean) => void): void {
  listeners.set(db, listener)
}

/**
 * Runs `work` now or, if the disk is full or fails, as soon as it takes what is written: in this order, before anything
 * else is written.
 */
export function whenRoom(db: Db, work: () => void): void {
  if (!isFull(db)) {
    try {
      return work()
    } catch (error) {
      const trouble = startTrouble(error)
      if (trouble === null) throw error
      noteFull(db, true, trouble)
    }
  }
  due.set(db, [...(due.get(db) ?? []), work])
}

/**
 * Checks whether there is space again, if the disk was full.
 * @returns whether the database may be written now
 * @throws any other error of the due work; the database then stays closed to writes
 */
export function tryRoom(db: Db): boolean {
  const known = full.get(db)
  if (known === undefined || known.trying) return true
  if (!db.open || db.inTransaction) return false
  const state = { ...known, trying: true }
  full.set(db, state)
  let done = false
  try {
    refuseWrites(db, false)
    probe(db)
    const works = due.get(db) ?? []
    while (works.length > 0) {
      works[0]?.()
      works.shift()
    }
    done = true
  } catch (error) {
    const trouble = troubleIn(error)
    if (trouble === null) throw error
    if (trouble !== known.trouble) noteFull(db, false, trouble)
  } finally {
    full.set(db, { ...state, trouble: diskTrouble(db) ?? state.trouble, trying: false })
    if (!done && state.unopened) refuseWrites(db, true)
  }
  if (!done) return false
  full.delete(db)
  listeners.get(db)?.(false)
  return true
}

function refuseWrites(db: Db, refuse: boolean): void {
  const file = db as DbFile
  file.pragma(`query_only = ${refuse ? 'ON' : 'OFF'}`)
}

/**
 * Writes over a commit that was not flushed. SQLite has forgotten it, but it is whole in the log, and a start after a kill
 * would find it there.
 * @returns whether it is surely gone
 */
export function overwriteCommit(db: Db): boolean {
  const file = db as DbFile
  try {
    // Nothing of the log stays that could be taken for damage later; where that fails, a commit is enough.
    file.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The commit tells whether the disk works.
  }
  try {
    file.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(PROBE, '')
    return true
  } catch {
    return false
  }
}

/** Written and removed in two commits, because only commits need space. */
function probe(db: Db): void {
  const file = db as DbFile
  file
    .prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
    .run(PROBE, '0'.repeat(PROBE_BYTES))
  file.prepare('DELETE FROM settings WHERE key = ?').run(PROBE)
}
