import { randomBytes } from 'node:crypto'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMIT_GROUPS } from '../../../src/main/base/limit-groups'
import { createBudget, LONGEST_TOLD_MS, type Budget } from '../../../src/main/warehouse/nats/budget'
import { accountAtHub, hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { nothing, type Ask } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { startHostile } from '../../support/hostile'
import { atHub, openHubStation, soon } from '../../support/hub-stations'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { sealedAtHub } from '../../support/sealed-at-hub'

/** The waits that the marketplace demands of one station and the others heed, at a real hub. */

const SECRET = randomBytes(32)
const GROUP = hubGroup(SECRET)
const ACCOUNT = accountAtHub(GROUP, 'token')

async function station(server: NatsServer, name: string, { accessToken = 'token' } = {}) {
  const clock = createManualClock()
  const waits: { group: string; leftMs: number }[] = []
  const ignored: Ignored[] = []
  const faults: unknown[] = []
  const budget: Budget = createBudget({
    clock,
    stationId: () => name,
    accessToken: () => accessToken,
    groups: LIMIT_GROUPS,
    onWait: (group, leftMs) => void waits.push({ group, leftMs }),
    onFault: (error) => void faults.push(error),
  })
  const connection = await connect({ servers: server.url })
  onTestFinished(async () => {
    await budget.close()
    await connection.close()
  })
  const use = () =>
    budget.use({ connection, group: GROUP, replicas: 1, onIgnored: (why) => void ignored.push(why) })
  await use()
  return { budget, clock, waits, ignored, faults, use }
}

async function bucketAt(server: NatsServer) {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  return new Kvm(connection).open(`packbench_${GROUP.name}_budget`)
}

/** What a station of this group would write, whatever it says. */
async function sealedIn(server: NatsServer) {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  return sealedAtHub(connection, GROUP, 'budget')
}

describe.skipIf(!HAS_NATS)('the budget at a real hub', () => {
  it('tells the account’s other stations how long to wait, less the time that the word took', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    const stranger = await station(server, 'C', { accessToken: 'another' })
    a.budget.say('item_reads', 30_000)
    a.budget.say('orders', 20_000)
    await eventually(() => expect(b.waits.map(({ group }) => group)).toEqual(['item_reads', 'orders']))
    for (const [at, saidMs] of [30_000, 20_000].entries()) {
      expect(b.waits[at]?.leftMs).toBeLessThanOrEqual(saidMs)
      expect(b.waits[at]?.leftMs).toBeGreaterThan(saidMs - 10_000)
    }
    expect([a.waits, stranger.waits], 'neither itself nor another account').toEqual([[], []])
    expect([...a.ignored, ...b.ignored, ...stranger.ignored]).toEqual([])
  })

  it('knows the age of a word that it hears late, by the hub’s clock alone', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    a.budget.say('orders', 1_500)
    a.budget.say('item_reads', 60_000)
    await a.budget.settled()
    const saidMs = performance.now()
    // As a PC that sleeps, or is started: this much later, the one is over and the other is not.
    await eventually(() => expect(performance.now() - saidMs).toBeGreaterThan(1_600))
    const late = await station(server, 'B')
    await eventually(() => expect(late.waits).toHaveLength(1))
    expect(late.waits[0]?.group).toBe('item_reads')
    expect(late.waits[0]?.leftMs).toBeLessThan(60_000 - 1_500)
    expect(late.waits[0]?.leftMs).toBeGreaterThan(30_000)
  })

  it('tells and believes no more than a minute', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    a.budget.say('orders', 3_600_000)
    const kv = await bucketAt(server)
    const key = `${ACCOUNT}.item_writes.D`
    await (await sealedIn(server)).put(key, { waitMs: 1e300, new: 'field' })
    await eventually(() =>
      expect(b.waits.map(({ group }) => group).toSorted()).toEqual(['item_writes', 'orders']),
    )
    for (const { leftMs } of b.waits) expect(leftMs).toBeLessThanOrEqual(LONGEST_TOLD_MS)
    const told = await kv.get(`${ACCOUNT}.orders.A`)
    expect(told?.operation).toBe('PUT')
    expect((await kv.status()).ttl).toBe(LONGEST_TOLD_MS)
  })

  it('leaves alone and counts what is foreign, damaged, oversized or newer (H7)', async () => {
    const server = await startNatsServer('max_payload: 4MB')
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    const bucket = await sealedIn(server)
    let written = 0
    /** Of a key that is written again, a slow station hears only the last value. */
    const next = (group: string) => `${ACCOUNT}.${group}.X${(written += 1)}`
    const wait = { waitMs: 60_000 }
    await bucket.store(next('orders'), '{"waitMs": 60000}')
    await bucket.put(next('orders'), wait, { from: { use: 'budget', key: 'elsewhere' } })
    await bucket.store(next('orders'), Buffer.alloc(1_100_000, 1))
    await bucket.put(next('orders'), wait, { version: 9 })
    for (const waitMs of [-1, '60000', null]) await bucket.put(next('orders'), { waitMs })
    await bucket.put(next('orders'), 'a letter')
    await bucket.put(next('shipments'), wait)
    await bucket.put('orders', wait)
    await bucket.store(`${ACCOUNT}.orders.A`, 'as the station itself')
    a.budget.say('item_reads', 10_000)
    await eventually(() => expect(b.waits.map(({ group }) => group)).toEqual(['item_reads']))
    const counts = { foreign: 3, newer: 2, oversized: 1, unreadable: 4 }
    for (const { ignored } of [a, b])
      for (const [why, count] of Object.entries(counts))
        await eventually(() =>
          expect([why, ignored.filter((one) => one === why).length]).toEqual([why, count]),
        )
    expect([...a.faults, ...b.faults]).toEqual([])
  })

  it('says and hears nothing without the hub, and begins again when the bucket is gone', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    await a.budget.use(null)
    a.budget.say('orders', 60_000)
    await a.use()
    await (await bucketAt(server)).destroy()
    for (const { clock, budget } of [a, b]) {
      clock.advance(5_000)
      await budget.settled()
    }
    await eventually(() => expect([a.faults.length > 0, b.faults.length > 0]).toEqual([true, true]))
    for (const one of [a, b]) await one.use()
    a.budget.say('item_reads', 10_000)
    await eventually(() => expect(b.waits.map(({ group }) => group)).toEqual(['item_reads']))
  })
})

const statusOf = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status

describe.skipIf(!HAS_NATS)('stations of one account that the marketplace limits', () => {
  const limitedMarket = async (retryAfter: string | null) => {
    let limited: 'never' | 'once' | 'always' = 'never'
    const refused: string[] = []
    const market = await startHostile(({ what }, response) => {
      response.setHeader('date', new Date().toUTCString())
      if (limited === 'never' || (limited === 'once' && what !== 'orders')) return void response.end('[]')
      if (limited === 'once') limited = 'never'
      refused.push(what)
      if (retryAfter !== null) response.setHeader('retry-after', retryAfter)
      response.writeHead(429).end()
    })
    return { ...market, accessToken: 'a token', refused, limit: (now: typeof limited) => (limited = now) }
  }
  const twoStations = async (market: Awaited<ReturnType<typeof limitedMarket>>) => {
    const server = await startNatsServer()
    const [a, b] = [
      await openHubStation(server, market, 'Bench 1'),
      await openHubStation(server, market, 'Bench 2'),
    ]
    for (const { ask } of [a, b]) {
      await soon(async () => expect((await statusOf(ask)).dataAsOf).not.toBeNull())
      await atHub(ask)
    }
    return { server, a, b }
  }

  it('wait together when one is told how long, and a person may still try', async () => {
    const market = await limitedMarket('50')
    const { a, b } = await twoStations(market)
    // Whichever station asks first is refused, and no other: both wait only if it tells the other.
    market.limit('once')
    await a.ask('station:sync', nothing)
    for (const { ask } of [a, b]) await soon(async () => expect((await statusOf(ask)).gate).toBe('throttled'))
    const [atA, atB] = [await statusOf(a.ask), await statusOf(b.ask)]
    const apartMs = Date.parse(atA.throttledUntil ?? '') - Date.parse(atB.throttledUntil ?? '')
    expect(Math.abs(apartMs)).toBeLessThan(5_000)
    expect(market.refused).toEqual(['orders'])
    await b.ask('station:sync', nothing)
    await soon(async () => expect((await statusOf(b.ask)).gate).toBe('online'))
  })

  it('wait each alone when nobody says how long', async () => {
    const market = await limitedMarket(null)
    const { server, a } = await twoStations(market)
    market.limit('always')
    await a.ask('station:sync', nothing)
    await soon(async () => expect((await statusOf(a.ask)).gate).toBe('throttled'))
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const names: string[] = []
    for await (const { bucket } of new Kvm(connection).list()) names.push(bucket)
    const budget = await new Kvm(connection).open(names.find((name) => name.endsWith('_budget')) ?? '')
    expect((await budget.status()).values).toBe(0)
  })

  it('wait each alone without the hub', async () => {
    const market = await limitedMarket('50')
    const { server, a, b } = await twoStations(market)
    await server.kill()
    market.limit('always')
    for (const { ask } of [a, b]) {
      await ask('station:sync', nothing)
      await soon(async () => expect((await statusOf(ask)).gate).toBe('throttled'))
    }
    expect(market.refused.filter((what) => what === 'orders').length).toBeGreaterThanOrEqual(2)
  })
})
