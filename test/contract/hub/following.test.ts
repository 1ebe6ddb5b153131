import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecords, type RecordsAtHub } from '../../../src/main/warehouse/nats/records/records'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { findOrder } from '../../../src/main/store/tables/orders'
import { createManualClock } from '../../support/clock'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { openStation, type TestStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'
import { rawJson, startHostile } from '../../support/hostile'
import { tempDir } from '../../support/temp-dir'

/**
 * Stations that follow one another know what the marketplace shows, whatever happens to the hub, to the one that reads,
 * and to themselves (H5, H6): real hub, real files, real requests, and clocks that the schedule moves.
 */

const ROUND_MS = 15_000
const STATIONS = 3
/** How late the marketplace may show a change to anybody: less than the stations reckon with. */
const LATEST_MS = 100_000
const SCHEDULES = Number(process.env['PACKBENCH_SCHEDULES'] ?? 6)
const SEED = Number(process.env['PACKBENCH_SEED'] ?? 20_261_124)

type Version = { id: number; atMs: number; shownMs: readonly number[] }

type Step =
  | { kind: 'change'; order: number; lateMs: readonly number[] }
  | { kind: 'wait'; rounds: number }
  | { kind: 'lead'; who: readonly number[] }
  | { kind: 'line' | 'market'; station: number; works: boolean }
  | { kind: 'restart' | 'read'; station: number; order: number }
  | { kind: 'wipe' }
  | { kind: 'garbage'; order: number }

const station = fc.nat(STATIONS - 1)
const order = fc.integer({ min: 1, max: 6 })
const late = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LATEST_MS }))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      order,
      lateMs: fc.tuple(...Array.from({ length: STATIONS }, () => late)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), rounds: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lead' as const), who: fc.subarray([0, 1, 2]) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('line', 'market'), station, works: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart', 'read'), station, order }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wipe' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('garbage' as const), order }) },
)

type Bench = {
  station: TestStation
  orders: RecordsAtHub
  file: string
  requests: number
  answers: boolean
}

async function openWorld(connection: NatsConnection) {
  const clock = createManualClock()
  const versions: Version[] = []
  const group = hubGroup(randomBytes(32))
  let leaders: readonly number[] = []
  const ignored: Ignored[] = []
  const benches: Bench[] = []
  let lines = Array.from({ length: STATIONS }, () => true)
  const shown = (at: number, nowMs: number): Version[] => {
    const newest = new Map<number, Version>()
    for (const version of versions)
      if ((version.shownMs[at] ?? 0) <= nowMs && version.atMs >= (newest.get(version.id)?.atMs ?? 0))
        newest.set(version.id, version)
    return [...newest.values()].sort((a, b) => a.atMs - b.atMs)
  }
  const copyOf = ({ id, atMs }: Version) =>
    makeOrder({ id, updated_at: new Date(atMs).toISOString(), amount: atMs % 1_000_000 })

  /** Each station reads from a replica of its own. */
  const replica = (at: number) =>
    startHostile(({ what, url, orderId }, response: ServerResponse) => {
      const bench = benches[at]
      if (bench === undefined || !bench.answers) return void response.destroy()
      bench.requests += 1
      const nowMs = clock.wallMs()
      response.setHeader('date', new Date(nowMs).toUTCString())
      const all = shown(at, nowMs)
      if (what === 'order') {
        const found = all.find(({ id }) => id === orderId)
        return void (found === undefined
          ? response.writeHead(404).end()
          : response.end(JSON.stringify(copyOf(found))))
      }
      if (what !== 'orders') return void response.writeHead(404).end()
      const bound = (name: string, otherwise: number) =>
        Date.parse(url.searchParams.get(name) ?? '') || otherwise
      const [after, before] = [bound('updated_after', 0), bound('updated_before', Infinity)]
      response.end(rawJson(all.filter(({ atMs }) => atMs >= after && atMs < before).map(copyOf)))
    })

  const use = (bench: Bench, at: number) =>
    bench.orders.use(
      lines[at] === true
        ? { connection, group, replicas: 1, onIgnored: (problem: Ignored) => void ignored.push(problem) }
        : null,
    )
  const open = async (
    at: number,
    baseUrl: string,
    file = join(tempDir(), 'station.sqlite'),
  ): Promise<Bench> => {
    const opened = openStation({ file, baseUrl, clock })
    let retry = (): void => {}
    const orders = createRecords({
      clock,
      use: 'orders',
      stationId: () => `station ${at}`,
      account: () => ({
        accessToken: 'token',
        records: opened.shared.orders.records,
        isOpen: () => opened.db.open,
      }),
      suspendDetector: { of: () => 0 },
      leads: () => leaders.includes(at) && opened.shared.orders.mayLead(),
      progress: () => null,
      onFault: () => {
        retry()
        // As `runPart` does, without the wait.
        retry = clock.after(3_000, () => void use(bench, at).catch(() => retry()))
      },
    })
    const bench: Bench = { station: opened, orders, file, requests: 0, answers: true }
    benches[at] = bench
    await use(bench, at)
    opened.pull.start()
    return bench
  }
  const close = async ({ station: opened, orders }: Bench): Promise<void> => {
    await orders.close()
    await opened.close()
  }
  const urls: string[] = []
  for (let at = 0; at < STATIONS; at += 1) {
    const { baseUrl } = await replica(at)
    urls.push(baseUrl)
  }
  const manager = await jetstreamManager(connection)
  const stream = async () => {
    for await (const { config, state } of manager.streams.list())
      if (config.name.includes(group.name)) return { name: config.name, last: state.last_seq }
    return null
  }
  /** Requests have been answered, and what was told was heard. */
  const quiet = async (): Promise<void> => {
    let before = ''
    for (let same = 0; same < 3;) {
      await pause(8)
      const now = JSON.stringify([await stream(), benches.map(({ requests }) => requests)])
      same = now === before ? same + 1 : 0
      before = now
    }
  }
  const wait = async (rounds: number): Promise<void> => {
    for (let part = 0; part < rounds * 3; part += 1) {
      clock.advance(ROUND_MS / 3)
      await quiet()
    }
  }
  const doStep = async (one: Step): Promise<void> => {
    if (one.kind === 'wait') return wait(one.rounds)
    if (one.kind === 'lead') leaders = one.who
    if (one.kind === 'change') {
      const atMs = clock.wallMs()
      clock.advance(1)
      versions.push({ id: one.order, atMs, shownMs: one.lateMs.map((ms) => atMs + ms) })
    }
    if (one.kind === 'wipe' || one.kind === 'garbage') {
      const there = await stream()
      if (there === null) return
      if (one.kind === 'wipe') await manager.streams.delete(there.name)
      else await (await new Kvm(connection).open(there.name.slice(3))).put(String(one.order), 'a letter')
    }
    if (!('station' in one)) return
    const bench = benches[one.station]
    if (bench === undefined) return
    if (one.kind === 'market') bench.answers = one.works
    if (one.kind === 'read') await bench.station.refresh(one.order)
    if (one.kind === 'line') {
      lines = lines.map((works, at) => (at === one.station ? one.works : works))
      await use(bench, one.station).catch(() => undefined)
    }
    if (one.kind === 'restart') {
      await close(bench)
      const { answers, requests } = bench
      const next = await open(one.station, urls[one.station] ?? '', bench.file)
      next.requests += requests
      next.answers = answers
    }
  }
  return {
    ignored,
    async start() {
      for (const [at, url] of urls.entries()) await open(at, url)
      await quiet()
    },
    doStep,
    /** Nothing else is put right: neither the hub nor who reads. */
    async end() {
      for (const bench of benches) bench.answers = true
      // A connection to the marketplace that failed is tried again within a minute.
      await wait(Math.ceil((LATEST_MS + 60_000) / ROUND_MS) + 3)
    },
    /** What each station lacks. */
    lacks: () =>
      benches.map(({ station: { db } }, at) =>
        shown(at, clock.wallMs()).filter(
          ({ id, atMs }) => findOrder(db, id)?.updatedAt !== new Date(atMs).toISOString(),
        ),
      ),
    faults: () => benches.flatMap(({ station: { faults } }) => faults),
    requests: () => benches.map(({ requests }) => requests),
    close: () => Promise.all(benches.map(close)),
  }
}

describe.skipIf(!HAS_NATS)('stations that follow one another (H5, H6)', () => {
  it('know what the marketplace shows, whatever happens', { timeout: 600_000 }, async () => {
    const server = await startNatsServer()
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const figures = { requests: [0, 0, 0] }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
        const world = await openWorld(connection)
        try {
          await world.start()
          await world.doStep({ kind: 'lead', who: [0] })
          for (const one of steps) await world.doStep(one)
          await world.end()
          expect(world.lacks()).toEqual([[], [], []])
          figures.requests = figures.requests.map((sum, at) => sum + (world.requests()[at] ?? 0))
        } finally {
          await world.close()
        }
      }),
      { numRuns: SCHEDULES, seed: SEED, endOnFailure: true },
    )
    console.log(`${SCHEDULES} schedules: requests of each station ${figures.requests.join(', ')}`)
  })
})
