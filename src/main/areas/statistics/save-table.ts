import type { Preferences } from '../../../shared/contract/preferences'
import type { SavedTable, Table } from '../../../shared/contract/tables'
import { csvOf, tableStyleOf, type TableStyle } from '../../../shared/domain/statistics/csv'
import { fileTime } from '../../store/db/files'
import type { Db } from '../../store/db/database'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'

/** What a file's style depends on. */
export type SpokenHere = { language: Pick<Preferences['language'], 'locale'> }

/** The style of files for a spreadsheet on this PC: that of the language of the screen. */
export function tableStyle({ language }: SpokenHere): TableStyle {
  return tableStyleOf(language.locale ?? Intl.DateTimeFormat().resolvedOptions().locale)
}

/**
 * Saves a table of the window as CSV next to the station's other exports.
 * @param name what is in it, for the file's name
 * @throws StationError `disk_full`, `database_error`
 */
export function saveTable(
  { db, wallMs, style }: { db: Db; wallMs: number; style: TableStyle },
  name: string,
  { columns, rows }: Table,
): SavedTable {
  const stem = `${name}-${fileTime(wallMs)}`
  const path = writeExportFile(exportsDir(db), stem, csvOf([columns, ...rows], style), 'csv')
  return { path, rows: rows.length }
}
