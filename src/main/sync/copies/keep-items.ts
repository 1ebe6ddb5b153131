import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Item } from '../../../shared/partner-api/item'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import type { Page } from '../../partner/pages'
import { inTransaction, shortenLog, type Db, type Tx } from '../../store/db/database'
import { isSameItem, saveItem } from '../../store/tables/items'
import { noteItemRead, setItemAside, type KeepUnreadDeps } from './keep-unread'
import { noteShown } from './verify-item'

export type KeepItemsDeps = KeepUnreadDeps & {
  db: Db
  clock: Clock
  onFault: (error: unknown) => void
}

/** A part ends after so many items, or so much time: a few milliseconds, so that no scan waits for it. */
const MOST_IN_PART = 10
const PART_MS = 2
/** Each item changes its place in a dozen indexes: so many parts are a few hundred pages. */
const PARTS_TO_WRITE_BACK = 4

/**
 * Stores what a page of a list shows that is not known yet, in parts, and sets unreadable records aside (I8). The event
 * loop turns between two parts.
 * @param askedAt when the page was requested, ISO 8601 UTC; `null` if another station read it: that shows nothing of this
 * station's own operations
 * @param finish writes what belongs to the page as a whole, in the last commit
 * @returns how many items were stored; `null` if the database was closed meanwhile
 */
export async function keepItems(
  deps: KeepItemsDeps,
  { entries, unreadable }: Page<Item>,
  askedAt: string | null,
  finish: (tx: Tx) => void,
): Promise<number | null> {
  const { db, clock } = deps
  const readAt = new Date(clock.wallMs()).toISOString()
  const waiting = entries.values()
  let stored = 0
  for (let parts = 1; ; parts += 1) {
    const part = keepPart(deps, waiting, askedAt, readAt, (tx) => {
      for (const one of unreadable) setItemAside(tx, deps, one, readAt)
      finish(tx)
    })
    stored += part.stored
    if (part.isLast) return stored
    await nextTurn()
    if (!db.open) return null
    if (parts % PARTS_TO_WRITE_BACK > 0 || part.stored === 0) continue
    shortenLog(db)
    await nextTurn()
    if (!db.open) return null
  }
}

/** @param finish is called in the commit of the last part */
function keepPart(
  deps: KeepItemsDeps,
  waiting: Iterator<Item, void>,
  askedAt: string | null,
  readAt: string,
  finish: (tx: Tx) => void,
): { stored: number; isLast: boolean } {
  const untilMs = deps.clock.monotonicMs() + PART_MS
  const items: Item[] = []
  const fill = (tx: Tx): boolean => {
    // One at least, however long the commit took to begin.
    for (let looked = 0; looked < MOST_IN_PART; looked += 1) {
      if (looked > 0 && deps.clock.monotonicMs() > untilMs) break
      const next = waiting.next()
      if (next.done === true) return true
      noteItemRead(tx, deps, next.value, readAt)
      if (isSameItem(tx, next.value)) {
        // Another station may have been the first to show this copy.
        if (askedAt !== null) noteShown(tx, next.value, askedAt, readAt)
        continue
      }
      items.push(next.value)
      keepItem(tx, next.value, askedAt, readAt)
    }
    return false
  }
  try {
    return inTransaction(deps.db, (tx) => {
      const isLast = fill(tx)
      if (isLast) finish(tx)
      return { stored: items.length, isLast }
    })
  } catch (error) {
    if (error instanceof StationError && error.code === 'disk_full') throw error
    if (items.length === 0) throw error
    // One that cannot be stored must not stop the others (I8).
    for (const item of items) keepAlone(deps, item, askedAt, readAt)
    return { stored: items.length, isLast: false }
  }
}

function keepAlone(deps: KeepItemsDeps, item: Item, askedAt: string | null, readAt: string): void {
  const { db, onFault } = deps
  try {
    inTransaction(db, (tx) => keepItem(tx, item, askedAt, readAt))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    onFault(error)
    inTransaction(db, (tx) =>
      setItemAside(tx, deps, { raw: item, problem: error.message, fields: [] }, readAt),
    )
  }
}

function keepItem(tx: Tx, item: Item, askedAt: string | null, readAt: string): void {
  const isStored = saveItem(tx, item, readAt, { listed: askedAt !== null })
  if (isStored && askedAt !== null) noteShown(tx, item, askedAt, readAt)
}
