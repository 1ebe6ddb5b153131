import { expect, it } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import { systemClock } from '../../src/main/base/clock'
import { sql } from '../../src/main/store/db/database'
import { countOpen, listOutbox } from '../../src/main/store/views/outbox-list'
import type { Order } from '../../src/shared/partner-api/order'
import { makeStation, type TestStation } from '../support/account'
import { countCommits } from '../support/commits'
import { drainBare, OPS_PER_LANE, queueLane } from '../support/drain'
import { fetchPages, untouchedOrders } from '../support/marketplace-pages'
import { startMarketplaceProcess, type MarketplaceProcess } from '../support/marketplace-process'
import { measure } from '../support/measure'

const LATENCY_MS = 20
const LANES = 2_500
const QUICK_LANES = 200
const QUICK_ROUNDS = 3
/** Two in five of the sample orders can take two parcels. */
const ORDERS = 20_000

async function makeContest(): Promise<{ market: MarketplaceProcess; take: (count: number) => Order[] }> {
  const market = await startMarketplaceProcess(ORDERS)
  const orders = untouchedOrders(await fetchPages(market, 200))
  const take = (count: number): Order[] => {
    if (orders.length < count) throw new Error('too few sample orders')
    return orders.splice(0, count)
  }
  return { market, take }
}

function openStation({ baseUrl, accessToken }: MarketplaceProcess): TestStation {
  const clock = { ...systemClock, advance: () => {}, setWall: () => {}, pending: () => 0 }
  return makeStation({ baseUrl, accessToken: () => accessToken, clock })
}

async function drain(station: TestStation, lanes: number): Promise<{ units: number; ms: number }> {
  const units = countOpen(station.db).waiting
  expect(units).toBe(lanes * OPS_PER_LANE)
  const startMs = performance.now()
  station.engine.start()
  await station.engine.settled()
  const ms = performance.now() - startMs
  await station.engine.stop()
  expect(countOpen(station.db)).toEqual({ waiting: 0, held: 0 })
  return { units, ms }
}

it('drain', async () => {
  const { market, take } = await makeContest()
  const station = openStation(market)
  const queue = (count: number): void => {
    const orders = take(count)
    station.take(...orders)
    for (const order of orders) queueLane(station, order)
  }
  const commits = countCommits()

  await measure(
    {
      name: `drain of ${QUICK_LANES * OPS_PER_LANE} ops over ${QUICK_LANES} lanes, no latency`,
      baseline: '8 bare undici requests in flight, the same requests',
      unit: 'ops',
      rounds: QUICK_ROUNDS,
    },
    () => {
      queue(QUICK_LANES)
      return drain(station, QUICK_LANES)
    },
    () => drainBare(market, take(QUICK_LANES), 8),
  )

  const fault = { kind: 'delay', ms: LATENCY_MS, method: '*', route: '/api/*', probability: 1 } as const
  await createControl(market.controlUrl).addFault(fault)
  const drained = { commits: 0, ops: 0 }
  await measure(
    {
      name: `drain of ${(LANES * OPS_PER_LANE).toLocaleString('en')} ops over ${LANES.toLocaleString('en')} lanes, ${LATENCY_MS} ms latency`,
      baseline: '8 bare undici requests in flight, the same requests',
      unit: 'ops',
      rounds: 1,
    },
    async () => {
      queue(LANES)
      const before = commits()
      const done = await drain(station, LANES)
      drained.commits = commits() - before
      drained.ops = done.units
      return done
    },
    () => drainBare(market, take(LANES), 8),
  )
  console.log(
    `commits per op in that drain: ${(drained.commits / drained.ops).toFixed(2)} (a claim and an ack each)`,
  )
  expect(drained.commits).toBeGreaterThan(0)
  const confirmed = sql(station.db, `SELECT count(*) FROM outbox WHERE state = 'confirmed'`).pluck()
  expect(confirmed.get()).toBe((QUICK_ROUNDS * QUICK_LANES + LANES) * OPS_PER_LANE)
  expect(listOutbox(station.db, 'held', 0, 1).total).toBe(0)
})
