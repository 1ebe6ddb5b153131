import type { HeldAnswer, HeldReason, OpKind, OpState } from '../domain/operation'
import type { MoveVerdict, ShipmentMove } from '../domain/shipment'

/** What main shows the renderer. Timestamps are ISO 8601 UTC texts, money is integer cents. */

export type StationMode = 'training' | 'live'

/**
 * Whether ops can go out now: `online`; `offline` (the network or the marketplace does not answer);
 * `unauthorized` (the token was refused: nothing is sent until it is replaced); `throttled` (told to wait).
 */
export type SyncGate = 'online' | 'offline' | 'unauthorized' | 'throttled'

export type StationStatus = {
  gate: SyncGate
  throttledUntil: string | null
  /** Ops that are not done and not held. */
  waiting: number
  /** Ops that need a person. */
  held: number
  /** Everything up to this moment of the marketplace is on this station; `null` before the first import is done. */
  dataAsOf: string | null
  /** Orders fetched so far by the first import while it runs, else `null`. */
  importing: { orders: number } | null
  /** Records of the marketplace that could not be read and were set aside. */
  unreadable: number
}

export type StationSettings = {
  warehouseId: number | null
  /** ISO 4217; the API names no currency. */
  currency: string
  /** IANA name; `null` means the PC's own. */
  timeZone: string | null
  /** Days that the proposed `expected_to_deliver_at` adds to now. */
  transitDays: number
  /** Proposed carrier; may be empty. */
  carrier: string
}

export type ConnectionView = {
  mode: StationMode
  baseUrl: string
  hasToken: boolean
  /** True when the environment sets the connection, so it cannot be changed here. */
  provisioned: boolean
}

export type SettingsView = { settings: StationSettings; connection: ConnectionView }

export type Bootstrap = {
  version: string
  host: 'electron' | 'browser'
  status: StationStatus
} & SettingsView

export type QueueRow = {
  orderId: number
  state: string
  canceled: boolean
  purchasedAt: string | null
  /** Goods lines, without shipping fees. */
  lines: number
  /** Goods lines that no live shipment carries. */
  unpacked: number
  /** Shipments in state packed / shipped. */
  packedShipments: number
  shippedShipments: number
  /** Title, or failing that item number, of the first lines still to pack (at most three). */
  preview: readonly string[]
  waiting: number
  held: number
}
export type QueueList = { total: number; rows: readonly QueueRow[] }

export type LineView = {
  lineId: number
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  title: string | null
  size: string | null
  quality: string | null
  condition: string | null
  amountCents: number | null
  isShippingFee: boolean
  /** The live shipment that carries the line. */
  shipmentId: string | null
}

export type ShipmentView = {
  /** The station's own id; the marketplace's may not exist yet. */
  shipmentId: string
  serverId: number | null
  state: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  warehouseId: number | null
  packedAt: string | null
  shippedAt: string | null
  expectedToDeliverAt: string | null
  deliveredAt: string | null
  canceledAt: string | null
  lineIds: readonly number[]
  carrierLocked: boolean
  moves: Readonly<Record<ShipmentMove, MoveVerdict>>
  /** Ops of this shipment that are not done and not held / that need a person. */
  waiting: number
  held: number
}

export type BuyerView = {
  name: string | null
  email: string | null
  phone: string | null
  /** Non-empty address lines below the name, in writing order. */
  address: readonly string[]
}

export type RefundView = {
  id: number
  type: string | null
  source: string | null
  state: string | null
  totalCents: number | null
}

export type OrderView = {
  orderId: number
  state: string
  canceled: boolean
  cancelationReason: string | null
  purchasedAt: string | null
  updatedAt: string | null
  amountCents: number | null
  /** `null` when the sealed data cannot be opened (lost key) or was purged. */
  buyer: BuyerView | null
  lines: readonly LineView[]
  shipments: readonly ShipmentView[]
  refunds: readonly RefundView[]
  /** When this order was last read from the marketplace. */
  readAt: string
  /** Fields of the order that this version does not know, as they came. */
  unknownFields: Readonly<Record<string, unknown>>
}

/** What a scanned code means when it is not answered by the open order. */
export type ScanResolution =
  | { kind: 'order'; orderId: number }
  /** The oldest order that still needs the item. */
  | { kind: 'item'; orderId: number; lineId: number }
  /** The item is known, but no order needs it now; the latest order it was in. */
  | { kind: 'not_needed'; orderId: number }
  | { kind: 'unknown' }

export type OutboxRow = {
  seq: number
  opUid: string
  kind: OpKind
  orderId: number
  shipmentId: string
  state: OpState
  heldReason: HeldReason | null
  capturedAt: string
  sentAt: string | null
  settledAt: string | null
  attempts: number
  lastError: { code: string; status: number | null } | null
  discardReason: string | null
  answers: readonly HeldAnswer[]
}
export type OutboxList = { total: number; rows: readonly OutboxRow[] }

/** Something changed; the renderer asks again for what it shows. */
export type StationEvent =
  | { kind: 'status'; status: StationStatus }
  /** `null`: many orders; ask again for all that is shown. */
  | { kind: 'orders_changed'; orderIds: readonly number[] | null }
  | { kind: 'outbox_changed' }
  /** The station was switched to another account or mode: start over. */
  | { kind: 'station_replaced' }
