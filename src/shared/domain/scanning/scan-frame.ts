import { BADGE_LETTERS, BADGE_PREFIX, badgeOf } from './badge'
import { COMMAND_CODES, commandOf } from './command'
import { UNREADABLE } from './keyboard-layout'
import type { TypedScan } from './keystrokes'
import type { ScanProblem } from './scanned'
import { isGtin, isSscc } from './trade-number'

/** Strips a scan's frame, and refuses anything but exactly one whole code. */

/** The prefix and suffix that the scanner adds to every code; empty for none. */
export type ScanMarks = { prefix: string; suffix: string }

/**
 * A text counts as a doubled code only if it repeats one piece of at least this many characters: shorter pieces
 * repeat in genuine codes ("1212", "00000000").
 */
export const MIN_DOUBLED_LENGTH = 6
/**
 * A prefix or suffix this long cannot occur in a code by chance; a shorter one counts only if it is not alphanumeric.
 */
const MIN_PLAIN_MARK = 3

/** Symbology identifier by ISO/IEC 15424, which scanners may put before every code. */
const AIM = /^\][A-Za-z][0-9A-Za-z]/
const INNER_AIM = /.\][A-Za-z][0-9]/
const INNER_END = /[\r\n\t]/
const BADGE = new RegExp(`${BADGE_PREFIX}[A-Z]{${BADGE_LETTERS}}`)

/** `text`: the code without its frame, to be looked up; `problem`: why it must be refused instead. */
export function frameScan(
  scan: TypedScan,
  marks: ScanMarks,
): { text: string; problem: null } | { text: null; problem: ScanProblem } {
  const refuse = (problem: ScanProblem) => ({ text: null, problem })
  if (scan.torn) return refuse('torn')
  const { text: raw } = scan
  if (isDoubled(raw)) return refuse('doubled')
  const text = withoutMarks(raw, marks)
  if (scan.unended || text === null || text === '' || raw.includes(UNREADABLE)) return refuse('truncated')
  if (isDoubled(text)) return refuse('doubled')
  if (isMerged(text, marks)) return refuse('merged')
  return { text, problem: null }
}

function withoutMarks(raw: string, { prefix, suffix }: ScanMarks): string | null {
  const isWhole =
    raw.startsWith(prefix) && raw.endsWith(suffix) && raw.length >= prefix.length + suffix.length
  return isWhole ? raw.slice(prefix.length, raw.length - suffix.length) : null
}

/** One repeated piece; but a text that is a valid number as a whole counts as that number. */
function isDoubled(text: string): boolean {
  const piece = smallestPiece(text)
  if (piece === text.length || piece < MIN_DOUBLED_LENGTH) return false
  return !isGtin(text) && !isSscc(text)
}

/** The length of the shortest piece that repeats to give the text; the text's own length if none does. */
function smallestPiece(text: string): number {
  const again = text === '' ? -1 : (text + text).indexOf(text, 1)
  return again === -1 ? text.length : again
}

/** A character that can only start or end a code, or a whole command or badge, is inside it. */
function isMerged(text: string, { prefix, suffix }: ScanMarks): boolean {
  if (INNER_END.test(text)) return true
  if (AIM.test(text) && INNER_AIM.test(text)) return true
  const between = suffix + prefix
  if (isTelling(between) && text.includes(between)) return true
  return holdsCommand(text.toUpperCase())
}

function isTelling(mark: string): boolean {
  return mark.length >= MIN_PLAIN_MARK || /[^A-Za-z0-9]/.test(mark)
}

function holdsCommand(text: string): boolean {
  const bare = text.replace(AIM, '')
  if (commandOf(bare) !== null || badgeOf(bare) !== null) return false
  return BADGE.test(bare) || Object.values(COMMAND_CODES).some((code) => bare.includes(code))
}
