import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import type { InstructionRefusal, InstructionsView } from '../../../shared/contract/instructions'
import {
  isSpoiledCode,
  MOST_INSTRUCTIONS,
  readInstructions,
  type Instruction,
  type ReadInstructions,
  type WrittenInstruction,
} from '../../../shared/domain/orders/instruction'
import {
  editTable,
  EMPTY_TABLE,
  type InstructionEdit,
  type TableRow,
} from '../../../shared/domain/orders/instruction-table'
import { StationError } from '../../base/station-error'
import { PlainFileError, readPlainFile } from '../../base/plain-file'
import { CSV_OPTIONS, readTableText, writeTableText } from '../../base/table-text'

/** The file `instructions.csv`: read whole, and changed in one row. */

const MOST_TABLE_BYTES = 5_000_000

export type InstructionTable = ReadInstructions & {
  state: InstructionsView['table']
  /** SHA-256 of the file in hex; `null` without a file, or for one that cannot be opened. */
  seen: string | null
}

/** Packing goes on without one that cannot be read. */
export function readInstructionTable(path: string): InstructionTable {
  const { state, bytes } = bytesOf(path)
  if (bytes === null) return { state, seen: null, ...readInstructions([]) }
  const rows = rowsOf(bytes)
  const table = readInstructions(typeof rows === 'string' ? [] : rows.rows.map(({ cells }) => cells))
  return { state: typeof rows === 'string' ? rows : 'read', seen: hashOf(bytes), ...table }
}

/**
 * The bytes of the file after a change; it changes nothing itself.
 * @param seen the hash of the file that the change was made for
 * @throws StationError `instruction_refused`
 */
export function changeInstructionTable(
  path: string,
  seen: string | null,
  edit: InstructionEdit,
): { content: Buffer; before: WrittenInstruction | null } {
  const present = bytesAsSeen(path, seen)
  const bytes = present ?? Buffer.from(`\uFEFF${EMPTY_TABLE}`)
  const parsed = rowsOf(bytes)
  if (typeof parsed === 'string') throw refusal(parsed)
  const { instructions, missing } = readInstructions(parsed.rows.map(({ cells }) => cells))
  if (missing.length > 0) throw refusal('no_columns')
  const before = instructions.find(({ row }) => row === edit.row) ?? null
  if (before === null && edit.row !== null) throw refusal('changed')
  if (before === null && instructions.length >= MOST_INSTRUCTIONS) throw refusal('too_many')
  if (isSpoiledCode(edit.instruction?.sku ?? '')) throw refusal('spoiled')
  const edited = editTable(parsed.rows, parsed.separator, edit)
  if ('noColumn' in edited) throw refusal('no_columns')
  if (before !== null && !isSameKey(before, edit.instruction ?? before))
    throw refusal('changed', 'a row keeps its code and condition')
  const content = writeTableText(bytes, edited.text)
  if (content === null) throw refusal('letters')
  if (content.length > MOST_TABLE_BYTES) throw refusal('full')
  if (!isAsMeant(parsed.rows, content, edit)) throw refusal('misread')
  return { content, before }
}

/**
 * The bytes of the file; `null` without one.
 * @param seen the hash that it must have
 * @throws StationError `instruction_refused`
 */
export function bytesAsSeen(path: string, seen: string | null): Buffer | null {
  const { state, bytes } = bytesOf(path)
  if (state !== 'read' && state !== 'none') throw refusal(state)
  if ((bytes === null ? null : hashOf(bytes)) !== seen) throw refusal('changed')
  return bytes
}

function isSameKey(one: Instruction, other: Instruction): boolean {
  return one.sku === other.sku && one.condition === other.condition
}

export function refusal(why: InstructionRefusal, cause = ''): StationError {
  return new StationError('instruction_refused', `instructions.csv: ${why} ${cause}`.trim(), { file: why })
}

/** A table is read by guesses: after the change they must be the same, or other rows would say something else. */
function isAsMeant(
  before: readonly TableRow[],
  content: Buffer,
  { row, instruction }: InstructionEdit,
): boolean {
  const after = rowsOf(content)
  if (typeof after === 'string') return false
  const cells = after.rows.map((one) => one.cells)
  const at = (row ?? cells.length) - 1
  const others = cells.toSpliced(at, instruction === null ? 0 : 1)
  const othersBefore = before.map((one) => one.cells).toSpliced(row === null ? before.length : at, 1)
  if (!isDeepStrictEqual(others, othersBefore)) return false
  const found = readInstructions(cells).instructions.find((one) => one.row === at + 1)
  return instruction === null || isDeepStrictEqual(found, { ...instruction, row: at + 1 })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

type FileState = Exclude<InstructionsView['table'], 'not_csv' | 'broken'>

function bytesOf(path: string): { state: FileState; bytes: Buffer | null } {
  try {
    return { state: 'read', bytes: readPlainFile(path, MOST_TABLE_BYTES) }
  } catch (error) {
    if (error instanceof PlainFileError && error.code === 'too large')
      return { state: 'too_large', bytes: null }
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const isAway = [path, dirname(path)].some(leadsNowhere)
    return { state: isMissing && !isAway ? 'none' : 'not_file', bytes: null }
  }
}

/** Whether it is a link whose target is not there, perhaps only for a while. */
function leadsNowhere(path: string): boolean {
  return !existsSync(path) && (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false)
}

type Rows = { rows: TableRow[]; separator: string }

function rowsOf(bytes: Buffer): Rows | 'not_csv' | 'broken' {
  const table = readTableText(bytes)
  if (!table.ok) return 'not_csv'
  const { text, separator } = table
  try {
    const records = parse(text, { ...CSV_OPTIONS, delimiter: separator, raw: true }) as unknown as {
      raw: string
      record: string[]
    }[]
    return { rows: withWholeEnds(text, records), separator }
  } catch {
    return 'broken'
  }
}

/** csv-parse leaves the second half of CR LF out of what it calls raw. */
function withWholeEnds(text: string, records: readonly { raw: string; record: string[] }[]): TableRow[] {
  let at = 0
  return records.map(({ raw, record }) => {
    const end = at + raw.length
    const whole = raw.endsWith('\r') && text[end] === '\n' ? end + 1 : end
    const row = { raw: text.slice(at, whole), cells: record }
    at = whole
    return row
  })
}
