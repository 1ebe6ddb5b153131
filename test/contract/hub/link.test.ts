import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHubLink, type HubLink } from '../../../src/main/warehouse/nats/server/link'
import { connectToHub } from '../../../src/main/warehouse/nats/server/transport'
import { systemClock } from '../../../src/main/base/clock'
import { eventually } from '../../support/eventually'
import { freePort, HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

function open(servers: readonly string[]): { link: HubLink; opened: () => number; changes: () => number } {
  let [opened, changes] = [0, 0]
  const link = openHubLink({
    clock: systemClock,
    servers,
    credentials: null,
    trusted: () => [],
    name: 'packing-1',
    inbox: '_INBOX.packing-1',
    onOpen: () => (opened += 1),
    onChange: () => (changes += 1),
  })
  onTestFinished(() => link.close())
  return { link, opened: () => opened, changes: () => changes }
}

describe.skipIf(!HAS_NATS)('the connection to the hub', () => {
  it('comes as soon as there is a server, is lost with it, and comes again', async () => {
    const server = await startNatsServer()
    await server.kill()
    const { link, opened, changes } = open([server.url])
    await eventually(() => expect(link.refusal()).not.toBe(null))
    expect(link.state()).toBe('away')
    // The same failure again is no news.
    expect(changes()).toBe(1)
    await server.start()
    await eventually(() => expect([link.state(), link.refusal(), opened()]).toEqual(['open', null, 1]))
    const since = link.since()
    await server.kill()
    await eventually(() => expect(link.state()).toBe('away'))
    expect(link.since() >= since).toBe(true)
    await server.start()
    await eventually(() => expect([link.state(), opened()]).toEqual(['open', 2]))
  })

  it('is made to another server of the cluster when the first one is not there', async () => {
    const server = await startNatsServer()
    const { link } = open([`nats://127.0.0.1:${await freePort()}`, server.url])
    await eventually(() => expect(link.state()).toBe('open'))
  })
})

it('that nobody answers does not keep the program from quitting', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve))
  const { link } = open([`nats://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`])
  const socket = await connected
  onTestFinished(() => void socket.destroy())
  await link.close()
  expect(link.state()).toBe('away')
})

it('survives a server that stops while the station quits', async () => {
  const server = await startServerThatStops()
  const uncaught: unknown[] = []
  const onUncaught = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtException', onUncaught)
  onTestFinished(() => void process.off('uncaughtException', onUncaught))
  const connection = await connectToHub({ servers: [server.url], credentials: null, trusted: () => [] }, {})
  const statuses = (async () => {
    for await (const status of connection.status()) void status
  })()
  // The one moment that matters: this side has ended, too, and the socket is not closed yet.
  const { socket } = (connection as unknown as { protocol: { transport: { socket: Socket } } }).protocol
    .transport
  const end: () => unknown = socket.end.bind(socket, '')
  const ended = new Promise<void>((resolve) => {
    socket.end = () => {
      end()
      connection.publish('x')
      void connection.close().then(resolve)
      return socket
    }
  })
  const closed = once(socket, 'close')
  server.stop()
  await Promise.all([ended, statuses])
  await Promise.race([closed, new Promise(setImmediate)])
  expect(uncaught).toEqual([])
})

/** Says what a client needs to hear, and can end its connections. */
async function startServerThatStops(): Promise<{ url: string; stop(): void }> {
  const sockets: Socket[] = []
  const info = { server_id: 'X', version: '2.9.10', proto: 1, headers: true, max_payload: 1_048_576 }
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('data', (chunk) => {
      if (chunk.toString().includes('PING')) socket.write('PONG\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => sockets.forEach((socket) => socket.end()),
  }
}
