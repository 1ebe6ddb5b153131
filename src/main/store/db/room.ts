import { isNoRoom } from '../../base/no-room'
import type { DbFile, Db } from './handle'

/**
 * Tracks whether the disk accepts writes to a database. With a full disk, a database is still opened and can be read;
 * writes that must come first are kept here and run before anything else once there is space.
 */

type Full = Readonly<{
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

/** Whether the disk was full at the last attempt. */
export function isFull(db: Db): boolean {
  return full.has(db)
}

/** Notes that the disk is full; `unopened` when not even the start could be written. */
export function noteFull(db: Db, unopened = false): void {
  const known = full.get(db)
  full.set(db, { trying: false, ...known, unopened: unopened || known?.unopened === true })
  if (unopened) refuseWrites(db, true)
  if (known === undefined) listeners.get(db)?.(true)
}

/** Calls the listener at every change; one listener only. */
export function onFull(db: Db, listener: (isFull: boolean) => void): void {
  listeners.set(db, listener)
}

/**
 * Runs `work` now or, if the disk is full, as soon as there is space: in this order, before anything else is written.
 */
export function whenRoom(db: Db, work: () => void): void {
  if (!isFull(db)) {
    try {
      return work()
    } catch (error) {
      if (!isNoRoom(error)) throw error
      noteFull(db, true)
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
    if (!isNoRoom(error)) throw error
  } finally {
    full.set(db, { ...state, trying: false })
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

/** Written and removed in two commits, because only commits need space. */
function probe(db: Db): void {
  const file = db as DbFile
  file
    .prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
    .run(PROBE, '0'.repeat(PROBE_BYTES))
  file.prepare('DELETE FROM settings WHERE key = ?').run(PROBE)
}
