import { randomBytes } from 'node:crypto'
import { createEvents } from '../../src/main/events'
import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../src/main/partner/client'
import { ALONE } from '../../src/main/neighbours'
import { createBuyerSeal } from '../../src/main/store/buyer-seal'
import { closeDatabase, inTransaction, openDatabase } from '../../src/main/store/database'
import { applyOrder } from '../../src/main/store/orders'
import { createClockWatch } from '../../src/main/sync/clock-watch'
import { createItemBrowser } from '../../src/main/sync/browse-items'
import { createEngine, type EngineDeps } from '../../src/main/sync/engine'
import { createFreshness } from '../../src/main/sync/freshness'
import { createGate } from '../../src/main/sync/gate'
import { createPull, type PullDeps } from '../../src/main/sync/pull'
import { createServerTime } from '../../src/main/sync/server-time'
import { refreshNow } from '../../src/main/sync/refresh'
import { createTitles } from '../../src/main/sync/titles'
import type { Station } from '../../src/main/usecases/station'
import type { Order } from '../../src/shared/partner-api/order'
import { createManualClock, type ManualClock } from './clock'

export type TestStation = Station & {
  clock: ManualClock
  file: string
  faults: unknown[]
  /** Takes orders in as a pull would. */
  take(...orders: Order[]): void
  /** Lets every loop end and closes the file, as a clean exit does. */
  close(): Promise<void>
}

export type TestStationOptions = {
  file: string
  baseUrl?: string
  accessToken?: () => string | null
  clock?: ManualClock
  engine?: Partial<EngineDeps>
  pull?: Partial<PullDeps>
  /** Makes the client of the marketplace, as the account does unless told otherwise. */
  makeClient?: (options: PartnerClientOptions) => PartnerClient
}

/** An address where nobody listens. */
const NOBODY = 'http://127.0.0.1:9'

/** The real parts of an account on a real file with a clock that the test moves. Whoever opened it closes it. */
export function openStation(options: TestStationOptions): TestStation {
  const { file, makeClient = createPartnerClient } = options
  const clock = options.clock ?? createManualClock()
  const db = openDatabase(file)
  const seal = createBuyerSeal(randomBytes(32))
  const serverTime = createServerTime(clock)
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const events = createEvents(() => null, onFault)
  const clockWatch = createClockWatch({
    db,
    clock,
    serverTime,
    onChange: () => events.statusChanged(),
    onFault,
  })
  const client = makeClient({
    baseUrl: options.baseUrl ?? NOBODY,
    accessToken: options.accessToken ?? (() => 'token'),
    nowMs: () => clock.wallMs(),
    onResponse: (sample) => clockWatch.note(sample),
  })
  const gate = createGate({ clock, random: () => 0, onChange: () => events.statusChanged() })
  const onNotice = (): void => events.noticesChanged()
  const common = {
    db,
    client,
    gate,
    clock,
    seal,
    freshness: createFreshness(),
    random: () => 0,
    onFault,
    onNotice,
  }
  const engine = createEngine({ ...common, onOpChanged: () => {}, ...options.engine })
  const pull = createPull({
    ...common,
    serverTime,
    onOrders: () => {},
    onProgress: () => {},
    ...options.pull,
  })
  const titles = createTitles({ ...common, onItems: () => {} })
  const items = createItemBrowser(common)
  const close = async (): Promise<void> => {
    await Promise.all([engine.stop(), pull.stop(), titles.stop()])
    await client.close()
    closeDatabase(db)
  }
  return {
    db,
    clock,
    seal,
    gate,
    engine,
    pull,
    titles,
    items,
    events,
    clockWatch,
    osUser: 'tester',
    signedIn: () => null,
    neighbours: ALONE,
    refresh: (orderId) => refreshNow(common, orderId),
    file,
    faults,
    take(...orders) {
      inTransaction(db, () => {
        for (const order of orders) applyOrder(db, order, new Date(clock.wallMs()).toISOString(), seal)
      })
    },
    close,
  }
}
