import type { HeldReason } from '../outbox/operation'

/** Why a parcel that was packed must not leave the warehouse as it is. */
export type ParcelStop =
  /** Its order is canceled, or will be. */
  | 'order_canceled'
  /** Another shipment carries its items. */
  | 'lines_elsewhere'
  /** The marketplace has it twice. */
  | 'duplicate'
  /** The marketplace does not take it. */
  | 'refused'
  /** The marketplace does not have it, or its order, any more. */
  | 'gone'
  /** Canceled, but nobody unpacked it at this station: the box may stand here with the items in it. */
  | 'shipment_canceled'
  /** Items of it are no longer in the order. */
  | 'lines_gone'

/** `null`: the hold concerns the account, the network or the clock, or no parcel. */
const STOP_OF: Readonly<Record<HeldReason, ParcelStop | null>> = {
  refused: 'refused',
  busy: 'refused',
  not_found: 'gone',
  unconfirmed: null,
  order_canceled: 'order_canceled',
  order_shipped: null,
  line_taken: 'lines_elsewhere',
  duplicate: 'duplicate',
  shipment_unknown: 'refused',
  shipment_changed: 'refused',
  item_exists: null,
  item_changed: null,
  unreadable: null,
  vanished: 'gone',
  forbidden: null,
  keeps_failing: null,
  cannot_look: null,
  clock_wrong: null,
  above_rest: null,
}

export type StopFacts = {
  state: string
  /** Or its cancellation was requested here and is still open. */
  orderCanceled: boolean
  packedHere: boolean
  /** Somebody unpacked it at this station. */
  unpacked: boolean
  /** Every item of it has gone into another parcel of this station, or has arrived. */
  repacked: boolean
  heldReasons: readonly (HeldReason | null)[]
  linesAway: 'lines_elsewhere' | 'lines_gone' | null
}

/** Why the parcel must not leave; `null` if it may, or if it has left. */
export function parcelStop(facts: StopFacts): ParcelStop | null {
  const { state, orderCanceled, packedHere, unpacked, repacked, heldReasons, linesAway } = facts
  if (state === 'shipped' || state === 'delivered') return null
  if (state === 'canceled') {
    if (!packedHere || unpacked || repacked) return null
    if (orderCanceled) return 'order_canceled'
    return linesAway === 'lines_elsewhere' ? linesAway : 'shipment_canceled'
  }
  if (orderCanceled) return 'order_canceled'
  const stops = heldReasons.map((reason) => (reason === null ? null : STOP_OF[reason]))
  return stops.find((stop) => stop !== null) ?? linesAway
}
