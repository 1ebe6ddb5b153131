import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { isDraft } from '../../../shared/domain/items/bulk-job'
import { isField, repeatedColumn } from '../../../shared/domain/items/csv-columns'
import type { PriceFloor } from '../../../shared/domain/items/price-rule'
import { cellText } from '../../../shared/domain/tables/cell-text'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { changeJob, deleteJob, type BulkJob } from '../../store/tables/bulk-jobs'
import {
  deleteRowsOf,
  findRow,
  leaveOut,
  rowsOfKey,
  saveCells,
  saveRow,
  type BulkRow,
} from '../../store/tables/bulk-rows'
import { jobOf } from './view-job'
import { rulesNow, workOut } from './work-out'

/** A person's changes to a draft. */

/** @throws StationError `job_not_found`, `job_state` for a job that was confirmed */
function draftOf(db: Db, jobId: number, ready = false): BulkJob {
  const job = jobOf(db, jobId)
  const changeable = ready ? job.state === 'draft' : job.state === 'draft' || job.state === 'checking'
  if (!changeable) throw new StationError('job_state', `job ${jobId} is ${job.state}`)
  return job
}

/**
 * Changes a draft's rules, columns or decimal sign; all of its rows are worked out again.
 * @throws StationError `job_not_found`, `job_state`, `invalid_request` naming a column
 */
export function setUpDraft(db: Db, { jobId, ...change }: ParsedRequestOf<'bulk:set-up'>): void {
  inTransaction(db, (tx) => {
    const { kind, spec, source } = draftOf(tx, jobId)
    const { columns } = change
    if (columns !== undefined) {
      const known = source.from === 'filter' ? 0 : source.headings.length
      const odd = columns.findIndex((field) => field !== null && !isField(kind, field))
      if (odd >= 0 || columns.length !== known || repeatedColumn(columns) !== null)
        throw new StationError('invalid_request', 'these columns do not fit', {
          columns: odd >= 0 ? 'unknown' : 'repeated',
        })
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    changeJob(tx, jobId, {
      spec: { ...spec, ...Object.fromEntries(given) },
      state: 'checking',
      place: 0,
    })
  })
}

/**
 * Corrects a cell of a draft's file, and works out its row and those about the same item again.
 * @throws StationError `job_not_found`, `job_state`, `invalid_request` for a cell that does not exist
 */
export function editCell(
  db: Db,
  { jobId, row, column, text }: ParsedRequestOf<'bulk:edit'>,
  floor: PriceFloor,
): void {
  inTransaction(db, (tx) => {
    const job = draftOf(tx, jobId, true)
    const stored = findRow(tx, jobId, row)
    if (stored === null || stored.cells === null || column >= job.spec.columns.length)
      throw new StationError('invalid_request', `no cell ${column} in row ${row}`, { row: 'unknown' })
    const cells = job.spec.columns.map((_, at) =>
      at === column ? cellText(text) : (stored.cells?.[at] ?? ''),
    )
    saveCells(tx, jobId, row, cells)
    const again = workAgain(tx, job, { ...stored, cells }, floor)
    for (const key of new Set([stored.itemKey, again])) workOutKey(tx, job, key, row, floor)
  })
}

function workAgain(tx: Tx, job: BulkJob, row: BulkRow, floor: PriceFloor): string | null {
  const out = workOut(tx, job, row, rulesNow(tx, job.kind, floor))
  saveRow(tx, job.jobId, row.row, out)
  return out.itemKey
}

/** Few files name an item often; the first rows decide which one is repeated. */
const MOST_OF_KEY = 50

/** Whether a row is repeated depends on the others about its item. */
function workOutKey(tx: Tx, job: BulkJob, key: string | null, except: number, floor: PriceFloor): void {
  if (key === null) return
  for (const row of rowsOfKey(tx, job.jobId, key).slice(0, MOST_OF_KEY)) {
    const stored = row === except ? null : findRow(tx, job.jobId, row)
    if (stored !== null) workAgain(tx, job, stored, floor)
  }
}

/**
 * Leaves rows out of a draft, or takes them in again.
 * @throws StationError `job_not_found`, `job_state`
 */
export function leaveRowsOut(
  db: Db,
  { jobId, rows, leftOut }: ParsedRequestOf<'bulk:leave-out'>,
  floor: PriceFloor,
): void {
  inTransaction(db, (tx) => {
    const job = draftOf(tx, jobId, true)
    leaveOut(tx, jobId, rows, leftOut)
    if (rows === 'wrong') return
    for (const row of rows) workOutKey(tx, job, findRow(tx, jobId, row)?.itemKey ?? null, 0, floor)
  })
}

const DELETED_AT_ONCE = 500

/**
 * Deletes a draft, or a job that has ended; its operations stay in the outbox.
 * @throws StationError `job_not_found`, `job_state` while it is under way
 */
export async function deleteBulkJob(db: Db, jobId: number): Promise<null> {
  const { state } = jobOf(db, jobId)
  if ((!isDraft(state) && state !== 'done' && state !== 'undone') || state === 'reading')
    throw new StationError('job_state', `job ${jobId} is ${state}`)
  while (inTransaction(db, (tx) => deleteRowsOf(tx, jobId, DELETED_AT_ONCE)) > 0) await nextTurn()
  inTransaction(db, (tx) => deleteJob(tx, jobId))
  return null
}
