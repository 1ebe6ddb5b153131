import { BADGE_LETTERS, BADGE_PREFIX, badgeOf } from './badge'
import { COMMAND_CODES, commandOf } from './command'
import { UNREADABLE } from './keyboard-layout'
import type { TypedScan } from './keystrokes'
import type { ScanProblem } from './scanned'
import { isGtin, isSscc } from './trade-number'

/** Takes the frame off a scan, and refuses what is not exactly one whole code. */

/** What the scanner is set to put around every code; empty for nothing. */
export type ScanMarks = { prefix: string; suffix: string }

/**
 * A text is one code scanned twice only when it is one piece of at least this many characters, over and over: shorter
 * pieces repeat in honest codes ("1212", "00000000").
 */
export const MIN_DOUBLED_LENGTH = 6
/** A mark this long cannot be part of a code by chance; a shorter one only counts when it is no letter or digit. */
const MIN_PLAIN_MARK = 3

/** Symbology identifier by ISO/IEC 15424, which scanners may put before every code. */
const AIM = /^\][A-Za-z][0-9A-Za-z]/
const INNER_AIM = /.\][A-Za-z][0-9]/
const INNER_END = /[\r\n\t]/
const BADGE = new RegExp(`${BADGE_PREFIX}[A-Z]{${BADGE_LETTERS}}`)

/** `text`: the code without its marks, to be looked up; `problem`: why it must be refused instead. */
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

/** One piece over and over; but a number that is right as a whole is that number. */
function isDoubled(text: string): boolean {
  const piece = smallestPiece(text)
  if (piece === text.length || piece < MIN_DOUBLED_LENGTH) return false
  return !isGtin(text) && !isSscc(text)
}

/** How long the shortest piece is that gives the text when it is repeated; the text's own length when none does. */
function smallestPiece(text: string): number {
  const again = text === '' ? -1 : (text + text).indexOf(text, 1)
  return again === -1 ? text.length : again
}

/** Something that only stands at the beginning or the end of a code, or a whole command or badge, is inside it. */
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
