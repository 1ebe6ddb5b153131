import type { OpEvent, OpKind, OpState } from '../outbox/operation'
import type { ShownChange } from './order-change'
import type { ShipmentState } from '../shipments/shipment'

/** What happened to an order, from all that a station knows of it. Times are as written, mostly ISO 8601 UTC. */

type Answer = { code: string; status: number | null }

/** One entry of an operation's history. */
export type OpStep = {
  event: OpEvent | 'capture'
  at: string
  by: string | null
  /** `by` comes from an imported file. */
  fromFile: boolean
  error: Answer | null
  note: string | null
}
export type TimelineOp = {
  seq: number
  kind: OpKind
  state: OpState
  shipmentId: string | null
  /** What the marketplace calls what the operation created. */
  serverRef: string | null
  /** The label that it brings to its shipment. */
  label: { carrier: string | null; trackingNumber: string | null }
  /** What a refund asks for. */
  cents: number | null
  history: readonly OpStep[]
}

export type TimelineShipment = {
  shipmentId: string
  state: string
  carrier: string | null
  trackingNumber: string | null
  packedAt: string | null
  shippedAt: string | null
  expectedToDeliverAt: string | null
  deliveredAt: string | null
  canceledAt: string | null
  items: number
  /** How many of them were ticked by hand; `null` if that is not known. */
  byHand: number | null
}

export type TimelineEvidence = {
  seq: number
  at: string
  operator: string
  kind: string
  payload: Readonly<Record<string, unknown>>
}

export type TimelineFacts = {
  state: string
  canceled: boolean
  cancelationReason: string | null
  purchasedAt: string | null
  amountCents: number | null
  payments: readonly { type: string | null; cents: number | null }[]
  shipments: readonly TimelineShipment[]
  refunds: readonly RefundFacts[]
  /** In the order in which they were captured. */
  ops: readonly TimelineOp[]
  changes: readonly ShownChange[]
  hold: { reason: string; heldBy: string; heldAt: string } | null
  photos: readonly { shipmentId: string; takenAt: string; takenBy: string }[]
  alarms: readonly { kind: string; raisedAt: string; seenAt: string | null; seenBy: string | null }[]
  /** The month of the archive that has the order; `null` if it is not there. */
  archivedIn: string | null
  evidence: readonly TimelineEvidence[]
}
export type RefundFacts = {
  id: number | null
  cents: number | null
  type: string | null
  source: string | null
  state: string | null
  /** What the marketplace says of its parts. */
  parts: readonly string[]
}

type Happened =
  | { what: 'bought'; cents: number | null }
  | { what: 'payment'; type: string | null; cents: number | null }
  /** A state that the document does not name. */
  | { what: 'order_state'; state: string }
  | { what: 'order_canceled'; reason: string | null }
  | {
      what: 'parcel'
      step: ShipmentState
      shipmentId: string
      /** From 1, as the window numbers the shipments. */
      index: number
      items: number
      byHand: number | null
      /** Promised when it was shipped. */
      expectedAt: string | null
    }
  | { what: 'parcel_state'; state: string; index: number }
  | { what: 'label'; index: number; carrier: string | null; trackingNumber: string | null }
  | ({ what: 'refund' } & Omit<RefundFacts, 'id'>)
  | { what: 'changed'; change: ShownChange }
  | { what: 'hold'; reason: string }
  | { what: 'photo'; shipmentId: string; index: number | null }
  | { what: 'alarm' | 'alarm_seen'; kind: string }
  | { what: 'archived'; month: string }
  | ({ what: 'op'; seq: number; kind: OpKind; index: number | null; cents: number | null } & Omit<
      OpStep,
      'at' | 'by' | 'fromFile'
    >)
  | { what: 'evidence'; seq: number; kind: string; payload: TimelineEvidence['payload'] }

/** `at`: `null` if nobody knows when. `by`: `null` if nobody knows who, or if the station did it by itself. */
export type TimelineEntry = { at: string | null; by: string | null; fromFile: boolean } & Happened

export type MergedTimeline = {
  /** Oldest first. */
  timed: readonly TimelineEntry[]
  /** Without a time, or with one that cannot be read, in the order in which such things happen. */
  untimed: readonly TimelineEntry[]
}
