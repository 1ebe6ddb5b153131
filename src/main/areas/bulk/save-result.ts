import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SavedTable } from '../../../shared/contract/tables'
import { isUnderWay } from '../../../shared/domain/items/bulk-job'
import { csvOf, type Cell, type TableStyle } from '../../../shared/domain/statistics/csv'
import { fileTime } from '../../store/db/files'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'
import type { BulkJob } from '../../store/tables/bulk-jobs'
import { rowsAfter, type BulkRow } from '../../store/tables/bulk-rows'
import { opsOfRows, type RowOp } from '../../store/views/job-ops'
import type { Station } from '../station/station'
import { jobOf } from './view-job'

const ROWS_AT_ONCE = 200

const COLUMNS = [
  'row',
  'item',
  'title',
  'price_before_cents',
  'price_after_cents',
  'discount_before_percent',
  'discount_after_percent',
  'result',
  'reason',
  'item_number',
  'finished_at',
]

/**
 * Saves what became of each row of a job as CSV next to the station's other exports. Names of columns and results are
 * those of the API and this program, for people who process it further.
 * @throws StationError `job_not_found`, `disk_full`, `database_error`
 */
export async function saveResult(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  jobId: number,
  style: TableStyle,
): Promise<SavedTable> {
  const job = jobOf(db, jobId)
  const table: Cell[][] = []
  for (let place = 0; place < job.rowCount; place += ROWS_AT_ONCE) {
    const ops = new Map(opsOfRows(db, jobId, place + 1, place + ROWS_AT_ONCE).map((op) => [op.row, op]))
    for (const row of rowsAfter(db, jobId, place, ROWS_AT_ONCE))
      table.push(cellsOf(job, row, ops.get(row.row)))
    await nextTurn()
  }
  const stem = `bulk-${job.kind}-${fileTime(clock.wallMs())}`
  const path = writeExportFile(exportsDir(db), stem, csvOf([COLUMNS, ...table], style), 'csv')
  return { path, rows: table.length }
}

function cellsOf(job: BulkJob, row: BulkRow, op: RowOp | undefined): Cell[] {
  const [result, reason] = resultOf(job, row, op)
  return [
    row.row,
    row.itemKey ?? '',
    row.title ?? '',
    row.before?.priceCents ?? '',
    row.afterCents ?? '',
    row.before?.maxDiscountPercent ?? '',
    row.afterPercent ?? '',
    result,
    reason,
    op?.serverRef ?? (job.kind === 'create' ? '' : (row.itemKey ?? '')),
    op?.settledAt ?? '',
  ]
}

function resultOf(job: BulkJob, row: BulkRow, op: RowOp | undefined): [result: string, reason: string] {
  if (op !== undefined) return [op.state, op.heldReason ?? op.discardReason ?? '']
  const problems = row.problems.map(({ field, code, detail }) =>
    [...(field === '' ? [] : [`${field}:`]), code, ...(detail === undefined ? [] : [detail])].join(' '),
  )
  if (row.leftOut) return ['left_out', problems.join('; ')]
  if (row.outcome !== null) return ['not_queued', row.outcome]
  if (problems.length > 0) return ['problem', problems.join('; ')]
  if (job.state === 'undoing' || job.state === 'undone') return ['not_queued', 'undone']
  return [isUnderWay(job.state) ? 'not_queued' : 'draft', '']
}
