import { isNoRoom } from '../../base/no-room'
import type { DbFile, Db } from './handle'

/**
 * Whether the disk takes what is written to a database. One that takes nothing is opened all the same and can be read;
 * what must be written first is kept here, and comes before anything else as soon as there is room.
 */

type Full = Readonly<{
  /** Nothing was written since it was opened: SQLite refuses every write until what is due is done. */
  unopened: boolean
  trying: boolean
}>

const full = new WeakMap<Db, Full>()
const due = new WeakMap<Db, (() => void)[]>()
const listeners = new WeakMap<Db, (isFull: boolean) => void>()

/** More than a claim or a pack writes: what is found to have room must not be full again a moment later. */
const PROBE_BYTES = 65_536
/** Stored; never rename. */
const PROBE = 'station.room'

/** Whether the disk took nothing when it was last tried. */
export function isFull(db: Db): boolean {
  return full.has(db)
}

/** The disk takes nothing; `unopened` when not even the start could be written down. */
export function noteFull(db: Db, unopened = false): void {
  const known = full.get(db)
  full.set(db, { trying: false, ...known, unopened: unopened || known?.unopened === true })
  if (unopened) refuseWrites(db, true)
  if (known === undefined) listeners.get(db)?.(true)
}

/** One listener only; it hears every change. */
export function onFull(db: Db, listener: (isFull: boolean) => void): void {
  listeners.set(db, listener)
}

/** Does it now, or where the disk is full as soon as there is room: in this order, before anything else is written. */
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
 * Tries whether there is room again, unless there is.
 * @returns whether the database may be written now
 * @throws what went wrong otherwise with what was due; the database stays closed to writes then
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

/** Written and removed in two commits, since only what is committed needs room. */
function probe(db: Db): void {
  const file = db as DbFile
  file
    .prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
    .run(PROBE, '0'.repeat(PROBE_BYTES))
  file.prepare('DELETE FROM settings WHERE key = ?').run(PROBE)
}
