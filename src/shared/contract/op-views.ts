import type { Explanation, SeenChange } from '../domain/outbox/explain'
import type { HeldReason } from '../domain/outbox/held-reason'
import type { HeldAnswer, OpEvent, OpKind, OpState } from '../domain/outbox/operation'
import type { TimeField } from '../domain/time/timestamps'
import type { ItemDetail } from './items'
import type { OrderView } from './views'

/** The outbox as shown in the window: its operations, their history, and the decisions open to a person. */

export type OutboxRow = {
  seq: number
  opUid: string
  kind: OpKind
  /** `null` for ops on items. */
  orderId: number | null
  shipmentId: string | null
  /** Item number, or for a create its external id. */
  itemKey: string | null
  state: OpState
  heldReason: HeldReason | null
  capturedAt: string
  /** The operator who confirmed it; for an imported operation, the name in the file. */
  capturedBy: string
  fromFile: boolean
  sentAt: string | null
  settledAt: string | null
  attempts: number
  lastError: { code: string; status: number | null } | null
  discardReason: string | null
  answers: readonly HeldAnswer[]
}
export type OutboxList = { total: number; rows: readonly OutboxRow[] }

/** One entry in an operation's history. */
export type HistoryEntry = {
  seq: number
  kind: OpKind
  event: OpEvent | 'capture'
  /** ISO 8601 UTC. */
  at: string
  /** The person; `null` for the station itself. */
  by: string | null
  /** `by` comes from an imported file. */
  fromFile: boolean
  /** What the marketplace answered. */
  error: { code: string; status: number | null } | null
  /** A person's reason, or the changes of a correction. */
  note: string | null
  /** How many items of a packed shipment were ticked by hand; absent if none, or not known. */
  byHand?: number
}

/** A resource that may be the result of an operation. */
export type CandidateView = {
  serverId: number
  /** The station's id for it; `null` for a refund. */
  shipmentId: string | null
  state: string | null
  carrier: string | null
  trackingNumber: string | null
  packedAt: string | null
  lineIds: readonly number[]
  amountCents: number | null
}

export type OpDetail = {
  row: OutboxRow
  /** The request, field by field with the Partner API's names. */
  asked: Readonly<Record<string, unknown>>
  /** Why it was refused or held, as far as the order shows; empty if nothing explains it. */
  explanations: readonly Explanation[]
  /** What others changed on the marketplace since the op was confirmed, oldest first. */
  changes: readonly SeenChange[]
  /** When the order was last read for it, ISO 8601 UTC; `null` if never. */
  lookedAt: string | null
  candidates: readonly CandidateView[]
  /** The proposed times if it is held because the PC's clock was wrong; else `null`. */
  proposed: Partial<Record<TimeField, string>> | null
  /** Its order. */
  order: OrderView | null
  item: ItemDetail | null
  history: readonly HistoryEntry[]
}
