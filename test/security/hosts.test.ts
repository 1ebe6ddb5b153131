import { describe, expect, it } from 'vitest'
import { LINK_LIFE_MS } from '../../src/main/hosts/browser/sessions'
import { PAGE_HEADER } from '../../src/shared/domain/station/first-screen'
import {
  answersIn,
  ask,
  originOf,
  pathOf,
  passIn,
  post,
  signIn,
  startTestServer,
  upgrade,
} from '../contract/hosts/browser-client'
import { createManualClock } from '../support/clock'

/** Attacks on the browser host by other programs, pages and users of the same PC. */

async function openedWindow() {
  const clock = createManualClock()
  const { server, packbench, announced, windows } = await startTestServer(clock)
  const pass = await signIn(server)
  return { clock, server, packbench, announced, windows, pass, origin: originOf(server) }
}

describe('a program with only the cookie', () => {
  it('gets a page without data and no answer from the bridge', async () => {
    const { server, packbench, pass } = await openedWindow()
    const { cookie } = pass
    const page = await ask(server, '/', { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(answersIn(page.body)).toBeNull()
    expect(page.body).not.toContain(pass.page)
    const attempts = ['', 'wrong', pass.page.slice(1), `${pass.page}x`, cookie.split('=')[1] ?? '']
    for (const guess of attempts) {
      const refused = await post(server, { cookie, page: guess })
      expect(refused.status, guess).toBe(401)
      expect(JSON.parse(refused.body)).toMatchObject({ ok: false, error: { code: 'session_missing' } })
    }
    const bare = { cookie, origin: originOf(server), 'content-type': 'application/json' }
    const without = await ask(server, '/bridge/packing:queue', { method: 'POST', body: '{}', headers: bare })
    expect(without.status).toBe(401)
    expect(packbench.handle).not.toHaveBeenCalled()
  })

  it('receives no events', async () => {
    const { server, windows, pass, origin } = await openedWindow()
    for (const page of ['', 'wrong', pass.page.slice(1)])
      expect(await upgrade(server, { cookie: pass.cookie, origin, page })).toBe(401)
    // Not even with the header: only the socket's address counts.
    expect(await upgrade(server, { cookie: pass.cookie, origin, [PAGE_HEADER]: pass.page })).toBe(401)
    expect(windows()).toBe(0)
  })
})

it('a page’s secret without the cookie opens nothing', async () => {
  const { server, packbench, pass, origin } = await openedWindow()
  expect((await post(server, { ...pass, cookie: '' })).status).toBe(401)
  expect((await post(server, { ...pass, cookie: `packbench_${server.port}=forged` })).status).toBe(401)
  expect(await upgrade(server, { cookie: '', page: pass.page, origin })).toBe(401)
  expect(packbench.handle).not.toHaveBeenCalled()
})

it('cookie and secret of an earlier start open nothing', async () => {
  const earlier = await openedWindow()
  const { server } = await openedWindow()
  const cookie = earlier.pass.cookie.replace(String(earlier.server.port), String(server.port))
  expect((await post(server, { cookie, page: earlier.pass.page })).status).toBe(401)
})

describe('a page of another site or port', () => {
  it.each([
    ['POST', { origin: 'http://127.0.0.1:1' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
  ])('is refused with everything right but its origin: %s %j', async (method, headers) => {
    const { server, packbench, pass } = await openedWindow()
    const given = headers as Record<string, string>
    const answer =
      method === 'POST'
        ? await post(server, pass, { headers: given })
        : await ask(server, '/', { headers: { cookie: pass.cookie, ...given } })
    expect(answer.status).toBe(403)
    expect(packbench.handle).not.toHaveBeenCalled()
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    [{ origin: 'null' }],
    [{ host: 'evil.example' }],
  ])('cannot open a link in a frame or by script, and the link stays valid: %j', async (headers) => {
    const { server } = await openedWindow()
    const link = server.newLink()
    expect((await ask(server, pathOf(link), { headers: headers })).status).toBe(403)
    expect((await ask(server, pathOf(link))).status).toBe(200)
  })

  it('opens a link by a navigation of the whole window, as the link file does', async () => {
    const { server } = await openedWindow()
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const opened = await ask(server, pathOf(server.newLink()), { headers })
    expect(opened.status).toBe(200)
    expect((await post(server, passIn(opened))).status).toBe(200)
  })
})

describe('links', () => {
  it('expire after two minutes, and the page says so', async () => {
    const { server, clock, announced } = await openedWindow()
    const [late, inTime] = [server.newLink(), server.newLink()]
    clock.advance(LINK_LIFE_MS - 1)
    expect((await ask(server, pathOf(inTime))).status).toBe(200)
    clock.advance(1)
    const expired = await ask(server, pathOf(late))
    expect(expired).toMatchObject({ status: 403, body: expect.stringContaining('has expired') })
    expect(expired.headers['set-cookie']).toBeUndefined()
    expect(announced).toHaveLength(1)
    expect((await ask(server, pathOf(announced[0] ?? ''))).status).toBe(200)
  })

  it('do not flood the terminal when tried repeatedly', async () => {
    const { server, clock, announced } = await openedWindow()
    const link = server.newLink()
    await ask(server, pathOf(link))
    for (let attempt = 0; attempt < 200; attempt += 1) await ask(server, pathOf(link))
    for (let attempt = 0; attempt < 200; attempt += 1) await ask(server, `/open?token=guess-${attempt}`)
    expect(announced).toHaveLength(1)
    clock.advance(LINK_LIFE_MS)
    await ask(server, pathOf(link))
    expect(announced).toHaveLength(2)
    expect((await ask(server, pathOf(announced[1] ?? ''))).status).toBe(200)
  })

  it('never end an open session, however many wrong ones are tried', async () => {
    const { server, pass } = await openedWindow()
    const link = server.newLink()
    for (let attempt = 0; attempt < 100; attempt += 1) {
      await ask(server, `/open?token=guess-${attempt}`)
      await ask(server, pathOf(link))
      await post(server, { cookie: `packbench_${server.port}=guess-${attempt}`, page: `guess-${attempt}` })
    }
    expect((await post(server, pass)).status).toBe(200)
  })

  it('of many windows end the longest idle session', async () => {
    const { server, pass } = await openedWindow()
    const idle = await signIn(server)
    for (let opened = 0; opened < 15; opened += 1) {
      await signIn(server)
      expect((await post(server, pass)).status).toBe(200)
    }
    expect((await post(server, idle)).status).toBe(401)
  })
})
