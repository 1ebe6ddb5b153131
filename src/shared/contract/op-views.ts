import type { Explanation, SeenChange } from '../domain/outbox/explain'
import type { HeldAnswer, HeldReason, OpEvent, OpKind, OpState } from '../domain/outbox/operation'
import type { TimeField } from '../domain/time/timestamps'
import type { ItemDetail } from './item-views'
import type { OrderView } from './views'

/** What main shows of the outbox: its ops, what became of them, and what a person decides on. */

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
  /** Who confirmed it; what a file says, where it came from one. */
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

/** One thing that happened to an op. */
export type HistoryEntry = {
  seq: number
  kind: OpKind
  event: OpEvent | 'capture'
  /** ISO 8601 UTC. */
  at: string
  /** Who did it; `null` for what the station did by itself. */
  by: string | null
  /** `by` is what a file says. */
  fromFile: boolean
  /** What the marketplace answered. */
  error: { code: string; status: number | null } | null
  /** A person's reason, or what a correction changed. */
  note: string | null
}

/** Something that could be what an op asked for. */
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
  /** What was asked, field by field in the words of the Partner API. */
  asked: Readonly<Record<string, unknown>>
  /** Why it was refused or held, as far as the order tells; empty when nothing explains it. */
  explanations: readonly Explanation[]
  /** What others changed on the marketplace since the op was confirmed, oldest first. */
  changes: readonly SeenChange[]
  /** When the order was last looked at for it, ISO 8601 UTC; `null` when it was not. */
  lookedAt: string | null
  candidates: readonly CandidateView[]
  /** The times that it should carry, where it is held because the PC's clock was wrong; else `null`. */
  proposed: Partial<Record<TimeField, string>> | null
  /** The order beside it. */
  order: OrderView | null
  item: ItemDetail | null
  history: readonly HistoryEntry[]
}
