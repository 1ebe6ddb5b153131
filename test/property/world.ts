import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { startMarketplace, type RunningMarketplace } from '../../src/marketplace/server'
import type { Op } from '../../src/main/store/outbox'
import type { Order } from '../../src/shared/partner-api/order'
import { openStation, type TestStation } from '../support/open-account'
import { createManualClock, type ManualClock } from '../support/clock'
import { STATIONS, type Schedule, type StationName } from './schedule'
import { Died, watchedClient, type SentWrite, type Watch } from './watched-client'

/** An op that a use-case acknowledged: it must never be lost from here on. */
export type Acknowledged = {
  station: StationName
  op: Op
  /** How often a person said "send again". */
  resends: number
  /** What a person pointed at with "it is this one". */
  adopted: number | null
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
  sent: SentWrite[]
  /** What happened, for the summary. */
  tally: Record<string, number>
  count(what: string, by?: number): void
  /** A fault that applies requests late is armed, so that they are waited for. */
  expectLate(): void
  online(): boolean
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** The token that the stations use from now on. */
  useToken(token: string): void
  /** Moves all clocks on and lets both stations work until nothing is in flight. */
  turn(ms: number): Promise<void>
  settle(): Promise<void>
  restart(name: StationName): Promise<void>
  close(): Promise<void>
}

const START_MS = Date.parse('2026-11-20T09:00:00.000Z')
/** Timers fire at most this late. */
const HOP_MS = 5_000
export const ACCOUNT = 'training-1'

/** A marketplace on a socket and two stations on files, all new. */
export async function openWorld(schedule: Schedule): Promise<World> {
  const dir = mkdtempSync(join(scratch(), 'packbench-property-'))
  const clocks = { A: createManualClock(START_MS), B: createManualClock(START_MS) }
  const start = (port: number): Promise<RunningMarketplace> =>
    startMarketplace({
      dataDir: dir,
      port,
      seed: 1,
      orders: 0,
      items: 4,
      control: true,
      settings: { ...schedule.settings, jobIntervalMs: 1_000_000 },
      // The marketplace's clock is right, whatever happens to those of the stations.
      nowMs: () => START_MS + clocks.A.monotonicMs(),
    })
  let marketplace: RunningMarketplace | null = await start(0)
  const { baseUrl, controlUrl } = marketplace
  const port = Number(new URL(baseUrl).port)
  const control = createControl(controlUrl ?? '')
  let token = marketplace.accessToken
  const sent: SentWrite[] = []
  const tally: Record<string, number> = {}
  const count = (what: string, by = 1): void => {
    tally[what] = (tally[what] ?? 0) + by
  }

  const openBench = (name: StationName, lastSeq: number): Bench => {
    const clock = clocks[name]
    const watch: Watch = {
      station: name,
      nowMs: () => clock.monotonicMs(),
      sent,
      crash: null,
      die: () => die(station),
    }
    const station = openStation({
      file: join(dir, `${name}.sqlite`),
      clock,
      baseUrl,
      accessToken: () => token,
      makeClient: watchedClient(watch),
      pull: { onProgress: () => station.engine.wake() },
    })
    station.engine.start()
    return { station, clock, watch, lastSeq }
  }
  const benches = { A: openBench('A', 0), B: openBench('B', 0) }

  let late = false
  const settle = async (): Promise<void> => {
    for (;;) {
      await Promise.all(STATIONS.map((name) => benches[name].station.engine.settled()))
      const dead = STATIONS.filter((name) => !benches[name].station.db.open)
      for (const name of dead) await reopen(name)
      if (late && marketplace !== null) await lateOnes(control)
      if (dead.length === 0) return
    }
  }
  const reopen = async (name: StationName): Promise<void> => {
    const { station, lastSeq } = benches[name]
    await station.close()
    refuseFaults(station)
    benches[name] = openBench(name, lastSeq)
  }

  /** The marketplace forgets which requests its faults hit when it stops. */
  const countFaults = async (): Promise<void> => {
    for (const { fault } of await control.faultLog()) count(`fault ${fault}`)
  }

  const orderIds: number[] = []
  for (let index = 0; index < schedule.orders; index += 1) {
    const order = await control.placeOrder({ lines: 3, shippingFee: true, seed: index + 1 })
    orderIds.push(order.id)
    for (const name of STATIONS) benches[name].station.take(order as unknown as Order)
  }

  return {
    schedule,
    control,
    baseUrl,
    orderIds,
    itemNumbers: (await listItems(baseUrl, token))
      .filter(({ state }) => state === 'listed')
      .map(({ item_number: number }) => number),
    benches,
    acknowledged: [],
    touched: new Set(),
    sent,
    tally,
    count,
    expectLate() {
      late = true
    },
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
      await freshConnection(control)
    },
    useToken(next) {
      token = next
    },
    async turn(ms) {
      for (let left = ms; left > 0; left -= HOP_MS) {
        for (const name of STATIONS) clocks[name].advance(Math.min(left, HOP_MS))
        await settle()
      }
    },
    settle,
    async restart(name) {
      await benches[name].station.close()
      await reopen(name)
    },
    async close() {
      if (marketplace !== null) await countFaults()
      for (const name of STATIONS) await benches[name].station.close()
      await marketplace?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const MEMORY_DISK = '/dev/shm'
const ROOMY_BYTES = 2 ** 30

/** Files in memory where there is room for them: no schedule pulls the plug, so nothing here hangs on a disk. */
function scratch(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > ROOMY_BYTES ? MEMORY_DISK : tmpdir()
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
  station.db.close()
}

/** A fault that no rule foresaw is a defect; only what a dead station met is not. */
export function refuseFaults({ faults, db }: TestStation): void {
  const foreseen = (fault: unknown): boolean =>
    fault instanceof Died || (!db.open && /connection is not open/.test(String(fault)))
  const unforeseen = faults.filter((fault) => !foreseen(fault))
  if (unforeseen.length > 0) throw new Error(`the engine met a fault: ${describe(unforeseen[0])}`)
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}

/** Waits for what the marketplace applies late: in the stations' time that is well inside the settle window. */
async function lateOnes(control: Control): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const log = await control.faultLog()
    if (log.every(({ fault, outcome }) => fault !== 'late' || outcome !== null)) return
    await pause(2)
  }
  throw new Error('a late request was never applied')
}

export type ListedItem = {
  item_number: string
  state: string
  title: string
  external_id: string | null
  price: number
  discount: { max_discount?: { percentage?: number } } | null
}

/** Every item of the account, whatever its state. */
export async function listItems(baseUrl: string, token: string): Promise<ListedItem[]> {
  const states = 'processing,listed,ready_to_delete,deleted,sold'
  const response = await fetch(`${baseUrl}/api/v1.0/items?page_size=200&status=${states}`, {
    headers: { 'x-partner-access-token': token },
  })
  return (await response.json()) as ListedItem[]
}
