import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'
import type { Unreadable } from '../../partner/errors'
import type { Page } from '../../partner/pages'
import { StationError } from '../../base/station-error'
import { apart, inTransaction, type Db, type Tx } from '../../store/db/database'
import { indexTogether } from '../../store/tables/search-index'
import type { Freshness } from './freshness'
import { noteOrderRead, readablePart, setOrderAside, type KeepUnreadDeps } from './keep-unread'
import { applyCopy, type ApplyCopyDeps } from './apply-copy'

type KeepOneDeps = ApplyCopyDeps & KeepUnreadDeps & { onFault: (error: unknown) => void }

export type KeepOrdersDeps = KeepOneDeps & {
  db: Db
  clock: Pick<Clock, 'monotonicMs'>
  freshness: Freshness
}

export type PageToKeep = {
  page: Page<Order>
  /** Taken before the page was requested: an order renewed since then is left to the next round. */
  mark: number
  /** ISO 8601 UTC. */
  readAt: string
  /** Which orders are taken in. Default all. */
  wants?: (order: Order) => boolean
  /** Commits with the last part: the place to continue from, so that a page that is not stored is read again. */
  finish?: (tx: Tx) => void
  /** Whether to store the next part. */
  goesOn: () => boolean
}

/** A part ends after so many orders, or so much time: a few milliseconds, so that no scan waits for it. */
const MOST_IN_PART = 20
const PART_MS = 3

/**
 * Takes in every readable record of a page and sets the others aside (I8): in several commits, between which the event
 * loop turns. An order of a later part that is renewed meanwhile is left out, too.
 * @returns the orders taken in; `null` if `goesOn` ended it before the last part
 */
export async function keepPage(deps: KeepOrdersDeps, toKeep: PageToKeep): Promise<number[] | null> {
  const { page, readAt, finish, goesOn } = toKeep
  const waiting = page.entries.values()
  const kept: number[] = []
  for (;;) {
    const isLast = inTransaction(deps.db, (tx) => {
      const part = keepPart(tx, deps, waiting, toKeep)
      kept.push(...part.kept)
      if (!part.isLast) return false
      for (const one of page.unreadable) kept.push(...keepUnreadable(tx, deps, one, readAt))
      finish?.(tx)
      return true
    })
    if (isLast) return kept
    await nextTurn()
    if (!goesOn()) return null
  }
}

function keepPart(
  tx: Tx,
  deps: KeepOrdersDeps,
  waiting: Iterator<Order, void>,
  { mark, readAt, wants = () => true }: PageToKeep,
): { kept: number[]; isLast: boolean } {
  const untilMs = deps.clock.monotonicMs() + PART_MS
  const kept: number[] = []
  return indexTogether(tx, () => {
    for (let count = 0; count < MOST_IN_PART && deps.clock.monotonicMs() <= untilMs; count += 1) {
      const next = waiting.next()
      if (next.done === true) return { kept, isLast: true }
      const order = next.value
      noteOrderRead(tx, deps, order, readAt)
      if (deps.freshness.outdated(order.id, mark) || !wants(order)) continue
      keepOrder(tx, deps, order, readAt)
      kept.push(order.id)
    }
    return { kept, isLast: false }
  })
}

/** An order that cannot be stored must not stop the others (I8). */
function keepOrder(tx: Tx, deps: KeepOneDeps, order: Order, readAt: string): void {
  try {
    apart(tx, () => applyCopy(tx, deps, order, readAt))
  } catch (error) {
    if (!(error instanceof Error) || isDatabaseTrouble(error)) throw error
    if (!isConstraintError(error)) deps.onFault(error)
    setOrderAside(tx, deps, { raw: order, problem: error.message, fields: [] }, readAt)
  }
}

/**
 * Sets a record aside. If the station knows the order, what can be read of the new copy counts.
 * @returns the order that changed here
 */
export function keepUnreadable(tx: Tx, deps: KeepOrdersDeps, record: Unreadable, at: string): number[] {
  setOrderAside(tx, deps, record, at)
  const part = readablePart(tx, record)
  if (part === null) return []
  keepOrder(tx, deps, part, at)
  return [part.id]
}

/** The problem is the disk or the file, not the order. */
function isDatabaseTrouble(error: Error): boolean {
  if (error instanceof StationError) return true
  return codeOf(error).startsWith('SQLITE_') && !isConstraintError(error)
}

function isConstraintError(error: Error): boolean {
  return codeOf(error).startsWith('SQLITE_CONSTRAINT')
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
