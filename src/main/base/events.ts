import type { StationChange, StationEvent, StationStatus } from '../../shared/contract/views'
import type { LimitGroup } from './limit-groups'
import { Signal } from './signal'
import { countRevisions, type NextRevision } from './revision'

/** Sends changes to every listener. Changes within one turn of the event loop are sent once. */
export type Events = {
  ordersChanged(orderIds: readonly number[] | null): void
  outboxChanged(): void
  /** Within the program only: this op has changed, and its change is durable. */
  opMoved(seq: number): void
  onOpMoved(listener: (seq: number) => void): () => void
  /** Within the program only: the marketplace has told this station to wait, in milliseconds. */
  limited(group: LimitGroup, waitMs: number): void
  onLimited(listener: (group: LimitGroup, waitMs: number) => void): () => void
  /** Within the program only: codes were taught or taken back at this station. */
  codesTaught(): void
  onCodesTaught(listener: () => void): () => void
  /** Within the program only: a file gave orders their tracking numbers at this station, or they were taken back. */
  numbersGiven(): void
  onNumbersGiven(listener: () => void): () => void
  /** Within the program only: items were put into slots of the put wall, or taken out. */
  wallChanged(): void
  onWallChanged(listener: () => void): () => void
  itemsChanged(): void
  bulkChanged(): void
  noticesChanged(): void
  statusChanged(): void
  stationReplaced(): void
  onEvent(listener: (event: StationEvent) => void): () => void
}

const MOST_ORDERS_NAMED = 200

/** Changes that are sent at the end of the turn. A status is read then, so its revision is of that moment. */
type Due = Exclude<
  StationChange['kind'],
  'sign_in_changed' | 'lan_changed' | 'settings_changed' | 'accounts_changed' | 'station_replaced'
>

/**
 * @param readStatus called when a status is due, so that listeners get the latest
 * @param onFault gets errors of a listener or of `readStatus`: there is no caller to catch them, and they must not
 *   end the process
 */
export function createEvents(
  readStatus: () => StationStatus | null,
  onFault: (error: unknown) => void,
  revision: NextRevision = countRevisions(),
): Events {
  const told = new Signal<[StationEvent]>(onFault)
  const opMoved = new Signal<[seq: number]>(onFault)
  const limited = new Signal<[group: LimitGroup, waitMs: number]>(onFault)
  const codesTaught = new Signal(onFault)
  const numbersGiven = new Signal(onFault)
  const wallChanged = new Signal(onFault)
  let orderIds: Set<number> | null = new Set()
  /** The revision at which each was announced last. */
  const due = new Map<Due, number>()

  const tellStatus = (): void => {
    try {
      const status = readStatus()
      if (status !== null) told.tell({ kind: 'status', status, revision: revision() })
    } catch (error) {
      onFault(error)
    }
  }
  const flush = (): void => {
    const changes = new Map(due)
    const changed = orderIds
    due.clear()
    orderIds = new Set()
    const send = (kind: Due, change: StationChange): void => {
      const announced = changes.get(kind)
      if (announced !== undefined) told.tell({ ...change, revision: announced })
    }
    send('orders_changed', { kind: 'orders_changed', orderIds: changed === null ? null : [...changed] })
    send('outbox_changed', { kind: 'outbox_changed' })
    send('items_changed', { kind: 'items_changed' })
    send('bulk_changed', { kind: 'bulk_changed' })
    send('notices_changed', { kind: 'notices_changed' })
    if (changes.has('status')) tellStatus()
  }
  const announce = (...kinds: Due[]): void => {
    if (due.size === 0) setImmediate(flush)
    for (const kind of kinds) due.set(kind, revision())
  }

  return {
    ordersChanged(ids) {
      if (ids === null) orderIds = null
      else for (const id of ids) orderIds?.add(id)
      if (orderIds !== null && orderIds.size > MOST_ORDERS_NAMED) orderIds = null
      if (orderIds === null || orderIds.size > 0) announce('orders_changed')
    },
    outboxChanged: () => announce('outbox_changed', 'status'),
    opMoved: opMoved.tell,
    onOpMoved: opMoved.on,
    limited: limited.tell,
    onLimited: limited.on,
    codesTaught: codesTaught.tell,
    onCodesTaught: codesTaught.on,
    numbersGiven: numbersGiven.tell,
    onNumbersGiven: numbersGiven.on,
    wallChanged: wallChanged.tell,
    onWallChanged: wallChanged.on,
    itemsChanged: () => announce('items_changed'),
    bulkChanged: () => announce('bulk_changed'),
    noticesChanged: () => announce('notices_changed', 'status'),
    statusChanged: () => announce('status'),
    stationReplaced: () => told.tell({ kind: 'station_replaced', revision: revision() }),
    onEvent: told.on,
  }
}
