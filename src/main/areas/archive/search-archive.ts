import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchivedOrders } from '../../../shared/contract/archive'
import type { QueueRow } from '../../../shared/contract/views'
import { MOST_FOUND } from '../../../shared/domain/orders/order-queue'
import { isInArchive, openOrSay } from '../../store/archive/archive'
import { monthsOf } from '../../store/archive/months'
import { searchOrders } from '../../store/views/order-search'
import { listQueue } from '../../store/views/queue'
import { notDue } from '../packing/list-orders'
import type { Station } from '../station/station'

/**
 * Finds orders in the archive as the list of all orders does, the newest first; without a text, the newest. At most
 * `MOST_FOUND`, and whether there are more.
 */
export async function searchArchive(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  search: string,
): Promise<ArchivedOrders> {
  const due = { nowMs: clock.wallMs(), afterMs: 0 }
  const choice = { view: 'all', filter: 'any', due } as const
  const rows: QueueRow[] = []
  for (const { month } of [...monthsOf(db)].reverse()) {
    const file = openOrSay(db, month)
    if (file === null) continue
    const limit = MOST_FOUND + 1
    const found =
      search.trim() === ''
        ? listQueue(file, choice, 0, limit)
        : await searchOrders(file, choice, search, 0, limit)
    // The account may have been closed meanwhile.
    if (!db.open) return { rows: [], more: false }
    // What is in the archive is not due any more.
    rows.push(...found.rows.filter(({ orderId }) => isInArchive(db, orderId)).map(notDue))
    if (rows.length > MOST_FOUND) return { rows: rows.slice(0, MOST_FOUND), more: true }
    await nextTurn()
    if (!db.open) return { rows: [], more: false }
  }
  return { rows, more: false }
}
