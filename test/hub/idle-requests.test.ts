import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecords } from '../../src/main/warehouse/nats/records/records'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../support/clock'
import { rawJson, startHostile } from '../support/hostile'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { openStation, type TestStation } from '../support/open-account'
import { makeOrder } from '../support/orders'
import { tempDir } from '../support/temp-dir'

/** What idle stations ask the marketplace in an hour, with a real hub and clocks that the test moves. */

const STEP_MS = 4_000
const MINUTES = Number(process.env['PACKBENCH_MINUTES'] ?? 60)
const STATIONS = Number(process.env['PACKBENCH_STATIONS'] ?? 40)
/** Of the plan: what forty stations may ask for each request of one. */
const MOST = 1.1

type Requests = { orders: number; items: number }
const sum = ({ orders, items }: Requests): number => orders + items

const ITEM = { item_number: 'ITM-1', state: 'listed', title: 'Ring', updated_at: '2026-11-01T08:00:00Z' }

async function requestsOf(count: number): Promise<Requests> {
  const clock = createManualClock()
  const server = await startNatsServer()
  let requests: Requests = { orders: 0, items: 0 }
  const faults: unknown[] = []
  const marketplace = await startHostile(({ what, url }, response: ServerResponse) => {
    response.setHeader('date', new Date(clock.wallMs()).toUTCString())
    if (what.startsWith('order')) requests.orders += 1
    else requests.items += 1
    const isWhole = !url.searchParams.has('updated_after')
    if (what === 'orders') return void response.end(rawJson(isWhole ? [makeOrder()] : []))
    const isDefault = isWhole && !url.searchParams.has('status')
    if (url.pathname.endsWith('/items')) return void response.end(rawJson(isDefault ? [ITEM] : []))
    if (url.pathname.endsWith('/categories')) return void response.end('[]')
    response.writeHead(404).end()
  })
  const group = hubGroup(randomBytes(32))
  /** By this clock the hub has only moments to answer, so a station would take it for deaf. */
  const patient = { ...clock, after: () => () => {} }
  const stations: TestStation[] = []
  for (let at = 0; at < count; at += 1) {
    const connection = await connect({ servers: server.url })
    const station = openStation({
      ...{ file: join(tempDir(), 'station.sqlite'), baseUrl: marketplace.baseUrl, clock },
      asApp: true,
    })
    stations.push(station)
    const { orders, items } = station.shared
    const parts = [orders, items].map((shared) =>
      createRecords({
        clock: patient,
        use: shared === orders ? 'orders' : 'items',
        stationId: () => `station ${at}`,
        account: () => ({ accessToken: 'token', records: shared.records, isOpen: () => true }),
        leads: () => at === 0 && shared.mayLead(),
        progress: () => null,
        suspendDetector: { of: () => 0 },
        onFault: (error) => void faults.push(error),
      }),
    )
    await station.pull.now()
    await station.itemPull.now()
    for (const part of parts) await part.use({ connection, group, replicas: 1, onIgnored: () => {} })
    for (const loop of [station.pull, station.itemPull, station.probe, station.fullCheck, station.itemCheck])
      loop.start()
    onTestFinished(async () => {
      for (const part of parts) await part.close()
      await station.close()
      await connection.close()
    })
  }
  /** What each station has heard to be read: a clock that runs ahead of the hub would make the leader seem silent. */
  const places = (): string[] =>
    stations.map(({ shared: { orders, items } }) =>
      JSON.stringify([orders, items].map((shared) => [shared.heard()?.from, shared.heard()?.to])),
    )
  const quiet = async (): Promise<void> => {
    let before = -1
    for (let same = 0; same < 2;) {
      await pause(8)
      same = sum(requests) === before && new Set(places()).size === 1 ? same + 1 : 0
      before = sum(requests)
    }
  }
  const wait = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS)
      await quiet()
    }
  }
  // Until all follow the one that reads.
  await wait(240_000)
  requests = { orders: 0, items: 0 }
  await wait(MINUTES * 60_000)
  expect(faults).toEqual([])
  return requests
}

describe.skipIf(!HAS_NATS)('idle stations', () => {
  it('ask the marketplace hardly more often than one', { timeout: 1_800_000 }, async () => {
    const one = await requestsOf(1)
    const all = await requestsOf(STATIONS)
    const said = ({ orders, items }: Requests): string =>
      `${orders} requests for orders and ${items} for items`
    const times = sum(all) / sum(one)
    console.log(
      `${MINUTES} min: 1 station ${said(one)}, ${STATIONS} stations ${said(all)}: ${times.toFixed(3)} times`,
    )
    expect(one.items).toBeGreaterThan(MINUTES)
    expect(times).toBeLessThanOrEqual(MOST)
  })
})
