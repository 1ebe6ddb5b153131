import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Item } from '../../shared/partner-api/item'
import type { Clock } from '../base/clock'
import { StationError } from '../base/station-error'
import type { Page } from '../partner/pages'
import { inTransaction, type Db, type Tx } from '../store/db/database'
import { isSameItem, saveItem } from '../store/tables/items'
import { setAside } from '../store/tables/set-aside'
import { noteShown } from './verify-item'

export type KeepItemsDeps = {
  db: Db
  clock: Clock
  onFault: (error: unknown) => void
}

/** Items stored in one commit: a few milliseconds, so that a page of two hundred never holds up a scan. */
const AT_ONCE = 25

/**
 * Stores what a page of a list shows that is not known yet, in parts, and sets unreadable records aside (I8).
 * @param askedAt when the page was requested, ISO 8601 UTC
 * @param finish writes what belongs to the page as a whole, in the last commit
 * @returns how many items were stored; `null` if the database was closed meanwhile
 */
export async function keepItems(
  deps: KeepItemsDeps,
  { entries, unreadable }: Page<Item>,
  askedAt: string,
  finish: (tx: Tx) => void,
): Promise<number | null> {
  const { db, clock } = deps
  const fresh = entries.filter((item) => !isSameItem(db, item))
  const readAt = new Date(clock.wallMs()).toISOString()
  for (let from = 0; from + AT_ONCE < fresh.length; from += AT_ONCE) {
    keepPart(deps, fresh.slice(from, from + AT_ONCE), askedAt, readAt, () => {})
    await nextTurn()
    if (!db.open) return null
  }
  const rest = fresh.length === 0 ? [] : fresh.slice(Math.floor((fresh.length - 1) / AT_ONCE) * AT_ONCE)
  keepPart(deps, rest, askedAt, readAt, (tx) => {
    for (const { raw, problem } of unreadable) setAside(tx, 'items', raw, problem, readAt)
    finish(tx)
  })
  return fresh.length
}

function keepPart(
  deps: KeepItemsDeps,
  items: readonly Item[],
  askedAt: string,
  readAt: string,
  finish: (tx: Tx) => void,
): void {
  try {
    inTransaction(deps.db, (tx) => {
      for (const item of items) keepItem(tx, item, askedAt, readAt)
      finish(tx)
    })
  } catch (error) {
    if (error instanceof StationError && error.code === 'disk_full') throw error
    if (items.length === 0) throw error
    // One that cannot be stored must not stop the others (I8).
    for (const item of items) keepAlone(deps, item, askedAt, readAt)
    inTransaction(deps.db, finish)
  }
}

function keepAlone({ db, onFault }: KeepItemsDeps, item: Item, askedAt: string, readAt: string): void {
  try {
    inTransaction(db, (tx) => keepItem(tx, item, askedAt, readAt))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    onFault(error)
    inTransaction(db, (tx) => setAside(tx, 'items', item, error.message, readAt))
  }
}

function keepItem(tx: Tx, item: Item, askedAt: string, readAt: string): void {
  if (saveItem(tx, item, readAt, { listed: true })) noteShown(tx, item, askedAt, readAt)
}
