import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BulkRunner } from '../../src/main/areas/bulk/bulk-runner'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { startMarketplace, type RunningMarketplace } from '../../src/marketplace/server'
import { lastSeq as lastSeqOf } from '../../src/main/store/tables/outbox'
import type { Order } from '../../src/shared/partner-api/order'
import { putNewFile } from '../support/new-file'
import { openStation, type TestStation } from '../support/open-account'
import { createManualClock, type ManualClock } from '../support/clock'
import { STATIONS, type Schedule, type StationName } from './schedule'
import type { Copy } from './disasters'
import { listItems } from './items'
import { writesIn, type Body, type Write } from './journal'
import { startRunner, type PromisedJob, type Quiet } from './many'
import { noteNew, type Acknowledged, type Ask } from './acknowledged'
import { createObserver, type Observer } from './model/observe'
import type { PackedAs } from './oracle-changes'
import type { Excuse } from './totals'
import { refuseFaults } from './unforeseen'
import { watchedClient, type Watch } from './watched-client'
import { rawDb } from '../support/raw-db'

type Bench = {
  station: TestStation
  bulk: BulkRunner
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
  /** What people asked for since the last op was noted. */
  asks: Ask[]
  /** Jobs that were confirmed, pauses of jobs, and how many files were read in. */
  jobs: PromisedJob[]
  /** What the rows of the files that were read in ask for, by station and number of the job. */
  drafts: Map<string, ReadonlyMap<string, Body>>
  quiet: Quiet[]
  many: number
  /** Marketplace IDs of shipments that somebody else moved. */
  touched: Set<number>
  /** Copies of the stations' files. */
  copies: Map<StationName, Copy>
  /** Which station's file was put back, and from which write to the marketplace on. */
  restored: { station: StationName; from: number }[]
  /** Marketplace IDs of shipments whose lines somebody else removed. */
  unlinked: Set<number>
  /** Lines that somebody else removed. */
  removed: Set<number>
  /** What each parcel was packed as, and for which address, by its ID at the station. */
  packedAs: Map<string, PackedAs>
  /** When somebody else changed something about an order, by the marketplace's clock. */
  changes: { orderId: number; atMs: number }[]
  /** Ops that a cancellation withdrew, by `opUid`. */
  withdrawn: Set<string>
  /** Orders that somebody else changed, and refunds that somebody else made as the partner. */
  foreignOrders: Set<number>
  foreignRefunds: { orderId: number; amount: number }[]
  /** Every write of the stations that reached the marketplace, in order. */
  writes: () => Write[]
  /** What the stations did with their creates, for the model. */
  observer: Observer
  /** Counts of what happened, for the summary. */
  tally: Record<string, number>
  count(what: string, by?: number): void
  /** An exception of the checks was needed; one that never is should go. */
  excuse(what: Excuse): void
  /** A fault that applies requests late is active, so the marketplace checks its clock now and then. */
  expectLate(): void
  /** Whether late requests are still waiting. */
  lateLeft(): boolean
  /** The marketplace's clock. */
  nowMs(): number
  online(): boolean
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** The token that the stations use from now on. */
  useToken(token: string): void
  /** The marketplace refuses the token that the stations have for 20 s, and then accepts it; they are told nothing. */
  refuseForAWhile(): Promise<void>
  /** Advances all clocks and lets both stations work until nothing is in flight. */
  turn(ms: number): Promise<void>
  settle(): Promise<void>
  restart(name: StationName): Promise<void>
  /** Closes the station, works on its file, and restarts it. */
  reopenAfter(name: StationName, work: (file: string) => void): Promise<void>
  close(): Promise<void>
}

/** More than the number of steps in a schedule, and less than the second that the stations then share. */
const APART_MS = 137
/** Not a whole second, which a station could take for the marketplace's precision. */
const START_MS = Date.parse('2026-11-20T09:00:00.211Z')
/** Timers fire at most this late. */
const HOP_MS = 5_000
export const ACCOUNT = 'training-1'

/** A marketplace on a socket and two stations on files, all new. */
export async function openWorld(schedule: Schedule): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-property-'))
  // No two packs share a millisecond, so that the journal's bodies identify them.
  const clocks = { A: createManualClock(START_MS), B: createManualClock(START_MS + APART_MS) }
  const nowMs = (): number => START_MS + clocks.A.monotonicMs()
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
        // Only the stations' own guard keeps refunds below what was paid.
        refundBound: 'none',
        ordersMissingFromLists: schedule.hidden ? orderIds.slice(0, 1) : [],
        jobIntervalMs: 1_000_000,
      },
      // The marketplace's clock is right, whatever happens to those of the stations.
      nowMs,
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

  const observer = createObserver(nowMs, () => journals.flatMap((journal) => journal()))

  const openBench = (name: StationName, lastSeq: number): Bench => {
    const clock = clocks[name]
    const watch: Watch = {
      station: name,
      crash: null,
      die: () => die(station),
      observer,
    }
    const file = join(dir, `${name}.sqlite`)
    putNewFile(file)
    const opened = openStation({
      file,
      clock,
      baseUrl,
      accessToken: () => token,
      makeClient: watchedClient(watch),
      asApp: true,
    })
    observer.opened(name, opened.db)
    const bulk = startRunner(opened)
    const close = async (): Promise<void> => {
      bulk.stop()
      await opened.close()
    }
    const station = { ...opened, close }
    station.engine.start()
    station.verify.start()
    if (schedule.alone) {
      station.probe.start()
      station.heldLooks.start()
    }
    return { station, bulk, clock, watch, lastSeq }
  }
  const benches = { A: openBench('A', 0), B: openBench('B', 0) }

  const acknowledged: Acknowledged[] = []
  const asks: Ask[] = []
  const jobs: PromisedJob[] = []
  const writes = (): Write[] => {
    const running = new Set(marketplace?.journal() ?? [])
    return writesIn(
      journals.flatMap((journal) => journal()),
      running,
    )
  }
  const noted = { benches, acknowledged, asks, jobs, count }
  let late = false
  const settle = async (): Promise<void> => {
    for (;;) {
      await Promise.all(
        STATIONS.flatMap((name) => {
          const { engine, verify, fullCheck, probe, heldLooks } = benches[name].station
          return [
            ...[fullCheck.settled(), verify.settled(), heldLooks.settled()],
            probe.settled().then(() => engine.settled()),
          ]
        }),
      )
      const dead = STATIONS.filter((name) => !benches[name].station.db.open)
      for (const name of dead) await reopen(name)
      if (dead.length === 0) return
    }
  }
  /** @param work replaces the file, so that its ops have other numbers */
  const reopen = async (name: StationName, work?: (file: string) => void): Promise<void> => {
    noteNew(noted, name)
    const { station, lastSeq } = benches[name]
    await station.close()
    refuseFaults(station)
    work?.(station.file)
    benches[name] = openBench(name, lastSeq)
    if (work !== undefined) benches[name].lastSeq = lastSeqOf(benches[name].station.db)
    noteNew(noted, name)
  }

  /** When it stops, the marketplace forgets which requests its faults hit. */
  const countFaults = async (): Promise<void> => {
    for (const { fault } of await control.faultLog()) count(`fault ${fault}`)
  }

  for (let index = 0; index < schedule.orders; index += 1) {
    const order = await control.placeOrder({ lines: 3, shippingFee: true, seed: index + 1 })
    orderIds.push(order.id)
    for (const name of STATIONS) benches[name].station.take(order as unknown as Order)
  }

  if (schedule.hidden) await control.changeSettings({ ordersMissingFromLists: orderIds.slice(0, 1) })
  const turn = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= HOP_MS) {
      for (const name of STATIONS) clocks[name].advance(Math.min(left, HOP_MS))
      if (late && marketplace !== null) await control.readSettings()
      await settle()
    }
  }
  const items = await listItems(baseUrl, token)
  if (schedule.clockOffMs !== 0) clocks.A.setWall(START_MS + schedule.clockOffMs)

  return {
    schedule,
    control,
    baseUrl,
    orderIds,
    itemNumbers: items.filter(({ state }) => state === 'listed').map(({ item_number: number }) => number),
    benches,
    acknowledged,
    asks,
    jobs,
    drafts: new Map(),
    quiet: [],
    many: 0,
    touched: new Set(),
    copies: new Map(),
    restored: [],
    unlinked: new Set(),
    removed: new Set(),
    packedAs: new Map(),
    changes: [],
    withdrawn: new Set(),
    foreignOrders: new Set(),
    foreignRefunds: [],
    writes,
    observer,
    tally,
    count,
    excuse: (what) => count(`excused ${what}`),
    expectLate() {
      late = true
    },
    lateLeft: () =>
      late &&
      (marketplace?.journal() ?? []).some(({ fault, outcome }) => fault === 'late' && outcome === null),
    nowMs,
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
    async refuseForAWhile() {
      await control.setAccessToken(ACCOUNT, null)
      await turn(20_000)
      for (const name of STATIONS)
        if (benches[name].station.gate.state() === 'unauthorized') count('did refuse for a while')
      await control.setAccessToken(ACCOUNT, token)
    },
    turn,
    settle,
    async restart(name) {
      await benches[name].station.close()
      await reopen(name)
    },
    async reopenAfter(name, work) {
      await settle()
      observer.note(name, 'replaced')
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

/** The control client's own keep-alive connections ended with the marketplace. */
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

/** Like a killed process: nothing is written any more, and no loop continues. */
function die(station: TestStation): void {
  void station.engine.stop()
  void station.probe.stop()
  void station.heldLooks.stop()
  void station.pull.stop()
  void station.itemPull.stop()
  void station.verify.stop()
  rawDb(station.db).close()
}
