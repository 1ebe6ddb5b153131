import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/main/base/clock'
import { inTransaction } from '../../src/main/store/db/database'
import { viewOrder } from '../../src/main/store/views/order-view'
import { countOpen, listOutbox } from '../../src/main/store/views/outbox-list'
import { searchOrders } from '../../src/main/store/views/order-search'
import { resolveCodes } from '../../src/main/store/views/queue'
import { readStatus } from '../../src/main/areas/station/station'
import { makeStation, type TestStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { OPS_PER_LANE, queueLane } from '../support/drain'
import { threadCpuMs } from '../support/measure'
import { fetchPages, untouchedOrders } from '../support/marketplace-pages'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { choiceOf, listed } from '../support/queue'
import { tempDir } from '../support/temp-dir'
import { rawDb } from '../support/raw-db'

const LANES = 750
const PAUSE_MS = 20

/** The requests of a person at the screen, each made as the window makes it. */
function callsOf(station: TestStation, orderId: number): [name: string, call: () => unknown][] {
  const { db, seal } = station
  return [
    ['status', () => readStatus(station)],
    ['queue to pack', () => listed(db, 'to_pack', 0, 100)],
    ['queue all, far down', () => listed(db, 'all', BIG.orders - 1_000, 100)],
    ['search', () => searchOrders(db, choiceOf('all'), 'silk dress', 0, 100)],
    ['outbox open', () => listOutbox(db, 'open', 0, 100)],
    ['outbox held', () => listOutbox(db, 'held', 0, 100)],
    ['history, far down', () => listOutbox(db, 'all', BIG.finished - 1_000, 100)],
    ['order', () => viewOrder(db, orderId, seal)],
    ['scanned code', () => resolveCodes(db, ['ITM-4711-1'])],
  ]
}

type Longest = { wallMs: number; cpuMs: number }

/** Makes all requests repeatedly; returns each call's longest time on the main thread. */
async function askAround(
  calls: [string, () => unknown][],
  goesOn: () => boolean,
): Promise<Map<string, Longest>> {
  const longest = new Map<string, Longest>()
  while (goesOn())
    for (const [name, call] of calls) {
      const before = longest.get(name) ?? { wallMs: 0, cpuMs: 0 }
      const [startMs, startCpuMs] = [performance.now(), threadCpuMs()]
      const answer = call()
      const [wallMs, cpuMs] = [performance.now() - startMs, threadCpuMs() - startCpuMs]
      longest.set(name, {
        wallMs: Math.max(before.wallMs, wallMs),
        cpuMs: Math.max(before.cpuMs, cpuMs),
      })
      await answer
      await delay(PAUSE_MS)
    }
  return longest
}

it('the main thread during a drain with a long history', async () => {
  const market = await startMarketplaceProcess(LANES * 4)
  const orders = untouchedOrders(await fetchPages(market, 200)).slice(0, LANES)
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const station = makeStation({
    file,
    baseUrl: market.baseUrl,
    accessToken: () => market.accessToken,
    clock: { ...systemClock, advance: () => {}, setWall: () => {}, pending: () => 0 },
  })
  inTransaction(station.db, () =>
    rawDb(station.db).exec(
      `UPDATE outbox SET state = 'confirmed', settled_at = captured_at WHERE settled_at IS NULL`,
    ),
  )
  rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  station.take(...orders)
  for (const order of orders) queueLane(station, order)
  const ops = countOpen(station.db).waiting
  // A call that finds nothing costs nothing.
  const calls = callsOf(station, orders[0]?.id ?? 0)
  for (const [name, call] of calls) {
    const answer = (await call()) as { rows?: readonly unknown[]; kind?: string } | null
    expect(answer, name).not.toBeNull()
    if (answer?.rows !== undefined && name !== 'outbox held')
      expect(answer.rows.length, name).toBeGreaterThan(0)
    if (name === 'scanned code') expect(answer?.kind).toBe('item')
  }

  const turns = monitorEventLoopDelay({ resolution: 1 })
  let draining = true
  turns.enable()
  const startMs = performance.now()
  station.engine.start()
  const asked = askAround(calls, () => draining)
  await station.engine.settled()
  const seconds = (performance.now() - startMs) / 1_000
  draining = false
  turns.disable()
  const longest = [...(await asked)].sort(([, left], [, right]) => right.wallMs - left.wallMs)

  const ms = (nanoseconds: number): string => (nanoseconds / 1e6).toFixed(1)
  console.log(
    `main thread while ${ops.toLocaleString('en')} ops drain (${Math.round(ops / seconds)} ops/s, no latency) beside ` +
      `${(BIG.finished + BIG.open).toLocaleString('en')} finished ones and ${BIG.orders.toLocaleString('en')} orders: ` +
      `event-loop delay p50 ${ms(turns.percentile(50))} ms · p99 ${ms(turns.percentile(99))} ms · max ${ms(turns.max)} ms; ` +
      `longest calls: ${longest
        .slice(0, 3)
        .map(([name, { wallMs, cpuMs }]) => `${name} ${wallMs.toFixed(1)} ms (${cpuMs.toFixed(1)} of CPU)`)
        .join(', ')}`,
  )
  expect(ops).toBe(orders.length * OPS_PER_LANE)
  expect(countOpen(station.db)).toEqual({ waiting: 0, held: 0 })
})
