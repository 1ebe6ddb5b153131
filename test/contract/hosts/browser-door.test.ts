import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { type Door, openDoor } from '../../../src/main/hosts/browser/door'
import { startBrowserServer } from '../../../src/main/hosts/browser/server'
import { ask, freePort, pathOf, startTestServer, testParts } from './browser-client'

/** The browser host's listening socket, which exists before the program behind it. */

test('it listens on loopback only', async () => {
  const { server } = await startTestServer()
  const outward = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => !entry.internal && entry.family === 'IPv4')
  for (const { address } of outward) {
    await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow()
  }
  // The same port is free at every other address, so only loopback can be bound.
  const other = createServer().listen(server.port, '127.0.0.2')
  onTestFinished(() => void other.close())
  if (process.platform === 'linux') await once(other, 'listening')
})

test('a taken port is reported; without a requested port, another is found', async () => {
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

/** Resolves once this many requests have arrived. */
async function arrivals({ server }: Door, count: number): Promise<void> {
  let seen = 0
  await new Promise<void>((resolve) => server.on('request', () => (seen += 1) === count && resolve()))
}

test('early requests wait until the program has started, and are answered then', async () => {
  const door = await openDoor(await freePort())
  const link = door.newLink()
  const arrived = arrivals(door, 2)
  const opened = ask(door, pathOf(link))
  const refused = ask(door, '/bridge/station:bootstrap', { method: 'POST' })
  await arrived
  const server = await startBrowserServer(testParts(), door)
  onTestFinished(() => server.close())
  expect(await opened).toMatchObject({ status: 200, body: expect.stringContaining('first-answers') })
  expect(await refused).toMatchObject({ status: 403 })
})

test('closing before the program has started leaves no request waiting', async () => {
  const door = await openDoor(await freePort())
  const arrived = arrivals(door, 1)
  const asked = ask(door, '/')
  await arrived
  await door.close()
  await expect(asked).rejects.toThrow('socket hang up')
})
