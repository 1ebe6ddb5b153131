import type { HandoverMode, ParcelProblem } from '../domain/shipments/handover'
import type { BridgeError } from './result'

/** The round at the dock, as the window sees it. */

export type HandoverParcel = {
  /** The station's id. */
  shipmentId: string
  orderId: number
  carrier: string | null
  trackingNumber: string | null
  /** Units in it. */
  items: number
  packedAt: string | null
  shippedAt: string | null
  /** Why its order is on hold; `null` when it is not. */
  holdReason: string | null
}

export type ScannedParcel = HandoverParcel & {
  scannedAt: string
  /** What keeps it from going with the others, as it stands now. */
  problem: ParcelProblem | null
  /** Why it was refused when the round was shipped last. */
  refusal: Pick<BridgeError, 'code' | 'fields'> | null
}

export type HandoverGroup = {
  /** Empty for parcels without a carrier. */
  carrier: string
  /** Parcels that wait for the round, scanned or not. */
  total: number
  scanned: number
  /** Not scanned yet, oldest first; the first fifty. */
  missing: readonly HandoverParcel[]
}

export type ScannedCount = {
  carrier: string
  scanned: number
  /** Of them: without a problem, so that a mark moves them. */
  ready: number
}

export type HandoverView = {
  mode: HandoverMode
  /** By name. */
  groups: readonly HandoverGroup[]
  /** Those with a problem first, then the last scanned first. At most 500. */
  scanned: readonly ScannedParcel[]
  /** All that was scanned, also beyond those, by carrier as `carrierKey` has it. */
  counts: readonly ScannedCount[]
  /** The last round that was shipped here; `null` before the first. */
  last: { at: string; parcels: number } | null
}

export type HandoverAnswerKind =
  | 'taken'
  | 'already_scanned'
  /** The order is known and nothing of it is packed. */
  | 'not_packed'
  /** The order has several parcels: the label says which. */
  | 'several'
  | 'other_carrier'
  | 'unknown'
  | ParcelProblem

export type HandoverAnswer = {
  kind: HandoverAnswerKind
  parcel: HandoverParcel | null
  /** `null` for what is no parcel of this station. For an unknown code: whose number it looks like. */
  carrier: string | null
  /** Of the parcel's carrier: how many of its waiting parcels are scanned now. */
  scanned: number
  total: number
}

/** One parcel of a round that was marked, or that was taken out of it. */
export type RoundParcel = {
  shipmentId: string
  orderId: number
  /** Its op's place in the outbox; `null` where none was made. */
  op: number | null
  /** The code of why it was refused. */
  refused: BridgeError['code'] | null
}

export type HandoverOutcome = {
  moved: number
  /** Parcels that stay in the round. */
  refused: number
  /** What was tried, in that order. */
  parcels: readonly RoundParcel[]
  /** What ended it before all were tried; those before it are moved. */
  stopped: BridgeError | null
  view: HandoverView
}

export type HandoverRemoval = {
  removed: readonly Pick<RoundParcel, 'shipmentId' | 'orderId'>[]
  view: HandoverView
}

/** What the driver signs. */
export type Manifest = {
  carrier: string
  /** When it was handed over, ISO 8601 UTC; `null` before that. */
  shippedAt: string | null
  /** Who works at the station. */
  by: string
  parcels: readonly HandoverParcel[]
}
