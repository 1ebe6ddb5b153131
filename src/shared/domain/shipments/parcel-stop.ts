import { meaningOfHold, type HeldReason } from '../outbox/held-reason'
import { hasLeft, isLive } from './shipment'

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
  /** Lines of it mean other items now, or their items have other codes than were scanned. */
  | 'items_changed'
  /** Its order has another address than its label. */
  | 'address_changed'

/** What others changed about a packed parcel. */
export type ParcelChange = Extract<
  ParcelStop,
  'lines_elsewhere' | 'lines_gone' | 'items_changed' | 'address_changed'
>

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
  change: ParcelChange | null
}

/** Why the parcel must not leave; `null` if it may, or if it has left. */
export function parcelStop(facts: StopFacts): ParcelStop | null {
  const { state, orderCanceled, packedHere, unpacked, repacked, heldReasons, change } = facts
  if (hasLeft(state)) return null
  if (!isLive(state)) {
    if (!packedHere || unpacked || repacked) return null
    if (orderCanceled) return 'order_canceled'
    return change === 'lines_elsewhere' ? change : 'shipment_canceled'
  }
  if (orderCanceled) return 'order_canceled'
  const stops: (ParcelStop | null)[] = heldReasons.map((reason) => meaningOfHold(reason).stop)
  return stops.find((stop) => stop !== null) ?? change
}
