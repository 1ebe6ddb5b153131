import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { connectOverHttp, type Link } from '../../../../src/renderer/src/data/station'
import type { FirstAnswers } from '../../../../src/shared/contract/first-screen'
import { FIRST_PAGE } from '../../../../src/shared/domain/station/first-screen'
import type { StationEvent } from '../../../../src/shared/contract/views'

/** The browser host's side of the wire, as far as the bridge needs it. */
async function serve(status: number, body: unknown, port = 0, events = true) {
  const asked: { url: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      asked.push({ url: request.url, body: JSON.parse(text) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  const sockets = new WebSocketServer({ server, path: events ? '/events' : '/nothing' })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  running.push({ server, sockets })
  const address = server.address() as AddressInfo
  return { asked, sockets, port: address.port, origin: `http://127.0.0.1:${address.port}` }
}

function firstAnswers(told: number): FirstAnswers {
  const came = { ok: true, value: 'came', revision: told } as const
  return {
    told,
    page: 'secret',
    answers: { 'station:bootstrap': came, 'packing:queue': came, 'station:notices': came },
  }
}

const running: { server: Server; sockets: WebSocketServer }[] = []

async function stopAll(): Promise<void> {
  for (const { server, sockets } of running.splice(0)) {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** What waits until the window has nothing else to do. */
let waiting: { id: number; act: () => void }[] = []
const becomeIdle = () => waiting.splice(0).forEach(({ act }) => act())

beforeEach(() => {
  waiting = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => waiting.push({ id: waiting.length + 1, act }))
  vi.stubGlobal('cancelIdleCallback', (id: number) => (waiting = waiting.filter((one) => one.id !== id)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  return stopAll()
})

describe('the bridge of the browser host', () => {
  it('posts a request to its channel and passes the envelope on', async () => {
    const host = await serve(200, { ok: false, error: { code: 'order_not_found', message: 'gone' } })
    const { bridge, close } = connectOverHttp(host.origin)
    const answer = await bridge.requests['packing:open']({ orderId: 5 })
    expect(answer).toEqual({ ok: false, error: { code: 'order_not_found', message: 'gone' } })
    expect(host.asked).toContainEqual({ url: '/bridge/packing:open', body: { orderId: 5 } })
    close()
  })

  it.each([
    ['evidence:record', true],
    ['settings:save-preferences', true],
    ['packing:open', false],
  ] as const)('lets what was scanned or chosen last outlive the window: %s %s', async (channel, outlives) => {
    const host = await serve(200, { ok: true, value: null })
    const { bridge, close } = connectOverHttp(host.origin)
    const sent = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => sent.mockRestore())
    const ask = bridge.requests[channel] as (request: unknown) => Promise<unknown>
    await ask({})
    expect(sent.mock.lastCall).toMatchObject([
      expect.stringContaining(`/bridge/${channel}`),
      { keepalive: outlives },
    ])
    close()
  })

  it('tells a missing session from a host that is not running', async () => {
    const host = await serve(401, {})
    const { bridge, close } = connectOverHttp(host.origin)
    expect(await bridge.requests['station:sync']({})).toMatchObject({ error: { code: 'session_missing' } })
    await stopAll()
    expect(await bridge.requests['station:sync']({})).toMatchObject({
      error: { code: 'unreachable', fields: { host: 'not_running' } },
    })
    close()
  })

  it('reports "no session" when the program was restarted and does not know this window', async () => {
    const host = await serve(200, { ok: true, value: {} })
    const { onLink, close } = connectOverHttp(host.origin)
    const links: Link[] = []
    onLink((link) => links.push(link))
    await expect.poll(() => links).toEqual(['up'])
    await stopAll()
    await expect.poll(() => links.at(-1)).toBe('down')
    await serve(401, {}, host.port, false)
    await expect.poll(() => links.at(-1), { timeout: 10_000 }).toBe('no_session')
    close()
  })

  it('makes no call before it receives events, so that no change is missed', async () => {
    const host = await serve(200, { ok: true, value: {} })
    const order: string[] = []
    host.sockets.on('connection', () => order.push('socket', `asked before it: ${host.asked.length}`))
    const { bridge, close } = connectOverHttp(host.origin)
    await bridge.requests['station:sync']({})
    expect(order).toEqual(['socket', 'asked before it: 0'])
    expect(host.asked.map(({ url }) => url)).toContain('/bridge/station:bootstrap')
    close()
  })

  it('makes calls even if no events can be received', async () => {
    const host = await serve(200, { ok: true, value: {} }, 0, false)
    const { bridge, close } = connectOverHttp(host.origin)
    expect(await bridge.requests['station:sync']({})).toEqual({ ok: true, value: {} })
    close()
  })

  it('returns the answers that came with the page, and makes no call while there was no event', async () => {
    const host = await serve(200, { ok: true, value: 'asked' })
    host.sockets.on('connection', (socket) => socket.send(JSON.stringify({ kind: 'hello', told: 3 })))
    const { bridge, onLink, close } = connectOverHttp(host.origin, firstAnswers(3))
    const links: Link[] = []
    onLink((link) => links.push(link))
    expect(await bridge.requests['packing:queue'](FIRST_PAGE)).toEqual({
      ok: true,
      value: 'came',
      revision: 3,
    })
    // The first drawing comes before the socket.
    expect(waiting).toHaveLength(1)
    becomeIdle()
    await expect.poll(() => links).toEqual(['up'])
    expect(host.asked).toEqual([])
    expect(await bridge.requests['packing:queue'](FIRST_PAGE)).toEqual({ ok: true, value: 'asked' })
    close()
  })

  it('receives events at once if a call is not among the answers of the page', async () => {
    const host = await serve(200, { ok: true, value: 'asked' })
    const { bridge, onLink, close } = connectOverHttp(host.origin, firstAnswers(3))
    const links: Link[] = []
    onLink((link) => links.push(link))
    expect(await bridge.requests['packing:open']({ orderId: 5 })).toEqual({ ok: true, value: 'asked' })
    expect(links).toEqual(['up'])
    // Nothing is left that would open another one.
    expect(waiting).toEqual([])
    await bridge.requests['packing:open']({ orderId: 5 })
    expect(host.sockets.clients.size).toBe(1)
    close()
  })

  it('catches up with events between the page and its socket', async () => {
    const status = { gate: 'online', waiting: 1 }
    const host = await serve(200, { ok: true, value: { status, signIn: null, lan: null }, revision: 5 })
    host.sockets.on('connection', (socket) => socket.send(JSON.stringify({ kind: 'hello', told: 4 })))
    const { bridge, close } = connectOverHttp(host.origin, firstAnswers(3))
    const events: StationEvent[] = []
    bridge.onEvent((event) => events.push(event))
    becomeIdle()
    await expect.poll(() => events).toContainEqual({ kind: 'orders_changed', orderIds: null, revision: 5 })
    expect(events).toContainEqual({ kind: 'status', status, revision: 5 })
    expect(events).toContainEqual({ kind: 'notices_changed', revision: 5 })
    expect(host.asked.map(({ url }) => url)).toEqual(['/bridge/station:bootstrap'])
    close()
  })

  it('passes events on, and after an interruption reloads everything it may have missed', async () => {
    const status = { gate: 'online', waiting: 0 }
    const signIn = { barred: null }
    const lan = { state: 'open' }
    const host = await serve(200, { ok: true, value: { status, signIn, lan }, revision: 6 })
    const { bridge, onLink, close } = connectOverHttp(host.origin)
    const events: StationEvent[] = []
    const links: Link[] = []
    bridge.onEvent((event) => events.push(event))
    onLink((link) => links.push(link))
    const everything = [
      { kind: 'status', status },
      { kind: 'lan_changed', lan },
      { kind: 'sign_in_changed', signIn },
      { kind: 'orders_changed', orderIds: null },
      { kind: 'outbox_changed' },
      { kind: 'items_changed' },
      { kind: 'bulk_changed' },
      { kind: 'notices_changed' },
    ].map((change) => ({ ...change, revision: 6 }))
    await expect.poll(() => links).toEqual(['up'])
    for (const client of host.sockets.clients) client.send(JSON.stringify({ kind: 'outbox_changed' }))
    await expect.poll(() => events).toEqual([{ kind: 'outbox_changed' }])
    const bootstraps = host.asked.filter(({ url }) => url === '/bridge/station:bootstrap')
    expect(bootstraps).toHaveLength(1)
    await stopAll()
    await expect.poll(() => links.at(-1)).toBe('down')
    events.length = 0
    await serve(200, { ok: true, value: { status, signIn, lan }, revision: 6 }, host.port)
    await expect.poll(() => events, { timeout: 10_000 }).toEqual(everything)
    close()
  })
})
