import type { StationEvent, StationStatus } from '../../shared/contract/views'

/** Sends changes to every listener. Changes within one turn of the event loop are sent once. */
export type Events = {
  ordersChanged(orderIds: readonly number[] | null): void
  outboxChanged(): void
  itemsChanged(): void
  noticesChanged(): void
  statusChanged(): void
  stationReplaced(): void
  onEvent(listener: (event: StationEvent) => void): () => void
}

const MOST_ORDERS_NAMED = 200

/**
 * @param readStatus called when a status is due, so that listeners get the latest
 * @param onFault gets errors of a listener or of `readStatus`: there is no caller to catch them, and they must not
 *   end the process
 */
export function createEvents(
  readStatus: () => StationStatus | null,
  onFault: (error: unknown) => void,
): Events {
  const listeners = new Set<(event: StationEvent) => void>()
  let orderIds: Set<number> | null = new Set()
  let outbox = false
  let items = false
  let notices = false
  let status = false
  let scheduled = false

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
    if (status !== null) tell({ kind: 'status', status })
  }
  const flush = (): void => {
    scheduled = false
    const changed = orderIds
    const outboxDue = outbox
    const itemsDue = items
    const noticesDue = notices
    const statusDue = status
    orderIds = new Set()
    outbox = false
    items = false
    notices = false
    status = false
    if (changed === null || changed.size > 0)
      tell({ kind: 'orders_changed', orderIds: changed === null ? null : [...changed] })
    if (outboxDue) tell({ kind: 'outbox_changed' })
    if (itemsDue) tell({ kind: 'items_changed' })
    if (noticesDue) tell({ kind: 'notices_changed' })
    if (statusDue) guarded(tellStatus)
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  return {
    ordersChanged(ids) {
      if (ids === null) orderIds = null
      else for (const id of ids) orderIds?.add(id)
      if (orderIds !== null && orderIds.size > MOST_ORDERS_NAMED) orderIds = null
      schedule()
    },
    outboxChanged() {
      outbox = true
      status = true
      schedule()
    },
    itemsChanged() {
      items = true
      schedule()
    },
    noticesChanged() {
      notices = true
      status = true
      schedule()
    },
    statusChanged() {
      status = true
      schedule()
    },
    stationReplaced() {
      tell({ kind: 'station_replaced' })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
