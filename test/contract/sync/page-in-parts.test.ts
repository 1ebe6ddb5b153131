import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { findOrder } from '../../../src/main/store/tables/orders'
import { readSetting } from '../../../src/main/store/tables/settings'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { makeStation, type TestStation } from '../../support/account'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { listed } from '../../support/queue'

/** A page is stored in parts, so that the packer is not kept waiting: what happens between two of them. */

const PAGE = 100
const IDS = Array.from({ length: 2 * PAGE }, (_, index) => 3_001 + index)

/** Two full pages of orders; the first also has a record that cannot be read. */
async function pulling() {
  const server = await startHostile(({ what, orderId, url }, response) => {
    if (what === 'order') return void response.end(rawJson(makeOrder({ id: orderId, state: 'newer' })))
    if (what !== 'orders') return void response.writeHead(404).end()
    const from = Number(url.searchParams.get('from') ?? 0)
    const next = `${new URL(server.baseUrl).origin}${url.pathname}?from=${from + PAGE}`
    if (from + PAGE < IDS.length) response.setHeader('link', `<${next}>; rel="next"`)
    const page: unknown[] = IDS.slice(from, from + PAGE).map((id) => makeOrder({ id, updated_at: null }))
    response.end(rawJson(from === 0 ? [...page, { id: 'none' }] : page))
  })
  const stationOn = (file?: string) =>
    makeStation({ baseUrl: server.baseUrl, ...(file === undefined ? {} : { file }) })
  return { server, stationOn }
}

const known = ({ db }: TestStation): number => listed(db, 'all', 0, 1).total

/** Lets the event loop turn until some but not all of the first page is stored. */
async function untilPart(station: TestStation): Promise<number> {
  await vi.waitFor(() => expect(known(station)).toBeGreaterThan(0), { timeout: 15_000, interval: 0 })
  expect(known(station)).toBeLessThan(PAGE)
  return known(station)
}

describe('between two parts of a page', () => {
  it('the event loop turns', async () => {
    const { stationOn } = await pulling()
    const station = stationOn()
    const seen = new Set<number>()
    station.pull.start()
    let over = false
    const round = station.pull.now().then(() => (over = true))
    while (!over) {
      seen.add(known(station))
      await nextTurn()
    }
    await round
    expect(known(station)).toBe(IDS.length)
    expect(seen.size).toBeGreaterThan(IDS.length / 20)
  })

  it('the place to continue from is that of the page, which a stop leaves to the next process', async () => {
    const { server, stationOn } = await pulling()
    const station = stationOn()
    station.pull.start()
    const stored = await untilPart(station)
    expect(readSetting(station.db, 'pull.round')).toBeNull()
    await station.close()
    expect(server.of('orders').every(({ url }) => !url.searchParams.has('from'))).toBe(false)

    const second = stationOn(station.file)
    expect(known(second)).toBeLessThanOrEqual(stored + 20)
    expect(second.pull.importing()).toMatchObject({ orders: 0 })
    expect(countSetAside(second.db)).toBe(0)
    second.pull.start()
    await second.pull.now()
    expect(known(second)).toBe(IDS.length)
    expect(countSetAside(second.db)).toBe(1)
    expect(second.faults).toEqual([])
  })

  it('an order of a later part that is read again keeps its newer copy (I12)', async () => {
    const { stationOn } = await pulling()
    const station = stationOn()
    station.pull.start()
    await untilPart(station)
    const last = IDS[PAGE - 1] ?? 0
    const answered = station.refresh(last)
    await station.pull.now()
    await answered
    expect(findOrder(station.db, last)?.state).toBe('newer')
  })
})
