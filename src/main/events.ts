import type { StationEvent, StationStatus } from '../shared/contract/views'

/** Tells every listener what changed. Changes of one turn of the event loop are told once. */
export type Events = {
  ordersChanged(orderIds: readonly number[] | null): void
  outboxChanged(): void
  statusChanged(): void
  stationReplaced(): void
  onEvent(listener: (event: StationEvent) => void): () => void
}

const MOST_ORDERS_NAMED = 200

/** @param readStatus asked when a status is due, so that listeners get the latest */
export function createEvents(readStatus: () => StationStatus | null): Events {
  const listeners = new Set<(event: StationEvent) => void>()
  let orderIds: Set<number> | null = new Set()
  let outbox = false
  let status = false
  let scheduled = false

  const tell = (event: StationEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const flush = (): void => {
    scheduled = false
    const changed = orderIds
    const outboxDue = outbox
    const statusDue = status
    orderIds = new Set()
    outbox = false
    status = false
    if (changed === null || changed.size > 0)
      tell({ kind: 'orders_changed', orderIds: changed === null ? null : [...changed] })
    if (outboxDue) tell({ kind: 'outbox_changed' })
    const current = statusDue ? readStatus() : null
    if (current !== null) tell({ kind: 'status', status: current })
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
