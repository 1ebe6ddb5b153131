import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecords } from '../../src/main/hub/records'
import { hubGroup } from '../../src/main/hub/seal'
import { createManualClock } from '../support/clock'
import { rawJson, startHostile } from '../support/hostile'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { openStation } from '../support/open-account'
import { makeOrder } from '../support/orders'
import { tempDir } from '../support/temp-dir'

/** What idle stations ask the marketplace about orders in an hour, with a real hub and clocks that the test moves. */

const STEP_MS = 4_000
const MINUTES = Number(process.env['PACKBENCH_MINUTES'] ?? 60)
const STATIONS = Number(process.env['PACKBENCH_STATIONS'] ?? 40)
/** Of the plan: what forty stations may ask for each request of one. */
const MOST = 1.1

async function requestsOf(count: number): Promise<number> {
  const clock = createManualClock()
  const server = await startNatsServer()
  let requests = 0
  const marketplace = await startHostile(({ what, url }, response: ServerResponse) => {
    if (what === 'orders') requests += 1
    response.setHeader('date', new Date(clock.wallMs()).toUTCString())
    if (what !== 'orders') return void response.writeHead(404).end()
    response.end(rawJson(url.searchParams.has('updated_after') ? [] : [makeOrder()]))
  })
  const group = hubGroup(randomBytes(32))
  for (let at = 0; at < count; at += 1) {
    const connection = await connect({ servers: server.url })
    const station = openStation({
      file: join(tempDir(), 'station.sqlite'),
      baseUrl: marketplace.baseUrl,
      clock,
    })
    const orders = createRecords({
      clock,
      use: 'orders',
      stationId: () => `station ${at}`,
      account: () => ({ accessToken: 'token', records: station.shared.orders.records }),
      leads: () => at === 0 && station.shared.orders.isReady(),
      lateness: { of: () => 0 },
      onFault: (error) => expect.fail(String(error)),
    })
    await station.pull.now()
    await orders.use({ connection, group, replicas: 1, onIgnored: () => {} })
    station.pull.start()
    station.pulse.start()
    station.fullCheck.start()
    onTestFinished(async () => {
      await orders.close()
      await station.close()
      await connection.close()
    })
  }
  const quiet = async (): Promise<void> => {
    let before = -1
    for (let same = 0; same < 2;) {
      await pause(10)
      same = requests === before ? same + 1 : 0
      before = requests
    }
  }
  const wait = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS)
      await quiet()
    }
  }
  // Until all follow the one that reads.
  await wait(120_000)
  requests = 0
  await wait(MINUTES * 60_000)
  return requests
}

describe.skipIf(!HAS_NATS)('idle stations', () => {
  it('ask the marketplace hardly more often than one', { timeout: 1_800_000 }, async () => {
    const one = await requestsOf(1)
    const all = await requestsOf(STATIONS)
    console.log(
      `${MINUTES} min: 1 station ${one} requests for orders, ${STATIONS} stations ${all}: ${(all / one).toFixed(3)} times`,
    )
    expect(all / one).toBeLessThanOrEqual(MOST)
  })
})
