import type { StationChange, StationEvent, StationStatus } from '../../shared/contract/views'
import type { LimitGroup } from './limit-groups'
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
  const listeners = new Set<(event: StationEvent) => void>()
  const opListeners = new Set<(seq: number) => void>()
  const codeListeners = new Set<() => void>()
  const numberListeners = new Set<() => void>()
  const wallListeners = new Set<() => void>()
  const limitListeners = new Set<(group: LimitGroup, waitMs: number) => void>()
  let orderIds: Set<number> | null = new Set()
  /** The revision at which each was announced last. */
  const due = new Map<Due, number>()

  const tell = (event: StationEvent): void => {
    for (const listener of listeners) guarded(() => listener(event))
  }
  const guarded = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      onFault(error)
    }
  }
  const tellStatus = (): void => {
    const status = readStatus()
    if (status !== null) tell({ kind: 'status', status, revision: revision() })
  }
  const flush = (): void => {
    const changes = new Map(due)
    const changed = orderIds
    due.clear()
    orderIds = new Set()
    const send = (kind: Due, change: StationChange): void => {
      const announced = changes.get(kind)
      if (announced !== undefined) tell({ ...change, revision: announced })
    }
    send('orders_changed', { kind: 'orders_changed', orderIds: changed === null ? null : [...changed] })
    send('outbox_changed', { kind: 'outbox_changed' })
    send('items_changed', { kind: 'items_changed' })
    send('bulk_changed', { kind: 'bulk_changed' })
    send('notices_changed', { kind: 'notices_changed' })
    if (changes.has('status')) guarded(tellStatus)
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
    opMoved(seq) {
      for (const listener of opListeners) guarded(() => listener(seq))
    },
    onOpMoved(listener) {
      opListeners.add(listener)
      return () => opListeners.delete(listener)
    },
    limited(group, waitMs) {
      for (const listener of limitListeners) guarded(() => listener(group, waitMs))
    },
    onLimited(listener) {
      limitListeners.add(listener)
      return () => limitListeners.delete(listener)
    },
    codesTaught() {
      for (const listener of codeListeners) guarded(listener)
    },
    onCodesTaught(listener) {
      codeListeners.add(listener)
      return () => codeListeners.delete(listener)
    },
    numbersGiven() {
      for (const listener of numberListeners) guarded(listener)
    },
    onNumbersGiven(listener) {
      numberListeners.add(listener)
      return () => numberListeners.delete(listener)
    },
    wallChanged() {
      for (const listener of wallListeners) guarded(listener)
    },
    onWallChanged(listener) {
      wallListeners.add(listener)
      return () => wallListeners.delete(listener)
    },
    itemsChanged: () => announce('items_changed'),
    bulkChanged: () => announce('bulk_changed'),
    noticesChanged: () => announce('notices_changed', 'status'),
    statusChanged: () => announce('status'),
    stationReplaced: () => tell({ kind: 'station_replaced', revision: revision() }),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
