import { withGuard } from '../statistics/csv'
import { cellText, keptCode } from '../tables/cell-text'
import { readYes } from '../tables/yes-or-no'
import { instructionColumn, type Instruction, type InstructionColumn } from './instruction'

/** Changes one row of the table of instructions, and no character of the others. */

/** A row as the file has it: its characters with the end of its line, and what its cells say. */
export type TableRow = { raw: string; cells: readonly string[] }

/** `row`: its number in a spreadsheet; `null` adds one. Without an instruction the row is removed. */
export type InstructionEdit =
  | { row: number | null; instruction: Instruction }
  | { row: number; instruction: null }

/** Of a station that has no table yet. */
export const EMPTY_TABLE = 'sku,condition,text,picture,confirm\r\n'

/**
 * The changed text of a table.
 * @param rows all of its rows; the first names the columns
 * @returns a column that the instruction needs and the table does not have
 */
export function editTable(
  rows: readonly TableRow[],
  separator: string,
  { row, instruction }: InstructionEdit,
): { text: string } | { noColumn: InstructionColumn } {
  const raws = rows.map(({ raw }) => raw)
  if (instruction === null) return { text: raws.toSpliced(row - 1, 1).join('') }
  const columns = (rows[0]?.cells ?? []).map(instructionColumn)
  const before = row === null ? columns.map(() => '') : (rows[row - 1]?.cells ?? [])
  const cells = cellsOf(columns, before, instruction, rows)
  if (!Array.isArray(cells)) return cells
  const end = endOf(rows[0]?.raw ?? '') ?? '\r\n'
  const line = cells.map((cell) => quoted(cell, separator)).join(separator)
  if (row !== null) {
    const raw = line + (endOf(raws[row - 1] ?? '') ?? '')
    return { text: raws.toSpliced(row - 1, 1, raw).join('') }
  }
  const text = raws.join('')
  return { text: (text === '' || endOf(text) !== null ? text : text + end) + line + end }
}

/** Cells that mean the same as before stay as they are written. */
function cellsOf(
  columns: readonly (InstructionColumn | null)[],
  before: readonly string[],
  instruction: Instruction,
  rows: readonly TableRow[],
): string[] | { noColumn: InstructionColumn } {
  const cells = [...before]
  const put = (column: InstructionColumn, isSame: (cell: string) => boolean, word: () => string): boolean => {
    const at = columns.indexOf(column)
    if (isSame(cells[at] ?? '')) return true
    if (at === -1) return false
    while (cells.length < at) cells.push('')
    cells[at] = word()
    return true
  }
  const { confirm, ...texts } = instruction
  for (const column of ['sku', 'condition', 'text', 'picture'] as const) {
    const text = texts[column] ?? ''
    const isSame = (cell: string): boolean => cellText(cell) === text
    const word = column === 'sku' ? keptCode(text) : null
    if (!put(column, isSame, () => word ?? withGuard(text))) return { noColumn: column }
  }
  const saysSo = (cell: string): boolean => readYes(cellText(cell)) === confirm
  const isSame = (cell: string): boolean => saysSo(cell) || (!confirm && cell.trim() === '')
  // In the language of the table.
  const word = (): string =>
    rows.map((row) => row.cells[columns.indexOf('confirm')] ?? '').find(saysSo) ?? (confirm ? 'yes' : 'no')
  return put('confirm', isSame, word) ? cells : { noColumn: 'confirm' }
}

/** Also where another mark could be taken for the one between the columns. */
function quoted(cell: string, separator: string): string {
  const isPlain = !/["\r\n\t,;|]|^\s|\s$/.test(cell) && !cell.includes(separator)
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}

function endOf(raw: string): string | null {
  return /(?:\r\n|\n|\r)$/.exec(raw)?.[0] ?? null
}
