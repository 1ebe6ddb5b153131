import type { SavedTable, Table } from '../../../shared/contract/tables'
import { csvOf } from '../../../shared/domain/statistics/csv'
import { fileTime } from '../../store/db/files'
import type { Db } from '../../store/db/database'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'

/**
 * Saves a table of the window as CSV next to the station's other exports.
 * @param name what is in it, for the file's name
 * @throws StationError `disk_full`, `database_error`
 */
export function saveTable(db: Db, wallMs: number, name: string, { columns, rows }: Table): SavedTable {
  const stem = `${name}-${fileTime(wallMs)}`
  const path = writeExportFile(exportsDir(db), stem, csvOf([columns, ...rows]), 'csv')
  return { path, rows: rows.length }
}
