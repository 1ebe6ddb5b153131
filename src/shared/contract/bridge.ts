import type { RequestChannel } from './channels'
import type { RequestOf } from './requests'
import type { Result } from './result'
import type {
  Bootstrap,
  OrderView,
  OutboxList,
  QueueList,
  ScanResolution,
  SettingsView,
  StationEvent,
  StationStatus,
} from './views'

/** Types only: what `window.station` offers, whichever host is behind it. */

export type ValueOf = {
  'station:bootstrap': Bootstrap
  'queue:list': QueueList
  'order:open': OrderView
  /** Read anew from the marketplace. Errors: unreachable, unauthorized, order_not_found. */
  'order:refresh': OrderView
  'scan:resolve': ScanResolution
  'shipment:pack': { shipmentId: string; opUid: string; order: OrderView }
  'shipment:move': { opUid: string; order: OrderView }
  'outbox:list': OutboxList
  'outbox:answer': null
  'sync:now': StationStatus
  'settings:read': SettingsView
  'settings:save': SettingsView
  /** A `station_replaced` event follows. Errors: unauthorized, not_marketplace, provisioned, ops_open. */
  'settings:connect': null
  'settings:train': null
}

export type Requests = {
  [C in RequestChannel]: (request: RequestOf<C>) => Promise<Result<ValueOf[C]>>
}

export type StationBridge = {
  requests: Requests
  /** Returns the function that stops listening. */
  onEvent(listener: (event: StationEvent) => void): () => void
}
