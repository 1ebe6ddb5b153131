import type { DeliveryProposal } from './carriers'
import type { RequestChannel } from './channels'
import type { HandoverAnswer, HandoverOutcome, HandoverRemoval, HandoverView } from './handover'
import type { RequestOf } from './requests'
import type { EvidenceList, EvidenceVerdict, ExportedEvidence, StatisticsView } from './evidence-views'
import type { LanView } from './neighbours'
import type { LentView, OperatorDetail, SignInView } from './operators'
import type { Preferences } from './preferences'
import type { PrintersView, PrintOutcome } from './print'
import type { Result } from './result'
import type { BarcodeView } from './training'
import type { LeafCategory } from '../domain/category'
import type {
  BackupView,
  Bootstrap,
  ExportedOps,
  NoticeView,
  OrderView,
  QueueList,
  ScanResolution,
  SettingsView,
  StationEvent,
  StationStatus,
} from './views'
import type { ItemDetail, ItemList } from './item-views'
import type { HistoryEntry, OpDetail, OutboxList } from './op-views'

/** Types only: what `window.station` offers, whichever host is behind it. */

export type ValueOf = {
  'station:bootstrap': Bootstrap
  'queue:list': QueueList
  'order:open': OrderView
  /** Read anew from the marketplace. Errors: unreachable, unauthorized, order_not_found. */
  'order:refresh': OrderView
  'scan:resolve': ScanResolution
  'shipment:pack': { shipmentId: string; seq: number; order: OrderView }
  'shipment:move': { seq: number; order: OrderView }
  'shipment:history': readonly HistoryEntry[]
  'order:cancel': { seq: number; order: OrderView }
  'order:refund': { seq: number; order: OrderView }
  /** Errors: order_not_found. */
  'order:hold': OrderView
  'outbox:list': OutboxList
  'outbox:read': OpDetail
  'outbox:answer': null
  'outbox:adopt': null
  'outbox:correct': null
  'outbox:export': ExportedOps
  /** Errors: file_unreadable, file_too_large, other_account, file_untrusted. */
  'outbox:import': { imported: number; known: number }
  /** Open ones, newest first. */
  'notices:list': readonly NoticeView[]
  'notices:acknowledge': null
  /** Without a network the first page comes from what the station has cached. Errors: unauthorized, unreachable. */
  'items:list': ItemList
  /** Read anew; without a network as last read. Errors: item_not_found, unauthorized, unreachable. */
  'item:read': ItemDetail
  'item:create': { seq: number; externalId: string }
  'item:update': { seq: number }
  'item:delist': { seq: number }
  /** Errors: unauthorized, unreachable. */
  'categories:read': readonly LeafCategory[]
  'clock:confirm': StationStatus
  /** Newest first. */
  'backups:list': readonly BackupView[]
  'backups:make': BackupView
  /** A `station_replaced` event follows. Errors: backup_not_found, backup_unusable. */
  'backups:restore': { reopened: number }
  /** `quit` ends the app; after `reset` a `station_replaced` event follows. Errors: ops_open. */
  'station:leave': ExportedOps | null
  'sync:now': StationStatus
  'settings:read': SettingsView
  'settings:save': SettingsView
  /** A `station_replaced` event follows. Errors: unauthorized, not_marketplace, provisioned, ops_open. */
  'settings:connect': ExportedOps | null
  'settings:train': ExportedOps | null
  'preferences:save': Preferences
  /** Errors: training_only, order_not_found. */
  'training:drill': StationStatus
  /** `null` when the code has no barcode. */
  'training:barcode': BarcodeView | null
  'print:printers': PrintersView
  /** Errors: shipment_not_found, nothing_to_print, no_printer, printer_refused. */
  'print:document': PrintOutcome
  'evidence:record': null
  /** Newest first. Errors of these four: evidence_unusable. */
  'evidence:list': EvidenceList
  'evidence:verify': EvidenceVerdict
  'evidence:export': ExportedEvidence
  'statistics:read': StatisticsView
  /** Errors: badge_unknown, pin_wrong, too_many_tries. */
  'operators:sign-in': SignInView
  'operators:sign-out': SignInView
  'operators:lock': SignInView
  /** Ignored while the station is barred. */
  'operators:active': null
  /**
   * That supervisor's name; the same request goes through once within `seconds`.
   * Errors: badge_unknown, pin_wrong, too_many_tries, not_supervisor, not_lendable.
   */
  'operators:lend': LentView
  /** Errors: supervisor_needed. */
  'operators:list': readonly OperatorDetail[]
  /** Errors: supervisor_needed, invalid_request. */
  'operators:save': readonly OperatorDetail[]
  /** Errors: time_problem. */
  'carriers:propose': DeliveryProposal
  /** ISO 3166-1 alpha-2. */
  'carriers:countries': readonly string[]
  'handover:read': HandoverView
  'handover:scan': HandoverAnswer
  'handover:remove': HandoverRemoval
  /** Errors: time_problem, clock_differs, disk_full, database_error. */
  'handover:commit': HandoverOutcome
  'bench:put': null
  /** `from`: whom it was taken from, in words; `null` when nobody had it. Errors: order_not_found. */
  'bench:take': { from: string | null; order: OrderView }
  'lan:read': LanView
  /** Errors: supervisor_needed. */
  'lan:passphrase': LanView
}

export type Requests = {
  [C in RequestChannel]: (request: RequestOf<C>) => Promise<Result<ValueOf[C]>>
}

export type StationBridge = {
  requests: Requests
  /** Returns the function that stops listening. */
  onEvent(listener: (event: StationEvent) => void): () => void
}
