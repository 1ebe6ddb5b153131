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
  mpn: string | null
  /** What the unit's serial number is to be; `null`: nobody asks for it. */
  serial: string | null
}

/** Serial numbers are compared without capitals, blanks and hyphens: labels group them as they like. */
export function isSerial(codes: readonly string[], serial: string | null): boolean {
  if (serial === null) return false
  const wanted = serialKey(serial)
  return wanted !== '' && codes.some((code) => serialKey(code) === wanted)
}

function serialKey(serial: string): string {
  return foldCode(serial).replace(/[\s-]+/g, '')
}

/**
 * The chosen lines whose units are still to be shown to be the right ones, in the order in which they were chosen.
 * @param proven lines whose serial number was scanned
 */
export function serialsOpen(
  lines: readonly Line[],
  chosen: Iterable<number>,
  proven: Pick<ReadonlyMap<number, string>, 'has'>,
): number[] {
  const asking = new Set(lines.filter(({ serial }) => serial !== null).map(({ lineId }) => lineId))
  return [...chosen].filter((lineId) => asking.has(lineId) && !proven.has(lineId))
}

/**
 * The line whose unit this is. Pieces of one model have one MPN and several serial numbers, and the scan of that MPN takes
 * any of their lines, of whatever size: the serial number says which one it was.
 * @param asked lines whose serial number is due, the oldest first
 * @param free lines that may be chosen and are not
 * @returns `insteadOf`: the line that was chosen for this unit; `null` if it is the unit's own; `null` if it is none's
 */
export function lineOfSerial<L extends Line>(
  codes: readonly string[],
  asked: readonly L[],
  free: readonly L[],
): { line: L; insteadOf: L | null } | null {
  const own = asked.find(({ serial }) => isSerial(codes, serial))
  if (own !== undefined) return { line: own, insteadOf: null }
  for (const line of free.filter(({ serial }) => isSerial(codes, serial))) {
    const insteadOf = asked.find(({ mpn }) => mpn !== null && mpn === line.mpn)
    if (insteadOf !== undefined) return { line, insteadOf }
  }
  return null
}
