import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'

/** A station that delays its first request for orders until its window is open, with a server that counts. */
async function makeLateStation(delayMs: number) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const clock = createManualClock()
  const { port } = server.address() as AddressInfo
  const { pull } = makeStation({
    clock,
    baseUrl: `http://127.0.0.1:${port}`,
    accessToken: () => 'token',
  })
  pull.start(delayMs)
  onTestFinished(() => pull.stop())
  return { clock, pull, asked: () => asked }
}

it('the first read of the orders waits as long as configured', async () => {
  const { clock, asked } = await makeLateStation(500)
  clock.advance(499)
  expect({ asked: asked(), timers: clock.pending() }).toEqual({ asked: 0, timers: 1 })
  clock.advance(1)
  await eventually(() => expect(asked()).toBeGreaterThan(0))
})

it('an earlier request reads at once, and the orders are not read twice', async () => {
  const { clock, pull, asked } = await makeLateStation(500)
  await pull.now()
  expect(asked()).toBeGreaterThan(0)
  // Only the next try is waiting now.
  expect(clock.pending()).toBe(1)
})

it('a station stopped before the first read does not read any more', async () => {
  const { clock, pull, asked } = await makeLateStation(500)
  await pull.stop()
  expect({ asked: asked(), timers: clock.pending() }).toEqual({ asked: 0, timers: 0 })
})
