import type { HandoverMode, ParcelProblem } from '../domain/shipments/handover'
import type { BridgeError } from './result'

/** The round at the dock, as the window sees it. */

export type HandoverParcel = {
  /** The station's id. */
  shipmentId: string
  orderId: number
  carrier: string | null
  trackingNumber: string | null
  /** Units in the parcel. */
  items: number
  packedAt: string | null
  shippedAt: string | null
  /** Why its order is on hold; `null` if it is not. */
  holdReason: string | null
}

export type ScannedParcel = HandoverParcel & {
  scannedAt: string
  /** Why the parcel cannot go with the round, as of now. */
  problem: ParcelProblem | null
  /** Why it was refused when the round was last shipped. */
  refusal: Pick<BridgeError, 'code' | 'fields'> | null
}

export type HandoverGroup = {
  /** Empty for parcels without a carrier. */
  carrier: string
  /** Parcels ready for the round, scanned or not. */
  total: number
  scanned: number
  /** Not scanned yet, oldest first; the first fifty. */
  missing: readonly HandoverParcel[]
}

export type ScannedCount = {
  carrier: string
  scanned: number
  /** Scanned parcels without a problem: a mark moves these. */
  ready: number
}

export type HandoverView = {
  mode: HandoverMode
  /** By name. */
  groups: readonly HandoverGroup[]
  /** Those with a problem first, then the last scanned first. At most 500. */
  scanned: readonly ScannedParcel[]
  /** All scanned parcels, including those beyond the limit, by carrier as in `carrierKey`. */
  counts: readonly ScannedCount[]
  /** Parcels in a state that this station does not know, which no round takes; the first fifty. */
  strange: readonly (HandoverParcel & { state: string })[]
  /** The last round that was shipped here; `null` before the first. */
  last: { at: string; parcels: number } | null
}

export type HandoverAnswerKind =
  | 'taken'
  | 'already_scanned'
  /** The order is known but nothing of it is packed. */
  | 'not_packed'
  /** The order has several parcels: the label says which. */
  | 'several'
  | 'other_carrier'
  | 'unknown'
  /** The code of a manifest, not of a parcel; `parcel` is its first, `scanned` and `total` the parcels of its round. */
  | 'manifest'
  | ParcelProblem

export type HandoverAnswer = {
  kind: HandoverAnswerKind
  parcel: HandoverParcel | null
  /** `null` for a code that is not a parcel of this station. For an unknown code: the carrier it may belong to. */
  carrier: string | null
  /** How many waiting parcels of this carrier are scanned now. */
  scanned: number
  total: number
}

/** One parcel of a marked round, or one removed from it. */
export type RoundParcel = {
  shipmentId: string
  orderId: number
  /** Its operation's place in the outbox; `null` if none was created. */
  op: number | null
  /** The error code of its refusal. */
  refused: BridgeError['code'] | null
}

export type HandoverOutcome = {
  moved: number
  /** Parcels that stay in the round. */
  refused: number
  /** The parcels tried, in order. */
  parcels: readonly RoundParcel[]
  /** Why the mark stopped before trying all parcels; the earlier ones have moved. */
  stopped: BridgeError | null
  view: HandoverView
}

export type HandoverRemoval = {
  removed: readonly Pick<RoundParcel, 'shipmentId' | 'orderId'>[]
  view: HandoverView
}

/** The contents of the manifest. */
export type Manifest = {
  carrier: string
  /** When it was handed over, ISO 8601 UTC; `null` before the handover. */
  shippedAt: string | null
  /** The operator at the station. */
  by: string
  parcels: readonly HandoverParcel[]
}
