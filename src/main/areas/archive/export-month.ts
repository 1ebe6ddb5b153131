import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SavedTable } from '../../../shared/contract/tables'
import { csvOf, type Cell, type TableStyle } from '../../../shared/domain/statistics/csv'
import { StationError } from '../../base/station-error'
import { openOrSay } from '../../store/archive/archive'
import { monthsOf } from '../../store/archive/months'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'
import { ordersAfter, parcelsInWords } from '../../store/archive/listed'
import type { Station } from '../station/station'

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
