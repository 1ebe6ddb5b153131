import type { ServerResponse } from 'node:http'
import { makeStation, type TestStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { rawJson, startHostile } from '../../support/hostile'
import { makeLines, makeOrder } from '../../support/orders'
import { listed } from '../../support/queue'

/** A marketplace whose orders change all the time, each once, and that counts how often it gives each change away. */

export const ROUND_MS = 15_000
const PAGE = 100

export type Change = { id: number; atMs: number; shownMs: number; given: number }

/** Thousands of them are read and kept, twice each: one line, and nobody's address. */
const slimOrder = ({ id, atMs }: Change) =>
  makeOrder({
    id,
    updated_at: new Date(atMs).toISOString(),
    customer: null,
    shipping_address: null,
    order_lines: makeLines([{ id: id * 10 + 1, item_number: `ITM-${id}` }]),
  })

type Ways = {
  /** What a request takes. */
  latencyMs?: number
  /** Without it, it sends no `Date`. */
  hasDate?: boolean
  /** How far the times of its changes run ahead of its `Date`. */
  aheadMs?: number
  /** Whether this request gets no answer. */
  drops?: (nth: number) => boolean
}

export async function changingMarket({ latencyMs = 0, hasDate = true, aheadMs = 0, drops }: Ways = {}) {
  const clock = createManualClock()
  const changes: Change[] = []
  let requests = 0
  const server = await startHostile(({ what, url }, response: ServerResponse) => {
    if (what !== 'orders') return void response.writeHead(404).end()
    requests += 1
    if (drops?.(requests) === true) return void response.destroy()
    clock.advance(latencyMs)
    const nowMs = clock.wallMs()
    if (hasDate) response.setHeader('date', new Date(nowMs).toUTCString())
    const bound = (name: string, otherwise: number) =>
      Date.parse(url.searchParams.get(name) ?? '') || otherwise
    const [after, before] = [bound('updated_after', 0), bound('updated_before', Infinity)]
    const from = Number(url.searchParams.get('from') ?? 0)
    const wanted = changes.filter(({ atMs, shownMs }) => atMs >= after && atMs < before && shownMs <= nowMs)
    const page = wanted.slice(from, from + PAGE)
    for (const change of page) change.given += 1
    if (wanted.length > from + PAGE) {
      url.searchParams.set('from', String(from + PAGE))
      const link = `${new URL(server.baseUrl).origin}${url.pathname}${url.search}`
      response.setHeader('link', `<${link}>; rel="next"`)
    }
    response.end(rawJson(page.map(slimOrder)))
  })
  const open = async (file?: string): Promise<TestStation> => {
    const station = makeStation({ baseUrl: server.baseUrl, clock, ...(file !== undefined && { file }) })
    station.pull.start()
    await station.pull.now()
    return station
  }
  /** From now on, for so long; every twentieth is shown `lateMs` after its time. */
  const change = (forMs: number, perSecond: number, lateMs = 0): void => {
    const fromMs = clock.wallMs()
    for (let atMs = fromMs; atMs < fromMs + forMs; atMs += 1_000 / perSecond)
      changes.push({
        id: changes.length + 1,
        atMs: Math.floor(atMs) + aheadMs,
        shownMs: atMs + (changes.length % 20 === 7 ? lateMs : 0),
        given: 0,
      })
  }
  /** @returns the most requests of a round */
  const rounds = async ({ pull }: TestStation, forMs: number): Promise<number> => {
    let most = 0
    for (const endMs = clock.wallMs() + forMs; clock.wallMs() < endMs;) {
      clock.advance(ROUND_MS)
      const before = requests
      await pull.now()
      most = Math.max(most, requests - before)
    }
    return most
  }
  return { clock, changes, open, change, rounds }
}

export function known({ db }: TestStation): number {
  return listed(db, 'all', 0, 1).total
}
