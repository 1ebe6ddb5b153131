import type { SharedRecord } from '../../warehouse/port/shared-records'
import type { Clock } from '../../base/clock'
import { readMoment } from '../../../shared/domain/time/timestamps'
import { readOrder, type Order } from '../../../shared/partner-api/order'
import { readElements } from '../../partner/pages'
import { findOrder, sameAsLastRead } from '../../store/tables/orders'
import { keepPage, type KeepOrdersDeps } from '../copies/keep-orders'

export type KeepSharedDeps = KeepOrdersDeps & {
  clock: Clock
  goesOn: () => boolean
  onOrders: (orderIds: readonly number[]) => void
  /** Only the marketplace knows how this order is now: it is to be read. */
  onUnsure: (orderId: number) => void
}

/** A copy from another station was requested no longer ago than this, or it is surely one of an earlier time. */
const ON_ITS_WAY_MS = 60_000
/** Every copy is looked at, however often this station has renewed the order since. */
const NOW = Number.MAX_SAFE_INTEGER

/**
 * Takes in copies that other stations have read, as a page of this station's own would be. Nobody says when such a copy
 * was requested: of an order that this station has changed or read itself a moment ago, only one of a later time counts.
 */
export function createKeepShared(deps: KeepSharedDeps): (records: readonly SharedRecord[]) => Promise<void> {
  const { clock, db, freshness } = deps
  let marks = [{ atMs: clock.monotonicMs(), mark: freshness.mark() }]

  const longAgo = (): number => {
    const nowMs = clock.monotonicMs()
    marks.push({ atMs: nowMs, mark: freshness.mark() })
    const last = marks.findLastIndex(({ atMs }) => nowMs - atMs >= ON_ITS_WAY_MS)
    marks = marks.slice(Math.max(0, last))
    return marks[0]?.mark ?? 0
  }
  const isUnsure = (order: Order, mark: number): boolean => {
    if (!freshness.outdated(order.id, mark)) return false
    const parted = readMoment(order.updated_at) - readMoment(findOrder(db, order.id)?.updatedAt)
    // An older one changes nothing anyway.
    return !(parted > 0) && !(parted < 0) && !sameAsLastRead(db, order, deps.seal)
  }

  return async (records) => {
    const mark = longAgo()
    const raw = records.map(({ record }) => record)
    const { entries, unreadable } = await readElements(raw, readOrder)
    if (!deps.goesOn()) return
    const unsure = new Set(entries.filter((order) => isUnsure(order, mark)).map(({ id }) => id))
    const page = { entries: entries.filter(({ id }) => !unsure.has(id)), unreadable, next: null }
    const readAt = new Date(clock.wallMs()).toISOString()
    const kept = await keepPage(deps, { page, mark: NOW, readAt, goesOn: deps.goesOn })
    if (kept !== null && kept.length > 0) deps.onOrders(kept)
    for (const orderId of unsure) deps.onUnsure(orderId)
  }
}
