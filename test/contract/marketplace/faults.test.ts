import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { JournalEntry, NewFault } from '../../../src/marketplace/control-client'
import { FIRST_TOKEN, goodsOf, packBody, startBench, type Bench } from './harness'

const CREATE = { method: 'POST', route: '/api/v1.0/orders/:id/shipments' }

/** What arrived on the wire, byte for byte, and how it ended. */
type Wire = { text: string; end: 'closed' | 'reset' | 'silent' }

/** Sends a request on a bare socket; `silent` when the server kept the connection open for `patienceMs` after it. */
function send(bench: Bench, path: string, body: string, patienceMs = 10_000): Promise<Wire> {
  const { hostname, port } = new URL(bench.baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const finish = (end: Wire['end']) => {
      socket.destroy()
      resolve({ text, end })
    }
    socket.setTimeout(patienceMs, () => finish('silent'))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    socket.on('end', () => finish('closed'))
    socket.on('error', () => finish('reset'))
    socket.write(
      `POST /api/v1.0${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
        `X-Partner-Access-Token: ${FIRST_TOKEN}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}

/** Packs a new order under the fault and returns what arrived on the wire, what was logged and what was applied. */
async function packThrough(
  bench: Bench,
  fault: Partial<NewFault> & Pick<NewFault, 'kind'>,
  patienceMs?: number,
) {
  const order = await bench.control.placeOrder()
  await bench.control.addFault({ ...CREATE, ...fault } as NewFault)
  const body = JSON.stringify(packBody(bench, goodsOf(order)))
  const wire = await send(bench, `/orders/${order.id}/shipments`, body, patienceMs)
  const log = await bench.control.faultLog()
  const { shipments } = await bench.control.readOrder(order.id)
  return { order, wire, entry: log.at(-1) as JournalEntry, shipments: shipments.length }
}

function parts(text: string): { status: number; head: string; body: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body }
}

describe('before the request is applied', () => {
  test('drop: the connection closes without an answer', async () => {
    const { wire, entry, shipments } = await packThrough(await startBench(), { kind: 'drop' })
    expect(wire.text).toBe('')
    expect(wire.end).not.toBe('silent')
    expect(entry).toMatchObject({ fault: 'drop', outcome: null, sent: null, appliedAt: null })
    expect(shipments).toBe(0)
  })

  test('reset: the connection is reset', async () => {
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'reset' })
    expect([wire, shipments]).toEqual([{ text: '', end: 'reset' }, 0])
  })

  test('hang: no answer ever comes', async () => {
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'hang' }, 300)
    expect([wire, shipments]).toEqual([{ text: '', end: 'silent' }, 0])
  })

  test.each([401, 429, 500, 503])('status %i: with an empty body', async (status) => {
    const bench = await startBench()
    const { wire, entry, shipments } = await packThrough(bench, { kind: 'status', status, retryAfter: '7' })
    expect(parts(wire.text)).toMatchObject({ status, body: '' })
    expect(wire.text.toLowerCase()).toContain('retry-after: 7')
    expect(entry).toMatchObject({ outcome: null, sent: status, appliedAt: null })
    expect(shipments).toBe(0)
  })

  test('html: a 200 that is not from the marketplace', async () => {
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'html' })
    expect(parts(wire.text).status).toBe(200)
    expect(parts(wire.text).head).toContain('content-type: text/html')
    expect(wire.text).toContain('<!doctype html>')
    expect(shipments).toBe(0)
  })

  test('delay: the answer comes late and whole', async () => {
    const startedMs = performance.now()
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'delay', ms: 150 })
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(149)
    expect([parts(wire.text).status, shipments]).toEqual([201, 1])
  })
})

describe('after the request is applied', () => {
  test.each(['drop', 'reset'] as const)('%s: no answer, yet it is done', async (kind) => {
    const { wire, entry, shipments } = await packThrough(await startBench(), { kind, when: 'after' })
    expect(wire.text).toBe('')
    expect(wire.end).not.toBe('silent')
    expect(entry).toMatchObject({ fault: kind, outcome: 201, sent: null, appliedAt: expect.any(String) })
    expect(shipments).toBe(1)
  })

  test('hang', async () => {
    const { wire, entry, shipments } = await packThrough(
      await startBench(),
      { kind: 'hang', when: 'after' },
      300,
    )
    expect([wire.end, wire.text, shipments]).toEqual(['silent', '', 1])
    expect(entry).toMatchObject({ outcome: 201, sent: null })
  })

  test('status: a 5xx although it is done', async () => {
    const { wire, entry, shipments } = await packThrough(await startBench(), {
      kind: 'status',
      status: 502,
      when: 'after',
    })
    expect(parts(wire.text)).toMatchObject({ status: 502, body: '' })
    expect(entry).toMatchObject({ outcome: 201, sent: 502, appliedAt: expect.any(String) })
    expect(shipments).toBe(1)
  })

  test('html and delay', async () => {
    const html = await packThrough(await startBench(), { kind: 'html', when: 'after' })
    expect([html.wire.text.includes('<!doctype html>'), html.shipments]).toEqual([true, 1])
    const late = await packThrough(await startBench(), { kind: 'delay', ms: 50, when: 'after' })
    expect([parts(late.wire.text).status, late.shipments]).toEqual([201, 1])
  })

  test('truncate: the body ends before its length', async () => {
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'truncate' })
    const { status, head, body } = parts(wire.text)
    const promised = Number(/content-length: (\d+)/.exec(head)?.[1])
    expect(status).toBe(201)
    expect(body.length).toBeLessThan(promised)
    expect(body.length).toBeGreaterThan(0)
    expect(wire.end).not.toBe('silent')
    expect(shipments).toBe(1)
  })

  test('truncate and garble: even without a body', async () => {
    for (const kind of ['truncate', 'garble'] as const) {
      const bench = await startBench()
      const order = await bench.control.placeOrder()
      await bench.control.addFault({ kind, route: '/api/v1.0/orders/:id/cancel' })
      const wire = await send(bench, `/orders/${order.id}/cancel`, '')
      expect(parts(wire.text)).toMatchObject({ status: 200, body: '{' })
      expect((await bench.control.readOrder(order.id)).state).toBe('canceled')
    }
  })

  test('garble: well framed, but no JSON', async () => {
    const { wire, shipments } = await packThrough(await startBench(), { kind: 'garble' })
    const { status, head, body } = parts(wire.text)
    expect(status).toBe(201)
    expect(head).toContain(`content-length: ${body.length}`)
    expect(() => JSON.parse(body)).toThrow()
    expect(shipments).toBe(1)
  })

  test('late: the connection closes at once and the request is applied afterwards', async () => {
    const bench = await startBench()
    const { order, wire, shipments } = await packThrough(bench, { kind: 'late', ms: 1_500 })
    expect(wire.text).toBe('')
    expect(shipments, 'not yet').toBe(0)
    await expect
      .poll(async () => (await bench.control.readOrder(order.id)).shipments.length, { timeout: 5_000 })
      .toBe(1)
    expect((await bench.control.faultLog()).at(-1)).toMatchObject({ fault: 'late', outcome: 201, sent: null })
  })
})

describe('where and how often', () => {
  const statuses = async (bench: Bench, path: string, times: number) => {
    const seen: number[] = []
    for (let index = 0; index < times; index++) seen.push((await bench.call('GET', path)).status)
    return seen
  }

  test('skip and count', async () => {
    const bench = await startBench()
    const route = '/api/v1.0/orders'
    await bench.control.addFault({ kind: 'status', status: 503, route, skip: 1, count: 2 })
    expect(await statuses(bench, '/orders?page_size=1', 5)).toEqual([200, 503, 503, 200, 200])
    expect(await bench.control.faults()).toMatchObject([{ matched: 5, fired: 2 }])
  })

  test('the same seed hits the same requests', async () => {
    const runs: number[][] = []
    for (let run = 0; run < 2; run++) {
      const bench = await startBench()
      await bench.control.addFault({ kind: 'status', status: 429, route: '/*', probability: 0.5, seed: 11 })
      runs.push(await statuses(bench, '/orders', 30))
    }
    expect(runs[0]).toEqual(runs[1])
    expect(new Set(runs[0])).toEqual(new Set([200, 429]))
  })

  test('only the chosen method and route, and never the control API', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 500,
      method: 'GET',
      route: '/api/v1.0/orders/:id',
    })
    expect((await bench.call('GET', `/orders/${order.id}`)).status).toBe(500)
    expect((await bench.call('GET', '/orders')).status).toBe(200)
    expect((await bench.call('POST', `/orders/${order.id}/cancel`)).status).toBe(204)
    await bench.control.addFault({ kind: 'status', status: 500, route: '/*' })
    expect((await bench.call('GET', '/no/such/route')).status).toBe(500)
    expect((await bench.control.readOrder(order.id)).id).toBe(order.id)
    await bench.control.clearFaults()
    expect((await bench.call('GET', `/orders/${order.id}`)).status).toBe(200)
  })

  test('the journal lists every request, its outcome and the reason', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    const body = packBody(bench, goodsOf(order))
    await bench.call('POST', `/orders/${order.id}/shipments`, { body })
    await bench.call('POST', `/orders/${order.id}/shipments`, { body })
    await bench.call('GET', '/orders', { token: 'wrong' })
    const log = await bench.control.requestLog()
    expect(log).toMatchObject([
      { n: 1, method: 'POST', outcome: 201, sent: 201, account: 'training-1', appliedAt: expect.any(String) },
      { n: 2, method: 'POST', outcome: 422, appliedAt: null, reason: expect.stringContaining('in shipment') },
      { n: 3, method: 'GET', outcome: 401, account: null, reason: 'no account has this token' },
    ])
    await bench.control.clearRequestLog()
    expect(await bench.control.requestLog()).toEqual([])
  })
})

describe('late, by the clock of the marketplace', () => {
  test('the request is applied with the first one after its time', async () => {
    const bench = await startBench()
    const { order, wire } = await packThrough(bench, { kind: 'late', ms: 300_000, by: 'clock' })
    expect(wire.text).toBe('')
    const shipments = async () => (await bench.control.readOrder(order.id)).shipments.length
    bench.clock.ms += 299_999
    expect(await shipments()).toBe(0)
    bench.clock.ms += 1
    await bench.control.runJobs()
    expect(await shipments()).toBe(1)
    const [entry] = await bench.control.requestLog()
    expect(entry).toMatchObject({
      fault: 'late',
      outcome: 201,
      appliedAt: new Date(bench.clock.ms).toISOString(),
    })
  })
})

test('the journal names each request’s sender and outcome', async () => {
  const bench = await startBench()
  const order = await bench.control.placeOrder()
  const body = packBody(bench, goodsOf(order))
  await bench.call('POST', `/orders/${order.id}/shipments`, { body })
  const [entry] = await bench.control.requestLog()
  const [shipment] = (await bench.control.readOrder(order.id)).shipments
  expect(entry).toMatchObject({ agent: 'node', body, made: String(shipment?.id) })
})
