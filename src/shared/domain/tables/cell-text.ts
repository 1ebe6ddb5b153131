import { foldText, plainMarks } from '../text/fold'
import { withoutGuard } from '../statistics/csv'

/** Cells of a table as spreadsheets save them, and what a spreadsheet has done to them. */

/** How people keep a spreadsheet from dropping zeros: `="0017"`. */
const KEPT = /^=\s*"((?:[^"]|"")*)"$/

/** What a cell says: without blanks and invisible characters around it, `="…"`, and the apostrophe of our own files. */
export function cellText(cell: string): string {
  const text = trimCell(cell)
  const kept = KEPT.exec(text)?.[1]
  return trimCell(kept === undefined ? withoutGuard(text) : kept.replaceAll('""', '"'))
}

/** A text without blanks and invisible characters around it. */
export function trimCell(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '')
}

/** A code as people see it: nothing invisible in it, letters in one part, and every blank a plain one. */
export function visibleCode(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .normalize('NFC')
}

/** Codes that look the same are the same: hyphens, quotes and full-width characters in their plain form. */
export function plainCode(text: string): string {
  return plainMarks(visibleCode(text).replace(/[\uFF01-\uFF5E]/g, (char) => char.normalize('NFKC')))
}

/** A heading as compared: without capitals, accents, blanks and marks. */
export function plainHeading(heading: string): string {
  return foldText(heading).replace(/[^\p{L}\p{N}\p{Sc}%]/gu, '')
}

/** The first character that no keyboard for these languages types, as `U+2013`, or `null`. */
export function oddCharacter(text: string): string | null {
  const odd = /[^ -~\p{Script=Latin}]/u.exec(text.normalize('NFC'))?.[0]
  return odd === undefined ? null : `U+${odd.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

/** `#N/A`, `#WERT!`, `#¿NOMBRE?`, `####`: what a spreadsheet shows in place of a value. */
export function isSheetError(text: string): boolean {
  return /^#(?:N\/[AD]|NV|[¡¿]?[\p{Lu}/0]+[!?]|#+)$/u.test(text)
}

/** A long number as a spreadsheet shows it, `3.65275E+11`. Which number it was, nobody can tell. */
export function isShortened(text: string): boolean {
  return /^\d(?:[.,]\d+E[+-]?|E\+)\d{1,3}$/i.test(text)
}

/** A spreadsheet keeps fifteen digits of a number; those behind them become zeros. */
export function isCutOff(text: string): boolean {
  return /^\d{15}0+$/.test(text)
}

/** As Excel shortens them in the four languages. */
const MONTHS = [
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec',
  'mrz|mär|mai|juni|juli|sept|okt|dez',
  'janv|févr|mars|avr|juin|juil|août|déc',
  'ene|abr|ago|dic',
].join('|')
const MONTH_DATE = new RegExp(
  `^(?:\\d{1,2}[-. /]{1,2}(?:${MONTHS})\\.?|(?:${MONTHS})\\.?[-. /]\\d{2})$`,
  'iu',
)

/** A code that a spreadsheet took for a date: `MAR-1` as `01-Mar`, `1. Mrz`. */
export function isMonthDate(text: string): boolean {
  return MONTH_DATE.test(text)
}

/** Marks between the parts of a number, a date or a time. */
const NUMERALS = /^[\d\s.,:/-]+$/
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10})$/
const EXPONENT = /^[\d.,]+e[+-]?\d+$/i
/** `MAR1`, `1-Sept-26`: more of them than spreadsheets know, which does no harm. */
const DATE_LIKE = new RegExp(
  `^(?:\\d{1,4}[-. /]{0,2})?(?:${MONTHS})\\p{L}{0,6}(?:[-. /]{0,2}\\d{1,4})?$`,
  'iu',
)

/**
 * The cell in which a spreadsheet keeps a code that it would take for a number or a date otherwise: `="0017"`.
 * @returns `null` for a code that needs no such cell
 */
export function keptCode(text: string): string | null {
  const isNumber = NUMERALS.test(text) && !PLAIN_NUMBER.test(text)
  const isDate = DATE_LIKE.test(text) && /\d/.test(text)
  return isNumber || isDate || EXPONENT.test(text) ? `="${text}"` : null
}

const TOTALS = new Set(
  [
    ['total', 'totals', 'grand total', 'subtotal', 'sub total', 'sum'],
    ['summe', 'gesamt', 'gesamtsumme', 'zwischensumme', 'insgesamt'],
    ['total général', 'sous-total', 'somme'],
    ['suma', 'total general', 'totales'],
  ].flat(),
)

/** Whether a row adds up those above it: its first text says so. */
export function isTotal(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== '') ?? ''
  return TOTALS.has(first.replace(/(?<!\s)\s*:$/, '').toLowerCase())
}
