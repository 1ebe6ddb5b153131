import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import {
  EMPTY_SPEC,
  MOST_BULK_BYTES,
  MOST_BULK_ROWS,
  type BulkKind,
} from '../../../shared/domain/items/bulk-job'
import { decimalSignOf } from '../../../shared/domain/items/csv-cells'
import { matchColumns } from '../../../shared/domain/items/csv-columns'
import { wholeVariants } from '../../../shared/domain/items/product-rows'
import type { ItemFilter } from '../../../shared/domain/items/item-filter'
import { DELISTABLE_STATES, OFFERED_STATES } from '../../../shared/domain/items/item-state'
import { isTotal } from '../../../shared/domain/tables/cell-text'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import {
  addJob,
  changeJob,
  countOps,
  deleteJob,
  findJob,
  type BulkSource,
} from '../../store/tables/bulk-jobs'
import { addRow, rowsAfter } from '../../store/tables/bulk-rows'
import { itemNumbersOf } from '../../store/views/item-list'
import { opsOfRows } from '../../store/views/job-ops'
import { readStationSettings } from '../settings/settings'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import { readTable } from './read-table'

/** Rows stored in one commit. */
const ROWS_AT_ONCE = 200

/** Rows whose amounts tell the decimal sign: a few milliseconds. */
const AMOUNTS_ROWS = 1_000

type Starting = Pick<Station, 'db' | 'clock' | 'osUser' | 'signedIn'>
type NewRow = { itemKey: string | null; cells: readonly string[] | null; leftOut?: boolean }

/**
 * Begins a draft with the items of a filter as they are now. If no states are chosen, takes
 * only listed items and, for a price or discount, those being listed.
 * @throws StationError `nothing_selected`, `too_many_rows`, `disk_full`, `database_error`
 */
export async function draftFromFilter(
  station: Starting,
  { kind, filter }: ParsedRequestOf<'bulk:from-filter'>,
): Promise<{ jobId: number }> {
  const { db } = station
  const numbers: string[] = []
  for (const found of itemNumbersOf(db, meant(kind, filter))) {
    numbers.push(...found)
    if (numbers.length > MOST_BULK_ROWS)
      throw new StationError('too_many_rows', `more than ${MOST_BULK_ROWS} items`, {
        filter: 'too_many_rows',
      })
    await nextTurn()
  }
  const source: BulkSource = { from: 'filter', filter }
  return draft(
    station,
    { kind, source, columns: [] },
    numbers.map((itemKey) => ({ itemKey, cells: null })),
  )
}

/** Without a chosen state, people mean neither sold or delisted items nor those that could not be listed. */
function meant(kind: BulkKind, filter: ItemFilter): ItemFilter {
  if (filter.states.length > 0 || filter.only !== null) return filter
  return { ...filter, states: [...(kind === 'delist' ? DELISTABLE_STATES : OFFERED_STATES)] }
}

/**
 * Begins a draft with the rows of a CSV file.
 * @throws StationError `file_unreadable`, `file_too_large`, `too_many_rows`, `disk_full`, `database_error`
 */
export async function draftFromFile(
  station: Starting,
  { kind, name, content, decimal }: ParsedRequestOf<'bulk:from-file'>,
): Promise<{ jobId: number }> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MOST_BULK_BYTES)
    throw new StationError('file_too_large', `${bytes.length} bytes`, { file: 'too_large' })
  const { currency } = readStationSettings(station)
  const { headings, rows: read } = belowHeadings(
    kind,
    (await readTable(bytes)).map(({ cells }) => cells),
    currency,
  )
  const rows = wholeVariants(headings, { rows: read, currency })
  const source: BulkSource = { from: 'file', name, headings }
  const columns = matchColumns(kind, headings, { rows, currency })
  const amounts = rows
    .slice(0, AMOUNTS_ROWS)
    .flatMap((cells) =>
      columns.flatMap((field, at) => (field === 'price' || field === 'msrp' ? (cells[at] ?? []) : [])),
    )
  return draft(
    station,
    { kind, source, columns, decimal: decimalSignOf(amounts, { decimal, currency }) },
    rows.map((cells) => ({ itemKey: null, cells, leftOut: isTotal(cells) })),
  )
}

/** A title may stand above the headings. */
const MOST_ABOVE = 10

/** The headings are the first row, unless none of it means anything and one of the next rows has two that do. */
function belowHeadings(
  kind: BulkKind,
  table: readonly string[][],
  currency: string,
): { headings: string[]; rows: string[][] } {
  const known = table
    .slice(0, MOST_ABOVE)
    .map(
      (cells) => matchColumns(kind, cells, { rows: [], currency }).filter((field) => field !== null).length,
    )
  const found =
    known[0] === 0
      ? Math.max(
          0,
          known.findIndex((count) => count > 1),
        )
      : 0
  const headings = table[found] ?? []
  // Tables that were put together from several have them again further down.
  const rows = table.slice(found + 1).filter((cells) => cells.some((cell, at) => cell !== headings[at]))
  if (rows.length === 0)
    throw new StationError('file_unreadable', 'no rows below the headings', { file: 'empty' })
  return { headings, rows }
}

/**
 * Begins a draft that gives the items that a job has changed their price or discount from before.
 * @throws StationError `job_not_found`, `job_state` for a job that changed neither, `nothing_selected`, `disk_full`,
 *   `database_error`
 */
export async function draftToChangeBack(station: Starting, jobId: number): Promise<{ jobId: number }> {
  const { db } = station
  const job = findJob(db, jobId)
  if (job === null) throw new StationError('job_not_found', `no job ${jobId}`)
  const field = job.kind === 'price' || job.kind === 'discount' ? job.kind : null
  if (field === null || countOps(db, jobId).confirmed === 0)
    throw new StationError('job_state', `job ${jobId} has changed nothing that can be changed back`)
  const headings = ['item_number', field]
  const rows: NewRow[] = []
  for (let place = 0; place < job.rowCount; place += ROWS_AT_ONCE) {
    const done = new Set(
      opsOfRows(db, jobId, place + 1, place + ROWS_AT_ONCE).flatMap(({ row, state }) =>
        state === 'confirmed' ? [row] : [],
      ),
    )
    for (const { row, itemKey, before } of rowsAfter(db, jobId, place, ROWS_AT_ONCE)) {
      const value = field === 'price' ? before?.priceCents : before?.maxDiscountPercent
      if (!done.has(row) || itemKey === null || value === null || value === undefined) continue
      rows.push({ itemKey: null, cells: [itemKey, field === 'price' ? asText(value) : String(value)] })
    }
    await nextTurn()
  }
  return draft(station, { kind: field, source: { from: 'job', jobId, headings }, columns: headings }, rows)
}

function asText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

type Begun = { kind: BulkKind; source: BulkSource; columns: (string | null)[]; decimal?: 'point' | 'comma' }

/** A draft that is cut off while its rows are stored is deleted at the next start. */
async function draft(
  station: Starting,
  { kind, source, columns, decimal = 'point' }: Begun,
  rows: readonly NewRow[],
): Promise<{ jobId: number }> {
  const { db, clock } = station
  if (rows.length === 0) throw new StationError('nothing_selected', 'there is no item to change')
  const spec = { ...EMPTY_SPEC, columns, decimal }
  const createdBy = whoWorksHere(station)
  const jobId = inTransaction(db, (tx) => addJob(tx, { kind, source, spec, createdBy }, clock.wallMs()))
  try {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      inTransaction(db, (tx) => addRows(tx, jobId, at, rows.slice(at, at + ROWS_AT_ONCE)))
      await nextTurn()
    }
    inTransaction(db, (tx) => changeJob(tx, jobId, { state: 'checking', place: 0, rowCount: rows.length }))
  } catch (error) {
    dropDraft(db, jobId)
    throw error
  }
  return { jobId }
}

function addRows(tx: Tx, jobId: number, at: number, rows: readonly NewRow[]): void {
  rows.forEach((row, index) => addRow(tx, jobId, { row: at + index + 1, ...row }))
}

/** What could not be stored whole is of no use; with a full disk, the next start deletes it. */
function dropDraft(db: Db, jobId: number): void {
  try {
    inTransaction(db, (tx) => deleteJob(tx, jobId))
  } catch (error) {
    if (!(error instanceof StationError)) throw error
  }
}
