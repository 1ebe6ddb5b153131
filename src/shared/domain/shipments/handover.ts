import type { ParcelChange } from './parcel-stop'
import { hasArrived, hasLeft, isCanceledShipment, isOnItsWay, isWaiting, verdict } from './shipment'

/** The round at the dock: parcels are scanned one by one, then shipped or delivered together. */

/** Stored; never rename. */
export const HANDOVER_MODES = ['ship', 'deliver'] as const
export type HandoverMode = (typeof HANDOVER_MODES)[number]

/** Whether a parcel in that state waits for the mark. */
export function waitsFor(mode: HandoverMode, state: string): boolean {
  return mode === 'ship' ? isWaiting(state) : isOnItsWay(state)
}

export const PARCEL_PROBLEMS = [
  /** Its order is or will be canceled: the parcel must not leave. */
  'canceled',
  /** Its order is on hold: the parcel stays until somebody releases the order. */
  'on_hold',
  /** An earlier operation of the shipment needs a person, or others have changed something about it. */
  'needs_person',
  'not_shipped',
  'already_shipped',
  'already_delivered',
] as const
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number]

/** The facts about a parcel that decide whether it can go. */
export type JudgedParcel = {
  state: string
  orderCanceled: boolean
  /** The order's cancellation was requested here and is still open. */
  cancelWaits: boolean
  /** Why its order is on hold here; `null` if it is not. */
  holdReason: string | null
  /** An operation of the shipment is held. */
  held: boolean
  /** What others changed about it. */
  change: ParcelChange | null
}

/** Why a parcel cannot be shipped (or delivered) with this round; `null` if it can. */
export function roundProblem(mode: HandoverMode, parcel: JudgedParcel): ParcelProblem | null {
  const { state } = parcel
  // A parcel on its way is delivered even if its order has changed meanwhile.
  const stopped = mode === 'ship' && isWaiting(state) && (parcel.orderCanceled || parcel.cancelWaits)
  if (stopped || isCanceledShipment(state)) return 'canceled'
  if (hasArrived(state)) return 'already_delivered'
  if (mode === 'ship' && hasLeft(state)) return 'already_shipped'
  if (mode === 'deliver' && isWaiting(state)) return 'not_shipped'
  if (mode === 'ship' && parcel.holdReason !== null) return 'on_hold'
  return parcel.held || parcel.change !== null || verdict(state, mode) !== 'usual' ? 'needs_person' : null
}

/** Carrier names are compared ignoring case. */
export function carrierKey(name: string | null): string {
  return (name ?? '').trim().toLowerCase()
}

/** Whether a parcel of that carrier goes with the round; `null` if the round accepts all. */
export function isOfRound(round: string | null, carrier: string | null): boolean {
  return round === null || carrierKey(round) === carrierKey(carrier)
}
