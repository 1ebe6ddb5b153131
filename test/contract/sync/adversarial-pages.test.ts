import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listed } from '../../support/queue'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { readStatus } from '../../../src/main/areas/station/station'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { makeStation, type TestStation } from '../../support/account'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { eventually } from '../../support/eventually'
import { rawDb } from '../../support/raw-db'

const orderIds = (station: TestStation): number[] =>
  listed(station.db, 'all', 0, 500)
    .rows.map(({ orderId }) => orderId)
    .sort((left, right) => left - right)

const page = (response: ServerResponse, orders: unknown, next: string | null = null): void => {
  if (next !== null) response.setHeader('link', `<${next}>; rel="next"`)
  response.end(typeof orders === 'string' ? orders : rawJson(orders))
}

describe('a page of orders with', () => {
  const DEEP = 100_000
  const nest = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`
  const good = JSON.stringify(makeOrder({ id: 2 }))
  const odd = (id: number, field: string): string =>
    JSON.stringify(makeOrder({ id })).replace('{', `{${field},`)

  it.each([
    ['an element that is nested without end', nest, 1],
    ['a list that is nested without end', '['.repeat(DEEP) + ']'.repeat(DEEP), 1],
    ['an unknown field that is nested without end', odd(1, `"extra":${nest}`), 1],
    [
      'a known field that is nested without end',
      odd(1, '"x":0').replace('"refunds":[]', `"refunds":[${nest}]`),
      1,
    ],
    ['a prototype', odd(1, '"__proto__":{"id":"x","state":null,"toString":1}'), 0],
    [
      'a constructor',
      odd(1, '"constructor":{"prototype":{"polluted":true}},"hasOwnProperty":1,"toJSON":"x"'),
      0,
    ],
    ['the same key twice', odd(1, '"id":"first","state":7'), 0],
    ['no object', '"text"', 1],
    ['a text of a million letters', odd(1, `"extra":"${'x'.repeat(1_000_000)}"`), 0],
    [
      'ten thousand unknown fields',
      odd(1, Array.from({ length: 10_000 }, (_, nth) => `"f${nth}":${nth}`).join()),
      0,
    ],
  ])('%s keeps the others, and unreadable ones are counted (I8)', async (_name, element, aside) => {
    const { baseUrl } = await startHostile(({ what }, response) => {
      if (what === 'orders') page(response, `[${element},${good}]`)
      else response.writeHead(404).end()
    })
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(station.faults).toEqual([])
    expect(countSetAside(station.db)).toBe(aside)
    expect(orderIds(station)).toEqual(aside === 1 ? [2] : [1, 2])
    expect(station.pull.dataAsOf()).not.toBeNull()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    for (const id of orderIds(station)) expect(viewOrder(station.db, id, station.seal)?.state).toBe('paid')
  })

  it('a buyer in the wrong place leaves no data unencrypted', async () => {
    const buyer = { ...makeOrder(), id: 'x' }
    const { baseUrl } = await startHostile((_request, response) =>
      page(response, [[buyer], { orders: [buyer] }]),
    )
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(countSetAside(station.db)).toBe(2)
    const kept = JSON.stringify(rawDb(station.db).prepare('SELECT raw, problem FROM set_aside').all())
    expect(kept).not.toContain('Jo Doe')
    expect(kept).not.toContain('jo@example.com')
  })
})

describe('pages that lead nowhere', () => {
  const NEXT = '/api/v1.0/orders?cursor='

  it.each([
    ['to themselves', () => NEXT + 'same'],
    ['in a circle', (nth: number) => NEXT + String(nth % 3)],
    ['on and on, with no order on them', (nth: number) => NEXT + String(nth)],
    ['on and on, with the same orders', (nth: number) => `${NEXT}${nth}`],
  ] as const)(
    '%s end the list: what they showed is kept, and IT is told once in words',
    async (name, next) => {
      const lines: string[] = []
      const orders = name.includes('no order') ? [] : [makeOrder({ id: 1 })]
      const server = await startHostile(({ what }, response, nth) => {
        if (what === 'orders') page(response, orders, next(nth))
        else response.writeHead(404).end()
      })
      const station = makeStation({ baseUrl: server.baseUrl, log: (line) => void lines.push(line) })
      station.pull.start()
      for (let minute = 0; minute < 3; minute += 1) {
        await station.pull.now()
        station.clock.advance(60_000)
      }
      await station.pull.now()
      expect(server.of('orders').length).toBeLessThan(500)
      expect(station.faults).toEqual([])
      expect(station.pull.failing()).toBe(false)
      expect(station.pull.dataAsOf()).not.toBeNull()
      expect(lines.filter((line) => line.includes('has no end'))).toHaveLength(1)
      expect(orderIds(station)).toEqual(orders.map(({ id }) => id))
    },
    20_000,
  )

  it.each([
    ['itself', (url: string) => url],
    ['nowhere', () => ''],
    ['the word null', () => 'null'],
    ['the first page', (url: string) => url.replace(/[?&]cursor=\d+/, '')],
  ])('from the last page to %s lose no order, and never look like no connection', async (_, next) => {
    const orders = Array.from({ length: 120 }, (_one, nth) => makeOrder({ id: nth + 1 }))
    const server = await startHostile(({ what, url }, response) => {
      if (what !== 'orders') return void response.writeHead(404).end()
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const asked = url.searchParams.get('updated_after')
      const shown = asked === null ? orders.slice(from, from + 20) : []
      const isLast = from + 20 >= orders.length || asked !== null
      page(response, shown, isLast ? next(url.pathname + url.search) : `${NEXT}${from + 20}`)
    })
    const station = makeStation({ baseUrl: server.baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(orderIds(station)).toHaveLength(120)
    expect(station.faults).toEqual([])
    expect(readStatus(station)).toMatchObject({ gate: 'online', noConnection: null })
    expect(server.of('orders').length).toBeLessThanOrEqual(9)
    const before = server.of('orders').length
    for (let round = 0; round < 4; round += 1) {
      station.clock.advance(15_000)
      await station.pull.now()
    }
    expect(server.of('orders').length - before).toBeLessThanOrEqual(12)
  })

  it.each([
    'http://127.0.0.1:9/api/v1.0/orders',
    '//evil.example/api/v1.0/orders',
    'https://127.0.0.1/orders',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('to %s are not followed, and the token stays here', async (next) => {
    const server = await startHostile(({ what }, response) => {
      if (what === 'orders') page(response, [makeOrder({ id: 1 })], next)
      else response.writeHead(404).end()
    })
    const station = makeStation({ baseUrl: server.baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(station.pull.failing()).toBe(true)
    expect(station.faults).toEqual([])
  })
})

describe('a full page without a next one', () => {
  it('is not taken for the whole account: the station looks once more', async () => {
    const orders = Array.from({ length: 250 }, (_, nth) =>
      makeOrder({ id: nth + 1, updated_at: new Date(Date.UTC(2026, 10, 19, 10, nth)).toISOString() }),
    )
    const server = await startHostile(({ what, url }, response) => {
      if (what !== 'orders') return void response.writeHead(404).end()
      const [after, before] = ['updated_after', 'updated_before'].map((name) => url.searchParams.get(name))
      const found = orders.filter(
        ({ updated_at: at }) => (at ?? '') >= (after ?? '') && (before == null || (at ?? '') < before),
      )
      page(response, found.slice(0, 100))
    })
    const station = makeStation({ baseUrl: server.baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(orderIds(station)).toHaveLength(250)
    expect(server.of('orders').length).toBeLessThan(20)
    expect(station.faults).toEqual([])
  })
})

describe('impossible times', () => {
  it.each([
    '9999-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
    '0000-00-00',
    'yesterday',
    '',
    '+275761-01-01T00:00:00Z',
  ])('%j in every field of an order stop nothing', async (time) => {
    const times = { created_at: time, updated_at: time, purchased_at: time }
    const shipment = { id: 5, state: 'packed', packed_at: time, shipped_at: time, delivered_at: time }
    const server = await startHostile(({ what }, response) => {
      if (what === 'orders')
        page(response, [makeOrder({ id: 1, ...times, shipments: [shipment] }), makeOrder({ id: 2 })])
      else response.writeHead(404).end()
    })
    const station = makeStation({ baseUrl: server.baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(station.faults).toEqual([])
    expect(orderIds(station)).toEqual([1, 2])
    expect(viewOrder(station.db, 1, station.seal)?.shipments[0]?.packedAt).toBe(time)
  })

  it('in the Date header, jumping, lose no change: each poll starts before it', async () => {
    const dates = ['Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'never', '']
    const changes: { id: number; at: number }[] = []
    const lookedBackMs: number[] = []
    const server = await startHostile(({ what, url }, response, nth) => {
      if (what !== 'orders') return void response.writeHead(404).end()
      const now = station.clock.wallMs()
      const honest = new Date(now).toUTCString()
      response.setHeader('date', nth % 2 === 1 ? honest : (dates[(nth >> 1) % 4] ?? ''))
      const asked = url.searchParams.get('updated_after')
      const since = Date.parse(asked ?? '1970-01-01T00:00:00Z')
      if (asked !== null) lookedBackMs.push(now - since)
      page(
        response,
        changes.filter(({ at }) => at >= since).map(({ id }) => makeOrder({ id })),
      )
    })
    const station = makeStation({ baseUrl: server.baseUrl })
    station.pull.start()
    for (let id = 1; id <= 40; id += 1) {
      changes.push({ id, at: station.clock.wallMs() })
      await station.pull.now()
      station.clock.advance(15_000)
      await station.pull.now()
    }
    await eventually(async () => {
      station.clock.advance(15_000)
      await station.pull.now()
      expect(orderIds(station)).toHaveLength(40)
    })
    expect(Math.min(...lookedBackMs)).toBeGreaterThanOrEqual(120_000)
    // The overlap, the cursor's distance from the clock while nothing newer appears, and one round.
    expect(Math.max(...lookedBackMs)).toBeLessThan(120_000 + 180_000 + 20_000)
    expect(station.faults).toEqual([])
  })
})
