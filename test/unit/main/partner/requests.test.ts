import { describe, expect, it } from 'vitest'
import { type PartnerClient, createPartnerClient } from '../../../../src/main/partner/client'
import { AnswerReader } from '../../../../src/main/partner/exchange'
import { always, answer, clientOf, startRawServer, TOKEN } from './raw-server'

const PACKED = { warehouse_id: 1, order_line_ids: [1, 2], packed_at: '2026-11-21T10:00:00.123Z' }
const ITEM = {
  title: 'Coat',
  price: 100,
  msrp: 200,
  brand_id: 1,
  category_id: 2,
  warehouse_id: 3,
  quality: 'good',
  photos: [],
}

const ANSWERS = {
  item: { item_number: 'A1', state: 'listed' },
  order: { id: 7, state: 'paid', order_lines: [] },
  created: { id: 9, item_number: 'A1' },
}

type Case = {
  name: string
  call: (client: PartnerClient) => Promise<unknown>
  body: unknown
  sent: { method: string; target: string; body: string }
}

const DELIVERED = { state: 'delivered', delivered_at: '2026-11-21T10:00:00Z' } as const

const TWELVE: Case[] = [
  {
    name: 'create item',
    call: (client) => client.createItem(ITEM),
    body: ANSWERS.created,
    sent: { method: 'POST', target: '/api/v1.0/items', body: JSON.stringify(ITEM) },
  },
  {
    name: 'list items',
    call: (client) => client.listItems({ page_size: 5, status: ['listed', 'sold'], mpn: 'a b&c' }),
    body: [],
    sent: { method: 'GET', target: '/api/v1.0/items?page_size=5&status=listed%2Csold&mpn=a+b%26c', body: '' },
  },
  {
    name: 'read item',
    call: (client) => client.readItem('A/1 ?'),
    body: ANSWERS.item,
    sent: { method: 'GET', target: '/api/v1.0/items/A%2F1%20%3F', body: '' },
  },
  {
    name: 'update item',
    call: (client) => client.updateItem('A1', { price: 5 }),
    body: '',
    sent: { method: 'PUT', target: '/api/v1.0/items/A1', body: '{"price":5}' },
  },
  {
    name: 'delist item',
    call: (client) => client.delistItem('A1'),
    body: '',
    sent: { method: 'DELETE', target: '/api/v1.0/items/A1', body: '' },
  },
  {
    name: 'list orders',
    call: (client) => client.listOrders({ updated_after: '2026-11-21T10:00:00.000Z' }),
    body: [],
    sent: { method: 'GET', target: '/api/v1.0/orders?updated_after=2026-11-21T10%3A00%3A00.000Z', body: '' },
  },
  {
    name: 'read order',
    call: (client) => client.readOrder(7),
    body: ANSWERS.order,
    sent: { method: 'GET', target: '/api/v1.0/orders/7', body: '' },
  },
  {
    name: 'create shipment',
    call: (client) => client.createShipment(7, PACKED),
    body: ANSWERS.created,
    sent: { method: 'POST', target: '/api/v1.0/orders/7/shipments', body: JSON.stringify(PACKED) },
  },
  {
    name: 'update shipment',
    call: (client) => client.updateShipment(7, 9, DELIVERED),
    body: '',
    sent: { method: 'POST', target: '/api/v1.0/orders/7/shipments/9', body: JSON.stringify(DELIVERED) },
  },
  {
    name: 'create refund',
    call: (client) => client.createRefund(7, { amount: 100 }),
    body: ANSWERS.created,
    sent: { method: 'POST', target: '/api/v1.0/orders/7/refund', body: '{"amount":100}' },
  },
  {
    name: 'cancel order',
    call: (client) => client.cancelOrder(7),
    body: '',
    sent: { method: 'POST', target: '/api/v1.0/orders/7/cancel', body: '' },
  },
  {
    name: 'list categories',
    call: (client) => client.listCategories(),
    body: [],
    sent: { method: 'GET', target: '/api/v1.0/categories', body: '' },
  },
]

describe('the request on the wire', () => {
  it.each(TWELVE)('$name', async ({ call, body, sent }) => {
    const server = await startRawServer(always(answer(200, body)))
    await call(clientOf(server.origin))
    expect(server.requests).toHaveLength(1)
    const [request] = server.requests
    expect(request).toMatchObject({ ...sent, headers: { 'x-partner-access-token': TOKEN } })
    expect(request?.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'Packbench' })
    expect(request?.headers['content-type']).toBe(sent.body === '' ? undefined : 'application/json')
  })

  it.each([
    ['/', '/api/v1.0/orders'],
    ['/partner', '/partner/api/v1.0/orders'],
    ['/partner/', '/partner/api/v1.0/orders'],
    ['/a/b//', '/a/b/api/v1.0/orders'],
  ])('keeps the path prefix of the base URL: %s', async (prefix, target) => {
    const server = await startRawServer(always(answer(200, [])))
    await clientOf(server.origin + prefix).listOrders()
    expect(server.requests[0]?.target).toBe(target)
  })

  it('omits absent query values', async () => {
    const server = await startRawServer(always(answer(200, [])))
    await clientOf(server.origin).listItems({ mpn: undefined, external_id: 'x' })
    expect(server.requests[0]?.target).toBe('/api/v1.0/items?external_id=x')
  })

  it('sends the configured user agent', async () => {
    const server = await startRawServer(always(answer(200, [])))
    await clientOf(server.origin, { userAgent: 'Packbench/1.2.3' }).listCategories()
    expect(server.requests[0]?.headers['user-agent']).toBe('Packbench/1.2.3')
  })

  it('follows a page link unchanged, in place of the query', async () => {
    const server = await startRawServer(always(answer(200, [])))
    const client = clientOf(server.origin)
    await client.listOrders({ page_size: 3 }, `${server.origin}/other?cursor=a%2Fb`)
    expect(server.requests[0]?.target).toBe('/other?cursor=a%2Fb')
  })
})

describe('requests that are not sent', () => {
  const refused: [string, (client: PartnerClient) => Promise<unknown>][] = [
    ['an unknown field', (client) => client.createShipment(7, { ...PACKED, note: 'x' } as never)],
    ['a missing field', (client) => client.createShipment(7, { warehouse_id: 1 } as never)],
    ['no lines', (client) => client.createShipment(7, { ...PACKED, order_line_ids: [] })],
    [
      'a local time',
      (client) => client.createShipment(7, { ...PACKED, packed_at: '2026-11-21T10:00:00+01:00' }),
    ],
    ['ship without its times', (client) => client.updateShipment(7, 9, { state: 'shipped' } as never)],
    ['an update of nothing', (client) => client.updateItem('A1', {})],
    ['a refund of nothing', (client) => client.createRefund(7, { amount: 0 })],
    ['an id that is no integer', (client) => client.readOrder(1.5)],
    ['an id beyond safe integers', (client) => client.cancelOrder(2 ** 53)],
    ['an id that is a text', (client) => client.readOrder('7/cancel' as never)],
    ['NaN', (client) => client.updateShipment(7, Number.NaN, DELIVERED)],
    ['an empty item number', (client) => client.delistItem('')],
    ['an item number that climbs', (client) => client.delistItem('..')],
    ['half a character', (client) => client.readItem('\ud800')],
    ['a page size of zero', (client) => client.listOrders({ page_size: 0 })],
    [
      'a page link to elsewhere',
      (client) => client.listOrders({}, 'http://127.0.0.1:1/api/v1.0/orders?cursor=x'),
    ],
    ['a page link that is none', (client) => client.listItems({}, '/api/v1.0/items')],
  ]

  it.each(refused)('%s is an invalid request', async (_, call) => {
    const server = await startRawServer(always(answer(200, { id: 7 })))
    const client = clientOf(server.origin)
    await expect(call(client)).rejects.toMatchObject({ code: 'invalid_request', applied: 'no', status: null })
    expect(server.requests).toEqual([])
  })

  it('anything without a web base URL', () => {
    const options = { accessToken: () => TOKEN, nowMs: () => 0 }
    expect(() => createPartnerClient({ ...options, baseUrl: 'file:///etc' })).toThrow(TypeError)
    expect(() => createPartnerClient({ ...options, baseUrl: 'market.example' })).toThrow(TypeError)
  })
})

describe('connections', () => {
  it('are separate and closed for every write', async () => {
    const server = await startRawServer(
      (socket, { method }) => void socket.write(answer(200, method === 'GET' ? [] : '')),
    )
    const client = clientOf(server.origin)
    await client.listOrders()
    for (let n = 0; n < 5; n++) await client.cancelOrder(n)
    const writes = server.requests.filter(({ method }) => method === 'POST')
    expect(writes.map(({ headers }) => headers['connection'])).toEqual(Array(5).fill('close'))
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(6)
  })

  it('are shared by reads', async () => {
    const server = await startRawServer(always(answer(200, [])))
    const client = clientOf(server.origin)
    for (let n = 0; n < 20; n++) await client.listOrders()
    // The next read may begin before the previous connection is free.
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2)
  })

  it('are never stale for a write, however the server closes them', async () => {
    // Answers as if it kept the connection open, then closes it at once.
    const server = await startRawServer((socket) => void socket.end(answer(201, { id: 1 })))
    const client = clientOf(server.origin)
    for (let n = 1; n <= 50; n++) expect(await client.createShipment(n, PACKED)).toEqual({ id: 1 })
    expect(server.requests).toHaveLength(50)
  })

  it('writes side by side', async () => {
    const waiting: (() => void)[] = []
    const server = await startRawServer((socket) => {
      waiting.push(() => void socket.write(answer(201, { id: 1 })))
      if (waiting.length === 8) for (const go of waiting) go()
    })
    const client = clientOf(server.origin)
    const lanes = Array.from({ length: 8 }, (_, n) => client.createShipment(n, PACKED))
    expect(await Promise.all(lanes)).toHaveLength(8)
  })

  it('abort a second start: a request is written once or not at all', async () => {
    const aborted: unknown[] = []
    const controller = { abort: (reason: unknown) => void aborted.push(reason) } as never
    const limits = { connectTimeoutMs: 1, headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000, maxBodyBytes: 1 }
    const request = {
      method: 'POST',
      target: '/x',
      headers: {},
      body: null,
      wants: 'nothing',
      isList: false,
      label: 'x',
    } as const
    const clock = { compare: () => undefined, isWrong: () => false }
    const options = {
      origin: 'http://market.example',
      limits,
      nowMs: () => 0,
      clock,
      isResolving: () => false,
    }
    const outcome = new Promise((resolve, reject) => {
      const reader = new AnswerReader(request, options, resolve, reject)
      reader.onRequestStart(controller)
      expect(aborted).toEqual([])
      reader.onRequestStart(controller)
      expect(aborted).toHaveLength(1)
      reader.onResponseError(controller, aborted[0] as Error)
    })
    await expect(outcome).rejects.toMatchObject({ code: 'unclear', applied: 'maybe' })
  })
})

describe('pages', () => {
  it('come with their next link and with unreadable elements set aside', async () => {
    const body = [ANSWERS.order, { id: 'x' }, { ...ANSWERS.order, id: 8, novelty: 1 }]
    const server = await startRawServer(
      always(answer(200, body, { link: '</api/v1.0/orders?cursor=2>; rel="next"' })),
    )
    const page = await clientOf(server.origin).listOrders()
    expect(page.entries).toMatchObject([{ id: 7 }, { id: 8, novelty: 1 }])
    expect(page.unreadable).toMatchObject([{ raw: { id: 'x' } }])
    expect(page.next).toBe(`${server.origin}/api/v1.0/orders?cursor=2`)
  })

  it('are refused if the next link leads elsewhere, and nothing goes there', async () => {
    const elsewhere = await startRawServer(always(answer(200, [])))
    const link = `<${elsewhere.origin}/api/v1.0/orders?cursor=2>; rel="next"`
    const server = await startRawServer(always(answer(200, [], { link })))
    await expect(clientOf(server.origin).listOrders()).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(elsewhere.requests).toEqual([])
  })

  it('may have a Link header in two parts', async () => {
    const head =
      'HTTP/1.1 200 OK\r\nlink: </a>; rel="prev"\r\nlink: </b>; rel="next"\r\ncontent-length: 2\r\n\r\n[]'
    const server = await startRawServer(always(head))
    expect((await clientOf(server.origin).listItems()).next).toBe(`${server.origin}/b`)
  })
})

describe('samples for the clock', () => {
  it('come with every answer, whatever its status', async () => {
    const date = 'Sat, 21 Nov 2026 14:00:00 GMT'
    const server = await startRawServer((socket, _, nth) => {
      socket.write(nth === 1 ? answer(200, [], { date, age: '7' }) : answer(500))
    })
    const samples: unknown[] = []
    let now = 1_000
    const client = clientOf(server.origin, {
      nowMs: () => now++,
      onResponse: (sample) => samples.push(sample),
    })
    await client.listOrders()
    await expect(client.listOrders()).rejects.toMatchObject({ code: 'server_error' })
    expect(samples).toEqual([
      { status: 200, dateHeader: date, ageHeader: '7', sentAtMs: 1_000, receivedAtMs: 1_001 },
      { status: 500, dateHeader: null, ageHeader: null, sentAtMs: 1_002, receivedAtMs: 1_003 },
    ])
  })
})
