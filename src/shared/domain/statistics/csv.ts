/** Tables as files for a spreadsheet. */

export type Cell = string | number

/** More rows than this are not put into one file; see the filters. */
export const MOST_TABLE_ROWS = 10_000

/** Excel reads a file without it as the PC's own code page, and garbles every name with an accent. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * SECURITY: a spreadsheet runs such a text as a formula, and people type names and scanners type codes. It does so in the
 * middle of a text, too, if it takes another mark for the end of a cell than the file means: `x;=1+1`.
 */
const FORMULA =
  /^(?=['"]*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])|[,;\t\r\n](?=['"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g
/** The guard is an apostrophe. A text that already looks guarded gets one more, so that reading takes off ours only. */
const GUARDED =
  /^'(?=['"]*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])|(?<=[,;\t\r\n])'(?=['"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g

/** The text as a cell that no spreadsheet runs. */
export function withGuard(text: string): string {
  return text.replace(FORMULA, "$&'")
}

/** The text as it was before it was exported. */
export function withoutGuard(text: string): string {
  return text.replace(GUARDED, '')
}

export type TableStyle = { separator: ',' | ';'; decimal: '.' | ',' }

/**
 * How Excel reads a file where people write like this: where the comma is the decimal sign, semicolons separate columns.
 * @param locale BCP 47 tag
 */
export function tableStyleOf(locale: string): TableStyle {
  const decimal = new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  return decimal === ',' ? { separator: ';', decimal } : { separator: ',', decimal: '.' }
}

/** CSV as RFC 4180 describes it, in the style of a language: quotes where needed, lines that end in CR and LF. */
export function csvOf(rows: readonly (readonly Cell[])[], style: TableStyle): string {
  return BYTE_ORDER_MARK + csvLines(rows, style)
}

/** Further lines of a file that begins with `csvOf`. */
export function csvLines(rows: readonly (readonly Cell[])[], { separator, decimal }: TableStyle): string {
  return rows.map((row) => `${row.map((cell) => fieldOf(cell, decimal)).join(separator)}\r\n`).join('')
}

function fieldOf(cell: Cell, decimal: TableStyle['decimal']): string {
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  const text = withGuard(cell)
  return /[",;\r\n\t]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
