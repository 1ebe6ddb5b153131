import { carrierNamed, numberOf, recognizeTracking, type Carrier } from '../carriers/carrier'
import { labelKey, otherOrderOf, sameLabel, type LabelOrder } from '../shipments/used-label'
import type { TableNumber } from './choose-label'
import type { TrackingRow, TrackingRowProblem } from './tracking-table'

/** What a file of tracking numbers would change. It gives each order one number, which is filled in once the order is complete. */

/** `order_unknown`: this station does not have the order. */
export type OrderProblem = 'order_unknown' | 'order_packed' | 'order_canceled'

/**
 * `no_carrier`: the row names none, and no carrier in use has such numbers; `several_numbers`: another row gives the order another
 * one; `own_parcel`: a parcel of the order has the number already; `used`, `given`, `twice`: another order has it, on a parcel, by an
 * earlier file, or in this one.
 */
export type NumberProblem =
  | TrackingRowProblem
  | OrderProblem
  | 'carrier_unknown'
  | 'number_unfit'
  | 'no_carrier'
  | 'several_numbers'
  | 'own_parcel'
  | 'used'
  | 'given'
  | 'twice'

/** `row`: its number in a spreadsheet. */
export type RowOf<R> = { row: number } & R
/** `number`: as it is in the file, also of a row that is of no use; `null` if there is none. */
export type ReadNumber = RowOf<{
  read: TrackingRow | NumberProblem
  orderId: number | null
  number: string | null
}>

/** `before`: the number that the order was given earlier; `null` for none. */
export type NumberChange = TrackingRow & { before: string | null }
/** `other`: the order that has the number. */
export type RefusedNumber = RowOf<{ kind: NumberProblem; orderId: number | null; other: number | null }>

export type NumberPlan = {
  changes: readonly NumberChange[]
  /** Orders that were given this very number before. */
  same: number
  /** In the order of the file. */
  problems: readonly RefusedNumber[]
}

/** The row with the carrier's name and the number as the station writes them, or why they do not fit. */
export function checkNumber(
  { orderId, carrier: name, trackingNumber }: TrackingRow,
  carriers: readonly Carrier[],
): TrackingRow | NumberProblem {
  if (name === '') {
    const found = recognizeTracking(trackingNumber, carriers)
    return found.kind === 'none' ? 'no_carrier' : { orderId, carrier: '', trackingNumber: found.number }
  }
  const carrier = carrierNamed(name, carriers)
  if (carrier === null || !carrier.inUse) return 'carrier_unknown'
  if (carrier.numbers.length === 0) return { orderId, carrier: carrier.name, trackingNumber }
  const number = numberOf(trackingNumber, carrier)
  return number === null ? 'number_unfit' : { orderId, carrier: carrier.name, trackingNumber: number }
}

/** What the station knows. */
export type NumberFacts = {
  /** The numbers that orders left to pack were given before, and orders that only other stations have. */
  given: ReadonlyMap<number, TableNumber>
  /** The orders whose parcels have the number. */
  onParcels: (trackingNumber: string) => readonly LabelOrder[]
  inOneBox: (orderId: number, other: number) => boolean
}

type Wanted = RowOf<TrackingRow>

/** @param rows in the order of the file */
export function planNumbers(rows: readonly ReadNumber[], facts: NumberFacts): NumberPlan {
  const problems: RefusedNumber[] = []
  const refuse = ({ row, orderId }: Wanted, kind: NumberProblem, other: number | null = null): false => {
    problems.push({ row, kind, orderId, other })
    return false
  }
  const wanted = new Map<number, Wanted[]>()
  for (const { row, orderId, read } of rows) {
    if (typeof read === 'string') problems.push({ row, kind: read, orderId, other: null })
    else wanted.set(read.orderId, [...(wanted.get(read.orderId) ?? []), { row, ...read }])
  }
  const single = [...wanted.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    // A row that is in the file twice counts once.
    if (more.every((other) => isSame(other, first))) return [first]
    for (const one of [first, ...more]) refuse(one, 'several_numbers')
    return []
  })
  const free = single.filter((one) => {
    const orders = facts.onParcels(one.trackingNumber)
    const other = otherOrderOf(orders, one.orderId)
    if (other !== null) return refuse(one, 'used', other)
    return !orders.some(({ orderId, inUse }) => inUse && orderId === one.orderId) || refuse(one, 'own_parcel')
  })
  // Also with rows of no use: of a number that the file gives to two orders, nobody knows whose it is.
  const sharing = byNumber(
    rows.flatMap(({ row, orderId, number, read }) => {
      if (typeof read !== 'string') return [{ row, ...read }]
      return orderId === null || number === null
        ? []
        : [{ row, orderId, carrier: '', trackingNumber: number }]
    }),
  )
  const alone = free.filter((one) => {
    const other = strangerAmong(sharing.get(keyOf(one)) ?? [], one, facts)
    return other === null || refuse(one, 'twice', other)
  })
  const kept = dropHeld(alone, facts, refuse)
  const isNew = ({ orderId, ...one }: Wanted) => !isSame(one, facts.given.get(orderId))
  return {
    changes: kept.filter(isNew).map(({ orderId, carrier, trackingNumber }) => ({
      ...{ orderId, carrier, trackingNumber },
      before: facts.given.get(orderId)?.trackingNumber ?? null,
    })),
    same: kept.filter((one) => !isNew(one)).length,
    problems: problems.toSorted((one, other) => one.row - other.row),
  }
}

/** Leaves out the numbers of orders that keep them: a number moves only if its order gets another one from the same file. */
function dropHeld(
  rows: readonly Wanted[],
  facts: NumberFacts,
  refuse: (row: Wanted, kind: NumberProblem, other: number) => false,
): Wanted[] {
  const left = new Map(rows.map((one) => [one.orderId, one]))
  const wanting = byNumber(rows)
  const keepers = [...facts.given]
    .map(([orderId, number]) => ({ orderId, ...number }))
    .filter(({ orderId }) => !left.has(orderId))
  for (let keeper = keepers.pop(); keeper !== undefined; keeper = keepers.pop())
    for (const one of wanting.get(keyOf(keeper)) ?? []) {
      if (!left.has(one.orderId) || strangerAmong([keeper], one, facts) === null) continue
      refuse(one, 'given', keeper.orderId)
      left.delete(one.orderId)
      // So it keeps its own, which others may want.
      const own = facts.given.get(one.orderId)
      if (own !== undefined) keepers.push({ orderId: one.orderId, ...own })
    }
  return [...left.values()]
}

/** The first order among them that may not share its number with this one. */
function strangerAmong(
  others: readonly { orderId: number }[],
  { orderId }: Wanted,
  facts: NumberFacts,
): number | null {
  const other = others.find((one) => one.orderId !== orderId && !facts.inOneBox(orderId, one.orderId))
  return other?.orderId ?? null
}

/** Placeholders are in none of the lists: many parcels share them. */
function byNumber(rows: readonly Wanted[]): ReadonlyMap<string, readonly Wanted[]> {
  const lists = new Map<string, Wanted[]>()
  for (const one of rows) {
    const key = keyOf(one)
    if (key === '') continue
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [one])
    else list.push(one)
  }
  return lists
}

const keyOf = ({ trackingNumber }: Pick<TableNumber, 'trackingNumber'>): string =>
  labelKey(trackingNumber) ?? ''

function isSame(one: TableNumber, other: TableNumber | undefined): boolean {
  return (
    other !== undefined &&
    one.carrier === other.carrier &&
    sameLabel(one.trackingNumber, other.trackingNumber)
  )
}
