import { createBus } from '../../base/bus'
import { createEvents } from '../../base/events'
import type { NextRevision } from '../../base/revision'
import type { Item } from '../../../shared/partner-api/item'
import type { Order } from '../../../shared/partner-api/order'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import { clearRecord } from '../../store/tables/order-copy'
import { findOp } from '../../store/tables/outbox'
import { readNoConnection, readStatus, type Station, type Surroundings } from '../../areas/station/station'
import { createConnectionLog } from '../../sync/connection/last-failure'
import { BACKGROUND_READS, createPace, type Pace } from '../../sync/connection/pace'
import { createProbe, type Probe } from '../../sync/connection/probe'
import { createFreshness } from '../../sync/copies/freshness'
import { createEngine, type EngineDeps } from '../../sync/outbox/engine'
import { createHeldLooks, type HeldLooks } from '../../sync/outbox/held-looks'
import { createVerify, type Verify, type VerifyDeps } from '../../sync/outbox/verify'
import { createItemBrowser } from '../../sync/pull/browse-items'
import { createFullCheck, type FullCheck } from '../../sync/pull/full-check'
import { createItemBackfill } from '../../sync/pull/item-backfill'
import { createItemCheck, type ItemCheck } from '../../sync/pull/item-check'
import { createItemPull, type ItemPullDeps } from '../../sync/pull/item-pull'
import { createLateOrders, type LateOrders } from '../../sync/pull/late-orders'
import { createPull, type PullDeps } from '../../sync/pull/pull'
import { refreshNow } from '../../sync/pull/refresh'
import { createKeepShared } from '../../sync/shared/keep-shared'
import { createKeepSharedItems } from '../../sync/shared/keep-shared-items'
import { redactBuyer } from '../../sync/shared/redact-buyer'
import { createSharedRounds, type SharedRounds } from '../../sync/shared/shared-rounds'
import type { AccountEvents } from './account-events'
import { createLink, type LinkParts } from './link'

export type SyncParts = Omit<LinkParts, 'random'> & {
  seal: BuyerSeal
  /** Gets one line for each reason for which there is no connection. */
  log?: (line: string) => void
  osUser: string
  around: Surroundings
  /** @default a count of its own */
  revision?: NextRevision
  /** @default Math.random */
  random?: () => number
  /** @default BACKGROUND_READS */
  pace?: Pace
  /** What a test wants otherwise. */
  engine?: Partial<EngineDeps>
  pull?: Partial<PullDeps>
  verify?: Partial<VerifyDeps>
  itemPull?: Partial<ItemPullDeps>
}

/** Everything that talks to the marketplace for one database, wired together; nothing is started yet. */
export type Sync = {
  station: Station
  verify: Verify
  fullCheck: FullCheck
  lateOrders: LateOrders
  itemCheck: ItemCheck
  heldLooks: HeldLooks
  probe: Probe
  /** What the stations of the warehouse read for one another. */
  shared: { orders: SharedRounds<Order>; items: SharedRounds<Item> }
  /** Something changed outside (network, sleep, a person asks): try everything again now. */
  wake(): void
  /** Lets what is in flight end. */
  stop(): Promise<void>
  /** Ends what is still in flight, and all connections. */
  disconnect(): Promise<void>
}

/** A day between own rounds: the clock is compared with each answer about orders. */
const ITEM_ROUNDS = { intervalMs: 60_000, ownRoundMs: 24 * 3_600_000, comparesClock: false }

/** Wires the sync side of an account: the app and every test use this one. What follows from what is its table at the end. */
export function wireSync(parts: SyncParts): Sync {
  const { db, seal, clock, onFault, log = () => undefined, random = Math.random } = parts
  const bus = createBus<AccountEvents>(onFault)
  const { emitter } = bus
  const link = createLink({ ...parts, random }, bus)
  const { client, background, gate, lastFailure, clockWatch, serverTime } = link
  const serverNowMs = (): number => serverTime.at(clock.wallMs())
  const freshness = createFreshness()
  // What is read unasked shares it; `pace.turn()` says when.
  const pace = parts.pace ?? createPace({ clock, ...BACKGROUND_READS })
  const onNotice = emitter('notice.raised')
  const common = { db, client, gate, pace, clock, seal, freshness, random, log, onFault, onNotice }
  const inBackground = { ...common, client: background }
  let stopped = false
  const goesOn = (): boolean => db.open && !stopped

  const sharedOrders: SharedRounds<Order> = createSharedRounds<Order>({
    clock,
    sharedOf: (order) => ({
      id: String(order.id),
      updatedAt: order.updated_at ?? null,
      record: redactBuyer(db, order),
    }),
    unreadOf: clearRecord,
    pull: () => pull,
    fullCheck: () => fullCheck,
    keep: createKeepShared({
      ...common,
      goesOn,
      onOrders: emitter('orders.found'),
      onUnsure: emitter('order.unsure'),
    }),
    onFault,
  })
  const pull = createPull({
    ...common,
    serverTime,
    shared: sharedOrders,
    onOrders: emitter('orders.pulled'),
    onProgress: emitter('pull.progressed'),
    ...parts.pull,
  })
  const imported = (): boolean => pull.dataAsOf() !== null
  const looking = { ...common, shared: sharedOrders, imported, onOrders: emitter('orders.found') }
  const fullCheck = createFullCheck(looking)
  const lateOrders = createLateOrders({ ...looking, serverNowMs })

  const sharedItems: SharedRounds<Item> = createSharedRounds<Item>({
    clock,
    sharedOf: (item) => ({ id: item.item_number, updatedAt: item.updated_at ?? null, record: item }),
    unreadOf: (raw) => raw,
    pull: () => ({ ...itemPull, dataAsOf: () => itemPull.keptAsOf() }),
    fullCheck: () => itemCheck,
    keep: createKeepSharedItems({ ...common, goesOn, onItems: emitter('items.pulled') }),
    onFault,
    ...ITEM_ROUNDS,
  })
  const itemPull = createItemPull({
    ...inBackground,
    serverTime,
    shared: sharedItems,
    onItems: emitter('items.pulled'),
    ...parts.itemPull,
  })
  const itemCheck = createItemCheck({
    ...inBackground,
    shared: sharedItems,
    imported: () => itemPull.reading() === null,
    onItems: emitter('items.compared'),
  })
  const titles = createItemBackfill({
    ...inBackground,
    shared: sharedItems,
    coming: () => itemPull.coming(),
    comingLate: () => itemPull.comingLate(),
    imported,
    onItems: emitter('items.backfilled'),
  })
  const items = createItemBrowser({ ...common, onRead: emitter('item.browsed') })

  const engine = createEngine({
    ...common,
    clockWatch,
    serverTime,
    onClaimed: emitter('op.claimed'),
    onOpChanged: emitter('op.changed'),
    ...parts.engine,
  })
  const verify = createVerify({ ...common, onLooked: emitter('op.verified'), ...parts.verify })
  const heldLooks = createHeldLooks({ ...inBackground, onGoesOn: emitter('op.resumed') })
  const probe = createProbe({
    ...common,
    client: link.plainClient,
    serverNowMs,
    rests: () => sharedOrders.restMs() > 0,
  })

  const events = createEvents(
    () => (db.open ? readStatus({ db, gate, pull, clockWatch, lastFailure }) : null),
    onFault,
    parts.revision,
  )
  const logConnection = createConnectionLog(log)
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
      clockWatch.note(sample)
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

    'order.read': (order) => sharedOrders.readOne(order),
    'item.read': (item) => sharedItems.readOne(item),
    'orders.pulled': (orderIds) => events.ordersChanged(orderIds),
    'orders.found'(orderIds) {
      events.ordersChanged(orderIds)
      engine.wake()
    },
    'order.unsure'(orderId) {
      sharedOrders.records.doubt()
      void refreshNow(common, orderId).then(() => events.ordersChanged([orderId]), onFault)
    },
    'pull.progressed'() {
      connectionChanged()
      void titles.fill()
      void items.categoriesOnce()
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
    'items.backfilled'() {
      events.ordersChanged(null)
      events.itemsChanged()
      itemPull.sawOthers()
    },
    // Codes that were edited may have raised an alarm: the status counts them.
    'item.browsed': () => events.statusChanged(),

    'op.claimed': (seq) => events.opMoved(seq),
    'op.changed'({ orderId, kind, seq }) {
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

  return {
    probe,
    shared: { orders: sharedOrders, items: sharedItems },
    station: {
      db,
      clock,
      seal,
      gate,
      lastFailure,
      engine,
      pull,
      itemPull,
      titles,
      items,
      events,
      clockWatch,
      osUser: parts.osUser,
      ...parts.around,
      refresh: (orderId) => refreshNow(common, orderId),
    },
    verify,
    fullCheck,
    lateOrders,
    itemCheck,
    heldLooks,
    wake,
    async stop() {
      stopped = true
      sharedOrders.records.end()
      sharedItems.records.end()
      link.disk.stop()
      pace.stop()
      const working = [
        probe,
        engine,
        pull,
        itemPull,
        titles,
        verify,
        fullCheck,
        lateOrders,
        itemCheck,
        heldLooks,
      ]
      await Promise.all(working.map((part) => part.stop()))
    },
    disconnect: () => client.close(),
  }
}
