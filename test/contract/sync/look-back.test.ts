import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { listed } from '../../support/queue'
import { makeStation } from '../../support/account'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'

/** How often each change is read, by a server that counts what it gives away. */

const ROUND_MS = 15_000
const PAGE = 100

type Change = { id: number; atMs: number; shownMs: number; given: number }

const iso = (ms: number) => new Date(ms).toISOString()

async function market() {
  const changes: Change[] = []
  const server = await startHostile(({ what, url }, response: ServerResponse) => {
    if (what !== 'orders') return void response.writeHead(404).end()
    const nowMs = station.clock.wallMs()
    response.setHeader('date', new Date(nowMs).toUTCString())
    const timeOf = (name: string, otherwise: number) =>
      Date.parse(url.searchParams.get(name) ?? '') || otherwise
    const [after, before] = [timeOf('updated_after', 0), timeOf('updated_before', Infinity)]
    const from = Number(url.searchParams.get('from') ?? 0)
    const wanted = changes.filter(({ atMs, shownMs }) => atMs >= after && atMs < before && shownMs <= nowMs)
    const page = wanted.slice(from, from + PAGE)
    for (const change of page) change.given += 1
    if (wanted.length > from + PAGE) {
      url.searchParams.set('from', String(from + PAGE))
      response.setHeader(
        'link',
        `<${new URL(server.baseUrl).origin}${url.pathname}${url.search}>; rel="next"`,
      )
    }
    response.end(rawJson(page.map(({ id, atMs }) => makeOrder({ id, updated_at: iso(atMs) }))))
  })
  const station = makeStation({ baseUrl: server.baseUrl })
  station.pull.start()
  await station.pull.now()
  /** `perRound` orders change in each round, every twentieth is shown `lateMs` after its time. */
  const pass = async (rounds: number, perRound: number, lateMs = 0) => {
    for (let round = 0; round < rounds; round += 1) {
      const fromMs = station.clock.wallMs()
      for (let n = 0; n < perRound; n += 1) {
        const atMs = fromMs + Math.floor((n * ROUND_MS) / perRound)
        changes.push({ id: changes.length + 1, atMs, shownMs: atMs + (n % 20 === 7 ? lateMs : 0), given: 0 })
      }
      station.clock.advance(ROUND_MS)
      await station.pull.now()
    }
  }
  return { station, changes, pass }
}

const known = (station: Awaited<ReturnType<typeof market>>['station']) =>
  listed(station.db, 'all', 0, 1).total

it('reads each of many changes twice, also those that are shown late', async () => {
  const { station, changes, pass } = await market()
  await pass(36, 40, 115_000)
  const busy = changes.length
  // Nothing changes any more, until every window is due.
  await pass(26, 0)
  expect(known(station)).toBe(busy)
  const settled = changes.slice(busy / 4, busy * 0.75)
  const mean = settled.reduce((sum, { given }) => sum + given, 0) / settled.length
  expect(mean).toBeGreaterThan(1.5)
  expect(mean).toBeLessThan(2.3)
  expect(station.faults).toEqual([])
})

it('reads the whole overlap again in each round while few change', async () => {
  const { station, changes, pass } = await market()
  await pass(20, 3, 115_000)
  await pass(8, 0)
  expect(known(station)).toBe(changes.length)
  expect(Math.min(...changes.slice(0, 30).map(({ given }) => given))).toBeGreaterThanOrEqual(2)
})

it('finds what is shown late after a rush, and in the next one', async () => {
  const { station, changes, pass } = await market()
  await pass(9, 40, 115_000)
  await pass(3, 1, 115_000)
  await pass(5, 60, 119_000)
  await pass(1, 0)
  await pass(12, 40, 100_000)
  await pass(20, 0)
  expect(known(station)).toBe(changes.length)
})
