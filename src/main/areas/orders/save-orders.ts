import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeskRow } from '../../../shared/contract/orders'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { SavedTable } from '../../../shared/contract/tables'
import { isLate } from '../../../shared/domain/orders/late'
import { csvLines, csvOf, type Cell } from '../../../shared/domain/statistics/csv'
import { StationError } from '../../base/station-error'
import { parcelsInWords } from '../../store/archive/listed'
import type { Db } from '../../store/db/database'
import { fileTime } from '../../store/db/files'
import { exportsDir, writeExportParts } from '../../store/recovery/export-file'
import { deskQuery } from '../../store/views/desk-query'
import { deskRows } from '../../store/views/desk-rows'
import { behind, nextFound } from '../../store/views/desk-walk'
import { dueOf, dueOnceKnown, type DueRules } from '../packing/queue'
import type { Station } from '../station/station'
import { tableStyle, type SpokenHere } from '../statistics/save-table'

/** Rows made before other work gets its turn: a few milliseconds. */
const ROWS_AT_ONCE = 100
const FOUND_AT_ONCE = 2_000

const COLUMNS = [
  'order_id',
  'state',
  'purchased_at',
  'created_at',
  'updated_at',
  'due_at',
  'late',
  'canceled',
  'on_hold',
  'needs_person',
  'items',
  'items_to_pack',
  'carriers',
  'amount_cents',
  'estimated_payout_cents',
  'refunded_cents',
  'parcels',
]

/**
 * Saves every order that the filter shows as CSV, in its order, without buyers' data. Names of columns are those of the
 * API, as in the archive's files.
 * @throws StationError `disk_full`, `database_error`
 */
export async function saveOrders(
  { db, clock, titles }: Pick<Station, 'db' | 'clock' | 'titles'>,
  preferences: { queue: DueRules } & SpokenHere,
  { filter, sort }: ParsedRequestOf<'orders:save'>,
): Promise<SavedTable> {
  const due = dueOf(clock, preferences.queue)
  // Once for the whole file: half of it must not say what the other half leaves open.
  const isKnown = titles.known()
  const style = tableStyle(preferences)
  const query = await deskQuery(db, filter, sort, due)
  let rows = 0
  async function* parts(): AsyncGenerator<string> {
    yield csvOf([COLUMNS], style)
    const saved = new Set<number>()
    for (let rest = query.span, more = true; more;) {
      const found = await nextFound(db, query, rest, FOUND_AT_ONCE)
      // An order that changes meanwhile may move to a later place.
      const fresh = found.map(([orderId]) => orderId).filter((orderId) => !saved.has(orderId))
      for (let at = 0; at < fresh.length; at += ROWS_AT_ONCE) {
        const found = deskRows(openOrThrow(db), fresh.slice(at, at + ROWS_AT_ONCE), due)
        const part = dueOnceKnown({ known: () => isKnown }, found)
        rows += part.length
        yield csvLines(
          part.map((row) => cellsOf(row, db, isKnown ? due.nowMs : null)),
          style,
        )
        await nextTurn()
      }
      for (const orderId of fresh) saved.add(orderId)
      const end = found.at(-1)
      more = found.length === FOUND_AT_ONCE && end !== undefined
      if (end !== undefined) rest = behind(query, rest, end)
    }
    openOrThrow(db)
  }
  const path = await writeExportParts(exportsDir(db), `orders-${fileTime(clock.wallMs())}`, parts(), 'csv')
  return { path, rows }
}

/** The account may be closed while the file is written: half a list must not look like a whole one. */
function openOrThrow(db: Db): Db {
  if (!db.open) throw new StationError('database_error', 'the account was closed meanwhile')
  return db
}

/** @param nowMs `null`: it is not known what is late, and the cell stays empty */
function cellsOf(row: DeskRow, db: Db, nowMs: number | null): Cell[] {
  return [
    row.orderId,
    row.state,
    row.purchasedAt ?? '',
    row.createdAt ?? '',
    row.updatedAt ?? '',
    row.dueAt ?? '',
    nowMs === null ? '' : Number(isLate(row, nowMs)),
    row.canceled ? 1 : 0,
    row.hold === null ? 0 : 1,
    row.held > 0 ? 1 : 0,
    row.lines,
    row.canceled ? 0 : row.unpacked,
    row.carriers.join(' '),
    row.amountCents ?? '',
    row.payoutCents ?? '',
    row.refundedCents,
    parcelsInWords(db, row.orderId),
  ]
}
