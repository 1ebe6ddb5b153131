import { sameLabel } from '../shipments/used-label'

/** Which of an order's label files belongs to the parcel on the bench. */

export type PackableLabel = {
  trackingNumber: string | null
  /** No other order's number is in it. */
  isAlone: boolean
}

export type TableNumber = { trackingNumber: string; carrier: string }

/** `several`: a person says which one. */
export type LabelChoice<L> =
  | { kind: 'none' }
  | { kind: 'one'; label: L | null; trackingNumber: string | null; carrier: string }
  | { kind: 'several' }

/**
 * Chooses a label only if there is nothing else that it could be.
 * @param numbers what the tables of tracking numbers say of the order
 * @param onParcels the tracking numbers of the order's other parcels: their labels are used
 * @param taken the number that the parcel has, because a person scanned or chose it; empty for none
 */
export function chooseLabel<L extends PackableLabel>(
  labels: readonly L[],
  numbers: readonly TableNumber[],
  onParcels: readonly string[],
  taken = '',
): LabelChoice<L> {
  const isFree = (number: string | null) =>
    number === null || !onParcels.some((used) => sameLabel(used, number))
  const free = labels.filter(({ trackingNumber }) => isFree(trackingNumber))
  const left = numbers.filter(({ trackingNumber }) => isFree(trackingNumber))
  const meant = free.filter(
    ({ trackingNumber, isAlone }) => isAlone && trackingNumber !== null && sameLabel(trackingNumber, taken),
  )
  if (meant[0] !== undefined && meant.length === 1)
    return { kind: 'one', label: meant[0], trackingNumber: meant[0].trackingNumber, carrier: '' }
  const [label = null] = free
  const [number = null] = left
  if (label === null && number === null) return { kind: 'none' }
  if (free.length > 1 || left.length > 1 || label?.isAlone === false) return { kind: 'several' }
  const own = label?.trackingNumber ?? null
  if (number === null) return { kind: 'one', label, trackingNumber: own, carrier: '' }
  // A label of another number may be that of another parcel.
  if (own !== null && !sameLabel(own, number.trackingNumber)) return { kind: 'several' }
  return { kind: 'one', label, ...number }
}
