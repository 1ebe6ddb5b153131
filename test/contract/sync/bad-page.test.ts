import { describe, expect, it } from 'vitest'
import { listed } from '../../support/queue'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { makeStation, type TestStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { startHostile, type HostileRequest } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

const HOUR_MS = 3_600_000
const ORDERS = 60
const PAGE = 10
/** Order 1 changed at this time, each further one an hour after the previous one. */
const FIRST_MS = Date.parse('2026-11-10T00:00:00Z')

type Trouble = {
  /** IDs of orders for which no page can be served. */
  bad: Set<number>
  /** How a page with a bad order is answered; 500 by default. */
  way?: 'large'
  /** Answers with this status instead of any page. */
  down?: number
  /** Whether `updated_before` is ignored. */
  deaf?: boolean
  /** A link that does not work, although its orders can be read another way. */
  brokenAt?: number
}

/** A marketplace that lists sixty orders by ID, ten per page, and fails for some. */
async function makeMarketplace(trouble: Trouble) {
  const clock = createManualClock()
  const orders = Array.from({ length: ORDERS }, (_, index) => ({
    id: index + 1,
    updatedAt: FIRST_MS + index * HOUR_MS,
  }))
  const server = await startHostile((request, response) => {
    if (request.what !== 'orders') return void response.writeHead(404).end()
    if (trouble.down !== undefined) return void response.writeHead(trouble.down).end()
    const { at, page, next } = pageOf(request, orders, trouble)
    if (at === trouble.brokenAt) return void response.writeHead(500).end()
    if (page.some(({ id }) => trouble.bad.has(id))) {
      if (trouble.way !== 'large') return void response.writeHead(500).end()
      return void response.writeHead(200, { 'content-length': String(50 * 1_048_576) }).end('[')
    }
    if (next !== null) response.setHeader('link', `<${next}>; rel="next"`)
    response.setHeader('date', new Date(clock.wallMs()).toUTCString())
    response.end(
      JSON.stringify(
        page.map(({ id, updatedAt }) => makeOrder({ id, updated_at: new Date(updatedAt).toISOString() })),
      ),
    )
  })
  const open = (file?: string) =>
    makeStation({
      ...(file === undefined ? {} : { file }),
      clock,
      baseUrl: server.baseUrl,
      pull: { pageSize: PAGE },
    })
  return { server, clock, open }
}

function pageOf(
  { url }: HostileRequest,
  orders: readonly { id: number; updatedAt: number }[],
  { deaf }: Trouble,
) {
  const bound = (name: string, otherwise: number): number => {
    const text = url.searchParams.get(name)
    return text === null || (name === 'updated_before' && deaf === true) ? otherwise : Date.parse(text)
  }
  const found = orders.filter(
    ({ updatedAt }) =>
      updatedAt >= bound('updated_after', 0) && updatedAt < bound('updated_before', Number.MAX_VALUE),
  )
  const at = Number(url.searchParams.get('at') ?? 0)
  const params = new URLSearchParams(url.search)
  params.set('at', String(at + PAGE))
  return {
    at,
    page: found.slice(at, at + PAGE),
    next: found.length > at + PAGE ? `/api/v1.0/orders?${params.toString()}` : null,
  }
}

const kept = (station: TestStation): number => listed(station.db, 'all', 0, 1).total

/** Runs rounds, a minute apart, until the import is over. */
async function importAll(station: TestStation, most: number): Promise<number> {
  for (let minutes = 0; minutes < most; minutes += 1) {
    await station.pull.now()
    if (station.pull.dataAsOf() !== null) return minutes
    station.clock.advance(60_000)
  }
  return most
}

describe('a page of orders that never comes', () => {
  it.each([
    ['one order', [37], undefined],
    ['the first order', [1], undefined],
    ['the last order', [60], undefined],
    ['three orders', [12, 13, 44], undefined],
    ['an order that makes it too large', [37], 'large'],
  ] as const)('because of %s costs that and nothing else, and is counted (I8)', async (_name, bad, way) => {
    const { open } = await makeMarketplace({ bad: new Set(bad), ...(way === undefined ? {} : { way }) })
    const station = open()
    station.pull.start()
    const minutes = await importAll(station, 2_000)
    expect(minutes).toBeLessThan(700)
    expect(kept(station)).toBe(ORDERS - bad.length)
    expect(countSetAside(station.db)).toBe(bad.length)
    expect(station.faults).toEqual([])
    await station.pull.now()
    expect(station.pull.failing()).toBe(false)
  })

  it('is requested again when the station restarts, until it comes', async () => {
    const trouble: Trouble = { bad: new Set([37]) }
    const { open } = await makeMarketplace(trouble)
    const first = open()
    first.pull.start()
    await importAll(first, 2_000)
    await first.close()
    const second = open(first.file)
    second.pull.start()
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await second.pull.now()
      second.clock.advance(60_000)
    }
    expect(kept(second)).toBe(ORDERS - 1)
    expect(countSetAside(second.db)).toBe(1)
    await second.close()
    trouble.bad.clear()
    const third = open(first.file)
    third.pull.start()
    await third.pull.now()
    expect(kept(third)).toBe(ORDERS)
    expect(
      rawDb(third.db).prepare(`SELECT value FROM settings WHERE key = 'pull.skipped'`).get(),
    ).toBeUndefined()
  })

  it('is asked for again with growing pauses, and comes without a restart (I9)', async () => {
    const trouble: Trouble = { bad: new Set([37]) }
    const { open, server } = await makeMarketplace(trouble)
    const station = open()
    station.pull.start()
    await importAll(station, 2_000)
    expect(countSetAside(station.db)).toBe(1)
    const bounded = () => server.requests.filter(({ url }) => url.searchParams.has('updated_before')).length
    const before = bounded()
    for (let minutes = 0; minutes < 60; minutes += 1) {
      station.clock.advance(60_000)
      await station.pull.now()
      expect(station.pull.failing(), 'news are read meanwhile').toBe(false)
    }
    expect(bounded() - before).toBeLessThanOrEqual(7)
    expect(bounded() - before).toBeGreaterThanOrEqual(6)
    trouble.bad.clear()
    for (let minutes = 0; minutes < 17; minutes += 1) {
      station.clock.advance(60_000)
      await station.pull.now()
    }
    expect(kept(station)).toBe(ORDERS)
    expect(countSetAside(station.db)).toBe(0)
  })

  it('is narrowed down further after a restart', async () => {
    const { open } = await makeMarketplace({ bad: new Set([37]) })
    let station = open()
    for (let starts = 0; starts < 200 && station.pull.dataAsOf() === null; starts += 1) {
      station.pull.start()
      await importAll(station, 40)
      if (station.pull.dataAsOf() !== null) break
      await station.close()
      station = open(station.file)
    }
    expect(kept(station)).toBe(ORDERS - 1)
  })

  it('because its link is broken comes when the list is read again', async () => {
    const trouble: Trouble = { bad: new Set(), brokenAt: 30 }
    const { open } = await makeMarketplace(trouble)
    const station = open()
    station.pull.start()
    await importAll(station, 4)
    expect(kept(station)).toBe(30)
    await importAll(station, 2_000)
    expect(kept(station)).toBe(ORDERS)
    expect(countSetAside(station.db)).toBe(0)
  })

  it('because nothing answers is waited for: a whole day without the list loses nothing', async () => {
    const trouble: Trouble = { bad: new Set() }
    const { open } = await makeMarketplace(trouble)
    const station = open()
    trouble.down = 500
    station.pull.start()
    await importAll(station, 24 * 60)
    expect(countSetAside(station.db)).toBe(0)
    delete trouble.down
    await importAll(station, 2)
    expect(kept(station)).toBe(ORDERS)
  })

  it('from a marketplace that ignores `updated_before` leaves little out, and is not abandoned', async () => {
    const trouble: Trouble = { bad: new Set([1]), deaf: true }
    const { open } = await makeMarketplace(trouble)
    const station = open()
    station.pull.start()
    await importAll(station, 800)
    expect(countSetAside(station.db)).toBeLessThanOrEqual(20)
    trouble.bad.clear()
    await importAll(station, 100)
    expect(kept(station)).toBe(ORDERS)
  })
})
