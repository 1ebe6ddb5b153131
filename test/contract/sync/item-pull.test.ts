import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findItem } from '../../../src/main/store/tables/items'
import { changesOfItem } from '../../../src/main/store/tables/item-changes'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { createPace } from '../../../src/main/sync/connection/pace'
import { makeStation, type TestStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { countOf, makeItemMarket, numbersOf, readAll, type ItemMarket } from './item-market'
import { eventually } from '../../support/eventually'

const MINUTE_MS = 60_000

/** Advances the clock to the next round, and waits until it is over. */
async function nextRound({ clock }: ItemMarket, station: TestStation, ms = MINUTE_MS): Promise<void> {
  clock.advance(ms)
  await station.itemPull.settled()
}

describe('the first reading', () => {
  it('reads two hundred items a page, and none by itself', async () => {
    const market = await makeItemMarket()
    const station = market.stationOn()
    await readAll(station)
    expect(countOf(station)).toBe(500)
    expect(station.itemPull.reading()).toBeNull()
    const { lists, singles } = await market.asked()
    expect(singles).toEqual([])
    // Three pages of what it lists by default, and one of the states that this did not show.
    expect(lists.map((query) => [query.get('page_size'), query.get('status')])).toEqual([
      ...Array.from({ length: 3 }, () => ['200', null]),
      ['200', 'processing,ready_to_delete,deleted'],
    ])
  })

  it('is not put off by what asks for a reading soon', async () => {
    const market = await makeItemMarket({ items: 30 })
    const station = market.stationOn()
    station.itemPull.start(1_000)
    station.itemPull.soon()
    await nextRound(market, station, 1_000)
    expect(countOf(station)).toBe(30)
    await market.asked()
    await nextRound(market, station, 59_000)
    expect((await market.asked()).lists, 'only the first').toEqual([])
  })

  it('goes on after a restart with the page that follows the last one stored', async () => {
    const market = await makeItemMarket()
    const first = market.stationOn()
    first.itemPull.start()
    await first.itemPull.progressed()
    await first.close()
    const before = await market.asked()
    const station = market.stationOn({ file: first.file })
    expect(station.itemPull.reading()).toBeGreaterThan(0)
    await readAll(station)
    expect(countOf(station)).toBe(500)
    const after = await market.asked()
    expect(before.lists.length + after.lists.length).toBe(4)
  })

  it('asks a marketplace that refuses states for each alone, and for its default in any case', async () => {
    const market = await makeItemMarket({ items: 30 })
    for (const number of market.others) await market.control.changeItem(number, { state: 'listed' })
    await market.control.changeSettings({ unknownItemStatus: 'refuse' })
    await market.control.changeItem(market.numbers[1] ?? '', { state: 'deleted' })
    const station = market.stationOn()
    await readAll(station)
    expect(countOf(station)).toBe(30)
    expect(numbersOf(station, { states: ['deleted'] })).toContain(market.numbers[1])
    expect(station.faults).toEqual([])
    await market.asked()
    await nextRound(market, station)
    // A refusal is remembered.
    expect((await market.asked()).lists.map((query) => query.get('status'))).toEqual([null, 'deleted'])
  })

  it('reads a page that never comes in smaller ones', async () => {
    const market = await makeItemMarket({ items: 120 })
    await market.control.addFault({
      kind: 'status',
      status: 500,
      method: 'GET',
      route: '/api/v1.0/items',
      count: 6,
    })
    const station = market.stationOn()
    station.itemPull.start()
    await vi.waitFor(
      async () => {
        market.clock.advance(MINUTE_MS)
        await station.itemPull.settled()
        expect(station.itemPull.keptAsOf()).not.toBeNull()
      },
      { timeout: 10_000, interval: 5 },
    )
    expect(countOf(station)).toBe(120)
    const { lists } = await market.asked()
    expect([...new Set(lists.map((query) => query.get('page_size')))]).toEqual(['200', '50'])
  })

  it('waits as long as a 429 demands', async () => {
    const market = await makeItemMarket()
    const route = '/api/v1.0/items'
    await market.control.addFault({
      kind: 'status',
      status: 429,
      retryAfter: '90',
      method: 'GET',
      route,
      skip: 1,
      count: 1,
    })
    const station = market.stationOn()
    station.itemPull.start()
    await station.itemPull.settled()
    expect(countOf(station)).toBe(200)
    expect(station.gate.state()).toBe('items_throttled')
    // Orders are not in its way.
    expect(station.gate.allows('order_writes') && station.gate.allows('order_list')).toBe(true)
    await nextRound(market, station, 89_000)
    expect(countOf(station)).toBe(200)
    await nextRound(market, station, 10_000)
    expect(countOf(station)).toBeGreaterThan(400)
    // Those that changed their state between two lists come with the next round.
    await nextRound(market, station)
    expect(countOf(station)).toBe(500)
  })
})

describe('changes', () => {
  it('come by their time, in one request for each kind of list', async () => {
    const market = await makeItemMarket()
    const station = market.stationOn()
    await readAll(station)
    await market.control.changeItem(market.numbers[7] ?? '', {
      state: 'processing',
      listingErrorMessages: [{ size: ['too small'] }],
    })
    await market.asked()
    await nextRound(market, station)
    expect(findItem(station.db, market.numbers[7] ?? '')?.state).toBe('processing')
    expect(countOf(station, { only: 'errors' })).toBe(1)
    expect(changesOfItem(station.db, market.numbers[7] ?? '')).toMatchObject([
      { field: 'state', old: 'listed', new: 'processing' },
    ])
    const { lists, singles } = await market.asked()
    expect(singles).toEqual([])
    expect(lists).toHaveLength(2)
    for (const query of lists) expect(query.get('updated_after')).not.toBeNull()
  })

  it('are not lost when the marketplace shows them two minutes late', async () => {
    const market = await makeItemMarket({ items: 20 })
    const station = market.stationOn()
    await readAll(station)
    for (let round = 0; round < 5; round += 1) await nextRound(market, station)
    // As of then, although rounds have passed since.
    market.clock.advance(-100_000)
    await market.control.changeItem(market.numbers[3] ?? '', { state: 'deleted' })
    market.clock.advance(100_000)
    await nextRound(market, station)
    expect(findItem(station.db, market.numbers[3] ?? '')?.state).toBe('deleted')
  })

  it('wait for the pace of the background', async () => {
    const market = await makeItemMarket({ items: 20 })
    const pace = createPace({ clock: market.clock, perSecond: 0.01, burst: 1 })
    const station = market.stationOn({ pace })
    await readAll(station)
    await pace.turn()
    await market.asked()
    market.clock.advance(MINUTE_MS)
    const round = station.itemPull.progressed()
    await market.control.readSettings()
    expect((await market.asked()).lists).toEqual([])
    market.clock.advance(MINUTE_MS)
    await round
    expect((await market.asked()).lists).toHaveLength(1)
  })

  it('of a state that was never seen bring all items in it, once', async () => {
    const market = await makeItemMarket({ items: 30 })
    for (const number of market.numbers.slice(4, 7))
      await market.control.changeItem(number, { state: 'blocked' })
    const station = market.stationOn()
    await readAll(station)
    expect(countOf(station)).toBe(27)
    expect(station.itemPull.coming()).toBe(false)
    await station.items.read(market.numbers[4] ?? '')
    expect(station.itemPull.coming()).toBe(true)
    await market.asked()
    await nextRound(market, station)
    expect(numbersOf(station, { states: ['blocked'] })).toHaveLength(3)
    expect(station.itemPull.coming()).toBe(false)
    const { lists } = await market.asked()
    expect(lists.map((query) => [query.get('status'), query.has('updated_after')])).toEqual([
      [null, true],
      ['processing,ready_to_delete,deleted', true],
      ['blocked', false],
    ])
  })

  it('are read at once when a person asks, and soon after a change made here', async () => {
    const market = await makeItemMarket({ items: 20 })
    const station = market.stationOn({
      pace: createPace({ clock: market.clock, perSecond: 1, burst: 4 }),
    })
    await readAll(station)
    await market.control.changeItem(market.numbers[2] ?? '', { state: 'deleted' })
    await station.itemPull.now()
    expect(findItem(station.db, market.numbers[2] ?? '')?.state).toBe('deleted')
    await market.control.changeItem(market.numbers[3] ?? '', { state: 'deleted' })
    station.itemPull.soon()
    await nextRound(market, station, 10_000)
    expect(findItem(station.db, market.numbers[3] ?? '')?.state).toBe('deleted')
  })

  it('are read again after trouble with all reads of items, although nothing else reads any', async () => {
    const market = await makeItemMarket({ items: 30 })
    const station = market.stationOn()
    await readAll(station)
    for (const route of ['/api/v1.0/items', '/api/v1.0/items/:item_number'])
      await market.control.addFault({ kind: 'status', status: 500, method: 'GET', route })
    station.titles.want(['M-1', 'M-2', 'M-3'])
    await eventually(() => expect(station.gate.allows('item_reads')).toBe(false))
    await market.control.clearFaults()
    const [one = ''] = market.numbers
    await market.control.changeItem(one, { listingErrorMessages: ['photo missing'] })
    await nextRound(market, station)
    expect(problemsOf(station, one)).toEqual(['photo missing'])
    expect(station.gate.allows('item_reads')).toBe(true)
  })

  /** More than a page has changed, and the second page does not come. @returns the changed items of the first page */
  async function cutOff(market: ItemMarket, station: TestStation): Promise<string[]> {
    const listingErrorMessages = ['size missing']
    for (const number of market.numbers) await market.control.changeItem(number, { listingErrorMessages })
    const fault = { kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/items' } as const
    await market.control.addFault({ ...fault, skip: 1, count: 1 })
    await nextRound(market, station)
    expect(station.itemPull.failing()).toBe(true)
    return market.numbers.filter((number) => String(problemsOf(station, number)) === 'size missing')
  }
  const problemsOf = ({ db }: TestStation, number: string) => findItem(db, number)?.listing_error_messages

  it('are all read when a person asks, although an earlier round has to be ended first', async () => {
    const market = await makeItemMarket({ items: 120 })
    const station = market.stationOn({ itemPull: { pageSizes: [50] } })
    await readAll(station)
    const [one = ''] = await cutOff(market, station)
    const asOf = Date.parse(station.itemPull.keptAsOf() ?? '')
    market.clock.advance(1_000)
    await market.control.changeItem(one, { listingErrorMessages: ['photo missing'] })
    await station.itemPull.now()
    expect(problemsOf(station, one)).toEqual(['photo missing'])
    expect(Date.parse(station.itemPull.keptAsOf() ?? '')).toBeGreaterThan(asOf)
  })

  it('of a round that goes on from an earlier one do not make what is here pass for fresh', async () => {
    const market = await makeItemMarket({ items: 120 })
    const station = market.stationOn({ itemPull: { pageSizes: [50] } })
    await readAll(station)
    await cutOff(market, station)
    const asOf = station.itemPull.keptAsOf()
    await nextRound(market, station)
    expect(station.itemPull.failing()).toBe(false)
    expect(station.itemPull.keptAsOf()).toBe(asOf)
    await nextRound(market, station)
    expect(station.itemPull.keptAsOf()).not.toBe(asOf)
  })

  it('wait for the network, and what is known stays', async () => {
    const market = await makeItemMarket({ items: 20 })
    const station = market.stationOn()
    await readAll(station)
    await market.goOffline()
    await nextRound(market, station)
    expect(countOf(station)).toBe(20)
    await market.goOnline()
    await market.control
      .changeItem(market.numbers[2] ?? '', { state: 'deleted' })
      .catch(() => market.control.changeItem(market.numbers[2] ?? '', { state: 'deleted' }))
    for (let round = 0; round < 3; round += 1) await nextRound(market, station)
    expect(findItem(station.db, market.numbers[2] ?? '')?.state).toBe('deleted')
  })
})

it('sets an item aside that cannot be read, and stores the others (I8)', async () => {
  const market = await makeItemMarket({ items: 3 })
  const items = [
    { item_number: 'A', state: 'listed' },
    { state: 'no number' },
    { item_number: 'B', state: 'listed' },
  ]
  await market.control.addFault({
    ...{ kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify(items) },
    ...{ method: 'GET', route: '/api/v1.0/items', count: 1 },
  })
  const station = market.stationOn()
  await readAll(station)
  expect(numbersOf(station)).toEqual(['A', 'B'])
  expect(countSetAside(station.db)).toBe(1)
})

it('ends a list whose pages lead in a circle, keeps what it showed, and says so once', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    response.setHeader('link', `<${request.url}>; rel="next"`)
    response.end('[{"item_number":"M1","state":"listed"}]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const clock = createManualClock()
  const lines: string[] = []
  const station = makeStation({
    clock,
    log: (line) => void lines.push(line),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  station.itemPull.start()
  await station.itemPull.settled()
  expect(station.faults).toEqual([])
  const once = asked
  // Two for the default list, two for the states that it did not show.
  expect(once).toBeLessThanOrEqual(4)
  expect(station.itemPull.keptAsOf()).not.toBeNull()
  clock.advance(MINUTE_MS)
  await station.itemPull.settled()
  expect(asked).toBeGreaterThan(once)
  expect(station.itemPull.failing()).toBe(false)
  expect(lines.filter((line) => line.startsWith('The list of items has no end'))).toHaveLength(1)
})
