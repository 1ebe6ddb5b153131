import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createControl } from '../../../src/marketplace/control-client'
import { startMarketplace } from '../../../src/marketplace/server'
import { listed } from '../../support/queue'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { readSetting } from '../../../src/main/store/tables/settings'
import type { PullDeps } from '../../../src/main/sync/pull'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { makeOrder } from '../../support/orders'
import { tempDir } from '../../support/temp-dir'
import { rawDb } from '../../support/raw-db'

async function makeMarketplace(orders: number, settings = {}) {
  const clock = createManualClock()
  const dataDir = tempDir()
  const open = (port: number) =>
    startMarketplace({
      dataDir,
      port,
      seed: 3,
      orders,
      items: 5,
      control: true,
      settings,
      nowMs: () => clock.wallMs(),
    })
  let marketplace = await open(0)
  onTestFinished(() => marketplace.close())
  const goOnline = async (): Promise<void> => {
    marketplace = await open(Number(new URL(marketplace.baseUrl).port))
  }
  const stationOn = (options: { file?: string; pull?: Partial<PullDeps> } = {}) =>
    makeStation({
      ...options,
      clock,
      baseUrl: marketplace.baseUrl,
      accessToken: () => marketplace.accessToken,
    })
  const control = createControl(marketplace.controlUrl ?? '')
  return { clock, control, stationOn, goOffline: () => marketplace.close(), goOnline }
}

/** A server that answers as the test says, where the marketplace is too well-behaved. */
async function makeServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the first import', () => {
  it('reads every order, page after page, and reports its progress', async () => {
    const { stationOn } = await makeMarketplace(57)
    const progress: (number | undefined)[] = []
    const station = stationOn({
      pull: { pageSize: 10, onProgress: () => progress.push(station.pull.importing()?.orders) },
    })
    expect(station.pull.importing()).toEqual({ orders: 0 })
    station.pull.start()
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(57)
    expect(progress).toContain(10)
    expect(progress).toContain(50)
    expect(station.pull.importing()).toBeNull()
    expect(station.pull.dataAsOf()).toBe(new Date(station.clock.wallMs()).toISOString())
  })

  it('resumes after a restart at the same page', async () => {
    const { stationOn, control } = await makeMarketplace(45)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 2, count: 1 })
    const first = stationOn({ pull: { pageSize: 10 } })
    first.pull.start()
    await first.pull.now()
    expect(listed(first.db, 'all', 0, 1).total).toBe(20)
    expect(first.pull.importing()).toEqual({ orders: 20 })
    await first.close()

    await control.clearRequestLog()
    const second = stationOn({ file: first.file, pull: { pageSize: 10 } })
    second.pull.start()
    await second.pull.now()
    expect(listed(second.db, 'all', 0, 1).total).toBe(45)
    expect(await control.requestLog()).toHaveLength(3)
  })

  it('resumes at the same page after the network was down for a whole night', async () => {
    const { stationOn, control, clock, goOffline, goOnline } = await makeMarketplace(45)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 2, count: 1 })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    expect(station.pull.importing()).toEqual({ orders: 20 })
    await goOffline()
    for (let minute = 0; minute < 100; minute += 1) {
      clock.advance(60_000)
      await station.pull.now()
    }
    expect(station.gate.state()).toBe('offline')
    expect(station.pull.importing()).toEqual({ orders: 20 })
    await goOnline()
    clock.advance(60_000)
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(45)
    expect(await control.requestLog()).toHaveLength(3)
  })

  it('starts over when the page keeps failing', async () => {
    const { stationOn, control, clock } = await makeMarketplace(25)
    await control.addFault({
      kind: 'status',
      status: 500,
      method: 'GET',
      route: '/api/v1.0/orders',
      skip: 1,
      count: 20,
    })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    for (let round = 0; round < 22; round += 1) {
      clock.advance(60_000)
      await station.pull.now()
    }
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
    expect(station.pull.dataAsOf()).not.toBeNull()
  })

  it('starts over when the marketplace has forgotten the page', async () => {
    const { stationOn, control } = await makeMarketplace(25)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 1, count: 1 })
    await control.addFault({
      kind: 'status',
      status: 422,
      method: 'GET',
      route: '/api/v1.0/orders',
      skip: 1,
      count: 1,
    })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    await station.pull.now()
    expect(JSON.parse(readSetting(station.db, 'pull.round') ?? '')).toMatchObject({ next: null })
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
  })

  it('continues without a page size if the marketplace refuses it', async () => {
    const { stationOn } = await makeMarketplace(25, {
      pageSizeAboveMaximum: 'refuse',
      ordersPageSizeMaximum: 8,
      ordersPageSizeDefault: 8,
    })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
  })
})

describe('polling', () => {
  it('reads changes and nothing else', async () => {
    const { clock, control, stationOn } = await makeMarketplace(30)
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    clock.advance(3_600_000)
    await station.pull.now()
    const placed = await control.placeOrder({ lines: 2 })
    const canceled = listed(station.db, 'to_pack', 0, 1).rows[0]
    await control.changeOrder(canceled?.orderId ?? 0, { action: 'cancelOrder' })
    await control.clearRequestLog()
    clock.advance(15_000)
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)?.lines).toHaveLength(2)
    expect(viewOrder(station.db, canceled?.orderId ?? 0, station.seal)?.canceled).toBe(true)
    const log = await control.requestLog()
    expect(log.length).toBeGreaterThan(0)
    for (const { path } of log) expect(path).toContain('updated_after')
  })

  it('follows the marketplace’s clock, not its own: an hour of difference loses nothing', async () => {
    const { clock, control, stationOn } = await makeMarketplace(5, { clockOffsetMs: -3_600_000 })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    clock.advance(60_000)
    const placed = await control.placeOrder()
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it.each([20 * 60_000, -20 * 60_000])(
    'loses no change without a Date header, though the PC is off by %i ms',
    async (pcByMs) => {
      const { clock, control, stationOn } = await makeMarketplace(5, {
        clockOffsetMs: -pcByMs,
        dateHeader: 'none',
      })
      const station = stationOn()
      station.pull.start()
      await station.pull.now()
      for (let rounds = 0; rounds < 3; rounds += 1) {
        clock.advance(15_000)
        const placed = await control.placeOrder()
        await station.pull.now()
        expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
      }
      // Still by changes: the whole account is not read again.
      const after = new URL((await control.requestLog()).at(-1)?.path ?? '', 'http://x').searchParams
      expect(Date.parse(after.get('updated_after') ?? '')).toBeGreaterThan(clock.wallMs() - pcByMs - 600_000)
    },
  )

  it('sees the first order of an account that had none, without a Date header', async () => {
    const { control, stationOn } = await makeMarketplace(0, {
      clockOffsetMs: -20 * 60_000,
      dateHeader: 'none',
    })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    expect(station.pull.importing()).toBeNull()
    const placed = await control.placeOrder()
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it('sees orders that a replica shows 200 s late', async () => {
    const { clock, control, stationOn } = await makeMarketplace(5)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await control.changeSettings({ replicaLagMs: 200_000 })
    const placed = await control.placeOrder()
    for (let passed = 0; passed < 240_000; passed += 15_000) {
      clock.advance(15_000)
      await station.pull.now()
    }
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it('reports the right age, whatever the PC’s clock is set to', async () => {
    const { clock, stationOn } = await makeMarketplace(3, { clockOffsetMs: -20 * 60_000 })
    const station = stationOn()
    const ageMs = () => clock.wallMs() - Date.parse(station.pull.dataAsOf() ?? '')
    station.pull.start()
    await station.pull.now()
    await station.pull.stop()
    expect(ageMs()).toBe(0)
    clock.advance(600_000)
    expect(ageMs()).toBe(600_000)
    clock.setWall(clock.wallMs() - 3_600_000)
    expect(ageMs()).toBe(600_000)
    clock.setWall(clock.wallMs() + 8 * 3_600_000)
    expect(ageMs()).toBeGreaterThan(7 * 3_600_000)
  })

  it('reports no age after a restart without a network', async () => {
    const { stationOn } = await makeMarketplace(3)
    const first = stationOn()
    expect(first.pull.dataAgeKnown()).toBe(false)
    first.pull.start()
    await first.pull.now()
    expect(first.pull.dataAgeKnown()).toBe(true)
    await first.close()
    const second = stationOn({ file: first.file })
    expect([second.pull.dataAgeKnown(), second.pull.dataAsOf() === null]).toEqual([false, false])
  })

  it('polls again by itself, even after the network was down', async () => {
    const { control, clock, stationOn } = await makeMarketplace(3)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    const before = (await control.requestLog()).length
    clock.advance(15_000)
    await station.pull.now()
    expect((await control.requestLog()).length).toBeGreaterThan(before)
    await control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: '/api/v1.0/orders',
      count: 1,
    })
    await station.pull.now()
    expect(station.pull.failing()).toBe(true)
    expect(clock.pending()).toBeGreaterThan(0)
    clock.advance(60_000)
    await station.pull.now()
    expect(station.pull.failing()).toBe(false)
  })
})

describe('a server that misbehaves', () => {
  it('keeps the readable orders of a page and sets the others aside, visible (I8)', async () => {
    const broken = { ...makeOrder(), id: 'two', state: 'paid' }
    const orders = [makeOrder({ id: 1 }), broken, makeOrder({ id: 3 }), null]
    const baseUrl = await makeServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(orders))
    })
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 10).rows.map(({ orderId }) => orderId)).toEqual([3, 1])
    expect(countSetAside(station.db)).toBe(2)
    const kept = JSON.stringify(rawDb(station.db).prepare('SELECT raw, problem FROM set_aside').all())
    expect(kept).toContain('two')
    expect(kept).not.toContain('Jo Doe')
    expect(kept).not.toContain('jo@example.com')
    await station.pull.now()
    expect(countSetAside(station.db)).toBe(2)
  })

  it('escapes a circle of pages', async () => {
    let requests = 0
    const baseUrl = await makeServer((request, response) => {
      requests += 1
      const at = new URL(request.url ?? '', 'http://x').searchParams.get('at') ?? '0'
      const next = `/api/v1.0/orders?at=${(Number(at) + 1) % 3}`
      response
        .setHeader('link', `<${next}>; rel="next"`)
        .end(JSON.stringify([makeOrder({ id: 100 + Number(at) })]))
    })
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(requests).toBeLessThan(10)
    expect(station.faults).toHaveLength(1)
    expect(listed(station.db, 'all', 0, 10).total).toBe(3)
  })

  it('is not stopped by an order with a repeated line or shipment', async () => {
    const twice = makeOrder({ id: 5 })
    const bad = {
      ...twice,
      order_lines: [...twice.order_lines, twice.order_lines[0]],
      shipments: [
        { id: 9, state: 'packed' },
        { id: 9, state: 'shipped' },
      ],
    }
    const baseUrl = await makeServer((_request, response) => {
      response.end(JSON.stringify([bad, makeOrder({ id: 6 })]))
    })
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(viewOrder(station.db, 6, station.seal)).not.toBeNull()
    expect(viewOrder(station.db, 5, station.seal)?.shipments).toHaveLength(1)
  })
})

describe('titles', () => {
  it('come from the items of the orders to pack', async () => {
    const { stationOn } = await makeMarketplace(12)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await station.titles.fill()
    const [first] = listed(station.db, 'to_pack', 0, 1).rows
    const lines = viewOrder(station.db, first?.orderId ?? 0, station.seal)?.lines.filter(
      (line) => !line.isShippingFee,
    )
    expect(lines?.length).toBeGreaterThan(0)
    for (const line of lines ?? []) expect(line.title).toEqual(expect.any(String))
  })

  it('are read even if some items are not available', async () => {
    const baseUrl = await makeServer((request, response) => {
      const itemNumber = (request.url ?? '').split('/').at(-1) ?? ''
      if (/ITM-[12]-/.test(itemNumber)) response.writeHead(500).end()
      else response.end(JSON.stringify({ item_number: itemNumber, state: 'listed', title: 'A scarf' }))
    })
    const station = makeStation({ baseUrl })
    const purchased = (day: number) => ({ purchased_at: `2026-11-0${day}T10:00:00.000Z` })
    station.take(...[1, 2, 3].map((id) => makeOrder({ id, ...purchased(id) })))
    for (let round = 0; round < 9; round += 1) {
      await station.titles.fill()
      station.clock.advance(60_000)
    }
    const titles = viewOrder(station.db, 3, station.seal)?.lines.map(({ title }) => title)
    expect(titles).toEqual(['A scarf', 'A scarf', 'A scarf', null])
  })

  it('are each requested once, even if somebody opens an order that is waiting its turn', async () => {
    const asked: string[] = []
    const baseUrl = await makeServer((request, response) => {
      const itemNumber = (request.url ?? '').split('/').at(-1) ?? ''
      if (asked.length === 0) station.titles.want(waiting)
      asked.push(itemNumber)
      response.end(JSON.stringify({ item_number: itemNumber, state: 'listed', title: 'A scarf' }))
    })
    const station = makeStation({ baseUrl })
    const ids = Array.from({ length: 30 }, (_, index) => 1_000 + index)
    const orders = ids.map((id) =>
      makeOrder({ id, purchased_at: new Date(Date.UTC(2026, 10, 1, 0, id)).toISOString() }),
    )
    station.take(...orders)
    const items = orders.flatMap(({ order_lines: lines }) => lines.flatMap((line) => line.item_number ?? []))
    const waiting = items.slice(40, 80)
    await station.titles.fill()
    expect([...asked].sort()).toEqual([...items].sort())
  })

  it('are not requested again if the marketplace does not know the item', async () => {
    const { control, stationOn } = await makeMarketplace(0)
    const station = stationOn()
    station.take(makeOrder())
    await station.titles.fill()
    const asked = (await control.requestLog()).length
    expect(asked).toBe(3)
    await station.titles.fill()
    expect(await control.requestLog()).toHaveLength(asked)
  })
})

describe('a manual refresh waits', () => {
  it('for the next page to be stored, not for the whole first import', async () => {
    const { stationOn, control } = await makeMarketplace(30)
    await control.addFault({
      kind: 'delay',
      ms: 500,
      method: 'GET',
      route: '/api/v1.0/orders',
      skip: 1,
      count: 1,
    })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.progressed()
    expect(station.pull.importing()).toEqual({ orders: 10 })
  })

  it('for a round that begins after it: changes missed by the running round are in it', async () => {
    const { stationOn, control } = await makeMarketplace(1)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await control.addFault({
      kind: 'delay',
      ms: 500,
      when: 'after',
      method: 'GET',
      route: '/api/v1.0/orders',
      count: 1,
    })
    const going = station.pull.now()
    await eventually(async () => expect(await control.faultLog()).toHaveLength(1))
    await control.placeOrder({ lines: 1 })
    const asked = [station.pull.restart(), station.pull.restart()]
    await going
    expect(listed(station.db, 'all', 0, 1).total).toBe(1)
    await Promise.all(asked)
    expect(listed(station.db, 'all', 0, 1).total).toBe(2)
    const lists = (await control.requestLog()).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/v1.0/orders?'),
    )
    expect(lists, 'the import, the round that went on, and one for both who asked').toHaveLength(3)
  })

  it('for the end of a round without changes', async () => {
    const { stationOn, goOffline } = await makeMarketplace(3)
    const station = stationOn()
    await station.pull.progressed()
    await goOffline()
    station.pull.start()
    await station.pull.progressed()
    expect(station.gate.state()).toBe('offline')
  })
})
