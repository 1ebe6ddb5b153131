import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createEvents } from '../../src/main/events'
import { createPartnerClient } from '../../src/main/partner/client'
import { createBuyerSeal } from '../../src/main/store/buyer-seal'
import { closeDatabase, inTransaction, openDatabase } from '../../src/main/store/database'
import { applyOrder } from '../../src/main/store/orders'
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
import { tempDir } from './temp-dir'

export type TestStation = Station & {
  clock: ManualClock
  file: string
  faults: unknown[]
  /** Takes orders in as a pull would. */
  take(...orders: Order[]): void
  /** Lets every loop end and closes the file, as a clean exit does. */
  close(): Promise<void>
}

type Options = {
  file?: string
  baseUrl?: string
  accessToken?: () => string | null
  clock?: ManualClock
  engine?: Partial<EngineDeps>
  pull?: Partial<PullDeps>
}

/** An address where nobody listens. */
export const NOBODY = 'http://127.0.0.1:9'

/**
 * The real parts of an account on a real file with a clock that the test moves. Engine and pull are not started.
 */
export function makeStation(options: Options = {}): TestStation {
  const file = options.file ?? join(tempDir(), 'station.sqlite')
  const clock = options.clock ?? createManualClock()
  const db = openDatabase(file)
  const seal = createBuyerSeal(randomBytes(32))
  const serverTime = createServerTime()
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const events = createEvents(() => null, onFault)
  const client = createPartnerClient({
    baseUrl: options.baseUrl ?? NOBODY,
    accessToken: options.accessToken ?? (() => 'token'),
    nowMs: () => clock.wallMs(),
    onResponse: (sample) => serverTime.note(sample),
  })
  const gate = createGate({ clock, random: () => 0, onChange: () => events.statusChanged() })
  const common = { db, client, gate, clock, seal, freshness: createFreshness(), random: () => 0, onFault }
  const engine = createEngine({ ...common, onOpChanged: () => {}, ...options.engine })
  const pull = createPull({
    ...common,
    serverTime,
    onOrders: () => {},
    onProgress: () => {},
    ...options.pull,
  })
  const titles = createTitles({ ...common, onItems: () => {} })
  const close = async (): Promise<void> => {
    await Promise.all([engine.stop(), pull.stop(), titles.stop()])
    await client.close()
    closeDatabase(db)
  }
  onTestFinished(close)
  return {
    db,
    clock,
    seal,
    gate,
    engine,
    pull,
    titles,
    events,
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
