import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listed } from '../../support/queue'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { makeStation } from '../../support/account'
import { eventually } from '../../support/eventually'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'
import { makeMarketplace } from './pull-market'

/** A server that answers as the test says, for cases in which the marketplace is too well-behaved. */
async function makeServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

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
    expect(station.faults).toEqual([])
    expect(station.pull.failing()).toBe(false)
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
    expect(station.pull.importing()).toEqual({ orders: 10, secondsLeft: null })
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
