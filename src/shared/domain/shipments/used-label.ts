import { SHORTEST_NUMBER, tidyCode } from '../carriers/number-pattern'
import { parseInstant } from '../time/timestamps'
import { isLive } from './shipment'

/** One label, one order: a label stuck to a glove must not go onto the next order's parcel too. */

/** Days from the parcel that carried a number: carriers reuse numbers only after months. */
const LABEL_DAYS = 90
const DAY_MS = 86_400_000

/**
 * The number as labels are compared; `null` for placeholders ("pickup", "none"), which many parcels share.
 */
export function labelKey(number: string): string | null {
  const key = tidyCode(number)
  return key.length >= SHORTEST_NUMBER && /\d/.test(key) ? key : null
}

/** Carriers print numbers in groups; people type them any way. */
export function sameLabel(one: string, other: string): boolean {
  return tidyCode(one) === tidyCode(other)
}

export type LabeledParcel = {
  orderId: number
  state: string
  /** ISO 8601; `null` if unknown. */
  packedAt: string | null
  shippedAt: string | null
}

/** An order with a parcel that carries a label. */
export type LabelOrder = {
  orderId: number
  /** No other order's parcel can carry it yet. */
  inUse: boolean
  /** Apart from these, which go in the same box. */
  box?: readonly number[]
}

/** The orders whose parcels carry one label, likeliest first: not canceled, then the latest packed. */
export function ordersOfLabel(parcels: readonly LabeledParcel[], nowMs: number): LabelOrder[] {
  const likeliest = parcels.toSorted(
    (one, other) =>
      Number(!isLive(one.state)) - Number(!isLive(other.state)) || packedMs(other) - packedMs(one),
  )
  const orders = new Map<number, boolean>()
  for (const parcel of likeliest)
    orders.set(parcel.orderId, (orders.get(parcel.orderId) ?? false) || isInUse(parcel, nowMs))
  return [...orders].map(([orderId, inUse]) => ({ orderId, inUse }))
}

/** The other order whose parcel carries the label; `null` if this order's parcel may carry it. */
export function otherOrderOf(orders: readonly LabelOrder[], orderId: number): number | null {
  const other = orders.find(
    (order) => order.inUse && order.orderId !== orderId && !order.box?.includes(orderId),
  )
  return other?.orderId ?? null
}

/** An unpacked parcel frees its label. A parcel of unknown age counts as new. */
function isInUse({ state, packedAt, shippedAt }: LabeledParcel, nowMs: number): boolean {
  const sinceMs = parseInstant(shippedAt ?? packedAt ?? '')
  return isLive(state) && (sinceMs === null || nowMs - sinceMs <= LABEL_DAYS * DAY_MS)
}

function packedMs({ packedAt }: LabeledParcel): number {
  return parseInstant(packedAt ?? '') ?? 0
}
