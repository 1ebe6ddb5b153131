import type { OpKind, OpState } from '../domain/outbox/operation'
import type { BenchHolder, LanView, PackedElsewhere } from './neighbors'
import type { SignInView } from './operators'
import type { Preferences } from './preferences'
import type { LineInstruction } from '../domain/orders/instruction'
import type { PickRow } from '../domain/orders/pick-list'
import type { HoldView, QueueFilter, QueueView } from '../domain/orders/order-queue'
import type { ShownChange } from '../domain/orders/order-change'
import type { MoveVerdict, ShipmentMove } from '../domain/shipments/shipment'
import type { ParcelStop } from '../domain/shipments/parcel-stop'
import type { Diagnosis } from '../domain/station/connection-reason'
import type { LabelOrder } from '../domain/shipments/used-label'
import type { AccountColor } from '../domain/station/account-color'

/** The state that main sends to the renderer. Timestamps are ISO 8601 UTC texts, money is integer cents. */

/** What every page shows of the account at work. */
export type AccountMark = { name: string; color: AccountColor }

/** `mark`: `null` while this PC has fewer than two accounts, and in training, which has a mark of its own. */
export type AccountsInShort = {
  /** The account at work. */
  atWork: string
  mark: AccountMark | null
  /** How many other accounts, training not counted, could be worked with. */
  others: number
}

export type StationMode = 'training' | 'live'

/**
 * Whether operations can go out now: `online`; `offline` (the marketplace cannot be reached); `silent` (connected,
 * but no answers); `failing` (it answers with errors); `foreign` (something else answers in its place, such as a
 * captive portal); `unauthorized` (the token was refused: nothing is sent until it is replaced); `unproven` (it is
 * unknown whether the token belongs to this station's account: nothing is sent until it is known); `throttled` (asked
 * to wait); `items_throttled` (asked to wait with items; shipments go out); `checking` (the file was left open by a power
 * cut and is being checked: nothing is sent until it is known to be whole).
 */
export type SyncGate =
  | 'online'
  | 'offline'
  | 'silent'
  | 'failing'
  | 'foreign'
  | 'unauthorized'
  | 'unproven'
  | 'throttled'
  | 'items_throttled'
  | 'checking'

/** Why there is no connection: `host` of the marketplace's address, `since` ISO 8601 UTC. */
export type NoConnection = Diagnosis & { host: string; since: string }

export type StationStatus = {
  gate: SyncGate
  /** `null` while the gate is open, or closed for a reason of its own such as a demanded wait. */
  noConnection: NoConnection | null
  throttledUntil: string | null
  /** Ops that are not done and not held. */
  waiting: number
  /** Ops that need a person. */
  held: number
  /** When this data was current, ISO 8601 UTC by the PC's clock; `null` before the first import is complete. */
  dataAsOf: string | null
  /** Whether the time since then may be shown as the data's age; false while the PC's clock is not compared. */
  dataAgeKnown: boolean
  /**
   * Orders read so far by the first import while it runs, else `null`; and how long it still takes, `null` while that is
   * not known.
   */
  importing: { orders: number; secondsLeft: number | null } | null
  /** Records of the marketplace that could not be read and were set aside. */
  unreadable: number
  /** Alarms and notices that nobody has acknowledged. */
  notices: number
  clock: ClockView
  /** The disk is full: everything can be read, nothing is confirmed or sent until there is space. */
  diskFull: boolean
  /** The same because the disk takes nothing although it has space: it fails, or it may only be read. */
  diskFails: boolean
}

/**
 * The PC's clock compared with the marketplace's. `unknown`: no answer has shown its time yet; `differs`: worth a
 * warning; `refused`: too far apart to stamp times until a person confirms; `confirmed`: a person did.
 */
export type ClockView = {
  state: 'unknown' | 'right' | 'differs' | 'refused' | 'confirmed'
  /** Marketplace minus PC in milliseconds; `null` while unknown. */
  offsetMs: number | null
}

export type StationSettings = {
  warehouseId: number | null
  /** ISO 4217; the API names no currency. */
  currency: string
  /** IANA name; `null` for the PC's own. */
  timeZone: string | null
  /** Days that the proposed `expected_to_deliver_at` adds to now. */
  transitDays: number
  /** Proposed carrier; may be empty. */
  carrier: string
  /** The operator recorded with every confirmation; empty means the PC's user. */
  operator: string
  /** Days after delivery until a buyer's address is deleted here; 0 keeps it. */
  purgeDays: number
  /** Months that evidence entries are kept; 0 keeps them forever. */
  evidenceMonths: number
  /** Days after which finished orders and operations move to the archive; 0 keeps them in the lists. */
  archiveDays: number
}

export type ConnectionView = {
  mode: StationMode
  baseUrl: string
  hasToken: boolean
  /** True when the environment sets the connection, so it cannot be changed here. */
  provisioned: boolean
  /** True when this station started without any set-up: the window offers the tour and the connection. */
  firstStart: boolean
  /** Open operations of this PC's other accounts. */
  openElsewhere: number
}

export type SettingsView = {
  settings: StationSettings
  connection: ConnectionView
  /** What IT's file sets, such as `station.currency` or `sound.volume`; it cannot be changed here. */
  fixed: readonly string[]
  accounts: AccountsInShort
  /** The program has the whole screen, and the screen stays on. */
  kiosk: boolean
}

export type Bootstrap = {
  version: string
  host: 'electron' | 'browser'
  status: StationStatus
  preferences: Preferences
  signIn: SignInView
  lan: LanView
} & SettingsView

export type QueueRow = {
  orderId: number
  state: string
  canceled: boolean
  purchasedAt: string | null
  /** Goods lines, without shipping fees. */
  lines: number
  /** Goods lines not in a live shipment. */
  unpacked: number
  /** Shipments in state packed / shipped. */
  packedShipments: number
  shippedShipments: number
  /** Titles of the first lines still to pack that have one (at most three). */
  preview: readonly string[]
  waiting: number
  held: number
  /**
   * The latest time at which it should have left the warehouse, ISO 8601 UTC; `null` if its purchase time is unknown, or
   * what its items allow is not known yet.
   */
  dueAt: string | null
  /** For `isLate`: `dueAt` while the order is left to pack, not canceled and not on hold; else `null`. */
  lateFrom: string | null
  hold: HoldView | null
  /** The other station that has the order on its bench. */
  bench: BenchHolder | null
}
export type QueueList = { total: number; rows: readonly QueueRow[] }

export type QueueCounts = {
  view: QueueView
  /** How many orders each filter shows; `null` during the first import. `late` is `null` until it is known what is late. */
  filters: Readonly<Record<Exclude<QueueFilter, 'late'>, number> & { late: number | null }> | null
  /** Orders whose last item was packed today, at whatever station. */
  packedToday: number
  /** In the last hour of work, pauses left out; `null` when there is too little to tell. */
  perHour: number | null
}

export type PickList = {
  /** ISO 8601 UTC. */
  madeAt: string
  /** The orders that it is for, in the order in which they will be packed. */
  orderIds: readonly number[]
  rows: readonly PickRow[]
}

export type LineView = {
  lineId: number
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  title: string | null
  size: string | null
  /** Codes that this station was taught of the item. */
  taught: readonly string[]
  /** The serial number of the unit that was sold, where it is to be scanned. */
  serial: string | null
  quality: string | null
  condition: string | null
  amountCents: number | null
  isShippingFee: boolean
  /** The live shipment that carries the line. */
  shipmentId: string | null
  elsewhere: PackedElsewhere | null
  /** What to do with the item apart from putting it into the box. */
  instructions: readonly LineInstruction[]
  /** The item's picture, for `instructions:picture`. */
  picture: string | null
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
  /** Those of its lines that nobody scanned; `null` if that is not known, as of parcels from elsewhere. */
  byHand: readonly number[] | null
  carrierLocked: boolean
  /** Packed at this station, whether or not the marketplace knows it. */
  packedHere: boolean
  /** Why the parcel must not leave the warehouse; `null` if it may, or has left. */
  stop: ParcelStop | null
  /** What others changed about it since it was packed, and nobody has dealt with. */
  changes: readonly ShownChange[]
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
  /** The key of the buyers' data is not available now; the station keeps trying. */
  buyerLocked: boolean
  lines: readonly LineView[]
  shipments: readonly ShipmentView[]
  refunds: readonly RefundView[]
  /** Why the order is on hold. */
  hold: HoldView | null
  /** Somebody gave it a tracking number by a file. */
  hasGivenNumber: boolean
  /** Since when a newer copy of the order cannot be read, and which fields of it; `null` while it can be read. */
  unreadable: { since: string; fields: readonly string[] } | null
  /** The other station that has the order on its bench. */
  bench: BenchHolder | null
  /** What others changed in it since this station knew it, oldest first. */
  changes: readonly ShownChange[]
  /** When this order was last read from the marketplace. */
  readAt: string
  /** Open operations on the order itself: a cancellation or refunds requested here. */
  pending: readonly { seq: number; kind: OpKind; state: OpState; amountCents: number | null }[]
  /** The steps that the order allows now. */
  moves: { cancel: boolean; refund: boolean }
  /**
   * What may still be refunded, from 0 (`refundRest`); `null` if nobody can tell.
   */
  refundRestCents: number | null
}

/** An item found by its code: its title, if the station has read it, and whether the code has the same capitals. */
export type FoundItem = ItemLook & { exact: boolean }

/** What tells an item from another one of the same title; `null`: not known. */
export type ItemLook = Pick<LineView, 'title' | 'size' | 'quality' | 'condition'>

/** The meaning of a scanned code that no line of the open order matches. */
export type ScanResolution =
  | { kind: 'order'; orderId: number }
  /** The oldest order that still needs the item. */
  | ({ kind: 'item'; orderId: number; lineId: number } & FoundItem)
  /** The item is known, but no order needs it now; the latest order with it, and whether that one was canceled. */
  | ({ kind: 'not_needed'; orderId: number; canceled: boolean } & FoundItem)
  /** A tracking number on parcels of these orders, the likeliest first; never empty. */
  | { kind: 'label'; orders: readonly LabelOrder[] }
  /** It was taught of several different items that orders need; the first of these orders. */
  | ({ kind: 'several'; orderId: number } & FoundItem)
  | { kind: 'unknown' }

/**
 * `order_canceled`: the parcel of these shipments must not leave; `duplicate`: a shipment exists twice;
 * `lines_elsewhere`: somebody else packed lines of these shipments; `parcel_stopped`: the marketplace does not take the
 * parcel of an operation, which needs a person; `shipment_canceled`: somebody else canceled a shipment that was packed
 * here; `items_changed`, `address_changed`: what is in these packed parcels, or their label, no longer fits the order;
 * `vanished`: a confirmed operation is not on the marketplace, or no longer; `item_vanished`: the same for an item; `data_salvaged`: the data was damaged and this
 * many open operations were saved from it; `data_restored`, `ops_imported`, `ops_returned`: this many operations were
 * taken in and are being checked; `steps_lost`: this many confirmed steps were missing from the data and were taken in
 * again from the evidence log, those of one order `step_lost`; `evidence_stopped`: the evidence log cannot be written now; `evidence_renewed`: its
 * file was damaged or gone, and a new one was started; `evidence_altered`: it does not end as Packbench left it; `evidence_at_hub`: the
 * hub has other hashes of it, or has lost some. Stored; never rename.
 */
export const NOTICE_KINDS = [
  'order_canceled',
  'duplicate',
  'lines_elsewhere',
  'parcel_stopped',
  'shipment_canceled',
  'items_changed',
  'address_changed',
  'vanished',
  'item_vanished',
  'data_salvaged',
  'data_restored',
  'ops_imported',
  'ops_returned',
  'step_lost',
  'steps_lost',
  'evidence_stopped',
  'evidence_renewed',
  'evidence_altered',
  'evidence_at_hub',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export type NoticeView = {
  noticeId: number
  kind: NoticeKind
  orderId: number | null
  /** The station's ids. */
  shipmentIds: readonly string[]
  /** Tracking numbers on the parcels to look for, where known. */
  trackingNumbers: readonly string[]
  count: number | null
  raisedAt: string
}

export type BackupView = {
  name: string
  /** ISO 8601 UTC. */
  madeAt: string
  bytes: number
}

export type ExportedOps = { path: string | null; content: string; ops: number }

/** Something changed; the renderer reads again what it shows. */
export type StationChange =
  | { kind: 'status'; status: StationStatus }
  /** `null`: many orders; read everything shown again. */
  | { kind: 'orders_changed'; orderIds: readonly number[] | null }
  | { kind: 'outbox_changed' }
  /** An operation on an item changed, or an item created here was read. */
  | { kind: 'items_changed' }
  | { kind: 'bulk_changed' }
  | { kind: 'notices_changed' }
  | { kind: 'sign_in_changed'; signIn: SignInView }
  | { kind: 'lan_changed'; lan: LanView }
  /** Settings or operators: changed in a window, or taken over from the warehouse's setup. */
  | { kind: 'settings_changed' }
  /** Another account of this PC has sent what was waiting. */
  | { kind: 'accounts_changed' }
  /** The station was switched to another account or mode: start over. */
  | { kind: 'station_replaced' }

/** `revision`: the station's when the change was announced. An answer with a higher one knows of it. */
export type StationEvent = StationChange & { revision: number }
