import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { makeStation } from '../support/account'
import { BIG } from '../support/big-file'
import { heapInUse } from '../support/heap'
import { rawJson, startHostile } from '../support/hostile'
import { makeOrder } from '../support/orders'
import { listed } from '../support/queue'

/**
 * An account in which many orders change each second, over real HTTP. The clock is the test's: each request takes a
 * round trip of simulated time, and what the station's own work takes is added, so that falling behind would show.
 * `--orders=720000` is an hour.
 */

const CHANGES = BIG.orders
const A_SECOND = 200
const LATENCY_MS = 100
const ROUND_MS = 15_000
const PAGE = 100
/** Changes of the last minutes have not been read their second time yet. */
const SETTLING_MS = 300_000
const iso = (ms: number): string => new Date(ms).toISOString()

it(`pull at ${A_SECOND} changes a second`, { timeout: 3_600_000 }, async () => {
  const given = new Uint8Array(CHANGES)
  let [requests, bytes] = [0, 0]
  let startMs = Infinity
  /** The changes from this time on; change n is made at `startMs + n * 5 ms`, each of another order. */
  const indexAt = (ms: number): number => Math.max(0, Math.ceil((ms - startMs) / (1_000 / A_SECOND)))
  const timeOf = (index: number): number => startMs + (index * 1_000) / A_SECOND
  const server = await startHostile(({ what, url }, response: ServerResponse) => {
    if (what !== 'orders') return void response.writeHead(404).end()
    requests += 1
    station.clock.advance(LATENCY_MS)
    const nowMs = station.clock.wallMs()
    response.setHeader('date', new Date(nowMs).toUTCString())
    const bound = (name: string, otherwise: number) =>
      indexAt(Date.parse(url.searchParams.get(name) ?? '') || otherwise)
    const made = Math.min(CHANGES, indexAt(nowMs))
    const from = Number(url.searchParams.get('from') ?? bound('updated_after', 0))
    const below = Math.min(made, bound('updated_before', nowMs))
    const end = Math.min(below, from + PAGE)
    const page = []
    for (let index = from; index < end; index += 1) {
      given[index] = (given[index] ?? 0) + 1
      page.push(makeOrder({ id: index + 1, updated_at: iso(timeOf(index)) }))
    }
    if (end < below) {
      url.searchParams.set('from', String(end))
      const link = `${new URL(server.baseUrl).origin}${url.pathname}${url.search}`
      response.setHeader('link', `<${link}>; rel="next"`)
    }
    const body = rawJson(page)
    bytes += body.length
    response.end(body)
  })
  const station = makeStation({ baseUrl: server.baseUrl, pull: { pageSize: PAGE } })
  station.pull.start()
  await station.pull.now()
  // The first import found an empty account.
  expect(requests).toBe(1)
  requests = 0
  startMs = station.clock.wallMs()

  const heapBefore = heapInUse() / 1e6
  let [longestMs, mostRequests] = [0, 0]
  const rounds = Math.ceil((CHANGES / A_SECOND) * (1_000 / ROUND_MS))
  while (indexAt(station.clock.wallMs()) < CHANGES) {
    station.clock.advance(ROUND_MS)
    const [fromMs, realMs, before] = [station.clock.wallMs(), performance.now(), requests]
    await station.pull.now()
    station.clock.advance(Math.ceil(performance.now() - realMs))
    longestMs = Math.max(longestMs, station.clock.wallMs() - fromMs)
    mostRequests = Math.max(mostRequests, requests - before)
  }
  await station.pull.now()
  const heapAfter = heapInUse() / 1e6

  expect(listed(station.db, 'all', 0, 1).total).toBe(CHANGES)
  expect(given.every((times) => times > 0)).toBe(true)
  const settled = given.subarray(0, Math.max(0, CHANGES - (SETTLING_MS / 1_000) * A_SECOND))
  const sum = settled.reduce((all, times) => all + times, 0)
  // As the sample's orders: three items, a buyer, an address.
  expect(bytes / given.reduce((all, times) => all + times, 0)).toBeGreaterThan(700)
  console.log(
    `pull of ${CHANGES.toLocaleString('en')} changes at ${A_SECOND} a second, ${LATENCY_MS} ms latency, simulated: ` +
      `${requests} requests in about ${rounds} rounds; the longest round took ${(longestMs / 1_000).toFixed(1)} s, the largest ` +
      `${mostRequests} requests; of those older than five minutes each was read ` +
      `${settled.length === 0 ? '?' : (sum / settled.length).toFixed(2)} times on average (goal 2), ` +
      `at most ${Math.max(0, ...new Set(settled))}, ${settled.filter((times) => times > 2).length} of them more than twice; heap ${heapBefore.toFixed(1)} MB before, ${heapAfter.toFixed(1)} MB after`,
  )
})
