import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { groupKey } from '../../../src/main/warehouse/multicast/seal'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { nothing, type Ask } from '../../support/composed'
import { openHubMarket, openHubStation, putOldestIn, ready, soon } from '../../support/hub-stations'
import { HAS_NATS, makeNatsServer, type NatsServer } from '../../support/nats-process'
import { sealedAtHub } from '../../support/sealed-at-hub'
import { WELL } from '../../support/stations-at-hub'

/** What lies in the put wall of one station, as another one knows it from a real hub. */

const FIRST_PICKS = { orders: 10, filter: 'any' } as const

/** One for all tests: each has an account of its own. */
let server: NatsServer
const dir = mkdtempSync(join(tmpdir(), 'packbench-'))
beforeAll(async () => {
  if (!HAS_NATS) return
  server = await makeNatsServer(['-js', '-sd', dir])
  await server.start()
})
afterAll(async () => {
  if (HAS_NATS) await server.kill()
  rmSync(dir, { recursive: true, force: true })
})

async function twoBenches() {
  const market = await openHubMarket(4)
  const [a, b] = [
    await openHubStation(server, market, 'Bench 1'),
    await openHubStation(server, market, 'Bench 2'),
  ]
  for (const { ask } of [a, b]) await ready(ask)
  return { market, a, b }
}

const elsewhere = async (ask: Ask, orderId: number) => (await ask('put-wall:of-order', { orderId })).elsewhere
const picked = async (ask: Ask) => (await ask('packing:picks', FIRST_PICKS)).orderIds

describe.skipIf(!HAS_NATS)('an item in the put wall of one station', () => {
  it('keeps its order for that wall, until it is taken out', async () => {
    const { a, b } = await twoBenches()
    const changed: (readonly number[] | null)[] = []
    b.packbench.onEvent((event) => {
      if (event.kind === 'orders_changed') changed.push(event.orderIds)
    })
    const { orderId, code } = await putOldestIn(a.ask)
    const there = { station: 'Bench 1', slot: 1, orderId, units: 1 }
    await soon(async () => expect(await elsewhere(b.ask, orderId)).toEqual([there]))
    await soon(() => expect(changed).toContainEqual([orderId]))
    expect((await b.ask('put-wall:scan', { codes: [code] })).answer).not.toMatchObject({ slot: { orderId } })
    expect(await picked(b.ask)).not.toContain(orderId)
    expect(await b.ask('packing:next', { after: null })).not.toBe(orderId)
    expect(await b.ask('packing:scan', { codes: [String(orderId)] })).toEqual({ kind: 'order', orderId })
    expect(await elsewhere(a.ask, orderId)).toEqual([])

    await a.ask('put-wall:take-out', nothing)
    await soon(async () => expect(await elsewhere(b.ask, orderId)).toEqual([]))
    expect(await picked(b.ask)).toContain(orderId)
  })

  it('still lies there when the station was quit right after, until it is removed from the list', async () => {
    const { a, b } = await twoBenches()
    const { orderId } = await putOldestIn(a.ask)
    await a.close()
    await soon(async () => expect(await elsewhere(b.ask, orderId)).toHaveLength(1))
    // It locks nothing.
    const { lines } = await b.ask('packing:open', { orderId })
    expect(lines.length).toBeGreaterThan(0)
    const { stations } = await b.ask('warehouse:read', nothing)
    const stationId = stations.find(({ name }) => name === 'Bench 1')?.stationId ?? ''
    await b.ask('warehouse:remove-station', { stationId })
    expect(await elsewhere(b.ask, orderId)).toEqual([])
  })

  it('is in both walls if both were filled while the hub was away, and both say so', async () => {
    const { a, b } = await twoBenches()
    await server.kill()
    const [inA, inB] = [await putOldestIn(a.ask), await putOldestIn(b.ask)]
    expect(inB).toEqual(inA)
    await server.start()
    const { orderId } = inA
    const of = async (ask: Ask) => (await ask('put-wall:read', nothing)).elsewhere
    await soon(async () => {
      expect(await of(a.ask)).toEqual([{ station: 'Bench 2', slot: 1, orderId, units: 1 }])
      expect(await of(b.ask)).toEqual([{ station: 'Bench 1', slot: 1, orderId, units: 1 }])
    })
    for (const { ask } of [a, b])
      expect((await ask('put-wall:read', nothing)).taken).toMatchObject([{ orderId, units: 1 }])
  })

  it('means nothing to a station of another account with the same orders', async () => {
    const market = await openHubMarket(2)
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    const [orderId = 0, other = 0] = await picked(ask)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const group = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    const stations = await sealedAtHub(connection, group, 'stations')
    const value = { ...WELL, closed: false }
    const own = (await stationsSaid(ask, stations)) as { account: string[] }
    const slot = (id: number) => [{ orderId: id, slot: 3, units: 2 }]
    await stations.put('x1', { ...value, station: 'Bench 8', account: ['another'], putWall: slot(orderId) })
    await stations.put('x2', { ...value, station: 'Bench 9', account: own.account, putWall: slot(other) })
    await soon(async () => expect(await elsewhere(ask, other)).toMatchObject([{ station: 'Bench 9' }]))
    expect(await elsewhere(ask, orderId)).toEqual([])
  })
})

async function stationsSaid(ask: Ask, stations: Awaited<ReturnType<typeof sealedAtHub>>): Promise<unknown> {
  const { stations: known } = await ask('warehouse:read', nothing)
  return stations.read(known[0]?.stationId ?? '')
}
