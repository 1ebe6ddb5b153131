import { findOp } from '../../store/tables/outbox'
import { readNoConnection, type Station } from '../../areas/station/station'
import { createConnectionLog } from '../../sync/connection/last-failure'
import type { Probe } from '../../sync/connection/probe'
import type { HeldLooks } from '../../sync/outbox/held-looks'
import type { FullCheck } from '../../sync/pull/full-check'
import type { ItemCheck } from '../../sync/pull/item-check'
import type { AccountBus } from './account-events'

/** What the handlers act on. */
type Handled = {
  station: Station
  heldLooks: HeldLooks
  probe: Probe
  fullCheck: FullCheck
  itemCheck: ItemCheck
  log: (line: string) => void
  onFault: (error: unknown) => void
}

/**
 * Says what follows from what between the parts of an account, in one table.
 * @returns how everything is tried again
 */
export function handleAccountEvents(bus: AccountBus, handled: Handled): { wake: () => void } {
  const { station, heldLooks, probe, onFault } = handled
  const { db, gate, lastFailure, engine, pull, itemPull, titles, events } = station
  const logConnection = createConnectionLog(handled.log)

  const connectionChanged = (): void => {
    logConnection(readNoConnection({ gate, pull, lastFailure }))
    events.statusChanged()
  }
  /** `null`: an item's. */
  const showOp = (orderId: number | null): void => {
    if (orderId === null) events.itemsChanged()
    else events.ordersChanged([orderId])
    events.outboxChanged()
  }
  const goOn = (): void => {
    engine.wake(true)
    void pull.restart()
    itemPull.soon()
    heldLooks.now()
  }
  const wake = (): void => {
    gate.reopen()
    goOn()
  }

  bus.handle({
    'answer.came'(sample) {
      station.clockWatch.note(sample)
      gate.alive()
    },
    'request.ended': (outcome) => lastFailure.note(outcome),
    'connection.changed': connectionChanged,
    'connection.doubted': () => probe.now(),
    'gate.opened': () => engine.wake(),
    'gate.limited': (group, waitMs) => events.limited(group, waitMs),
    'token.accepted': goOn,
    'clock.judged': () => events.statusChanged(),
    'disk.changed': () => events.statusChanged(),
    'disk.has_room': wake,
    'notice.raised': () => events.noticesChanged(),

    'order.read': (order) => pull.shared.tellOne(order),
    'item.read': (item) => itemPull.shared.tellOne(item),
    'orders.pulled': (orderIds) => events.ordersChanged(orderIds),
    'orders.found'(orderIds) {
      events.ordersChanged(orderIds)
      engine.wake()
    },
    'order.unsure'(orderId) {
      pull.shared.records.doubt()
      void station.refresh(orderId).then(() => events.ordersChanged([orderId]), onFault)
    },
    'orders.check_wanted': () => handled.fullCheck.now(),
    'orders.checked_elsewhere': (agoMs) => handled.fullCheck.doneElsewhere(agoMs),
    'pull.progressed'() {
      connectionChanged()
      void titles.fill()
      void station.items.categoriesOnce()
      // The gate may have opened, or an order's news may have freed its lane.
      engine.wake()
    },
    'items.pulled'(changed) {
      if (changed > 0) {
        events.ordersChanged(null)
        events.outboxChanged()
      }
      events.itemsChanged()
      void titles.fill()
    },
    'items.compared'(changed) {
      if (changed > 0) events.ordersChanged(null)
      events.itemsChanged()
      events.statusChanged()
    },
    'items.check_wanted': () => handled.itemCheck.now(),
    'items.checked_elsewhere': (agoMs, mark) => handled.itemCheck.doneElsewhere(agoMs, mark),
    'items.backfilled'() {
      events.ordersChanged(null)
      events.itemsChanged()
      itemPull.sawOthers()
    },
    // Codes that were edited may have raised an alarm: the status counts them.
    'item.browsed': () => events.statusChanged(),

    'op.claimed': (seq) => events.opMoved(seq),
    'op.worked_on'({ orderId, kind, seq }) {
      events.opMoved(seq)
      showOp(orderId)
      if (orderId !== null) return
      const created = kind === 'create_item' ? findOp(db, seq) : null
      if (created?.state === 'confirmed' && created.serverRef !== null) titles.created(created.serverRef)
      itemPull.soon()
    },
    'op.verified'(orderId) {
      showOp(orderId)
      // What shows after all frees its lane.
      engine.wake()
    },
    'op.resumed'({ orderId, seq }) {
      events.opMoved(seq)
      showOp(orderId)
      events.noticesChanged()
      engine.wake()
    },
  })
  return { wake }
}
