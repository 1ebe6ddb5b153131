import { verdict } from './shipment'

/** The round at the dock: parcel after parcel is scanned, then all of them are shipped, or delivered, at once. */

/** Stored; never rename. */
export const HANDOVER_MODES = ['ship', 'deliver'] as const
export type HandoverMode = (typeof HANDOVER_MODES)[number]

/** The state that a parcel waits in for each. */
export const STATE_BEFORE: Readonly<Record<HandoverMode, string>> = { ship: 'packed', deliver: 'shipped' }

export const PARCEL_PROBLEMS = [
  /** Its order was canceled, or will be: the parcel must not leave. */
  'canceled',
  /** A person has set its order aside: the parcel stays until somebody takes the hold off. */
  'on_hold',
  /** An earlier op of it waits for a person. */
  'needs_person',
  'not_shipped',
  'already_shipped',
  'already_delivered',
] as const
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number]

/** What must be known of a parcel to judge it. */
export type JudgedParcel = {
  state: string
  orderCanceled: boolean
  /** The order's cancellation was asked for here and is not settled. */
  cancelWaits: boolean
  /** Why its order is on hold here; `null` when it is not. */
  holdReason: string | null
  /** An op of it is held. */
  held: boolean
}

/** Why a parcel cannot go out (or be delivered) with this round; `null` when it can. */
export function parcelProblem(mode: HandoverMode, parcel: JudgedParcel): ParcelProblem | null {
  const { state } = parcel
  // A parcel on its way is delivered whatever became of its order meanwhile.
  const stopped = mode === 'ship' && state === 'packed' && (parcel.orderCanceled || parcel.cancelWaits)
  if (stopped || state === 'canceled') return 'canceled'
  if (state === 'delivered') return 'already_delivered'
  if (mode === 'ship' && state === 'shipped') return 'already_shipped'
  if (mode === 'deliver' && state === 'packed') return 'not_shipped'
  if (mode === 'ship' && parcel.holdReason !== null) return 'on_hold'
  return parcel.held || verdict(state, mode) !== 'usual' ? 'needs_person' : null
}

/** Carriers are one and the same whatever the case their names are written in. */
export function carrierKey(name: string | null): string {
  return (name ?? '').trim().toLowerCase()
}

/** Whether a parcel of that carrier goes with the round; `null` as the round takes all. */
export function isOfRound(round: string | null, carrier: string | null): boolean {
  return round === null || carrierKey(round) === carrierKey(carrier)
}
