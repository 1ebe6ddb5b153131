import { createEvents } from '../../base/events'
import type { Clock } from '../../base/clock'
import type { NextRevision } from '../../base/revision'
import { createPartnerClient, type PartnerClient, type PartnerClientOptions } from '../../partner/client'
import type { Network } from '../../partner/network'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Item } from '../../../shared/partner-api/item'
import type { Order } from '../../../shared/partner-api/order'
import type { Db } from '../../store/db/database'
import { clearRecord } from '../../store/tables/order-copy'
import { findOp } from '../../store/tables/outbox'
import { createItemBrowser } from '../../sync/pull/browse-items'
import { createClockWatch } from '../../sync/connection/clock-watch'
import { createEngine, type EngineDeps } from '../../sync/outbox/engine'
import { redactBuyer } from '../../sync/shared/redact-buyer'
import { createFreshness } from '../../sync/copies/freshness'
import { createFullCheck, type FullCheck } from '../../sync/pull/full-check'
import { createGate, type Gate } from '../../sync/connection/gate'
import { createGatedClient } from '../../sync/connection/gated-client'
import { createHeldLooks, type HeldLooks } from '../../sync/outbox/held-looks'
import { createConnectionLog, createLastFailure } from '../../sync/connection/last-failure'
import { createItemCheck, type ItemCheck } from '../../sync/pull/item-check'
import { createKeepShared } from '../../sync/shared/keep-shared'
import { createKeepSharedItems } from '../../sync/shared/keep-shared-items'
import { createItemPull, type ItemPullDeps } from '../../sync/pull/item-pull'
import { BACKGROUND_READS, createPace, type Pace } from '../../sync/connection/pace'
import { createPull, type PullDeps } from '../../sync/pull/pull'
import { createProbe, type Probe } from '../../sync/connection/probe'
import { refreshNow } from '../../sync/pull/refresh'
import { createDiskSpace } from '../../sync/connection/disk-space'
import { createServerTime } from '../../sync/connection/server-time'
import { createSharedRounds, type SharedRounds } from '../../sync/shared/shared-rounds'
import { createLateOrders, type LateOrders } from '../../sync/pull/late-orders'
import { createItemBackfill } from '../../sync/pull/item-backfill'
import { createVerify, type Verify, type VerifyDeps } from '../../sync/outbox/verify'
import { readNoConnection, readStatus, type Station, type Surroundings } from '../../areas/station/station'

export type SyncParts = {
  db: Db
  seal: BuyerSeal
  clock: Clock
  baseUrl: string
  accessToken: () => string | null
  /** What else keeps the gate closed. */
  guard?: (gate: Gate) => Gate
  userAgent?: string
  network?: Network
  /** Gets one line for each reason for which there is no connection. */
  log?: (line: string) => void
  osUser: string
  around: Surroundings
  /** @default a count of its own */
  revision?: NextRevision
  onFault: (error: unknown) => void
  /** @default Math.random */
  random?: () => number
  /** @default createPartnerClient */
  makeClient?: (options: PartnerClientOptions) => PartnerClient
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

/** Wires the sync side of an account: the app and every test use this one. */
export function wireSync(parts: SyncParts): Sync {
  const { db, seal, clock, baseUrl, onFault, random = Math.random, makeClient = createPartnerClient } = parts
  const serverTime = createServerTime(clock)
  const events = createEvents(
    () => (db.open ? readStatus({ db, gate, pull, clockWatch, lastFailure }) : null),
    onFault,
    parts.revision,
  )
  const clockWatch = createClockWatch({
    db,
    clock,
    serverTime,
    onChange: () => events.statusChanged(),
    onFault,
  })
  const log = parts.log ?? (() => undefined)
  const logConnection = createConnectionLog(log)
  const connectionChanged = (): void => {
    logConnection(readNoConnection({ gate, pull, lastFailure }))
    events.statusChanged()
  }
  const lastFailure = createLastFailure({ clock, baseUrl, onChange: connectionChanged })
  const plainClient = makeClient({
    baseUrl,
    accessToken: parts.accessToken,
    nowMs: () => clock.wallMs(),
    ...(parts.userAgent === undefined ? {} : { userAgent: parts.userAgent }),
    ...(parts.network === undefined ? {} : { network: parts.network }),
    onResponse: (sample) => {
      clockWatch.note(sample)
      gate.alive()
    },
  })
  const ownGate = createGate({
    clock,
    random,
    onChange: connectionChanged,
    onOutcome: (outcome) => lastFailure.note(outcome),
    onOpen: () => engine.wake(),
    onAccepted: () => goOn(),
    onLimited: (group, waitMs) => events.limited(group, waitMs),
    onDoubt: () => probe.now(),
  })
  const room = createDiskSpace({
    db,
    clock,
    onChange: () => events.statusChanged(),
    onRoom: () => wake(),
    onFault,
  })
  const gate = room.guard(parts.guard?.(ownGate) ?? ownGate)
  /** Each single record that this station reads is told to the others. */
  const publishing = (gatedClient: PartnerClient): PartnerClient => ({
    ...gatedClient,
    async readOrder(orderId) {
      const order = await gatedClient.readOrder(orderId)
      sharedOrders.readOne(order)
      return order
    },
    async readItem(itemNumber) {
      const item = await gatedClient.readItem(itemNumber)
      if (item.item_number === itemNumber) sharedItems.readOne(item)
      return item
    },
  })
  const client = publishing(createGatedClient(plainClient, gate))
  const freshness = createFreshness()
  const onNotice = (): void => events.noticesChanged()
  // What is read unasked shares it; `pace.turn()` says when.
  const pace = parts.pace ?? createPace({ clock, ...BACKGROUND_READS })
  const common = { db, client, gate, pace, clock, seal, freshness, random, log, onFault, onNotice }
  const probe = createProbe({
    ...common,
    client: plainClient,
    serverNowMs: () => serverTime.at(clock.wallMs()),
    rests: () => sharedOrders.restMs() > 0,
  })
  const keepShared = createKeepShared({
    ...common,
    goesOn: () => db.open && !stopped,
    onOrders: (orderIds) => {
      events.ordersChanged(orderIds)
      engine.wake()
    },
    onUnsure: (orderId) => {
      sharedOrders.records.doubt()
      void refreshNow(common, orderId).then(() => events.ordersChanged([orderId]), onFault)
    },
  })
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
    keep: keepShared,
    onFault,
  })
  const sharedItems: SharedRounds<Item> = createSharedRounds<Item>({
    clock,
    sharedOf: (item) => ({ id: item.item_number, updatedAt: item.updated_at ?? null, record: item }),
    unreadOf: (raw) => raw,
    pull: () => ({ ...itemPull, dataAsOf: () => itemPull.keptAsOf() }),
    fullCheck: () => itemCheck,
    keep: createKeepSharedItems({
      ...common,
      goesOn: () => db.open && !stopped,
      onItems: (changed) => onPulled(changed),
    }),
    onFault,
    ...ITEM_ROUNDS,
  })
  let stopped = false
  // Codes that were edited may have raised an alarm: the status counts them.
  const items = createItemBrowser({ ...common, onRead: () => events.statusChanged() })
  const background = publishing(createGatedClient(plainClient, gate, { background: true }))
  const onPulled = (changed: number): void => {
    if (changed > 0) {
      events.ordersChanged(null)
      events.outboxChanged()
    }
    events.itemsChanged()
    void titles.fill()
  }
  const itemPull = createItemPull({
    ...common,
    client: background,
    serverTime,
    shared: sharedItems,
    onItems: onPulled,
    ...parts.itemPull,
  })
  const itemCheck = createItemCheck({
    ...common,
    client: background,
    shared: sharedItems,
    imported: () => itemPull.reading() === null,
    onItems: (changed) => {
      if (changed > 0) events.ordersChanged(null)
      events.itemsChanged()
      events.statusChanged()
    },
  })
  const titles = createItemBackfill({
    ...common,
    client: background,
    shared: sharedItems,
    coming: () => itemPull.coming(),
    comingLate: () => itemPull.comingLate(),
    imported: () => pull.dataAsOf() !== null,
    onItems: () => {
      events.ordersChanged(null)
      events.itemsChanged()
      itemPull.sawOthers()
    },
  })
  const engine = createEngine({
    ...common,
    clockWatch,
    serverTime,
    onClaimed: (seq) => events.opMoved(seq),
    onOpChanged: ({ orderId, kind, seq }) => {
      events.opMoved(seq)
      if (orderId === null) {
        events.itemsChanged()
        const created = kind === 'create_item' ? findOp(db, seq) : null
        if (created?.state === 'confirmed' && created.serverRef !== null) titles.created(created.serverRef)
        itemPull.soon()
      } else events.ordersChanged([orderId])
      events.outboxChanged()
    },
    ...parts.engine,
  })
  const pull = createPull({
    ...common,
    serverTime,
    shared: sharedOrders,
    onOrders: (orderIds) => events.ordersChanged(orderIds),
    onProgress: () => {
      connectionChanged()
      void titles.fill()
      void items.categoriesOnce()
      // The gate may have opened, or an order's news may have freed its lane.
      engine.wake()
    },
    ...parts.pull,
  })
  const looking = {
    ...common,
    shared: sharedOrders,
    imported: () => pull.dataAsOf() !== null,
    onOrders: (orderIds: readonly number[]) => {
      events.ordersChanged(orderIds)
      engine.wake()
    },
  }
  const fullCheck = createFullCheck(looking)
  const lateOrders = createLateOrders({ ...looking, serverNowMs: () => serverTime.at(clock.wallMs()) })
  const verify = createVerify({
    ...common,
    onLooked: (orderId) => {
      if (orderId === null) events.itemsChanged()
      else events.ordersChanged([orderId])
      events.outboxChanged()
      // What shows after all frees its lane.
      engine.wake()
    },
    ...parts.verify,
  })
  const heldLooks = createHeldLooks({
    ...common,
    client: background,
    onGoesOn: ({ orderId, seq }) => {
      events.opMoved(seq)
      if (orderId === null) events.itemsChanged()
      else events.ordersChanged([orderId])
      events.outboxChanged()
      events.noticesChanged()
      engine.wake()
    },
  })
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
      room.stop()
      pace.stop()
      await Promise.all([
        probe.stop(),
        engine.stop(),
        pull.stop(),
        itemPull.stop(),
        titles.stop(),
        verify.stop(),
        fullCheck.stop(),
        lateOrders.stop(),
        itemCheck.stop(),
        heldLooks.stop(),
      ])
    },
    disconnect: () => client.close(),
  }
}
