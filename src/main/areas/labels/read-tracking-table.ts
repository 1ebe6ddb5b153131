import type { FileTrouble } from '../../../shared/contract/labels'
import {
  MOST_TRACKING_ROWS,
  trackingRowReader,
  type TrackingRow,
  type TrackingRowProblem,
} from '../../../shared/domain/labels/tracking-table'
import { StationError } from '../../base/station-error'
import { readTable, type TableRow } from '../bulk/read-table'

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
  let read: TableRow[]
  try {
    read = await readTable(bytes, MOST_TRACKING_ROWS)
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    if (error.code === 'too_many_rows') return { why: 'too_many_rows' }
    return { why: /\.(?:csv|tsv|txt)$/i.test(name) ? 'broken_table' : 'no_label' }
  }
  const [headings, ...lines] = read
  const reader = trackingRowReader(headings?.cells ?? [])
  if (reader === null) return { why: 'no_label' }
  const rows: TrackingRow[] = []
  const problems: { row: number; kind: TrackingRowProblem }[] = []
  for (const { row, cells } of lines) {
    const found = reader(cells)
    if (typeof found !== 'string') rows.push(found)
    else problems.push({ row, kind: found })
  }
  return { table: { name, rows, problems } }
}
