import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDoor } from '../../../src/main/hosts/browser/door'
import { startBrowserServer } from '../../../src/main/hosts/browser/server'
import {
  answersIn,
  ask,
  freePort,
  originOf,
  passIn,
  pathOf,
  signIn,
  startTestServer,
  testParts,
  upgrade,
} from './browser-client'
import { eventually } from '../../support/eventually'

/** Events that windows get from the browser host, and the answers embedded in their page, over real sockets. */

test('another page in the same browser cannot listen', async () => {
  const { server, windows } = await startTestServer()
  const pass = await signIn(server)
  const origin = originOf(server)
  expect(await upgrade(server, pass)).toBe(403)
  expect(await upgrade(server, { ...pass, origin: 'https://evil.example' })).toBe(403)
  expect(await upgrade(server, { ...pass, origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(windows()).toBe(0)
})

test('the page comes with its first answers, and its socket says up to which revision events were sent before', async () => {
  const { server, packbench, tell } = await startTestServer()
  const opened = await ask(server, pathOf(server.newLink()))
  // Read before any window opened.
  expect(answersIn(opened.body)).toMatchObject({
    told: 0,
    answers: { 'packing:queue': { ok: true, value: 'done' } },
  })
  expect(packbench.handle).not.toHaveBeenCalled()

  const pass = passIn(opened)
  const again = async () => answersIn((await ask(server, pathOf(server.newLink()))).body)
  const title = '</script><script>alert(1)</script>'
  packbench.handle.mockResolvedValue({ ok: true, value: { title }, revision: 4 })
  expect(await again()).toMatchObject({ told: 0, answers: { 'station:notices': { value: { title } } } })
  tell({ kind: 'orders_changed', orderIds: [7], revision: 5 })
  expect((await again())?.told).toBe(5)

  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/events?page=${pass.page}`, {
    headers: { cookie: pass.cookie, origin: originOf(server) },
  })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(String(hello))).toEqual({ kind: 'hello', told: 5 })
  socket.close()
})

test('answers read ahead are not sent after an event', async () => {
  const { server, packbench, tell } = await startTestServer()
  packbench.handle.mockResolvedValue({ ok: true, value: 'new', revision: 7 })
  tell({ kind: 'outbox_changed', revision: 6 })
  const { body } = await ask(server, pathOf(server.newLink()))
  expect(body).toContain('"told":6')
  expect(body).not.toContain('"done"')
})

test('a socket carries only events', async () => {
  const { server, windows } = await startTestServer()
  const own = { ...(await signIn(server)), origin: originOf(server) }
  expect(await upgrade(server, own, '/bridge/station:sync')).toBe(404)
  expect(await upgrade(server, own, '/')).toBe(404)
  expect(windows()).toBe(0)
})

test('a refused socket that does not close keeps nothing open', async () => {
  const { server } = await startTestServer()
  const stranger = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
  onTestFinished(() => void stranger.destroy())
  stranger.write(`GET /events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`)
  stranger.write('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [answer] = (await once(stranger, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
  await server.close()
})

test('a window that connects just as the program ends keeps nothing open', async () => {
  const door = await openDoor(await freePort())
  const server = await startBrowserServer(testParts(), door)
  const headers = { ...(await signIn(server)), origin: originOf(server) }
  const closed = new Promise<void>((resolve, reject) => {
    door.server.once('upgrade', () => void server.close().then(resolve, reject))
  })
  await expect(upgrade(server, headers)).rejects.toThrow('socket hang up')
  await closed
})

test('events reach every open window, until it closes', async () => {
  const { server, tell, windows } = await startTestServer()
  const pass = await signIn(server)
  const opened = [1, 2].map(() => upgrade(server, { ...pass, origin: originOf(server) }))
  const [first, second] = await Promise.all(opened)
  if (!(first instanceof WebSocket) || !(second instanceof WebSocket)) throw new Error('refused')
  await eventually(() => expect(windows()).toBe(2))
  const heard = [first, second].map((socket) => {
    const messages: unknown[] = []
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data))))
    return messages
  })
  tell({ kind: 'orders_changed', orderIds: [7], revision: 8 })
  await eventually(() => {
    for (const messages of heard)
      expect(messages.at(-1)).toEqual({ kind: 'orders_changed', orderIds: [7], revision: 8 })
  })
  first.close()
  await eventually(() => expect(windows()).toBe(1))
  const cut = once(second, 'close')
  second.send('x'.repeat(2_000))
  expect((await cut)[0]).toBe(1009)
  await eventually(() => expect(windows()).toBe(0))
})

test('closing disconnects open windows and stops listening', async () => {
  const { server, listeners } = await startTestServer()
  const window = await upgrade(server, { ...(await signIn(server)), origin: originOf(server) })
  if (!(window instanceof WebSocket)) throw new Error('refused')
  const closed = once(window, 'close')
  await server.close()
  await closed
  await eventually(() => expect(listeners.size).toBe(0))
  await expect(ask(server, '/')).rejects.toThrow('ECONNREFUSED')
})
