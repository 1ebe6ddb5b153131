import { foldCode, isDigitsOfGroups, normalizeCode } from '../scanning/compare-codes'
import { writtenLengths } from '../scanning/trade-number'

/** What others changed in an order that this station knows: a scan counts for the line, item and address as they were. */

export type LineCodes = { itemNumber: string | null; externalId: string | null; mpn: string | null }

/** `line`: as the order shows it; `null` where the order does not have it. `item`: the item's own codes were edited. */
export type LineChange =
  | { what: 'line'; lineId: number; from: LineCodes | null; to: LineCodes | null }
  | { what: 'item'; lineId: number; from: LineCodes; to: LineCodes }
/** The addresses are the buyer's and stored with them. */
export type OrderNews = LineChange | { what: 'address' }
/** `seq` numbers the changes of an order from 1; `at`: when it was first seen, ISO 8601 UTC. Stored; never rename. */
export type NotedChange = OrderNews & { seq: number; at: string }

/** Lines of an address as one writes them, the name first; `null` if it is deleted, or cannot be opened. */
export type WrittenAddress = readonly string[] | null
export type NamedCodes = LineCodes & { title: string | null }
/** A noted change as people see it. */
export type ShownChange = { seq: number; at: string } &
  /** `place`: of the line among the order's goods, from 1; `null` if it is gone. */
  (
    | {
        what: 'line' | 'item'
        lineId: number
        place: number | null
        from: NamedCodes | null
        to: NamedCodes | null
      }
    | { what: 'address'; from: WrittenAddress; to: WrittenAddress }
  )

const KEYS = ['itemNumber', 'externalId', 'mpn'] as const

/** By which of the line's codes a unit was scanned; `null`: it was ticked by hand, or nobody knows. */
export type Proof = string | null

/** Whether a unit that stood for the line before the change, proven so, no longer does. */
export function isLost({ what, from, to }: Pick<LineChange, 'what' | 'from' | 'to'>, proof: Proof): boolean {
  if (from === null) return false
  if (to === null) return true
  const replaced =
    what === 'line' &&
    (parted(from.itemNumber, to.itemNumber) ||
      parted(from.externalId, to.externalId) ||
      // Goods no longer name their item.
      (from.itemNumber !== null && to.itemNumber === null))
  return replaced || (proof !== null && proof !== '' && hasCode(from, proof) && !hasCode(to, proof))
}

/** Both are known, and they differ by more than their letters' case. */
function parted(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && !sameCode(one, other)
}

/** Whether a scan of this code is one of a line or item with these codes. */
export function hasCode(codes: LineCodes, proof: string): boolean {
  return KEYS.some((key) => sameCode(codes[key] ?? '', proof))
}

function sameCode(one: string, other: string): boolean {
  return readAs(one) === readAs(other)
}

/** What a scanner reads is the same, however a catalog writes it: in capitals, in groups, with a GTIN's leading zeros. */
function readAs(code: string): string {
  const folded = foldCode(normalizeCode(code))
  const digits = folded.replace(/[ -]/g, '')
  return isDigitsOfGroups(digits) ? (writtenLengths(digits)[1] ?? digits) : folded
}

export function sameCodes(one: LineCodes, other: LineCodes): boolean {
  return KEYS.every((key) => sameCode(one[key] ?? '', other[key] ?? ''))
}

/**
 * Changes of one line as one: from what it was before the first to what it is after the last. One that was taken back
 * is left out.
 */
export function netOf<
  Change extends {
    seq: number
    what: 'line' | 'item'
    lineId: number
    from: LineCodes | null
    to: LineCodes | null
  },
>(changes: readonly Change[]): Change[] {
  const net = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.what} ${change.lineId}`
    const first = net.get(key)
    net.set(key, first === undefined ? change : { ...change, from: first.from })
  }
  return [...net.values()].filter(({ from, to }) => from === null || to === null || !sameCodes(from, to))
}

export type Address = Readonly<Record<string, unknown>>

const DOCUMENTED = ['name', 'line1', 'line2', 'city', 'state', 'zip5']

/**
 * Whether a label for the one address does not fit the other. An address that is not known differs from none, and nor does
 * a field that a marketplace begins to show: it would stop every parcel in the house.
 */
export function addressesPart(one: Address | null | undefined, other: Address | null | undefined): boolean {
  if (!isWritten(one) || !isWritten(other)) return false
  const names = new Set([...DOCUMENTED, ...Object.keys(one).filter((name) => name in other)])
  return [...names].some((name) => spelled(one[name]) !== spelled(other[name]))
}

function isWritten(address: Address | null | undefined): address is Address {
  return Object.values(address ?? {}).some((value) => spelled(value) !== '')
}

/** Blanks and capitals make no other address, and a label shows nothing but texts and numbers. */
export function spelled(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ').toLowerCase() : ''
}
