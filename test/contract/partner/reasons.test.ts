import type { RequestListener, ServerResponse } from 'node:http'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPartnerClient, type PartnerClient } from '../../../src/main/partner/client'
import { diagnoseConnection } from '../../../src/main/partner/diagnose-connection'
import { PLAIN_NETWORK, type Network } from '../../../src/main/partner/network'
import { certify, createAuthority, type Certificate } from '../../support/certificates'
import { closedPort, serveHttp, serveHttps, serveTunnels } from './network-servers'

const TOKEN = 'secret-token-4711'
const PAGE = '<!doctype html><title>Sign in</title>'

const orders: RequestListener = (_request, response) => json(response, [])
const page =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(PAGE)
const bare =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end()

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

let authority: Certificate
let certificate: Certificate
beforeAll(async () => {
  authority = await createAuthority()
  certificate = await certify(authority)
})

function clientAt(baseUrl: string, network: Partial<Network> = {}): PartnerClient {
  const client = createPartnerClient({
    baseUrl,
    accessToken: () => TOKEN,
    connectTimeoutMs: 1_000,
    headersTimeoutMs: 1_000,
    bodyTimeoutMs: 1_000,
    nowMs: Date.now,
    network: { ...PLAIN_NETWORK, ...network },
  })
  onTestFinished(() => client.close())
  return client
}

/** What a list of orders, and a write, fail with. */
async function failures(client: PartnerClient) {
  const failure = async (request: Promise<unknown>) => {
    const error = await request.then(
      () => ({ code: 'success', applied: 'yes', diagnosis: null }),
      (given: unknown) => given,
    )
    expect(JSON.stringify(error)).not.toContain(TOKEN)
    return error as { code: string; applied: string; diagnosis: { reason: string; detail: string } | null }
  }
  return { read: await failure(client.listOrders()), write: await failure(client.cancelOrder(7)) }
}

async function reasonAt(baseUrl: string, network: Partial<Network> = {}) {
  const { read, write } = await failures(clientAt(baseUrl, network))
  return { reason: read.diagnosis?.reason, detail: read.diagnosis?.detail, code: read.code, write }
}

/** Proven not to have left this PC, reads and writes alike. */
const UNSENT = { code: 'unreachable', write: { code: 'unreachable', applied: 'no' } }

describe('a request that never left', () => {
  it('names a name that does not exist', async () => {
    const found = await reasonAt('https://market.invalid')
    expect(found).toMatchObject(UNSENT)
    // Without a network the name server is the first to be missed.
    expect(['name_not_found', 'name_server']).toContain(found.reason)
  })

  it('names a name server that does not answer', async () => {
    const found = await reasonAt('https://market.example', { lookup: () => undefined })
    expect(found).toMatchObject({ ...UNSENT, reason: 'name_server', detail: 'PARTNER_NAME_TIMEOUT' })
  })

  it('names a port where nobody listens', async () => {
    const found = await reasonAt(`https://127.0.0.1:${await closedPort()}`)
    expect(found).toMatchObject({ ...UNSENT, reason: 'refused', detail: 'ECONNREFUSED' })
  })

  it('names an unknown authority', async () => {
    const port = await serveHttps(certificate, orders)
    const found = await reasonAt(`https://127.0.0.1:${port}`)
    expect(found).toMatchObject({ ...UNSENT, reason: 'tls_unknown_ca' })
  })

  it.each([
    ['tls_expired', { fromDay: -20, toDay: -10 }],
    ['tls_not_yet_valid', { fromDay: 10, toDay: 20 }],
    ['tls_wrong_host', { name: 'other.example' }],
  ])('names a certificate: %s', async (reason, wrong) => {
    const port = await serveHttps(await certify(authority, wrong), orders)
    const found = await reasonAt(`https://127.0.0.1:${port}`, { caCertificates: [authority.cert] })
    expect(found).toMatchObject({ ...UNSENT, reason })
  })

  it('names http where https is expected', async () => {
    const found = await reasonAt(`https://127.0.0.1:${await serveHttp(orders)}`)
    expect(found).toMatchObject({ ...UNSENT, reason: 'not_https' })
  })
})

describe('a request that something else answered', () => {
  it.each([
    [
      'redirected',
      bare(301, { location: '/elsewhere/api?token=1' }),
      /HTTP 301, to http:.*\/elsewhere\/api$/,
    ],
    [
      'redirected',
      bare(308, { location: 'https://127.0.0.1/api' }),
      /HTTP 308, to https:\/\/127.0.0.1\/api$/,
    ],
    ['redirected', bare(301, { location: 'https://new.example/x' }), /to https:\/\/new.example$/],
    ['portal', bare(302, { location: 'http://portal.example/in?mac=1' }), /to http:\/\/portal.example$/],
    ['portal', page(200), /HTTP 200, text\/html/],
    ['portal', page(511), /HTTP 511/],
    ['wrong_path', bare(404), /HTTP 404$/],
    ['wrong_path', page(404), /HTTP 404, text\/html/],
    ['firewall', page(403), /HTTP 403, text\/html/],
    ['forbidden', bare(403), /HTTP 403$/],
    ['token_refused', bare(401), /HTTP 401$/],
    ['proxy_auth', page(407), /HTTP 407/],
    ['server_error', page(503), /HTTP 503/],
    ['not_marketplace', bare(410), /HTTP 410/],
  ])('is named: %s', async (reason, listener, detail) => {
    const found = await reasonAt(`http://127.0.0.1:${await serveHttp(listener)}`)
    expect(found.reason).toBe(reason)
    expect(found.detail).toMatch(detail)
  })

  it('says nothing of the connection when an order is not found, or must wait', async () => {
    const missing = clientAt(`http://127.0.0.1:${await serveHttp(bare(404))}`)
    await expect(missing.readOrder(7)).rejects.toMatchObject({ code: 'not_found', diagnosis: null })
    const found = await reasonAt(`http://127.0.0.1:${await serveHttp(bare(429))}`)
    expect(found).toMatchObject({ code: 'rate_limited', reason: undefined })
  })

  it('is named when an https server is spoken to without', async () => {
    const port = await serveHttps(certificate, orders)
    const found = await reasonAt(`http://127.0.0.1:${port}`)
    expect(['needs_https', 'broken_off']).toContain(found.reason)
  })

  it('is named when no answer comes', async () => {
    const found = await reasonAt(`http://127.0.0.1:${await serveHttp(() => {})}`)
    expect(found).toMatchObject({ code: 'unclear', reason: 'no_answer' })
  })

  it('is named when the path of the API is part of the address', async () => {
    const listener: RequestListener = (request, response) =>
      request.url === '/api/v1.0/orders' ? json(response, []) : void response.writeHead(404).end()
    const port = await serveHttp(listener)
    expect(await reasonAt(`http://127.0.0.1:${port}`)).toMatchObject({ code: 'success' })
    expect(await reasonAt(`http://127.0.0.1:${port}/api/v1.0`)).toMatchObject({ reason: 'wrong_path' })
  })
})

describe('a private authority', () => {
  it("is trusted from IT's file, in addition to the others", async () => {
    const port = await serveHttps(certificate, orders)
    const network = { caCertificates: [authority.cert] }
    expect(await reasonAt(`https://127.0.0.1:${port}`, network)).toMatchObject({ code: 'success' })
  })
})

describe('a proxy', () => {
  const through = (port: number, rest: Partial<Network['proxies']> = {}): Partial<Network> => ({
    caCertificates: [authority.cert],
    proxies: { http: '', https: `http://127.0.0.1:${port}`, no: '', ...rest },
  })

  it('carries reads and writes in tunnels, each write in its own', async () => {
    const seen: string[] = []
    const written = new Set<unknown>()
    const market = await serveHttps(certificate, (request, response) => {
      seen.push(`${request.method} ${String(request.headers['x-partner-access-token'])}`)
      if (request.method === 'GET') return json(response, [])
      written.add(request.socket)
      response.writeHead(204).end()
    })
    const proxy = await serveTunnels(market)
    const client = clientAt('https://market.example', through(proxy.port))
    await client.listOrders()
    await client.listOrders()
    await client.cancelOrder(1)
    await client.cancelOrder(2)
    expect(seen).toEqual([`GET ${TOKEN}`, `GET ${TOKEN}`, `POST ${TOKEN}`, `POST ${TOKEN}`])
    expect(written.size).toBe(2)
    expect(new Set(proxy.asked)).toEqual(new Set(['market.example:443']))
    expect(proxy.forwarded).toBe(0)
  })

  it('opens tunnels to http addresses, too, so that its refusal proves that nothing was sent', async () => {
    const proxy = await serveTunnels(await closedPort(), 407)
    const http = `http://127.0.0.1:${proxy.port}`
    const found = await reasonAt('http://market.example', through(0, { http, https: '' }))
    expect(found).toMatchObject({ ...UNSENT, reason: 'proxy_auth' })
    expect(proxy).toMatchObject({ asked: ['market.example:80', 'market.example:80'], forwarded: 0 })
  })

  it('gets the password of its address', async () => {
    const proxy = await serveTunnels(await serveHttps(certificate, orders))
    const https = `http://user:pa%20ss@127.0.0.1:${proxy.port}`
    await clientAt('https://market.example', through(0, { https })).listOrders()
    expect(proxy.passwords).toEqual([`Basic ${Buffer.from('user:pa ss').toString('base64')}`])
  })

  it('is never asked for this PC, nor for what the environment exempts', async () => {
    const proxy = await serveTunnels(await closedPort())
    const port = await serveHttps(certificate, orders)
    await clientAt(`https://127.0.0.1:${port}`, through(proxy.port)).listOrders()
    await clientAt('https://market.invalid', through(proxy.port, { no: 'other.example, .invalid' }))
      .listOrders()
      .catch(() => null)
    expect(proxy.asked).toEqual([])
  })

  it.each([
    ['proxy_auth', 407, /^127.0.0.1:\d+, HTTP 407$/],
    ['proxy_refused', 403, /HTTP 403$/],
    ['proxy_refused', 502, /HTTP 502$/],
    ['proxy_unreachable', 'reset', /UND_ERR_SOCKET|ECONNRESET/],
    ['proxy_unreachable', 'hang', /UND_ERR_HEADERS_TIMEOUT/],
  ] as const)('that fails is named %s (%s), and nothing was sent', async (reason, status, detail) => {
    const proxy = await serveTunnels(await closedPort(), status)
    const found = await reasonAt('https://market.example', through(proxy.port))
    expect(found).toMatchObject({ ...UNSENT, reason })
    expect(found.detail).toMatch(detail)
    expect(found.write).toMatchObject({ diagnosis: { reason } })
  })

  it('that does not run is named, without its password', async () => {
    const port = await closedPort()
    const found = await reasonAt(
      'https://market.example',
      through(0, { https: `http://user:pass@127.0.0.1:${port}` }),
    )
    expect(found).toMatchObject({
      ...UNSENT,
      reason: 'proxy_unreachable',
      detail: `127.0.0.1:${port}, ECONNREFUSED`,
    })
  })

  it('lets a wrong certificate behind it be named as such', async () => {
    const market = await serveHttps(await certify(authority, { name: 'other.example' }), orders)
    const proxy = await serveTunnels(market)
    const found = await reasonAt('https://market.example', through(proxy.port))
    expect(found).toMatchObject({ ...UNSENT, reason: 'tls_wrong_host' })
  })

  it("leaves a write's outcome open once the tunnel carried it", async () => {
    const market = await serveHttps(certificate, (request) => void request.socket.destroy())
    const proxy = await serveTunnels(market)
    const { write } = await failures(clientAt('https://market.example', through(proxy.port)))
    expect(write).toMatchObject({ code: 'unclear', applied: 'maybe', diagnosis: { reason: 'broken_off' } })
  })

  it('of the system is asked for each request, unless the environment names one', async () => {
    const market = await serveHttps(certificate, orders)
    const [first, second] = [await serveTunnels(market), await serveTunnels(market)]
    const answers = [first, second].map(({ port }) => `http://127.0.0.1:${port}`)
    const network = { caCertificates: [authority.cert], systemProxy: async () => answers.shift() ?? null }
    const client = clientAt('https://market.example', network)
    await client.listOrders()
    await client.listOrders()
    expect([first.asked, second.asked]).toEqual([['market.example:443'], ['market.example:443']])
    const own = await serveTunnels(market)
    await clientAt('https://market.example', { ...network, ...through(own.port) }).listOrders()
    expect(own.asked).toEqual(['market.example:443'])
  })
})

describe('a check of the connection, without a station', () => {
  const check = (baseUrl: string, accessToken: string | null = TOKEN, nowMs = Date.now) =>
    diagnoseConnection({ baseUrl, accessToken, nowMs })

  it('finds nothing wrong when the list of orders comes, or must wait', async () => {
    expect(await check(`http://127.0.0.1:${await serveHttp(orders)}`)).toEqual({ ok: true })
    expect(await check(`http://127.0.0.1:${await serveHttp(bare(429))}`)).toEqual({ ok: true })
  })

  it('says what is wrong', async () => {
    const base = `http://127.0.0.1:${await serveHttp(bare(401))}`
    expect(await check(base)).toEqual({ ok: false, reason: 'token_refused', detail: 'HTTP 401' })
    expect(await check(base, null)).toEqual({ ok: false, reason: 'no_token', detail: 'none is set' })
    const nobody = await check(`https://127.0.0.1:${await closedPort()}`)
    expect(nobody).toEqual({ ok: false, reason: 'refused', detail: 'ECONNREFUSED' })
  })

  it("says that this PC's clock is wrong, although everything else works", async () => {
    const tomorrow = () => Date.now() + 86_400_000
    const base = `http://127.0.0.1:${await serveHttp(orders)}`
    expect(await check(base, TOKEN, tomorrow)).toMatchObject({ ok: false, reason: 'clock_wrong' })
  })
})
