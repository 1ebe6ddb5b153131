import { foldCode } from '../scanning/compare-codes'

/** The serial number of the very unit that was sold: scanned after its item, so that no other unit goes into the box. */

/** Of which items the serial number is scanned. */
export const SERIAL_RULES = ['none', 'all', 'categories'] as const
export type SerialRule = {
  serials: (typeof SERIAL_RULES)[number]
  /** Categories of the marketplace; each with all below it. */
  serialCategories: readonly number[]
}

export const NO_SERIALS: SerialRule = { serials: 'none', serialCategories: [] }

type Line = {
  lineId: number
  /** What the unit's serial number is to be; `null`: nobody asks for it. */
  serial: string | null
}

/** Serial numbers are compared without capitals, blanks and hyphens: labels group them as they like. */
export function isSerial(codes: readonly string[], serial: string | null): boolean {
  const wanted = serialKey(serial ?? '')
  if (wanted === '') return false
  return codes.some((code) => [code, code.replace(NAMED, '')].some((text) => serialKey(text) === wanted))
}

/** What labels put before the number itself; it counts only where the rest is the very number. */
const NAMED = /^(?:1S|S\/?N\b[:.]?|S)\s*/i

function serialKey(serial: string): string {
  return foldCode(serial).replace(/[\s-]+/g, '')
}

/** Whether a scan could ever show this number. */
export function canBeScanned(serial: string): boolean {
  return serialKey(serial) !== ''
}

/**
 * The chosen lines whose units are still to be shown to be the right ones, in the order in which they were chosen.
 * @param proven what was scanned as their serial numbers; empty where a supervisor allowed the unit without
 */
export function serialsOpen(
  lines: readonly Line[],
  chosen: Iterable<number>,
  proven: ReadonlyMap<number, string>,
): number[] {
  const asking = new Map(lines.map(({ lineId, serial }) => [lineId, serial]))
  return [...chosen].filter((lineId) => {
    const serial = asking.get(lineId) ?? null
    const scanned = proven.get(lineId)
    // The marketplace may have corrected it meanwhile.
    return serial !== null && scanned !== '' && !isSerial([scanned ?? ''], serial)
  })
}

/**
 * The line whose unit this is. Pieces of one model have one code and several serial numbers, and the scan of that code
 * takes any of their lines: the serial number says which one it was.
 * @param asked lines whose serial number is due, the oldest first
 * @param free lines that may be chosen and are not
 * @param isAlike whether what was scanned of the first line may have been the second one's unit
 * @returns `insteadOf`: the line that was chosen for this unit; `null` if it is the unit's own; `null` if it is none's
 */
export function lineOfSerial<L extends Line>(
  codes: readonly string[],
  asked: readonly L[],
  free: readonly L[],
  isAlike: (asked: L, line: L) => boolean,
): { line: L; insteadOf: L | null } | null {
  const own = asked.find(({ serial }) => isSerial(codes, serial))
  if (own !== undefined) return { line: own, insteadOf: null }
  for (const line of free.filter(({ serial }) => isSerial(codes, serial))) {
    const insteadOf = asked.find((one) => isAlike(one, line))
    if (insteadOf !== undefined) return { line, insteadOf }
  }
  return null
}
