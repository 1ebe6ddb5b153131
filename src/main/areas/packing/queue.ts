import type { Preferences } from '../../../shared/contract/preferences'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { QueueCounts, QueueList, QueueRow } from '../../../shared/contract/views'
import type { QueueView } from '../../../shared/domain/orders/order-queue'
import { paceOf } from '../../../shared/domain/statistics/forecast'
import { dayBounds, localTimeIn } from '../../../shared/domain/time/day-bounds'
import type { Clock } from '../../base/clock'
import { missingItemsOf } from '../../store/tables/items'
import { searchOrders } from '../../store/views/order-search'
import { countQueue, listQueue, packedTimes, type Due } from '../../store/views/queue'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'

const HOUR_MS = 3_600_000

/** What decides when orders are late. `trucks`: see `trucksOfOrders`. */
export type DueRules = Pick<Preferences['queue'], 'dueAfterHours'> &
  Partial<Pick<Preferences['queue'], 'dueFirst'>> & { trucks?: readonly number[] }

/** When orders are late now, as this station is set up. */
export function dueOf(clock: Clock, { dueAfterHours, trucks = [] }: DueRules): Due {
  return { nowMs: clock.wallMs(), afterMs: dueAfterHours * HOUR_MS, trucks }
}

/** An order that nothing calls due or late. */
export function notDue<Row extends Pick<QueueRow, 'dueAt' | 'lateFrom'>>(row: Row): Row {
  return { ...row, dueAt: null, lateFrom: null }
}

/**
 * The one rule for lists, files and paper: until the items near the bench are read, no order is called due or late, because
 * what an item allows may change that.
 */
export function dueOnceKnown<Row extends Pick<QueueRow, 'dueAt' | 'lateFrom'>>(
  titles: Pick<Station['titles'], 'known'>,
  rows: readonly Row[],
): readonly Row[] {
  return titles.known() ? rows : rows.map(notDue)
}

/** A window of the requested orders; missing titles are fetched afterwards. */
export async function listOrders(
  { db, clock, neighbors, titles }: Pick<Station, 'db' | 'clock' | 'neighbors' | 'titles'>,
  { queue }: { queue: DueRules },
  { view, filter, search, offset, limit }: ParsedRequestOf<'packing:queue'>,
): Promise<QueueList> {
  const choice = { view, filter, due: dueOf(clock, queue), dueFirst: queue.dueFirst ?? false }
  const { total, rows } =
    search.trim() === ''
      ? listQueue(db, choice, offset, limit)
      : await searchOrders(db, choice, search, offset, limit)
  const orderIds = rows.map(({ orderId }) => orderId)
  titles.soon(missingItemsOf(db, orderIds))
  const shown = rows.map((row) => ({ ...row, bench: neighbors.holderOf(row.orderId) }))
  return { total, rows: dueOnceKnown(titles, shown) }
}

/**
 * How many orders each filter of a view would show, once that does not change by itself any more, and how many were packed
 * today, at whatever station.
 */
export function readQueueCounts(
  { db, clock, pull, titles }: Pick<Station, 'db' | 'clock' | 'pull' | 'titles'>,
  { queue }: { queue: DueRules },
  view: QueueView,
): QueueCounts {
  const nowMs = clock.wallMs()
  const timeZone = readStationSettings({ db }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const packed = packedTimes(db, dayBounds(nowMs, localTimeIn(timeZone)).fromMs)
  const counted = countQueue(db, view, dueOf(clock, queue))
  const filters = titles.known() ? counted : { ...counted, late: null }
  return {
    ...{ view, filters: pull.importing() === null ? filters : null },
    ...{ packedToday: packed.length, perHour: paceOf(packed, nowMs)?.perHour ?? null },
  }
}
