import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Door, openDoor } from '../../../src/main/hosts/browser/door'
import { startBrowserServer } from '../../../src/main/hosts/browser/server'
import {
  ask,
  freePort,
  originOf,
  pathOf,
  post,
  signIn,
  startTestServer,
  testParts,
  upgrade,
} from './browser-client'
import { eventually } from '../../support/eventually'

/** Who gets into the browser host and who does not, over real sockets. */

test('a link gives a session by a strict cookie, and the page', async () => {
  const { server } = await startTestServer()
  const link = server.newLink()
  expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/open\\?token=[\\w-]{43}$`))
  const opened = await ask(server, pathOf(link))
  expect(opened).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' },
    body: expect.stringContaining('id="first-answers"'),
  })
  expect(opened.headers['set-cookie']).toHaveLength(1)
  expect(opened.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`^packbench_${server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
  )
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const page = await ask(server, '/', { headers: { cookie } })
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  const script = await ask(server, '/assets/app.js', { headers: { cookie } })
  expect(script).toMatchObject({ status: 200, body: 'start()' })
})

test('a link works once; used again, it says so and a fresh one is printed', async () => {
  const { server, announced } = await startTestServer()
  const path = pathOf(server.newLink())
  const first = await ask(server, path)
  const again = await ask(server, path)
  expect(again).toMatchObject({ status: 403, body: expect.stringContaining('used already') })
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(announced).toHaveLength(1)
  expect((await ask(server, pathOf(announced[0] ?? ''))).status).toBe(200)

  const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect(await ask(server, path, { headers: { cookie } })).toMatchObject({
    status: 303,
    headers: { location: '/' },
  })
  expect(announced).toHaveLength(1)
})

test.each(['/open', '/open?token=', '/open?token=wrong', '/open?token=a&token=b'])(
  '%s opens nothing and prints nothing',
  async (path) => {
    const { server, announced } = await startTestServer()
    server.newLink()
    const answer = await ask(server, path)
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('has no session') })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(announced).toEqual([])
  },
)

test('without a session there is nothing: no page, no script, no request, no event', async () => {
  const { server, packbench, windows } = await startTestServer()
  for (const cookie of ['', `packbench_${server.port}=forged`]) {
    const headers = { cookie }
    expect(await ask(server, '/', { headers })).toMatchObject({
      status: 401,
      body: expect.stringContaining('has no session'),
    })
    expect((await ask(server, '/assets/app.js', { headers })).status).toBe(401)
    expect((await ask(server, '/nowhere', { headers })).status).toBe(401)
    const refused = await post(server, cookie)
    expect(refused.status).toBe(401)
    expect(JSON.parse(refused.body)).toMatchObject({ ok: false, error: { code: 'session_missing' } })
    expect(await upgrade(server, { ...headers, origin: originOf(server) })).toBe(401)
  }
  expect(packbench.handle).not.toHaveBeenCalled()
  expect(windows()).toBe(0)
})

test('a request reaches its channel and the envelope comes back', async () => {
  const { server, packbench } = await startTestServer()
  const cookie = await signIn(server)
  const answer = await post(server, cookie, { body: '{"a":1}', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer).toMatchObject({ status: 200, body: '{"ok":true,"value":"done"}' })
  expect(packbench.handle).toHaveBeenCalledExactlyOnceWith('sync:now', { a: 1 })
})

test('DNS rebinding: a foreign name in Host is refused, with or without a session', async () => {
  const { server, packbench } = await startTestServer()
  const cookie = await signIn(server)
  const port = server.port
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `[::1]:${port}`,
  ]) {
    expect(await ask(server, '/', { headers: { cookie, host } })).toMatchObject({ status: 403 })
    expect(await post(server, cookie, { headers: { host, origin: `http://${host}` } })).toMatchObject({
      status: 403,
    })
    expect((await ask(server, pathOf(server.newLink()), { headers: { host } })).status).toBe(403)
  }
  expect(packbench.handle).not.toHaveBeenCalled()
  const local = { cookie, host: `localhost:${port}` }
  const page = await ask(server, '/', { headers: local })
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain(`ws://localhost:${port}`)
})

test('another page in the same browser cannot send a request', async () => {
  const { server, packbench } = await startTestServer()
  const cookie = await signIn(server)
  const port = server.port
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${port + 1}` },
    { origin: `http://localhost:${port}` },
    { origin: `https://127.0.0.1:${port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    expect(await post(server, cookie, { headers }), JSON.stringify(headers)).toMatchObject({ status: 403 })
  }
  const bare = { cookie, 'content-type': 'application/json' }
  const withoutOrigin = await ask(server, '/bridge/sync:now', { method: 'POST', body: '{}', headers: bare })
  expect(withoutOrigin.status).toBe(403)
  const script = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await ask(server, '/assets/app.js', { headers: script })).status).toBe(403)
  expect(packbench.handle).not.toHaveBeenCalled()
})

test('another page in the same browser cannot listen', async () => {
  const { server, windows } = await startTestServer()
  const cookie = await signIn(server)
  expect(await upgrade(server, { cookie })).toBe(403)
  expect(await upgrade(server, { cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await upgrade(server, { cookie, origin: originOf(server), 'sec-fetch-site': 'cross-site' })).toBe(
    403,
  )
  expect(windows()).toBe(0)
})

test('the page comes with what it asks first, and its socket says how much was told before', async () => {
  const { server, packbench, tell } = await startTestServer()
  const answersIn = (body: string) => {
    const json = /<script type="application\/json" id="first-answers">([^<]*)<\/script>/.exec(body)?.[1]
    return JSON.parse(json ?? '') as { told: number; answers: Record<string, unknown> }
  }
  const opened = await ask(server, pathOf(server.newLink()))
  // Read before anybody came.
  expect(answersIn(opened.body)).toMatchObject({
    told: 0,
    answers: { 'queue:list': { ok: true, value: 'done' } },
  })
  expect(packbench.handle).not.toHaveBeenCalled()

  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const again = async () => answersIn((await ask(server, '/', { headers: { cookie } })).body)
  const title = '</script><script>alert(1)</script>'
  packbench.handle.mockResolvedValue({ ok: true, value: { title } })
  expect(await again()).toMatchObject({ told: 0, answers: { 'notices:list': { value: { title } } } })
  tell({ kind: 'orders_changed', orderIds: [7] })
  expect((await again()).told).toBe(1)

  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/events`, {
    headers: { cookie, origin: originOf(server) },
  })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(String(hello))).toEqual({ kind: 'hello', told: 1 })
  socket.close()
})

test('what was read ahead is not sent once there was news', async () => {
  const { server, packbench, tell } = await startTestServer()
  packbench.handle.mockResolvedValue({ ok: true, value: 'new' })
  tell({ kind: 'outbox_changed' })
  const { body } = await ask(server, pathOf(server.newLink()))
  expect(body).toContain('"told":1')
  expect(body).not.toContain('"done"')
})

test('only events are told over a socket', async () => {
  const { server, windows } = await startTestServer()
  const own = { cookie: await signIn(server), origin: originOf(server) }
  expect(await upgrade(server, own, '/bridge/sync:now')).toBe(404)
  expect(await upgrade(server, own, '/')).toBe(404)
  expect(windows()).toBe(0)
})

test('whoever is refused and does not hang up keeps nothing open', async () => {
  const { server } = await startTestServer()
  const stranger = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
  onTestFinished(() => void stranger.destroy())
  stranger.write(`GET /events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`)
  stranger.write('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [answer] = (await once(stranger, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
  await server.close()
})

test('a window that comes just as the program ends keeps nothing open', async () => {
  const door = await openDoor(await freePort())
  const server = await startBrowserServer(testParts(), door)
  const headers = { cookie: await signIn(server), origin: originOf(server) }
  const closed = new Promise<void>((resolve, reject) => {
    door.server.once('upgrade', () => void server.close().then(resolve, reject))
  })
  await expect(upgrade(server, headers)).rejects.toThrow('socket hang up')
  await closed
})

test('events reach every open window, until it closes', async () => {
  const { server, tell, windows } = await startTestServer()
  const cookie = await signIn(server)
  const opened = [1, 2].map(() => upgrade(server, { cookie, origin: originOf(server) }))
  const [first, second] = await Promise.all(opened)
  if (!(first instanceof WebSocket) || !(second instanceof WebSocket)) throw new Error('refused')
  await eventually(() => expect(windows()).toBe(2))
  const heard = [first, second].map((socket) => {
    const messages: unknown[] = []
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data))))
    return messages
  })
  tell({ kind: 'orders_changed', orderIds: [7] })
  await eventually(() => {
    for (const messages of heard) expect(messages.at(-1)).toEqual({ kind: 'orders_changed', orderIds: [7] })
  })
  first.close()
  await eventually(() => expect(windows()).toBe(1))
  const cut = once(second, 'close')
  second.send('x'.repeat(2_000))
  expect((await cut)[0]).toBe(1009)
  await eventually(() => expect(windows()).toBe(0))
})

test('what is no JSON, too long or no channel is refused', async () => {
  const { server, packbench } = await startTestServer()
  const cookie = await signIn(server)
  const broken = await post(server, cookie, { body: '{"a":' })
  expect(broken.status).toBe(400)
  expect(JSON.parse(broken.body)).toMatchObject({ ok: false, error: { code: 'invalid_request' } })
  expect((await post(server, cookie, { body: '{"__proto__":{"a":1}}' })).status).toBe(400)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect((await post(server, cookie, { headers: { 'content-type': type } })).status, type).toBe(415)
  }
  expect((await post(server, cookie, { body: `"${'x'.repeat(1024 * 1024)}"` })).status).toBe(413)
  expect(packbench.handle).not.toHaveBeenCalled()
  const headers = { cookie, origin: originOf(server) }
  expect((await ask(server, '/bridge/sync:now', { method: 'PUT', headers })).status).toBe(404)
  expect((await ask(server, '/bridge/sync:now', { headers })).status).toBe(404)
  expect((await ask(server, '/', { method: 'HEAD', headers })).status).toBe(404)
})

test('a file of open operations may be as long as a week of work', async () => {
  const { server, packbench } = await startTestServer()
  const content = 'x'.repeat(8 * 1024 * 1024)
  const cookie = await signIn(server)
  const answer = await post(server, cookie, { body: JSON.stringify({ content }) }, 'outbox:import')
  expect(answer.status).toBe(200)
  expect(packbench.handle).toHaveBeenCalledExactlyOnceWith('outbox:import', { content })
})

test.each([
  '/../package.json',
  '/assets/../../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/..\\package.json',
  '//etc/passwd',
  '/assets/%00',
  '/index.html/',
  '/%zz',
])('%s leads nowhere', async (path) => {
  const { server } = await startTestServer()
  const cookie = await signIn(server)
  const answer = await ask(server, path, { headers: { cookie } })
  expect([400, 404]).toContain(answer.status)
  expect(answer.body).not.toMatch(/packbench"|root:|nonce/)
})

test('every answer carries the strict policy, and each page load a fresh nonce', async () => {
  const { server } = await startTestServer()
  const cookie = await signIn(server)
  const answers = [
    await ask(server, '/', { headers: { cookie } }),
    await ask(server, '/', { headers: { cookie } }),
    await ask(server, '/assets/app.js', { headers: { cookie } }),
    await ask(server, '/nowhere', { headers: { cookie } }),
    await ask(server, '/%zz', { headers: { cookie } }),
    await ask(server, '/'),
    await ask(server, '/', { headers: { host: 'evil.example' } }),
    await post(server, cookie),
    await post(server, cookie, { body: '{' }),
  ]
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'( 'nonce-[\w+/]{24}')?; img-src 'self' data:; font-src 'self'; frame-src 'self'; connect-src 'self'( ws:\/\/127\.0\.0\.1:\d+)?; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
  }
  const nonces = answers.slice(0, 2).map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1])
  expect(new Set(nonces).size).toBe(2)
  answers.slice(0, 2).forEach(({ headers }, index) => {
    expect(headers['content-security-policy']).toContain(`'nonce-${nonces[index]}'`)
    expect(headers['cache-control']).toBe('no-store')
  })
})

test('it listens on loopback only', async () => {
  const { server } = await startTestServer()
  const outward = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => !entry.internal && entry.family === 'IPv4')
  for (const { address } of outward) {
    await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow()
  }
  // The same port is free everywhere else, so nothing but loopback can be bound.
  const other = createServer().listen(server.port, '127.0.0.2')
  onTestFinished(() => void other.close())
  if (process.platform === 'linux') await once(other, 'listening')
})

test('a taken port is said to be so; with none asked for, another is found', async () => {
  const { server } = await startTestServer()
  await expect(openDoor(server.port)).rejects.toThrow(
    `port ${server.port} is in use; choose another with --port`,
  )
  const [first, second] = [await openDoor(null), await openDoor(null)]
  onTestFinished(async () => {
    await first.close()
    await second.close()
  })
  expect(second.port).not.toBe(first.port)
})

/** Resolves once so many requests have come in. */
async function knocks({ server }: Door, count: number): Promise<void> {
  let seen = 0
  await new Promise<void>((resolve) => server.on('request', () => (seen += 1) === count && resolve()))
}

test('what the window asks before the program is there waits, and is answered then', async () => {
  const door = await openDoor(await freePort())
  const link = door.newLink()
  const knocked = knocks(door, 2)
  const opened = ask(door, pathOf(link))
  const refused = ask(door, '/bridge/station:bootstrap', { method: 'POST' })
  await knocked
  const server = await startBrowserServer(testParts(), door)
  onTestFinished(() => server.close())
  expect(await opened).toMatchObject({ status: 200, body: expect.stringContaining('first-answers') })
  expect(await refused).toMatchObject({ status: 403 })
})

test('a door that is closed before the program is there leaves nobody waiting', async () => {
  const door = await openDoor(await freePort())
  const knocked = knocks(door, 1)
  const asked = ask(door, '/')
  await knocked
  await door.close()
  await expect(asked).rejects.toThrow('socket hang up')
})

test('closing ends open windows and listens no more', async () => {
  const { server, listeners } = await startTestServer()
  const window = await upgrade(server, { cookie: await signIn(server), origin: originOf(server) })
  if (!(window instanceof WebSocket)) throw new Error('refused')
  const closed = once(window, 'close')
  await server.close()
  await closed
  await eventually(() => expect(listeners.size).toBe(0))
  await expect(ask(server, '/')).rejects.toThrow('ECONNREFUSED')
})

test('a document to print comes once, only with a session, and only the app’s own page may frame it', async () => {
  const { server, printPages } = await startTestServer()
  const cookie = await signIn(server)
  const path = printPages.add({ html: '<p>slip</p>', policy: "default-src 'none'" })
  expect((await ask(server, path)).status).toBe(401)
  const foreign = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
  expect((await ask(server, path, { headers: foreign })).status).toBe(403)

  const frame = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }
  const document = await ask(server, path, { headers: frame })
  expect(document).toMatchObject({
    status: 200,
    body: '<p>slip</p>',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-modals",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })
  expect((await ask(server, path, { headers: frame })).status).toBe(404)
})
