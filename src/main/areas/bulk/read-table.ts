import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse, type Parser } from 'csv-parse'
import { LONGEST_CELL, MOST_BULK_COLUMNS, MOST_BULK_ROWS } from '../../../shared/domain/items/bulk-job'
import { StationError } from '../../base/station-error'

/** Text parsed at once: a few milliseconds. */
const CHUNK = 65_536

export type ReadTable = { headings: string[]; rows: string[][] }

/**
 * Reads a CSV file with headings, in parts with the event loop free in between. Its columns are separated by commas,
 * semicolons or tabs; rows without any text are left out.
 * @throws StationError `file_unreadable`, `too_many_rows`, each with a code for `file` in its fields
 */
export async function readTable(bytes: Buffer): Promise<ReadTable> {
  const text = textOf(bytes)
  if (text.includes('\0')) throw refuse('not_text')
  const rows: string[][] = []
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const failed = new Promise<never>((_, reject) => parser.once('error', () => reject(refuse('not_table'))))
  const ended = new Promise<void>((resolve) => parser.once('end', resolve))
  failed.catch(() => undefined)
  let problem: string | null = null
  parser.on('readable', () => {
    for (let row: unknown = parser.read(); row !== null; row = parser.read())
      problem ??= takeRow(rows, row as string[])
  })
  for (let at = 0; at < text.length; at += CHUNK) {
    await write(parser, text.slice(at, at + CHUNK), failed)
    if (problem !== null) break
    if (rows.length > MOST_BULK_ROWS + 1)
      throw new StationError('too_many_rows', `more than ${MOST_BULK_ROWS} rows`, { file: 'too_many_rows' })
  }
  parser.end()
  await Promise.race([ended, failed])
  if (problem !== null) throw refuse(problem)
  const [headings, ...body] = rows
  if (headings === undefined || body.length === 0) throw refuse('empty')
  if (body.length > MOST_BULK_ROWS)
    throw new StationError('too_many_rows', `${body.length} rows`, { file: 'too_many_rows' })
  return { headings, rows: body }
}

async function write(parser: Parser, text: string, failed: Promise<never>): Promise<void> {
  if (!parser.write(text))
    await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), failed])
  await Promise.race([nextTurn(), failed])
}

/** @returns why the row cannot be taken; an error thrown here would be the parser's */
function takeRow(rows: string[][], row: readonly string[]): string | null {
  if (row.every((cell) => cell.trim() === '')) return null
  if (row.length > MOST_BULK_COLUMNS) return 'too_many_columns'
  if (row.some((cell) => cell.length > LONGEST_CELL)) return 'cell_too_long'
  rows.push(row.map((cell) => cell.trim()))
  return null
}

function refuse(code: string): StationError {
  return new StationError('file_unreadable', `the table cannot be read: ${code}`, { file: code })
}

/** Spreadsheets write semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const count = (mark: string): number => first.split(mark).length
  return [';', '\t'].find((mark) => count(mark) > count(',')) ?? ','
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // As spreadsheets on Windows save it unless told otherwise.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
