import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { PartnerClient } from '../../../../src/main/partner/client'
import { PartnerError } from '../../../../src/main/partner/errors'
import { always, answer, clientOf, startRawServer, TOKEN, type Reply } from './raw-server'

const EMAIL = 'jo.doe@example.com'
const HTML_WITH_TOKEN = `<p>Your token ${TOKEN} and ${EMAIL}</p>`

/** Everything that a log or a crash report could show about a value. */
function allOf(value: unknown): string {
  const seen = inspect(value, { depth: Infinity, showHidden: true, getters: true })
  return `${seen}\n${String(value)}\n${JSON.stringify(value)}\n${value instanceof Error ? value.stack : ''}`
}

async function errorFrom(
  reply: Reply,
  call: (client: PartnerClient) => Promise<unknown>,
  options: Parameters<typeof clientOf>[1] = {},
): Promise<unknown> {
  const server = await startRawServer(reply)
  return call(clientOf(server.origin, options)).then(
    () => expect.fail('must fail'),
    (error: unknown) => error,
  )
}

const readOrder = (client: PartnerClient) => client.readOrder(7)
const listOrders = (client: PartnerClient) => client.listOrders({ updated_after: '2026-11-21T10:00:00Z' })

describe('no error contains the access token or parts of a body', () => {
  const cases: [string, Reply, (client: PartnerClient) => Promise<unknown>][] = [
    ['a refusal that echoes it', always(answer(401, HTML_WITH_TOKEN)), readOrder],
    ['a header that echoes it', always(answer(500, '', { 'x-echo': TOKEN })), readOrder],
    ['a redirect that echoes it', always(answer(302, '', { location: `/?t=${TOKEN}` })), readOrder],
    ['a body that is not JSON', always(answer(200, HTML_WITH_TOKEN)), readOrder],
    ['a body of another shape', always(answer(200, { id: TOKEN, customer: { email: EMAIL } })), readOrder],
    ['a Link that cannot be read', always(answer(200, [], { link: `nonsense ${TOKEN}` })), listOrders],
    [
      'a Link to elsewhere',
      always(answer(200, [], { link: `<http://x.example/${TOKEN}>; rel=next` })),
      listOrders,
    ],
    ['a reset', (socket) => void socket.resetAndDestroy(), readOrder],
    ['not HTTP', (socket) => void socket.end(`${TOKEN}\r\n\r\n`), readOrder],
  ]

  it.each(cases)('%s', async (_, reply, call) => {
    const error = await errorFrom(reply, call)
    expect(error).toBeInstanceOf(PartnerError)
    expect(allOf(error)).not.toContain(TOKEN)
    expect(allOf(error)).not.toContain(EMAIL)
    expect((error as Error).cause).toBeUndefined()
  })

  it('a silence', async () => {
    expect(allOf(await errorFrom(() => {}, readOrder, { headersTimeoutMs: 100 }))).not.toContain(TOKEN)
  })

  it('a refused connection', async () => {
    const error: unknown = await readOrder(clientOf('http://127.0.0.1:9')).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(PartnerError)
    expect(allOf(error)).not.toContain(TOKEN)
  })

  it('our own refusal of a body', async () => {
    const body = { amount: 1, [TOKEN]: undefined, note: EMAIL } as never
    const error = await errorFrom(always(answer(201)), (client) => client.createRefund(7, body))
    expect(allOf(error)).not.toContain(EMAIL)
  })
})

describe('the token', () => {
  it('does not show when the client is printed', () => {
    expect(allOf(clientOf('http://127.0.0.1:9'))).not.toContain(TOKEN)
  })

  it('goes into its header and nowhere else', async () => {
    const server = await startRawServer(always(answer(200, [])))
    await listOrders(clientOf(server.origin))
    const [request] = server.requests
    expect(request?.headers['x-partner-access-token']).toBe(TOKEN)
    const { 'x-partner-access-token': _, ...others } = request?.headers ?? {}
    expect(JSON.stringify([request?.target, request?.body, others])).not.toContain(TOKEN)
  })

  it('is read for each request, so a new one takes effect at once', async () => {
    const server = await startRawServer(always(answer(200, [])))
    let token: string | null = null
    const client = clientOf(server.origin, { accessToken: () => token })
    await expect(client.listOrders()).rejects.toMatchObject({
      code: 'unauthorized',
      applied: 'no',
      status: null,
    })
    token = 'first'
    await client.listOrders()
    token = 'second'
    await client.listOrders()
    expect(server.requests.map(({ headers }) => headers['x-partner-access-token'])).toEqual([
      'first',
      'second',
    ])
  })

  it.each(['', ' ', 'a\r\nx-admin: 1', 'a\u0000b', 'tökén', ' padded '])(
    'is not sent when a header cannot hold it: %j',
    async (token) => {
      const server = await startRawServer(always(answer(200, [])))
      const client = clientOf(server.origin, { accessToken: () => token })
      const error: unknown = await client.listOrders().catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'unauthorized', applied: 'no', status: null })
      if (token.trim() !== '') expect(allOf(error)).not.toContain(token)
      expect(server.requests).toEqual([])
    },
  )
})
