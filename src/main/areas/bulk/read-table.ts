import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse, type Parser } from 'csv-parse'
import { cellText } from '../../../shared/domain/tables/cell-text'
import { CSV_OPTIONS, readTableText } from '../../base/table-text'
import { LONGEST_CELL, MOST_BULK_COLUMNS, MOST_BULK_ROWS } from '../../../shared/domain/items/bulk-job'
import { StationError } from '../../base/station-error'

/** Bytes parsed at once: a few milliseconds. */
const CHUNK = 65_536

/** `row`: its number in a spreadsheet, in which blank rows count. */
export type TableRow = { row: number; cells: string[] }

/**
 * Reads a CSV file with headings, in parts with the event loop free in between.
 * @returns at least two rows, without those that have no text
 * @throws StationError `file_unreadable`, `too_many_rows`, each with a code for `file` in its fields
 */
export async function readTable(bytes: Buffer, mostRows = MOST_BULK_ROWS): Promise<TableRow[]> {
  const table = readTableText(bytes)
  if (!table.ok) throw refuse(table.problem)
  const rows: TableRow[] = []
  let count = 0
  const parser = parse({ ...CSV_OPTIONS, delimiter: table.separator })
  const failed = new Promise<never>((_, reject) => parser.once('error', () => reject(refuse('not_table'))))
  const ended = new Promise<void>((resolve) => parser.once('end', resolve))
  failed.catch(() => undefined)
  let problem: string | null = null
  parser.on('readable', () => {
    for (let row: unknown = parser.read(); row !== null; row = parser.read())
      problem ??= takeRow(rows, (count += 1), row as string[])
  })
  // Bytes, because a text cut in two might be cut within a character.
  const text = Buffer.from(table.text)
  for (let at = 0; at < text.length; at += CHUNK) {
    await write(parser, text.subarray(at, at + CHUNK), failed)
    if (problem !== null) break
    if (rows.length > mostRows + 1)
      throw new StationError('too_many_rows', `more than ${mostRows} rows`, { file: 'too_many_rows' })
  }
  parser.end()
  await Promise.race([ended, failed])
  if (problem !== null) throw refuse(problem)
  if (rows.length < 2) throw refuse('empty')
  if (rows.length > mostRows + 1)
    throw new StationError('too_many_rows', `${rows.length} rows`, { file: 'too_many_rows' })
  return rows
}

async function write(parser: Parser, text: Buffer, failed: Promise<never>): Promise<void> {
  if (!parser.write(text))
    await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), failed])
  await Promise.race([nextTurn(), failed])
}

/** @returns why the row cannot be taken; an error thrown here would be the parser's */
function takeRow(rows: TableRow[], row: number, cells: readonly string[]): string | null {
  if (cells.every((cell) => cell.trim() === '')) return null
  if (cells.length > MOST_BULK_COLUMNS) return 'too_many_columns'
  if (cells.some((cell) => cell.length > LONGEST_CELL)) return 'cell_too_long'
  rows.push({ row, cells: cells.map(cellText) })
  return null
}

function refuse(code: string): StationError {
  return new StationError('file_unreadable', `the table cannot be read: ${code}`, { file: code })
}
