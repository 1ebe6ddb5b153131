import type { Preferences } from '../../../shared/contract/preferences'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { QueueList, QueueRow } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { missingItemsOf } from '../../store/tables/items'
import { searchOrders } from '../../store/views/order-search'
import { listQueue, type Due } from '../../store/views/queue'
import type { Station } from '../station/station'

const HOUR_MS = 3_600_000

/** When orders are late now, as this station is set up. */
export function dueOf(clock: Clock, { dueAfterHours }: Preferences['queue']): Due {
  return { nowMs: clock.wallMs(), afterMs: dueAfterHours * HOUR_MS }
}

/** An order as long as it is not known when it is due, because that may depend on items that are still being read. */
export function notDue<Row extends Pick<QueueRow, 'dueAt'>>(row: Row): Row {
  return { ...row, dueAt: null }
}

/** A window of the requested orders; missing titles are fetched afterwards. */
export async function listOrders(
  { db, clock, neighbors, titles }: Pick<Station, 'db' | 'clock' | 'neighbors' | 'titles'>,
  { queue }: Preferences,
  { view, filter, search, offset, limit }: ParsedRequestOf<'packing:queue'>,
): Promise<QueueList> {
  const choice = { view, filter, due: dueOf(clock, queue) }
  const { total, rows } =
    search.trim() === ''
      ? listQueue(db, choice, offset, limit)
      : await searchOrders(db, choice, search, offset, limit)
  const orderIds = rows.map(({ orderId }) => orderId)
  titles.soon(missingItemsOf(db, orderIds))
  const isKnown = titles.known()
  const shown = rows.map((row) => ({ ...row, bench: neighbors.holderOf(row.orderId) }))
  return { total, rows: isKnown ? shown : shown.map(notDue) }
}
