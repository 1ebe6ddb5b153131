import { createBus } from '../../base/bus'
import { allEnded } from '../../base/turns'
import { createEvents } from '../../base/events'
import type { NextRevision } from '../../base/revision'
import type { Item } from '../../../shared/partner-api/item'
import type { Order } from '../../../shared/partner-api/order'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import { readStatus, type Station, type Surroundings } from '../../areas/station/station'
import { BACKGROUND_READS, createPace, type Pace } from '../../sync/connection/pace'
import { createProbe, type Probe } from '../../sync/connection/probe'
import { createFreshness } from '../../sync/copies/freshness'
import { createEngine, type EngineDeps } from '../../sync/outbox/engine'
import { createHeldLooks, type HeldLooks } from '../../sync/outbox/held-looks'
import { createVerify, type Verify, type VerifyDeps } from '../../sync/outbox/verify'
import { createItemBrowser } from '../../sync/pull/browse-items'
import type { ItemPullDeps } from '../../sync/pull/item-pull'
import type { PullDeps } from '../../sync/pull/pull'
import { refreshNow } from '../../sync/pull/refresh'
import type { SharedRounds } from '../../sync/shared/shared-rounds'
import type { AccountEvents } from './account-events'
import { createBoxes } from '../../areas/boxes/boxes'
import { handleAccountEvents } from './account-handlers'
import { createItemRounds, type ItemRounds } from './item-rounds'
import { createLink, type LinkParts } from './link'
import { createOrderRounds, type OrderRounds } from './order-rounds'
import type { SyncCommon } from './sync-common'

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

/** Everything that talks to the marketplace for one database. */
export type Sync = Pick<OrderRounds, 'fullCheck' | 'lateOrders'> &
  Pick<ItemRounds, 'itemCheck'> & {
    station: Station
    verify: Verify
    heldLooks: HeldLooks
    probe: Probe
    /** What the stations of the warehouse read for one another. */
    shared: { orders: SharedRounds<Order>; items: SharedRounds<Item> }
    /** Something changed outside (network, sleep, a person asks): try everything again now. */
    wake(): void
    start(): void
    /** Lets what is in flight end. */
    stop(): Promise<void>
    /** Ends what is still in flight, and all connections. */
    disconnect(): Promise<void>
  }

/** Reading a hundred thousand waiting ops takes a moment; the window requests its first orders before that. */
export const FIRST_LOOK_MS = 500
/** Right after the first orders: until then no title is read one by one. */
const ITEMS_MS = 1_000
/** Background work starts once the first screen has surely been drawn. */
const FIRST_SCREEN_MS = 10_000
/** After the morning rush. */
const FULL_CHECK_MS = 15 * 60_000
/** What comes an hour late may wait for what comes at once. */
const LATE_ORDERS_MS = 5 * 60_000

/** Wires the sync side of an account: the app and every test use this one. What follows from what is in account-handlers.ts. */
export function wireSync(parts: SyncParts): Sync {
  const { db, seal, clock, onFault, log = () => undefined, random = Math.random } = parts
  const bus = createBus<AccountEvents>(onFault)
  const { emitter } = bus
  const ending = new AbortController()
  const link = createLink({ ...parts, random }, bus)
  const { gate, lastFailure, clockWatch, serverTime } = link
  const common: SyncCommon = {
    ...{ db, clock, seal, random, log, onFault, gate, clockWatch, serverTime },
    client: link.client,
    pace: parts.pace ?? createPace({ clock, ...BACKGROUND_READS }),
    freshness: createFreshness(),
    goesOn: () => db.open && !ending.signal.aborted,
    onNotice: emitter('notice.raised'),
  }
  const inBackground = { ...common, client: link.background }

  const orders = createOrderRounds(common, bus, parts.pull)
  const { pull, fullCheck, lateOrders } = orders
  const items = createItemRounds(inBackground, bus, orders, parts.itemPull)
  const { itemPull, itemCheck, titles } = items
  const engine = createEngine({
    ...common,
    onClaimed: emitter('op.claimed'),
    onWorkedOn: emitter('op.worked_on'),
    ...parts.engine,
  })
  const verify = createVerify({ ...common, onLooked: emitter('op.verified'), ...parts.verify })
  const heldLooks = createHeldLooks({ ...inBackground, onGoesOn: emitter('op.resumed') })
  const probe = createProbe({
    ...common,
    client: link.plainClient,
    serverNowMs: () => serverTime.at(clock.wallMs()),
    rests: () => orders.shared.restMs() > 0,
  })
  const events = createEvents(
    () => (db.open ? readStatus({ db, gate, pull, clockWatch, lastFailure }) : null),
    onFault,
    parts.revision,
  )
  const station: Station = {
    ...{ db, clock, seal, gate, lastFailure, engine, pull, itemPull, titles, events, clockWatch },
    items: createItemBrowser({ ...common, onRead: emitter('item.browsed') }),
    osUser: parts.osUser,
    ...parts.around,
    boxes: createBoxes({ db, seal, on: parts.around.oneBox }),
    refresh: (orderId) => refreshNow(common, orderId),
  }
  const { wake } = handleAccountEvents(bus, {
    ...{ station, heldLooks, probe, fullCheck, itemCheck, log, onFault },
  })

  const stopped = [probe, engine, pull, itemPull, titles, verify, fullCheck, lateOrders, itemCheck, heldLooks]
  return {
    ...{ station, probe, verify, fullCheck, lateOrders, itemCheck, heldLooks, wake },
    shared: { orders: orders.shared, items: items.shared },
    start() {
      engine.start(FIRST_LOOK_MS)
      pull.start(FIRST_LOOK_MS)
      itemPull.start(ITEMS_MS)
      verify.start(FIRST_SCREEN_MS)
      fullCheck.start(FULL_CHECK_MS)
      lateOrders.start(LATE_ORDERS_MS)
      itemCheck.start(FULL_CHECK_MS)
      heldLooks.start()
      probe.start()
    },
    async stop() {
      ending.abort()
      orders.shared.records.end()
      items.shared.records.end()
      link.disk.stop()
      common.pace.stop()
      await allEnded(stopped.map(async (part) => part.stop()))
    },
    disconnect: () => link.client.close(),
  }
}
