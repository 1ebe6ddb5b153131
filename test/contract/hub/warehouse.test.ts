import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NOT_PROVISIONED } from '../../../src/main/app/provisioning/provisioning'
import { systemClock, type Clock } from '../../../src/main/base/clock'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../../src/main/warehouse/multicast/seal'
import { compose, imported, nothing, packOldest, type Ask } from '../../support/composed'
import { openTestMarketplace } from '../../support/marketplace'
import { putOldestIn } from '../../support/hub-stations'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { tempDir } from '../../support/temp-dir'
import { sealedAsFirst, sealedAtHub } from '../../support/sealed-at-hub'
import { WELL } from '../../support/stations-at-hub'
import { A, B, openMarket } from '../../support/two-brands'

/** The warehouse page of one station, and what another one does meanwhile, at a real hub. */

const HOUR_MS = 3_600_000
const PASSPHRASE = 'correct horse battery staple'
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

type Account = Awaited<ReturnType<typeof openAccount>>

async function openAccount() {
  const marketplace = await openTestMarketplace({ dataDir: tempDir(), seed: 5, orders: 6, items: 5 })
  onTestFinished(() => marketplace.close())
  return marketplace
}

async function openStation(
  server: NatsServer,
  { baseUrl, accessToken }: Pick<Account, 'baseUrl' | 'accessToken'>,
  stationName: string,
  clock: Clock = systemClock,
) {
  const dataDir = tempDir()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan: { stationName } }))
  const hub = { servers: [server.url], credentials: null }
  const provisioned = { baseUrl, accessToken, warehouseId: 1 }
  const station = await compose(dataDir, provisioned, false, clock, NOT_PROVISIONED, undefined, { hub })
  station.packbench.onEvent(() => {})
  await imported(station.ask)
  return station
}

const hourNow = () => `${new Intl.DateTimeFormat('sv-SE', { hour: '2-digit' }).format(new Date())}:00`

const known = async (ask: Ask, name: string) => {
  const { stations } = await ask('warehouse:read', nothing)
  return stations.find((station) => station.name === name)
}

/** The names of all fields of a value, each once. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(namesIn))]
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]))]
}

describe.skipIf(!HAS_NATS)('stations of other versions at the hub', () => {
  it('are counted in words for people and in the diagnostics, until they are updated', async () => {
    const [server, account] = [await startNatsServer(), await openAccount()]
    const { ask } = await openStation(server, account, 'Bench 1')
    const secret = groupKey({ accessToken: account.accessToken }, account.baseUrl)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    await eventually(async () => expect((await ask('warehouse:neighbors', nothing)).hub?.state).toBe('open'))
    await eventually(async () => expect(await known(ask, 'Bench 1')).toBeDefined())
    const stations = await sealedAtHub(connection, hubGroup(secret), 'stations')
    const others = async () => (await ask('warehouse:neighbors', nothing)).hub?.otherVersions
    const check = async () =>
      (await ask('diagnostics:read', nothing)).checks.find(({ check: name }) => name === 'hub')
    await stations.store('stranger', 'PBH\u0009 and more, as long as a value that somebody has sealed')
    await stations.store('older', sealedAsFirst(secret, 'stations/older', {}))
    await eventually(async () => expect(await others()).toEqual({ newer: 0, older: 1 }))
    expect(await check()).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('with an older version, to be updated: 1'),
    })
    await stations.put('newer', {}, { version: 9 })
    await eventually(async () => expect(await others()).toEqual({ newer: 1, older: 1 }))
    expect(await check()).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('update this station'),
    })
    for (const key of ['older', 'newer']) await stations.put(key, { ...WELL, station: key, closed: false })
    await eventually(async () => expect(await others()).toEqual({ newer: 0, older: 0 }))
  })
})

describe.skipIf(!HAS_NATS)('the warehouse page', () => {
  it('lets each station say counts, names of people at work and the orders in its put wall, and nothing of a buyer', async () => {
    const [server, account] = [await startNatsServer(), await openAccount()]
    const a = await openStation(server, account, 'Bench 1')
    await packOldest(a.ask)
    await putOldestIn(a.ask)
    await eventually(async () => expect((await known(a.ask, 'Bench 1'))?.packedToday).toBe(1))
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const group = hubGroup(groupKey({ accessToken: account.accessToken }, account.baseUrl))
    const kv = await new Kvm(connection).open(`packbench_${group.name}_stations`)
    const values = []
    const bucket = await sealedAtHub(connection, group, 'stations')
    for await (const key of await kv.keys()) values.push(await bucket.read(key))
    expect(values).toHaveLength(1)
    expect(namesIn(values).toSorted()).toEqual(
      [
        ...['account', 'station', 'operator', 'host', 'version', 'closed'],
        ...['gate', 'noConnection', 'clock', 'state', 'offsetMs', 'diskFull'],
        ...['orders', 'toPack', 'outbox', 'waiting', 'held', 'notAtHub', 'heldForMs', 'reasons', 'notices'],
        ...['packed', 'quarters', 'ago', 'putWall', 'orderId', 'slot', 'units'],
      ].toSorted(),
    )
  })

  it('shows within seconds what another station does, whose clock is an hour off', async () => {
    const [server, account] = [await startNatsServer(), await openAccount()]
    const a = await openStation(server, account, 'Bench 1')
    const late: Clock = { ...systemClock, wallMs: () => Date.now() - HOUR_MS }
    const b = await openStation(server, account, 'Bench 2', late)
    await eventually(async () =>
      expect(await known(a.ask, 'Bench 2')).toMatchObject({ state: 'online', isThis: false, packedToday: 0 }),
    )
    expect(await known(a.ask, 'Bench 1')).toMatchObject({
      state: 'online',
      isThis: true,
      version: '0.0.0-test',
    })
    await eventually(async () =>
      expect(Math.round(((await known(a.ask, 'Bench 2'))?.clock.offsetMs ?? 0) / HOUR_MS)).toBe(1),
    )
    await b.ask('station:confirm-clock', nothing)
    const hourBefore = hourNow()
    const { orderId } = (await packOldest(b.ask)).order
    await b.ask('packing:put', { orderId })
    await eventually(async () =>
      expect(await known(a.ask, 'Bench 2')).toMatchObject({
        packedToday: 1,
        bench: { orderId },
      }),
    )
    const { byStation, byOperator, hours, plan } = await a.ask('warehouse:read', nothing)
    expect(byStation).toEqual([{ name: 'Bench 2', hours: [1] }])
    expect(byOperator).toHaveLength(1)
    // Before this station has read the order itself: the tile says what the chart does.
    expect(plan.packed).toBe(1)
    // By the clock of the station that looks.
    expect([hourBefore, hourNow()]).toContain(hours.join())
    await a.ask('station:sync', nothing)
    await eventually(async () => expect((await a.ask('warehouse:read', nothing)).toPack).toBe(5))
    const wall = await a.ask('warehouse:wall', nothing)
    expect(wall).toMatchObject({ online: 2, stations: [], hub: { state: 'open' } })
    expect(wall).toMatchObject({ plan: { packed: 1 }, hours: [{ orders: 1 }] })
  })

  it('says that a station was quit, which a supervisor takes off the list', async () => {
    const [server, account] = [await startNatsServer(), await openAccount()]
    const a = await openStation(server, account, 'Bench 1')
    const b = await openStation(server, account, 'Bench 2')
    await eventually(async () => expect((await known(a.ask, 'Bench 2'))?.state).toBe('online'))
    await b.close()
    await eventually(async () => expect((await known(a.ask, 'Bench 2'))?.state).toBe('closed'))
    expect((await a.ask('warehouse:wall', nothing)).stations).toMatchObject([
      { name: 'Bench 2', state: 'closed' },
    ])
    const stationId = (await known(a.ask, 'Bench 2'))?.stationId ?? ''
    const { stations } = await a.ask('warehouse:remove-station', { stationId })
    expect(stations.map(({ name }) => name)).toEqual(['Bench 1'])
  })

  it('shows what was last known while the hub is away, and removes nothing then', async () => {
    const [server, account] = [await startNatsServer(), await openAccount()]
    const a = await openStation(server, account, 'Bench 1')
    await openStation(server, account, 'Bench 2')
    await eventually(async () => expect((await known(a.ask, 'Bench 2'))?.state).toBe('online'))
    await server.kill()
    await eventually(async () =>
      expect((await a.ask('warehouse:read', nothing)).hub).toMatchObject({ state: 'away' }),
    )
    const other = await known(a.ask, 'Bench 2')
    expect(other?.state).toBe('online')
    const refused = await a.refusal('warehouse:remove-station', { stationId: other?.stationId ?? '' })
    expect(refused.code).toBe('hub_away')
  })

  it('shows no station of another account that shares the passphrase', async () => {
    const server = await startNatsServer()
    const market = await openMarket()
    const [ours, theirs] = [market.to(A), market.to(B)]
    const a = await openStation(server, ours, 'Bench 1')
    const stranger = await openStation(server, theirs, 'Bench 9')
    const b = await openStation(server, ours, 'Bench 2')
    for (const { ask } of [a, b, stranger]) await ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    await eventually(async () => expect((await known(a.ask, 'Bench 2'))?.state).toBe('online'))
    await eventually(async () =>
      expect((await stranger.ask('warehouse:read', nothing)).stations.map(({ name }) => name)).toEqual([
        'Bench 9',
      ]),
    )
    // Under the token, it had seen two as well.
    await eventually(async () => expect((await a.ask('warehouse:read', nothing)).stations).toHaveLength(2))
  })
})
