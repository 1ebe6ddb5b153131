import { isPackable, type SelectableLine } from './selection'

/** What a scanned code means inside the order that is open. */

/** The codes by which a line can be scanned. */
export type ScannableLine = SelectableLine & {
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
}

export type ScanMeaning =
  | { kind: 'line'; lineId: number }
  /** Every unit that the code fits is chosen already. */
  | { kind: 'already_scanned'; lineId: number }
  /** Every unit that the code fits travels in a shipment already. */
  | { kind: 'already_packed'; lineId: number }
  /** Nothing in this order answers to the code. */
  | { kind: 'foreign' }

const KEYS = ['itemNumber', 'externalId', 'mpn'] as const

/** The text of a scan as it is compared: trimmed, because scanners may be set to add blanks. */
export function normalizeCode(raw: string): string {
  return raw.trim()
}

/**
 * Matches a scan to one line of the open order by the first of its codes (`Scanned.codes`, best first) that a line has:
 * by `itemNumber`, then `externalId`, then `mpn`. A shared `mpn` takes the next unit that is neither chosen nor packed,
 * so that three scans choose three units.
 */
export function meaningInOrder(
  codes: readonly string[],
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
): ScanMeaning {
  for (const code of codes) {
    const meaning = meaningOfCode(normalizeCode(code), lines, chosen)
    if (meaning.kind !== 'foreign') return meaning
  }
  return { kind: 'foreign' }
}

function meaningOfCode(
  wanted: string,
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
): ScanMeaning {
  // Codes of a line may be empty texts; a blank scan must not find them.
  if (wanted === '') return { kind: 'foreign' }
  for (const key of KEYS) {
    const matches = lines.filter((line) => !line.isShippingFee && line[key] === wanted)
    const first = matches[0]
    if (first === undefined) continue
    const free = matches.find((line) => isPackable(line) && !chosen.has(line.lineId))
    if (free !== undefined) return { kind: 'line', lineId: free.lineId }
    const scanned = matches.find((line) => chosen.has(line.lineId))
    return scanned === undefined
      ? { kind: 'already_packed', lineId: first.lineId }
      : { kind: 'already_scanned', lineId: scanned.lineId }
  }
  return { kind: 'foreign' }
}
