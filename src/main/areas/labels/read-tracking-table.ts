import type { FileTrouble } from '../../../shared/contract/labels'
import {
  MOST_TRACKING_ROWS,
  trackingRowReader,
  type TrackingRow,
  type TrackingRowProblem,
} from '../../../shared/domain/labels/tracking-table'
import { StationError } from '../../base/station-error'
import { readTable } from '../bulk/read-table'

/** A table of tracking numbers from the folder. */
export type TrackingTable = {
  name: string
  rows: readonly TrackingRow[]
  /** Rows that are not used, by their numbers in a spreadsheet. */
  problems: readonly { row: number; kind: TrackingRowProblem }[]
}

export async function readTrackingTable(
  name: string,
  bytes: Buffer,
): Promise<{ table: TrackingTable } | { why: FileTrouble }> {
  let cells: string[][]
  try {
    cells = await readTable(bytes, MOST_TRACKING_ROWS, { blankRows: true })
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    if (error.code === 'too_many_rows') return { why: 'too_many_rows' }
    return { why: /\.(?:csv|tsv|txt)$/i.test(name) ? 'broken_table' : 'no_label' }
  }
  const [headings = [], ...lines] = cells
  const read = trackingRowReader(headings)
  if (read === null) return { why: 'no_label' }
  const rows: TrackingRow[] = []
  const problems: { row: number; kind: TrackingRowProblem }[] = []
  for (const [index, line] of lines.entries()) {
    // A blank row counts as a row, as a spreadsheet numbers them.
    if (line.length === 0) continue
    const row = read(line)
    if (typeof row !== 'string') rows.push(row)
    // Below the headings, and counted from one.
    else problems.push({ row: index + 2, kind: row })
  }
  return { table: { name, rows, problems } }
}
