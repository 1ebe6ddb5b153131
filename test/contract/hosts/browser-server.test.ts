import { expect, test } from 'vitest'
import { PAGE_HEADER } from '../../../src/shared/domain/station/first-screen'
import { ask, originOf, pathOf, post, signIn, startTestServer, upgrade } from './browser-client'

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

test('a link works once; a second use says so and prints a fresh one', async () => {
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

test('without a session every page, script, call and event is refused', async () => {
  const { server, packbench, windows } = await startTestServer()
  for (const cookie of ['', `packbench_${server.port}=forged`]) {
    const headers = { cookie }
    expect(await ask(server, '/', { headers })).toMatchObject({
      status: 401,
      body: expect.stringContaining('has no session'),
    })
    expect((await ask(server, '/assets/app.js', { headers })).status).toBe(401)
    expect((await ask(server, '/nowhere', { headers })).status).toBe(401)
    const refused = await post(server, { cookie, page: '' })
    expect(refused.status).toBe(401)
    expect(JSON.parse(refused.body)).toMatchObject({ ok: false, error: { code: 'session_missing' } })
    expect(await upgrade(server, { ...headers, origin: originOf(server) })).toBe(401)
  }
  expect(packbench.handle).not.toHaveBeenCalled()
  expect(windows()).toBe(0)
})

test('a request reaches its channel and the envelope comes back', async () => {
  const { server, packbench } = await startTestServer()
  const pass = await signIn(server)
  const answer = await post(server, pass, { body: '{"a":1}', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer).toMatchObject({ status: 200, body: '{"ok":true,"value":"done","revision":1}' })
  expect(packbench.handle).toHaveBeenCalledExactlyOnceWith('station:sync', { a: 1 })
})

test('DNS rebinding: a foreign name in Host is refused, with or without a session', async () => {
  const { server, packbench } = await startTestServer()
  const pass = await signIn(server)
  const { cookie } = pass
  const port = server.port
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `[::1]:${port}`,
  ]) {
    expect(await ask(server, '/', { headers: { cookie, host } })).toMatchObject({ status: 403 })
    expect(await post(server, pass, { headers: { host, origin: `http://${host}` } })).toMatchObject({
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
  const pass = await signIn(server)
  const { cookie } = pass
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
    expect(await post(server, pass, { headers }), JSON.stringify(headers)).toMatchObject({ status: 403 })
  }
  const bare = { cookie, 'content-type': 'application/json' }
  const withoutOrigin = await ask(server, '/bridge/station:sync', {
    method: 'POST',
    body: '{}',
    headers: bare,
  })
  expect(withoutOrigin.status).toBe(403)
  const script = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await ask(server, '/assets/app.js', { headers: script })).status).toBe(403)
  expect(packbench.handle).not.toHaveBeenCalled()
})

test('non-JSON, an oversized body or an unknown channel is refused', async () => {
  const { server, packbench } = await startTestServer()
  const pass = await signIn(server)
  const { cookie } = pass
  const broken = await post(server, pass, { body: '{"a":' })
  expect(broken.status).toBe(400)
  expect(JSON.parse(broken.body)).toMatchObject({ ok: false, error: { code: 'invalid_request' } })
  expect((await post(server, pass, { body: '{"__proto__":{"a":1}}' })).status).toBe(400)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect((await post(server, pass, { headers: { 'content-type': type } })).status, type).toBe(415)
  }
  expect((await post(server, pass, { body: `"${'x'.repeat(1024 * 1024)}"` })).status).toBe(413)
  expect(packbench.handle).not.toHaveBeenCalled()
  const headers = { cookie, origin: originOf(server), [PAGE_HEADER]: pass.page }
  expect((await ask(server, '/bridge/station:sync', { method: 'PUT', headers })).status).toBe(404)
  expect((await ask(server, '/bridge/station:sync', { headers })).status).toBe(404)
  expect((await ask(server, '/', { method: 'HEAD', headers })).status).toBe(404)
})

test('a file of open operations may be as long as a week of work needs', async () => {
  const { server, packbench } = await startTestServer()
  const content = 'x'.repeat(8 * 1024 * 1024)
  const pass = await signIn(server)
  const answer = await post(server, pass, { body: JSON.stringify({ content }) }, 'outbox:import')
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
  const pass = await signIn(server)
  const { cookie } = pass
  const answer = await ask(server, path, { headers: { cookie } })
  expect([400, 404]).toContain(answer.status)
  expect(answer.body).not.toMatch(/packbench"|root:|nonce/)
})

test('every answer carries the strict policy, and each page load a fresh nonce', async () => {
  const { server } = await startTestServer()
  const pass = await signIn(server)
  const { cookie } = pass
  const answers = [
    await ask(server, '/', { headers: { cookie } }),
    await ask(server, '/', { headers: { cookie } }),
    await ask(server, '/assets/app.js', { headers: { cookie } }),
    await ask(server, '/nowhere', { headers: { cookie } }),
    await ask(server, '/%zz', { headers: { cookie } }),
    await ask(server, '/'),
    await ask(server, '/', { headers: { host: 'evil.example' } }),
    await post(server, pass),
    await post(server, pass, { body: '{' }),
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

test('a document to print is served once, only with a session, and only the app’s own page may frame it', async () => {
  const { server, printPages } = await startTestServer()
  const pass = await signIn(server)
  const { cookie } = pass
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
