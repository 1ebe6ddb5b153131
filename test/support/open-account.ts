import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { wireSync, type Sync } from '../../src/main/app/account/sync'
import type { PartnerClient, PartnerClientOptions } from '../../src/main/partner/client'
import { ALONE } from '../../src/main/warehouse/port/neighbors'
import { NO_SERIALS, type SerialRule } from '../../src/shared/domain/orders/unit-serial'
import { NO_INSTRUCTIONS } from '../../src/main/areas/instructions/instruction-folder'
import type { NextRevision } from '../../src/main/base/revision'
import { createBuyerSeal } from '../../src/main/store/db/buyer-seal'
import { inTransaction } from '../../src/main/store/db/database'
import { CHECK_BEHIND, closeDatabase } from '../../src/main/store/db/open'
import { openStation as openFile } from '../../src/main/store/recovery/open-station'
import { applyOrder } from '../../src/main/store/tables/orders'
import type { EngineDeps } from '../../src/main/sync/outbox/engine'
import type { ItemPullDeps } from '../../src/main/sync/pull/item-pull'
import { createCheckWatch, type CheckWatchDeps } from '../../src/main/sync/connection/check-watch'
import { createPace, type Pace } from '../../src/main/sync/connection/pace'
import type { Probe } from '../../src/main/sync/connection/probe'
import type { PullDeps } from '../../src/main/sync/pull/pull'
import type { FullCheck } from '../../src/main/sync/pull/full-check'
import type { LateOrders } from '../../src/main/sync/pull/late-orders'
import type { HeldLooks } from '../../src/main/sync/outbox/held-looks'
import type { ItemCheck } from '../../src/main/sync/pull/item-check'
import type { Verify, VerifyDeps } from '../../src/main/sync/outbox/verify'
import type { Station } from '../../src/main/areas/station/station'
import type { Order } from '../../src/shared/partner-api/order'
import { createManualClock, type ManualClock } from './clock'

export type TestStation = Station & {
  clock: ManualClock
  /** Does what the account does when the network is back, the laptop woke or a person requests it. */
  wake(): void
  file: string
  /** Not started, like the other loops. */
  probe: Probe
  faults: unknown[]
  /** Nobody is at the other end unless a test connects it. */
  shared: Sync['shared']
  /** Not started. */
  verify: Verify
  /** Not started. */
  fullCheck: FullCheck
  lateOrders: LateOrders
  /** Not started. */
  itemCheck: ItemCheck
  /** Not started. */
  heldLooks: HeldLooks
  /** Takes orders in as a pull would. */
  take(...orders: Order[]): void
  /** Stops every loop and closes the file, as a clean exit does. */
  close(): Promise<void>
}

export type TestStationOptions = {
  file: string
  baseUrl?: string
  accessToken?: () => string | null
  clock?: ManualClock
  /** Fetches titles and categories by itself and wakes the engine after each round, as the app does. */
  asApp?: boolean
  engine?: Partial<EngineDeps>
  pull?: Partial<PullDeps>
  verify?: Partial<VerifyDeps>
  itemPull?: Partial<ItemPullDeps>
  /** For reads that nobody waits for; without a pace they do not wait, because the clock stands still. */
  pace?: Pace
  /** Checks the file behind the first screen, if it was left open. */
  check?: CheckWatchDeps['check']
  /** What a test counts its own answers by, too. */
  revision?: NextRevision
  /** Of which items the serial number is scanned; of none by default. */
  serialRule?: () => SerialRule
  oneBox?: () => boolean
  /** Lines for IT. */
  log?: (line: string) => void
  /** Creates the client of the marketplace; by default as the account does. */
  makeClient?: (options: PartnerClientOptions) => PartnerClient
}

/** Only requests that a test makes reach the marketplace, so that it can count them. */
const QUIET = { engine: { onWorkedOn: () => {} }, pull: { onProgress: () => {} } }

/** An address where nobody listens. */
const NOBODY = 'http://127.0.0.1:9'

/** The real parts of an account on a real file with a clock that the test moves. The caller closes it. */
export function openStation(options: TestStationOptions): TestStation {
  const { file } = options
  const clock = options.clock ?? createManualClock()
  const { check } = options
  const where = { file, backupsDir: join(dirname(file), 'backups'), wallMs: clock.wallMs(), log: () => {} }
  const db = openFile(where, check === undefined ? null : CHECK_BEHIND)
  // A station that is opened again has its key.
  const key = createHash('sha256').update(file).digest()
  const seal = createBuyerSeal(() => key)
  const faults: unknown[] = []
  const checkWatch = createCheckWatch({
    db,
    ...(check === undefined ? {} : { check }),
    onWhole: () => sync.wake(),
    onDamage: () => void faults.push('damaged'),
    onFault: (error) => void faults.push(error),
  })
  const sync = wireSync({
    db,
    guard: checkWatch.guard,
    seal,
    clock,
    baseUrl: options.baseUrl ?? NOBODY,
    accessToken: options.accessToken ?? (() => 'token'),
    osUser: 'tester',
    around: {
      signedIn: () => null,
      neighbors: ALONE,
      instructions: NO_INSTRUCTIONS,
      serialRule: options.serialRule ?? (() => NO_SERIALS),
      oneBox: options.oneBox ?? (() => false),
    },
    onFault: (error) => void faults.push(error),
    random: () => 0,
    pace: options.pace ?? createPace({ clock, perSecond: 1_000, burst: 1_000_000 }),
    ...(options.revision === undefined ? {} : { revision: options.revision }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.makeClient === undefined ? {} : { makeClient: options.makeClient }),
    ...(options.asApp === true ? {} : QUIET),
    ...(options.engine === undefined ? {} : { engine: { ...QUIET.engine, ...options.engine } }),
    ...(options.pull === undefined ? {} : { pull: { ...QUIET.pull, ...options.pull } }),
    ...(options.verify === undefined ? {} : { verify: options.verify }),
    ...(options.itemPull === undefined ? {} : { itemPull: options.itemPull }),
  })
  const close = async (): Promise<void> => {
    await Promise.all([sync.stop(), checkWatch.stop()])
    await sync.disconnect()
    closeDatabase(db)
  }
  return {
    ...sync.station,
    verify: sync.verify,
    fullCheck: sync.fullCheck,
    lateOrders: sync.lateOrders,
    itemCheck: sync.itemCheck,
    heldLooks: sync.heldLooks,
    clock,
    wake: () => sync.wake(),
    probe: sync.probe,
    shared: sync.shared,
    file,
    faults,
    take(...orders) {
      inTransaction(db, (tx) => {
        for (const order of orders) applyOrder(tx, order, new Date(clock.wallMs()).toISOString(), seal)
      })
    },
    close,
  }
}
