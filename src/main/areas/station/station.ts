import type { NoConnection, StationStatus, SyncGate } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import type { Events } from '../../base/events'
import type { Neighbors } from '../../warehouse/port/neighbors'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import { countNotices } from '../../store/tables/notices'
import { countOpen } from '../../store/views/outbox-list'
import { diskTrouble } from '../../store/db/room'
import { unreadableSoFar } from '../../store/db/stored-json'
import { countSetAside } from '../../store/tables/set-aside'
import type { Engine } from '../../sync/outbox/engine'
import type { ItemBrowser } from '../../sync/pull/browse-items'
import type { Gate } from '../../sync/connection/gate'
import type { ItemPull } from '../../sync/pull/item-pull'
import type { LastFailure } from '../../sync/connection/last-failure'
import type { Pull } from '../../sync/pull/pull'
import type { ClockWatch } from '../../sync/connection/clock-watch'
import type { SerialRule } from '../../../shared/domain/orders/unit-serial'
import type { Boxes } from '../boxes/boxes'
import type { Instructions } from '../instructions/instruction-folder'
import type { RefreshOutcome } from '../../sync/pull/refresh'
import type { ItemBackfill } from '../../sync/pull/item-backfill'

/** The running parts of one account on this station, which the use-cases work with. */
export type Station = {
  db: Db
  clock: Clock
  seal: BuyerSeal
  gate: Gate
  lastFailure: LastFailure
  engine: Engine
  pull: Pull
  itemPull: ItemPull
  titles: ItemBackfill
  items: ItemBrowser
  /** Reads an order from the marketplace now. */
  refresh: (orderId: number) => Promise<RefreshOutcome>
  events: Events
  clockWatch: ClockWatch
  boxes: Boxes
  /** The user logged in on the PC; confirmed steps carry a name. */
  osUser: string
} & Surroundings

/** The parts of a station that do not belong to an account. */
export type Surroundings = {
  /** The name of the operator who has signed in at this PC. */
  signedIn: () => string | null
  neighbors: Neighbors
  /** What the warehouse says about items. */
  instructions: Instructions
  /** Of which items the serial number is scanned. */
  serialRule: () => SerialRule
  /** Whether orders to one address are packed in one box. */
  oneBox: () => boolean
}

/** To the people waiting, an answer that never comes looks like no network. */
function shownGate({ gate, pull }: Pick<Station, 'gate' | 'pull'>): SyncGate {
  const state = gate.state()
  return state === 'online' && pull.failing() ? 'offline' : state
}

/** States of the gate that have a reason: a wait that was demanded, or an account in question, has none. */
const NOT_CONNECTED: ReadonlySet<SyncGate> = new Set([
  'offline',
  'silent',
  'failing',
  'foreign',
  'unauthorized',
])

/** Why there is no connection; `null` while there is one, or the reason is not known yet. */
export function readNoConnection(
  station: Pick<Station, 'gate' | 'pull' | 'lastFailure'>,
): NoConnection | null {
  return NOT_CONNECTED.has(shownGate(station)) ? station.lastFailure.view() : null
}

/** Whether operations can go out now, and if not, why. */
export function readConnection(
  station: Pick<Station, 'gate' | 'pull' | 'lastFailure'>,
): Pick<StationStatus, 'gate' | 'noConnection'> {
  return { gate: shownGate(station), noConnection: readNoConnection(station) }
}

/** The station's state for the status bar. */
export function readStatus(
  station: Pick<Station, 'db' | 'gate' | 'pull' | 'clockWatch' | 'lastFailure'>,
): StationStatus {
  const { db, gate, pull, clockWatch } = station
  return {
    ...readConnection(station),
    throttledUntil: gate.throttledUntil(),
    ...countOpen(db),
    dataAsOf: pull.dataAsOf(),
    dataAgeKnown: pull.dataAgeKnown(),
    importing: pull.importing(),
    unreadable: countSetAside(db) + unreadableSoFar(db).length,
    notices: countNotices(db),
    clock: clockWatch.view(),
    diskFull: diskTrouble(db) === 'full',
    diskFails: diskTrouble(db) === 'failing',
  }
}

/** Tells the window and the engine that ops were queued or changed. @param orderId `null` for ops on items */
export function announce(station: Station, orderId: number | null): void {
  if (orderId !== null) return announceOrders(station, [orderId])
  station.events.itemsChanged()
  station.events.outboxChanged()
  station.engine.wake()
}

/** Like `announce`, for ops on several orders that became durable together. */
export function announceOrders(station: Station, orderIds: readonly number[]): void {
  station.events.ordersChanged(orderIds)
  station.events.outboxChanged()
  station.engine.wake()
}
