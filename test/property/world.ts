import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { startMarketplace, type RunningMarketplace } from '../../src/marketplace/server'
import { lastSeq as lastSeqOf, type Op } from '../../src/main/store/tables/outbox'
import type { Order } from '../../src/shared/partner-api/order'
import { openStation, type TestStation } from '../support/open-account'
import { createManualClock, type ManualClock } from '../support/clock'
import { STATIONS, type Schedule, type StationName } from './schedule'
import type { Copy } from './disasters'
import { listItems } from './items'
import { writesIn, type Body, type Write } from './journal'
import { Died, watchedClient, type Watch } from './watched-client'
import { rawDb } from '../support/raw-db'

/** An op that a use-case acknowledged: it must never be lost from here on. */
export type Acknowledged = {
  /** Where it is now. */
  station: StationName
  /** Who may have sent it: where it was asked for, and where a file took it. */
  holders: Set<StationName>
  /** As it was acknowledged. */
  op: Op
  /** What was asked for, and what that was before a person corrected it. */
  asked: Body
  former: Body[]
  /** How often a person said "send again". */
  resends: number
  /** What a person pointed at with "it is this one". */
  adopted: number | null
  /** A person said that it is not to be done, or it left by a file. */
  discarded: boolean
  /** It left by a file and was taken up from it. */
  carried: boolean
  /** It went on from a backup, or from a file that somebody put back. */
  rewound: boolean
  /** It was asked for after the copy of a file that somebody put back, so that nobody here may know of it. */
  gone: boolean
}

type Bench = {
  station: TestStation
  clock: ManualClock
  watch: Watch
  lastSeq: number
}

export type World = {
  schedule: Schedule
  control: Control
  baseUrl: string
  orderIds: number[]
  /** Items that are listed from the beginning. */
  itemNumbers: string[]
  benches: Record<StationName, Bench>
  acknowledged: Acknowledged[]
  /** Marketplace ids of shipments that another hand moved. */
  touched: Set<number>
  /** What was kept of the stations' files. */
  copies: Map<StationName, Copy>
  /** Marketplace ids of shipments whose lines another hand took away. */
  unlinked: Set<number>
  /** Orders that another hand changed, and refunds that it made as the partner. */
  foreignOrders: Set<number>
  foreignRefunds: { orderId: number; amount: number }[]
  /** Every write of the stations that reached the marketplace, in its order. */
  writes(): Write[]
  /** What happened, for the summary. */
  tally: Record<string, number>
  count(what: string, by?: number): void
  /** A fault that applies requests late is armed, so that the marketplace looks at its clock now and then. */
  expectLate(): void
  /** Some of them wait still. */
  lateLeft(): boolean
  online(): boolean
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** The token that the stations use from now on. */
  useToken(token: string): void
  /** Moves all clocks on and lets both stations work until nothing is in flight. */
  turn(ms: number): Promise<void>
  settle(): Promise<void>
  restart(name: StationName): Promise<void>
  /** Closes the station, works on its file, and starts it again. */
  reopenAfter(name: StationName, work: (file: string) => void): Promise<void>
  close(): Promise<void>
}

/** More than a schedule has steps, and less than the second that the stations then share. */
const APART_MS = 137
/** No whole second, which a station may take for the precision that the marketplace keeps. */
const START_MS = Date.parse('2026-11-20T09:00:00.211Z')
/** Timers fire at most this late. */
const HOP_MS = 5_000
export const ACCOUNT = 'training-1'

/** A marketplace on a socket and two stations on files, all new. */
export async function openWorld(schedule: Schedule): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-property-'))
  // No two packs share a millisecond, so that the journal's bodies say whose they are.
  const clocks = { A: createManualClock(START_MS), B: createManualClock(START_MS + APART_MS) }
  const orderIds: number[] = []
  const start = (port: number): Promise<RunningMarketplace> =>
    startMarketplace({
      dataDir: dir,
      port,
      seed: 1,
      orders: 0,
      items: 4,
      control: true,
      settings: {
        ...schedule.settings,
        ordersMissingFromLists: schedule.hidden ? orderIds.slice(0, 1) : [],
        jobIntervalMs: 1_000_000,
      },
      // The marketplace's clock is right, whatever happens to those of the stations.
      nowMs: () => START_MS + clocks.A.monotonicMs(),
    })
  let marketplace: RunningMarketplace | null = await start(0)
  const journals = [marketplace.journal]
  const { baseUrl, controlUrl } = marketplace
  const port = Number(new URL(baseUrl).port)
  const control = createControl(controlUrl ?? '')
  let token = marketplace.accessToken
  const tally: Record<string, number> = {}
  const count = (what: string, by = 1): void => {
    tally[what] = (tally[what] ?? 0) + by
  }

  const openBench = (name: StationName, lastSeq: number): Bench => {
    const clock = clocks[name]
    const watch: Watch = {
      station: name,
      crash: null,
      die: () => die(station),
    }
    const station = openStation({
      file: join(dir, `${name}.sqlite`),
      clock,
      baseUrl,
      accessToken: () => token,
      makeClient: watchedClient(watch),
      asApp: true,
    })
    station.engine.start()
    station.verify.start()
    return { station, clock, watch, lastSeq }
  }
  const benches = { A: openBench('A', 0), B: openBench('B', 0) }

  let late = false
  const settle = async (): Promise<void> => {
    for (;;) {
      await Promise.all(
        STATIONS.flatMap((name) => {
          const { engine, verify, fullCheck } = benches[name].station
          return [fullCheck.settled(), verify.settled(), engine.settled()]
        }),
      )
      const dead = STATIONS.filter((name) => !benches[name].station.db.open)
      for (const name of dead) await reopen(name)
      if (dead.length === 0) return
    }
  }
  const reopen = async (name: StationName, work: (file: string) => void = () => {}): Promise<void> => {
    const { station, lastSeq } = benches[name]
    await station.close()
    refuseFaults(station)
    work(station.file)
    benches[name] = openBench(name, lastSeq)
    benches[name].lastSeq = lastSeqOf(benches[name].station.db)
  }

  /** The marketplace forgets which requests its faults hit when it stops. */
  const countFaults = async (): Promise<void> => {
    for (const { fault } of await control.faultLog()) count(`fault ${fault}`)
  }

  for (let index = 0; index < schedule.orders; index += 1) {
    const order = await control.placeOrder({ lines: 3, shippingFee: true, seed: index + 1 })
    orderIds.push(order.id)
    for (const name of STATIONS) benches[name].station.take(order as unknown as Order)
  }

  if (schedule.hidden) await control.changeSettings({ ordersMissingFromLists: orderIds.slice(0, 1) })
  const items = await listItems(baseUrl, token)
  if (schedule.clockOffMs !== 0) clocks.A.setWall(START_MS + schedule.clockOffMs)

  return {
    schedule,
    control,
    baseUrl,
    orderIds,
    itemNumbers: items.filter(({ state }) => state === 'listed').map(({ item_number: number }) => number),
    benches,
    acknowledged: [],
    touched: new Set(),
    copies: new Map(),
    unlinked: new Set(),
    foreignOrders: new Set(),
    foreignRefunds: [],
    writes() {
      const running = new Set(marketplace?.journal() ?? [])
      return writesIn(
        journals.flatMap((journal) => journal()),
        running,
      )
    },
    tally,
    count,
    expectLate() {
      late = true
    },
    lateLeft: () =>
      late &&
      (marketplace?.journal() ?? []).some(({ fault, outcome }) => fault === 'late' && outcome === null),
    online: () => marketplace !== null,
    async goOffline() {
      if (marketplace !== null) await countFaults()
      await marketplace?.close()
      marketplace = null
      late = false
    },
    async goOnline() {
      if (marketplace !== null) return
      marketplace = await start(port)
      journals.push(marketplace.journal)
      await freshConnection(control)
    },
    useToken(next) {
      token = next
    },
    async turn(ms) {
      for (let left = ms; left > 0; left -= HOP_MS) {
        for (const name of STATIONS) clocks[name].advance(Math.min(left, HOP_MS))
        if (late && marketplace !== null) await control.readSettings()
        await settle()
      }
    },
    settle,
    async restart(name) {
      await benches[name].station.close()
      await reopen(name)
    },
    async reopenAfter(name, work) {
      await settle()
      await reopen(name, work)
    },
    async close() {
      if (marketplace !== null) await countFaults()
      for (const name of STATIONS) await benches[name].station.close()
      await marketplace?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The control client's own kept connections ended with the marketplace that went away. */
async function freshConnection(control: Control): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1)
    try {
      await control.readSettings()
      return
    } catch {
      await pause(1)
    }
  throw new Error('the marketplace did not come back')
}

/** As a killed process: nothing is written any more, and no loop goes on. */
function die(station: TestStation): void {
  void station.engine.stop()
  void station.pull.stop()
  void station.verify.stop()
  rawDb(station.db).close()
}

/** A fault that no rule foresaw is a defect; only what a dead station met is not. */
export function refuseFaults({ faults, db }: TestStation): void {
  const foreseen = (fault: unknown): boolean =>
    fault instanceof Died ||
    (!db.open && /connection is not open/.test(String(fault))) ||
    // Only a schedule fills the disk.
    (fault instanceof Error && 'code' in fault && ['SQLITE_FULL', 'disk_full'].includes(String(fault.code)))
  const unforeseen = faults.filter((fault) => !foreseen(fault))
  if (unforeseen.length > 0) throw new Error(`the engine met a fault: ${describe(unforeseen[0])}`)
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}
