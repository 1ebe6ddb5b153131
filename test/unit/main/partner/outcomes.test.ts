import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PartnerClient } from '../../../../src/main/partner/client'
import { always, answer, clientOf, startRawServer, type Reply } from './raw-server'

const ORDER = { id: 7, state: 'paid', order_lines: [] }
const DELIVERED = { state: 'delivered', delivered_at: '2026-11-21T10:00:00.000Z' } as const
const CREATE = { warehouse_id: 1, order_line_ids: [1], packed_at: '2026-11-21T10:00:00.000Z' }

const read = (client: PartnerClient) => client.readOrder(7)
const create = (client: PartnerClient) => client.createShipment(7, CREATE)
const cancel = (client: PartnerClient) => client.cancelOrder(7)

/** The complete head of an answer, so that only the body goes wrong. */
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

async function against(reply: Reply, limits: Parameters<typeof clientOf>[1] = {}) {
  const server = await startRawServer(reply)
  return { server, client: clientOf(server.origin, limits) }
}

describe('before the first byte', () => {
  it('a refused connection is unreachable', async () => {
    const client = clientOf('http://127.0.0.1:9')
    await expect(create(client)).rejects.toMatchObject({ code: 'unreachable', applied: 'no', status: null })
    await expect(read(client)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('a name that does not exist is unreachable', async () => {
    await expect(create(clientOf('http://packbench.invalid'))).rejects.toMatchObject({
      code: 'unreachable',
      applied: 'no',
    })
  })

  it('a server that does not speak TLS is unreachable', async () => {
    const { server } = await against(always('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const client = clientOf(server.origin.replace('http:', 'https:'), { connectTimeoutMs: 300 })
    await expect(create(client)).rejects.toMatchObject({ code: 'unreachable', applied: 'no' })
    expect(server.requests).toEqual([])
  })

  it('a connection that breaks in the TLS handshake is unreachable', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => socket.resetAndDestroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const client = clientOf(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await expect(create(client)).rejects.toMatchObject({ code: 'unreachable', applied: 'no' })
  })

  it('a closed client is unreachable', async () => {
    const { server, client } = await against(always(answer(201, { id: 1 })))
    await client.close()
    await expect(create(client)).rejects.toMatchObject({ code: 'unreachable', applied: 'no' })
    expect(server.requests).toEqual([])
  })
})

describe('after the first byte', () => {
  it.each([
    ['a reset', (socket) => void socket.resetAndDestroy()],
    ['a closed connection', (socket) => void socket.end()],
    ['a destroyed connection', (socket) => void socket.destroy()],
    ['half a status line', (socket) => void socket.end('HTTP/1.1 20')],
  ] as [string, Reply][])('%s is unclear or unexpected, never proven', async (_, reply) => {
    const { server, client } = await against(reply)
    const error: unknown = await create(client).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ applied: 'maybe', status: null })
    expect(['unclear', 'unexpected_answer']).toContain((error as { code: string }).code)
    expect(server.requests).toHaveLength(1)
  })

  it('a reset is unclear', async () => {
    const { client } = await against((socket) => void socket.resetAndDestroy())
    await expect(create(client)).rejects.toMatchObject({ code: 'unclear' })
  })

  it('silence is unclear after the headers timeout', async () => {
    const { client } = await against(() => {}, { headersTimeoutMs: 100 })
    await expect(create(client)).rejects.toMatchObject({ code: 'unclear', applied: 'maybe' })
  })

  it('closing the client during a request is unclear', async () => {
    let arrived = (): void => {}
    const there = new Promise<void>((resolve) => (arrived = resolve))
    const { client } = await against(() => arrived())
    const outcome = expect(create(client)).rejects.toMatchObject({ code: 'unclear', applied: 'maybe' })
    await there
    await client.close()
    await outcome
  })

  it('something that is not HTTP is unexpected', async () => {
    const { client } = await against((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    await expect(create(client)).rejects.toMatchObject({ code: 'unexpected_answer', applied: 'maybe' })
  })

  it('a head without end is unexpected', async () => {
    const { client } = await against(always(`${HEAD}x: ${'y'.repeat(100_000)}\r\n\r\n`))
    await expect(create(client)).rejects.toMatchObject({ code: 'unexpected_answer', applied: 'maybe' })
  })
})

describe('a 2xx whose body matters', () => {
  it.each([
    ['a body cut short', `${HEAD}content-length: 50\r\n\r\n{"id":1`],
    ['chunks cut short', `${HEAD}transfer-encoding: chunked\r\n\r\n7\r\n{"id":1\r\n`],
    ['half of the JSON', answer(200, '{"id":')],
    ['no body', answer(201, '')],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['HTML', answer(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' })],
    ['another shape', answer(201, { number: 1 })],
    ['an id of another type', answer(201, { id: 'A-1' })],
    ['null', answer(201, 'null')],
    ['a list', answer(201, [{ id: 1 }])],
  ])('is unexpected: %s', async (_, text) => {
    const { server, client } = await against((socket) => void socket.end(text))
    await expect(create(client)).rejects.toMatchObject({ code: 'unexpected_answer', applied: 'maybe' })
    expect(server.requests).toHaveLength(1)
  })

  it.each([200, 201, 202, 203])('succeeds with %i', async (status) => {
    const { client } = await against(always(answer(status, { id: 9, extra: 'kept' })))
    expect(await create(client)).toEqual({ id: 9, extra: 'kept' })
  })

  it('is read whatever its content type and byte order mark', async () => {
    const { client } = await against(always(answer(200, `\uFEFF${JSON.stringify(ORDER)}`)))
    expect(await read(client)).toMatchObject({ id: 7, shipments: [], refunds: [] })
  })

  it('is assembled from pieces that split a character', async () => {
    const body = Buffer.from(JSON.stringify({ ...ORDER, state: 'bezahlt ✓' }))
    const cut = body.indexOf(0xe2) + 1
    const { client } = await against((socket) => {
      socket.write(`${HEAD}content-length: ${body.length}\r\n\r\n`)
      socket.write(body.subarray(0, cut), () => setImmediate(() => socket.write(body.subarray(cut))))
    })
    expect((await read(client)).state).toBe('bezahlt ✓')
  })

  it('is unclear when it stalls', async () => {
    const { client } = await against(always(`${HEAD}content-length: 50\r\n\r\n{"id"`), { bodyTimeoutMs: 100 })
    await expect(create(client)).rejects.toMatchObject({ code: 'unclear', applied: 'maybe', status: 200 })
  })

  it('is unclear when it drips forever', async () => {
    const drip: Reply = (socket) => {
      socket.write(`${HEAD}content-length: 100000\r\n\r\n`)
      const timer = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(timer))
    }
    const { client } = await against(drip, { headersTimeoutMs: 100, bodyTimeoutMs: 100 })
    await expect(read(client)).rejects.toMatchObject({ code: 'unclear', status: 200 })
  })

  it('is too large by its declared length', async () => {
    const { client } = await against(always(`${HEAD}content-length: 5000\r\n\r\n`), { maxBodyBytes: 1_000 })
    await expect(create(client)).rejects.toMatchObject({ code: 'too_large', applied: 'maybe', status: 200 })
  })

  it('is too large by its actual length', async () => {
    const endless: Reply = (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
      const pour = (): void => {
        while (!socket.destroyed && socket.write(`3e8\r\n${' '.repeat(1_000)}\r\n`));
      }
      socket.on('drain', pour)
      pour()
    }
    const { client } = await against(endless, { maxBodyBytes: 100_000 })
    await expect(read(client)).rejects.toMatchObject({ code: 'too_large', status: 200 })
  })

  it('fits exactly', async () => {
    const text = JSON.stringify(ORDER)
    const { client } = await against(always(answer(200, text)), { maxBodyBytes: text.length })
    expect((await read(client)).id).toBe(7)
  })

  it('is unexpected if it is another order', async () => {
    const { client } = await against(always(answer(200, { ...ORDER, id: 8 })))
    await expect(read(client)).rejects.toMatchObject({ code: 'unexpected_answer' })
  })
})

describe('a list', () => {
  const NO_LENGTH = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'
  const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'

  it.each([
    ['[]', answer(200, [])],
    ['{}', answer(200, {})],
    ['null', answer(200, 'null')],
    ['null under its name', answer(200, { orders: null })],
    ['nothing under its name', answer(200, { orders: [], has_more: false, cursor: '', total: 0 })],
    ['nothing by places', answer(200, { orders: {} })],
    ['nothing under another name', answer(200, { data: [], next: null })],
    ['a count alone', answer(200, { total: 0, next: null })],
    ['an empty body', answer(200)],
    ['an empty body in chunks', CHUNKED],
    ['a blank body', answer(200, ' \r\n')],
    ['an empty body of JSON', answer(200, '', { 'content-type': 'application/json' })],
    ['no content', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ])('is empty if it is answered with %s', async (_form, text) => {
    const { client } = await against(always(text))
    expect(await client.listOrders()).toMatchObject({ entries: [], unreadable: [], next: null })
  })

  it('of items and categories is empty in the same forms', async () => {
    const { client } = await against((socket, { target }) => {
      socket.write(answer(200, target.includes('items') ? { items: [] } : { categories: null }))
    })
    expect(await client.listItems()).toMatchObject({ entries: [] })
    expect(await client.listCategories()).toEqual([])
  })

  it.each([
    ['its name', { orders: [ORDER], next: null }],
    ['places', { 0: ORDER }],
    ['places under its name', { orders: { 0: ORDER } }],
  ])('is read by %s', async (_form, body) => {
    const { client } = await against(always(answer(200, body)))
    expect((await client.listOrders()).entries).toMatchObject([{ id: 7 }])
  })

  it.each([
    ['a page', answer(200, '<html></html>')],
    ['an empty page', answer(200, '', { 'content-type': 'text/html; charset=utf-8' })],
    ['a message', answer(200, { message: 'Sign in first' })],
    ['an error and no data', answer(200, { data: null, errors: [{ message: 'down' }] })],
    ['an error and no orders', answer(200, { orders: [], error: 'down' })],
    ['a number of orders and none of them', answer(200, { orders: [], total: 3 })],
    ['a cursor that nobody would follow', answer(200, { orders: [ORDER], next: 'c2' })],
    ['a refusal', answer(200, { authenticated: false })],
    ['one order', answer(200, ORDER)],
    ['lists in names', answer(200, { orders: { orders: { orders: [] } } })],
    ['false', answer(200, 'false')],
    ['a text', answer(200, '""')],
    ['a body that may have been cut off', NO_LENGTH],
    ['accepted', answer(202)],
    ['a part', answer(206)],
  ])('is not there if it is answered with %s', async (_form, text) => {
    const { client } = await against((socket) => void socket.end(text))
    await expect(client.listOrders()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it.each(['readOrder', 'readItem'] as const)('alone may be empty: %s may not', async (name) => {
    const { client } = await against(always(answer(200)))
    const read = name === 'readOrder' ? client.readOrder(7) : client.readItem('A1')
    await expect(read).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it('tells long IDs apart, and names them whole', async () => {
    const orders = ['9007199254740992', '9007199254740993'].map(
      (id) => `{"id": ${id}, "state": "paid", "order_lines": []}`,
    )
    const { client } = await against(always(answer(200, `[${orders.join()}]`)))
    const { entries, unreadable } = await client.listOrders()
    expect(entries).toEqual([])
    expect(unreadable.map(({ raw }) => raw)).toMatchObject([
      { id: '9007199254740992' },
      { id: '9007199254740993' },
    ])
  })

  it('keeps every digit of codes that are long numbers', async () => {
    const line = '{"id": 1, "item_number": 12345678901234567890, "external_id": -9007199254740993}'
    const parcel = '{"id": 9, "state": "packed", "tracking_number":9400111899223197428490}'
    const order = `{"id": 7, "state": "paid", "order_lines": [${line}], "shipments":[${parcel}]}`
    const { client } = await against(always(answer(200, order)))
    expect(await client.readOrder(7)).toMatchObject({
      order_lines: [{ item_number: '12345678901234567890', external_id: '-9007199254740993' }],
      shipments: [{ tracking_number: '9400111899223197428490' }],
    })
  })

  it('of an item with a long number is read by all of its digits', async () => {
    const { server, client } = await against(
      always(answer(200, '[{"item_number":12345678901234567890,"state":"listed"}]')),
    )
    const [item] = (await client.listItems()).entries
    await client.readItem(item?.item_number ?? '').catch(() => null)
    expect(server.requests.at(-1)?.target).toBe('/api/v1.0/items/12345678901234567890')
  })
})

const NO_BODY_WRITES: [string, (client: PartnerClient) => Promise<void>][] = [
  ['updateShipment', (client) => client.updateShipment(7, 9, DELIVERED)],
  ['cancelOrder', cancel],
  ['updateItem', (client) => client.updateItem('A1', { price: 100 })],
  ['delistItem', (client) => client.delistItem('A1')],
]

describe.each(NO_BODY_WRITES)('%s, whose success has no body,', (_write, write) => {
  it.each([
    ['200, empty', answer(200)],
    ['202, empty', answer(202)],
    ['200, empty and called JSON', answer(200, '', { 'content-type': 'application/json' })],
    ['200, no length, closed', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'],
    ['202, no chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['200, a line end', answer(200, ' \r\n\t\n')],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ])('succeeds with %s', async (_, text) => {
    const { client } = await against((socket) => void socket.end(text))
    await expect(write(client)).resolves.toBeUndefined()
  })

  it.each([
    ['a page of plain text', answer(200, 'Please sign in', { 'content-type': 'text/plain' })],
    ['HTML without a content type', answer(200, '<h1>Welcome</h1>')],
    ['HTML', answer(200, '<h1>Welcome</h1>', { 'content-type': 'Text/HTML; charset=utf-8' })],
    ['an empty page of HTML', answer(200, '', { 'content-type': 'text/html' })],
    ['an error in JSON', answer(200, { error: 'maintenance' })],
    ['a resource', answer(200, { id: 9, state: 'delivered' })],
    ['an empty object', answer(202, {})],
    ['null', answer(200, 'null')],
    ['a byte order mark', answer(200, '\uFEFF')],
    ['a NUL', answer(200, '\0')],
    ['half an object', answer(200, '{"ok"')],
    ['one chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`],
    ['text behind a blank chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n \r\n1\r\nx\r\n0\r\n\r\n`],
    ['a body cut short', `${HEAD}content-length: 50\r\n\r\n{"id":1`],
    ['a body that never began', `${HEAD}content-length: 50\r\n\r\n`],
    ['more than is ever discarded', answer(200, 'x'.repeat(500_000))],
    ['more blanks than are ever discarded', answer(200, ' '.repeat(500_000))],
  ])('is unexpected with %s', async (_, text) => {
    const { client } = await against((socket) => void socket.end(text))
    await expect(write(client)).rejects.toMatchObject({ code: 'unexpected_answer', applied: 'maybe' })
  })

  it('is unclear when the body stalls', async () => {
    const { client } = await against(always(`${HEAD}content-length: 50\r\n\r\n  `), { bodyTimeoutMs: 100 })
    await expect(write(client)).rejects.toMatchObject({ code: 'unclear', applied: 'maybe', status: 200 })
  })
})

describe('a refusal', () => {
  it.each([401, 404, 422, 429, 500])('%i counts by its head, even if its body hangs', async (status) => {
    const { client } = await against(always(`HTTP/1.1 ${status} No\r\ncontent-length: 50\r\n\r\n`))
    await expect(create(client)).rejects.toMatchObject({ status })
  })

  it('does not read a body that never ends', async () => {
    let closed = (): void => {}
    const hungUp = new Promise<void>((resolve) => (closed = resolve))
    const { client } = await against((socket) => {
      socket.on('close', closed)
      socket.write('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n')
      const pour = (): void => {
        while (!socket.destroyed && socket.write(`3e8\r\n${' '.repeat(1_000)}\r\n`));
      }
      socket.on('drain', pour)
      pour()
    })
    await expect(create(client)).rejects.toMatchObject({ code: 'server_error' })
    await hungUp
  })

  it('skips 100 Continue and 103 Early Hints', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n'
    const { client } = await against(always(early + answer(422)))
    await expect(create(client)).rejects.toMatchObject({ code: 'unprocessable', status: 422 })
  })

  it('reads Retry-After against the answer', async () => {
    const date = 'Sat, 21 Nov 2026 14:00:00 GMT'
    const headers = { date, 'retry-after': 'Sat, 21 Nov 2026 14:00:09 GMT' }
    const { client } = await against(always(answer(429, '', headers)))
    await expect(create(client)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 9_000 })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const elsewhere = await startRawServer(always(answer(200, ORDER)))
    const { client, server } = await against(
      always(answer(status, '', { location: `${elsewhere.origin}/x` })),
    )
    await expect(read(client)).rejects.toMatchObject({ code: 'unexpected_answer', status })
    await expect(create(client)).rejects.toMatchObject({ code: 'unexpected_answer', status })
    expect(server.requests).toHaveLength(2)
    expect(elsewhere.requests).toEqual([])
  })
})
