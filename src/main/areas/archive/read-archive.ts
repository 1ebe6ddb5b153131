import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchiveMonth, ArchivedOrders } from '../../../shared/contract/archive'
import type { QueueRow } from '../../../shared/contract/views'
import { MOST_FOUND } from '../../../shared/domain/orders/order-queue'
import type { SavedTable } from '../../../shared/contract/tables'
import { csvOf, type Cell, type TableStyle } from '../../../shared/domain/statistics/csv'
import { isInArchive, openOrSay } from '../../store/archive/archive'
import { archiveFile, monthsOf } from '../../store/archive/months'
import { countOrders } from '../../store/views/order-days'
import { searchOrders } from '../../store/views/order-search'
import { listQueue } from '../../store/views/queue'
import { StationError } from '../../base/station-error'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'
import { ordersAfter, parcelsInWords } from '../../store/archive/listed'
import type { Station } from '../station/station'
import { notDue } from '../packing/queue'

/** The archive's months, newest first. */
export async function listMonths({ db }: Pick<Station, 'db'>): Promise<readonly ArchiveMonth[]> {
  const listed: ArchiveMonth[] = []
  for (const { month } of [...monthsOf(db)].reverse()) {
    const file = openOrSay(db, month)
    const bytes = statSync(archiveFile(db, month), { throwIfNoEntry: false })?.size ?? 0
    listed.push({ month, orders: file === null ? null : countOrders(file, 'any'), bytes })
    await nextTurn()
    if (!db.open) return []
  }
  return listed
}

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

/** Orders read before other work gets its turn: a few milliseconds. */
const READ_AT_ONCE = 200

const COLUMNS = [
  'order_id',
  'purchased_at',
  'state',
  'canceled',
  'amount_cents',
  'item_numbers',
  'parcels',
  'packed_by',
]

/**
 * Saves the orders of a month of the archive as CSV, one row for each, with its parcels and who packed them, without
 * buyers' data. Names of columns are those of the API, for people who process it further.
 * @throws StationError `archive_unusable`, `disk_full`, `database_error`
 */
export async function exportMonth(
  { db }: Pick<Station, 'db'>,
  month: string,
  style: TableStyle,
): Promise<SavedTable> {
  const file = monthsOf(db).some((known) => known.month === month) ? openOrSay(db, month) : null
  if (file === null) throw new StationError('archive_unusable', `there is no readable archive of ${month}`)
  const rows: Cell[][] = []
  for (let last: number | null = 0; last !== null;) {
    const orders = ordersAfter(file, last, READ_AT_ONCE)
    for (const order of orders)
      rows.push([
        order.orderId,
        order.purchasedAt ?? '',
        order.state,
        order.canceled,
        order.amountCents ?? '',
        order.itemNumbers,
        parcelsInWords(file, order.orderId),
        order.packedBy,
      ])
    last = orders.length < READ_AT_ONCE ? null : (orders.at(-1)?.orderId ?? null)
    await nextTurn()
    if (!file.open) throw new StationError('archive_unusable', 'the account was closed meanwhile')
  }
  const path = writeExportFile(exportsDir(db), `archive-${month}`, csvOf([COLUMNS, ...rows], style), 'csv')
  return { path, rows: rows.length }
}
