import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compose, nothing } from '../../support/composed'
import { certify, createAuthority } from '../../support/certificates'
import { eventually } from '../../support/eventually'
import { tempDir } from '../../support/temp-dir'
import { closedPort, serveHttp, serveHttps } from '../partner/network-servers'

const TOKEN = 'secret-token-4711'
const bare =
  (status: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end()
const page: RequestListener = (_request, response) =>
  void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>')

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

async function statusAt(baseUrl: string) {
  const { ask } = await compose(tempDir(), { baseUrl, accessToken: TOKEN })
  return () => ask('station:bootstrap', nothing).then(({ status }) => status)
}

it.each([
  ['nobody listens', 'refused', 'offline', async () => `http://127.0.0.1:${await closedPort()}`],
  [
    'the path is wrong',
    'wrong_path',
    'offline',
    async () => `http://127.0.0.1:${await serveHttp(bare(404))}`,
  ],
  ['a firewall refuses', 'firewall', 'offline', async () => `http://127.0.0.1:${await serveHttp(page)}`],
  [
    'the authority is unknown',
    'tls_unknown_ca',
    'offline',
    async () => `https://127.0.0.1:${await serveHttps(await certify(await createAuthority()), bare(200))}`,
  ],
])('the status says why, since when and where: %s', async (_, reason, gate, address) => {
  const baseUrl = await address()
  const status = await statusAt(baseUrl)
  await eventually(async () =>
    expect(await status()).toMatchObject({ gate, noConnection: { reason, host: new URL(baseUrl).host } }),
  )
  const { noConnection } = await status()
  expect(Date.parse(noConnection?.since ?? '')).toBeGreaterThan(0)
  const ofConnection = lines.filter((line) => line.includes('No connection to'))
  expect(ofConnection).toEqual([
    `No connection to ${new URL(baseUrl).host}: ${reason} (${noConnection?.detail}).`,
  ])
  expect(lines.join('\n')).not.toContain(TOKEN)
})

it('the reason goes when the connection is there, and the log says so', async () => {
  let works = false
  const port = await serveHttp((request, response) => {
    if (!works) return bare(404)(request, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  const { ask } = await compose(tempDir(), { baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN })
  const status = () => ask('station:bootstrap', nothing).then((bootstrap) => bootstrap.status)
  await eventually(async () => expect((await status()).noConnection).toMatchObject({ reason: 'wrong_path' }))
  works = true
  await ask('station:sync', nothing)
  await eventually(async () =>
    expect(await status()).toMatchObject({ gate: 'online', noConnection: null, importing: null }),
  )
  expect(lines.at(-1)).toBe(`Connected to 127.0.0.1:${port} again.`)
})

it('testing an address names the reason', async () => {
  const { refusal } = await compose(tempDir())
  const at = (baseUrl: string) => refusal('settings:connect', { baseUrl, accessToken: TOKEN })
  expect(await at(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({
    code: 'unreachable',
    diagnosis: { reason: 'refused', detail: 'ECONNREFUSED' },
  })
  expect(await at(`http://127.0.0.1:${await serveHttp(page)}`)).toMatchObject({
    code: 'not_marketplace',
    fields: { baseUrl: 'not_marketplace' },
    diagnosis: { reason: 'firewall', detail: 'HTTP 403, text/html' },
  })
  expect(await at(`http://127.0.0.1:${await serveHttp(bare(401))}`)).toMatchObject({
    code: 'unauthorized',
    diagnosis: { reason: 'token_refused' },
  })
})
