import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Kvm, type KV } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NOT_PROVISIONED } from '../../../src/main/app/provisioning/provisioning'
import { hubGroup, type HubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../../src/main/warehouse/multicast/seal'
import { compose, nothing, type Ask } from '../../support/composed'
import { atHub, openHubMarket, openHubStation, soon, wipe } from '../../support/hub-stations'
import { LOGO_PNG } from '../../support/logo'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { tempDir } from '../../support/temp-dir'
import { A, B, openMarket, rows } from '../../support/two-brands'
import { sealedAtHub } from '../../support/sealed-at-hub'

/** The settings that a supervisor publishes, and stations that follow them, at a real hub. */

const PASSPHRASE = 'correct horse battery staple'
const PIN = '4711'

const idle = async (ask: Ask) => (await ask('station:bootstrap', nothing)).preferences.lock.idleMinutes
const setIdle = (ask: Ask, idleMinutes: number) =>
  ask('settings:save-preferences', { lock: { signInNeeded: false, idleMinutes } })
const setup = (ask: Ask) => ask('warehouse:setup', nothing)
const publish = async (ask: Ask) =>
  ask('warehouse:publish-setup', { over: (await setup(ask)).current?.id ?? null })
/** The bucket is opened a moment after the connection. */
const publishFirst = (ask: Ask) => soon(() => publish(ask))
const follows = (ask: Ask, version: number) =>
  soon(async () => expect((await setup(ask)).current?.version).toBe(version))

async function twoStations() {
  const [server, market] = [await startNatsServer(), await openHubMarket()]
  const dirs = [tempDir(), tempDir()] as const
  const a = await openHubStation(server, market, 'Bench 1', { dataDir: dirs[0] })
  const b = await openHubStation(server, market, 'Bench 2', { dataDir: dirs[1] })
  for (const { ask } of [a, b]) await atHub(ask)
  return { server, market, a, b }
}

const SENDER = {
  name: 'Atelier Nord',
  address: 'Speicher 7\n20457 Hamburg',
  returnAddress: 'Hafenstraße 112\n20359 Hamburg',
  thanks: 'Thank you.',
}
const LOGO = LOGO_PNG.toString('base64')
const OTHER_LOGO = readFileSync(
  path.join(import.meta.dirname, '../../../resources/icons/256x256.png'),
).toString('base64')
/** What a packing slip says of the sender. */
async function paperOf(ask: Ask) {
  const { preferences } = await ask('station:bootstrap', nothing)
  const { logo } = await ask('print:logo', nothing)
  return { sender: preferences.sender, logo: logo === null ? null : logo.slice(logo.indexOf(',') + 1) }
}

async function keysOf(kv: KV): Promise<string[]> {
  const keys: string[] = []
  for await (const key of await kv.keys()) keys.push(key)
  return keys
}

async function sealed(server: { url: string }, group: HubGroup, use: string) {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  return sealedAtHub(connection, group, use)
}

async function bucketOf(url: string, name = '_setup') {
  const connection = await connect({ servers: url })
  onTestFinished(() => connection.close())
  for await (const { bucket } of new Kvm(connection).list())
    if (bucket.endsWith(name)) return new Kvm(connection).open(bucket)
  throw new Error('there is no bucket')
}

describe.skipIf(!HAS_NATS)('the setup at the hub', () => {
  it('gives a fresh PC everything once it has the passphrase, so that a packer can sign in', async () => {
    const [server, market] = [await startNatsServer(), await openHubMarket()]
    const a = await openHubStation(server, market, 'Bench 1')
    await a.ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    await setIdle(a.ask, 7)
    const { settings } = await a.ask('settings:read', nothing)
    await a.ask('settings:save', { ...settings, currency: 'EUR', purgeDays: 12 })
    const person = { operatorId: null, active: true, newBadge: false, pin: PIN }
    await atHub(a.ask)
    await soon(() => a.ask('operators:save', { ...person, name: 'Jo', role: 'packer' }))
    await publishFirst(a.ask)

    const b = await openHubStation(server, market, 'Bench 2')
    await b.ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    await follows(b.ask, 1)
    expect(await idle(b.ask)).toBe(7)
    expect((await b.ask('settings:read', nothing)).settings).toMatchObject({ currency: 'EUR', purgeDays: 12 })
    const { signIn } = await b.ask('station:bootstrap', nothing)
    const [jo] = signIn.operators
    await b.ask('operators:sign-in', { operatorId: jo?.operatorId ?? '', pin: PIN })
    expect((await b.ask('station:bootstrap', nothing)).signIn.signedIn?.name).toBe('Jo')
    expect((await setup(b.ask)).differences).toEqual([])
  })

  it('keeps what was changed on a station, until its setting of the warehouse is wanted again', async () => {
    const { a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    await setIdle(b.ask, 3)
    await setIdle(a.ask, 9)
    await publish(a.ask)
    await follows(b.ask, 2)
    expect(await idle(b.ask)).toBe(3)
    const [changed] = (await setup(b.ask)).differences
    expect(changed).toMatchObject({ name: 'lock.idleMinutes', why: 'changed' })
    await b.ask('warehouse:use-setup', { names: ['lock.idleMinutes'] })
    expect(await idle(b.ask)).toBe(9)
    expect((await setup(b.ask)).differences).toEqual([])
  })

  it('lets one of two supervisors publish, who saw the same version', async () => {
    const { a, b } = await twoStations()
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const over = (await setup(a.ask)).current?.id ?? null
    const outcomes = await Promise.allSettled([
      a.ask('warehouse:publish-setup', { over }),
      b.ask('warehouse:publish-setup', { over }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(JSON.stringify(outcomes.map((one) => ('reason' in one ? String(one.reason) : '')))).toContain(
      'setup_changed',
    )
    for (const { ask } of [a, b]) await follows(ask, 2)
    expect((await setup(a.ask)).current?.id).toBe((await setup(b.ask)).current?.id)
  })

  it('is not published while the hub does not answer, which people are told', async () => {
    const { server, a } = await twoStations()
    await publishFirst(a.ask)
    const over = (await setup(a.ask)).current?.id ?? null
    server.freeze()
    expect((await a.refusal('warehouse:publish-setup', { over })).code).toBe('hub_away')
    server.thaw()
  })

  it('goes back to no older setup, and gives it again to a hub that lost it', async () => {
    const { server, a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    const kv = await bucketOf(server.url)
    const old = (await kv.get('setup'))?.value ?? new Uint8Array()
    await setIdle(a.ask, 9)
    await publish(a.ask)
    await follows(b.ask, 2)
    await kv.put('setup', old)
    await soon(async () => expect((await kv.get('setup'))?.value).not.toEqual(old))
    expect([await idle(a.ask), await idle(b.ask)]).toEqual([9, 9])
    await wipe(server)
    await soon(async () => expect((await (await bucketOf(server.url)).get('setup'))?.operation).toBe('PUT'))
    await follows(b.ask, 2)
  })

  it('gives another account with the same passphrase nothing of the account', async () => {
    const [server, market] = [await startNatsServer(), await openMarket()]
    const a = await openHubStation(server, market.to(A), 'Bench 1')
    const b = await openHubStation(server, market.to(B), 'Bench 9')
    for (const { ask } of [a, b]) await ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    const { settings } = await a.ask('settings:read', nothing)
    await a.ask('settings:save', { ...settings, currency: 'EUR' })
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    expect(await idle(b.ask)).toBe(7)
    expect((await b.ask('settings:read', nothing)).settings.currency).toBe('USD')
    await publish(b.ask)
    await follows(a.ask, 2)
    expect((await a.ask('settings:read', nothing)).settings.currency).toBe('EUR')
    expect((await setup(a.ask)).differences).toEqual([])
    // What the other account published over it still has this account's part.
    const c = await openHubStation(server, market.to(A), 'Bench 2')
    await c.ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    await follows(c.ask, 2)
    expect((await c.ask('settings:read', nothing)).settings.currency).toBe('EUR')
  })

  it('gives the sender and the logo of the packing slip, also after the hub was wiped', async () => {
    const { server, market, a, b } = await twoStations()
    await a.ask('settings:save-preferences', { sender: SENDER })
    await a.ask('print:save-logo', { picture: LOGO })
    await publishFirst(a.ask)
    await soon(async () => expect(await paperOf(b.ask)).toEqual({ sender: SENDER, logo: LOGO }))
    expect((await setup(b.ask)).differences).toEqual([])

    await wipe(server)
    await soon(async () =>
      expect((await setup(a.ask)).restoredAt ?? (await setup(b.ask)).restoredAt).not.toBeNull(),
    )
    const c = await openHubStation(server, market, 'Bench 3')
    await soon(async () => expect(await paperOf(c.ask)).toEqual({ sender: SENDER, logo: LOGO }))

    await a.ask('print:save-logo', { picture: null })
    await publish(a.ask)
    for (const { ask } of [b, c]) await soon(async () => expect((await paperOf(ask)).logo).toBeNull())
  })

  it('keeps a logo that was changed on a station, until the warehouse’s is wanted again', async () => {
    const { a, b } = await twoStations()
    await b.ask('print:save-logo', { picture: LOGO })
    await publishFirst(b.ask)
    await soon(async () => expect((await paperOf(a.ask)).logo).toBe(LOGO))
    await a.ask('print:save-logo', { picture: OTHER_LOGO })
    await b.ask('settings:save-preferences', { sender: SENDER })
    await publish(b.ask)
    await soon(async () => expect((await paperOf(a.ask)).sender).toEqual(SENDER))
    expect((await paperOf(a.ask)).logo).toBe(OTHER_LOGO)
    expect((await setup(a.ask)).differences).toMatchObject([{ name: 'sender.logo', why: 'changed' }])
    await a.ask('warehouse:use-setup', { names: ['sender.logo'] })
    await soon(async () => expect((await paperOf(a.ask)).logo).toBe(LOGO))
  })

  it('takes no other picture than the one that the setup names', async () => {
    const { server, market, a } = await twoStations()
    await a.ask('print:save-logo', { picture: LOGO })
    await publishFirst(a.ask)
    const kv = await bucketOf(server.url, '_logos')
    const [name = ''] = await keysOf(kv)
    const group = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    await (await sealed(server, group, 'logos')).put(name, { picture: OTHER_LOGO })
    let asked = 0
    const tap = await connect({ servers: server.url })
    onTestFinished(() => tap.close())
    tap.subscribe('$JS.API.>', {
      callback: (_error, { subject, data }) => {
        if (`${subject} ${Buffer.from(data).toString()}`.includes(name)) asked += 1
      },
    })
    await tap.flush()
    const c = await openHubStation(server, market, 'Bench 3')
    await follows(c.ask, 1)
    await soon(() => expect(asked).toBeGreaterThan(0))
    // The answer comes before what is published after it, on the same connection.
    await setIdle(a.ask, 9)
    await publish(a.ask)
    await follows(c.ask, 2)
    expect(await idle(c.ask)).toBe(9)
    expect((await paperOf(c.ask)).logo).toBeNull()
    expect((await setup(c.ask)).differences).toMatchObject([{ name: 'sender.logo', why: 'missing' }])

    // It takes the logo from nobody either, unless a supervisor chooses one there.
    await setIdle(c.ask, 5)
    await publish(c.ask)
    await follows(a.ask, 3)
    expect((await paperOf(a.ask)).logo).toBe(LOGO)
    await c.ask('print:save-logo', { picture: OTHER_LOGO })
    await publish(c.ask)
    await soon(async () => expect((await paperOf(a.ask)).logo).toBe(OTHER_LOGO))
  })

  it('gives a further account of a PC its own sender, which IT does not set', async () => {
    const [server, market] = [await startNatsServer(), await openMarket()]
    const hub = { servers: [server.url], credentials: null }
    const provisioning = { file: 'it.json', preferences: { sender: { name: 'Set by IT' } } }
    const a = await compose(tempDir(), undefined, false, undefined, provisioning, undefined, { hub })
    await a.ask('settings:connect', market.to(A))
    await a.ask('settings:connect', market.to(B))
    const b = await openHubStation(server, market.to(B), 'Bench 9')
    await b.ask('settings:save-preferences', { sender: SENDER })
    await b.ask('print:save-logo', { picture: LOGO })
    for (const { ask } of [a, b]) await atHub(ask)
    await publishFirst(b.ask)
    await soon(async () => expect(await paperOf(a.ask)).toEqual({ sender: SENDER, logo: LOGO }))

    const first = (await rows(a.ask)).find(({ atWork }) => !atWork)
    await a.ask('accounts:switch', { accountId: first?.accountId ?? '' })
    expect(await paperOf(a.ask)).toMatchObject({ sender: { name: 'Set by IT', address: '' }, logo: null })
  })

  it('takes no sender of another account', async () => {
    const [server, market] = [await startNatsServer(), await openMarket()]
    const a = await openHubStation(server, market.to(A), 'Bench 1')
    const b = await openHubStation(server, market.to(B), 'Bench 9')
    for (const { ask } of [a, b]) await ask('warehouse:passphrase', { passphrase: PASSPHRASE })
    await a.ask('settings:save-preferences', { sender: SENDER })
    await a.ask('print:save-logo', { picture: LOGO })
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    expect(await idle(b.ask)).toBe(7)
    expect((await paperOf(b.ask)).logo).toBeNull()
    expect((await paperOf(b.ask)).sender.name).toBe('')
  })

  it('leaves alone what IT sets', async () => {
    const { server, market, a } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    const hub = { servers: [server.url], credentials: null }
    const provisioning = { file: 'it.json', preferences: { lock: { idleMinutes: 2 } } }
    const live = { baseUrl: market.baseUrl, accessToken: market.accessToken, warehouseId: 9 }
    const c = await compose(tempDir(), live, false, undefined, provisioning, undefined, { hub })
    await follows(c.ask, 1)
    expect(await idle(c.ask)).toBe(2)
    expect((await c.ask('settings:read', nothing)).settings.warehouseId).toBe(9)
    const { differences } = await setup(c.ask)
    expect(differences.map(({ name, why }) => `${name} ${why}`)).toEqual([
      'lock.idleMinutes fixed',
      'station.warehouseId fixed',
    ])
  })

  it('leaves a setup of a newer format alone', async () => {
    const { server, market, a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const kv = await bucketOf(server.url)
    const group = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    const bucket = await sealed(server, group, 'setup')
    const revision = await bucket.put('setup', { format: 2, version: 9 })
    await expect(publish(b.ask)).rejects.toThrow('setup_unreadable')
    const c = await openHubStation(server, market, 'Bench 3')
    await soon(async () => expect((await setup(c.ask)).unreadable).toBe(true))
    expect([await idle(a.ask), await idle(b.ask), await idle(c.ask)]).toEqual([7, 7, 0])
    expect((await kv.get('setup'))?.revision).toBe(revision)
    await bucket.put('setup', { format: 1, version: 9 }, { version: 9 })
    await expect(publish(b.ask)).rejects.toThrow('setup_unreadable')
  })

  it('keeps a station without operators from what costs money until it can read who they are', async () => {
    const { server, market, a } = await twoStations()
    await publishFirst(a.ask)
    const group = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    const bucket = await sealed(server, group, 'setup')
    const readable = await bucket.read('setup')
    await bucket.put('setup', { format: 2, version: 9 })
    const c = await openHubStation(server, market, 'Bench 3')
    await soon(async () => expect((await setup(c.ask)).unreadable).toBe(true))
    const makesSupervisor = () =>
      c.ask('operators:save', {
        ...{ operatorId: null, name: 'Eve', role: 'supervisor', active: true, newBadge: false, pin: '4711' },
      } as never)
    await expect(makesSupervisor()).rejects.toThrow('operators_unknown')
    await expect(publish(c.ask)).rejects.toThrow('operators_unknown')
    await setIdle(c.ask, 5)
    await bucket.put('setup', readable)
    await follows(c.ask, 1)
    await makesSupervisor()
  })

  it('lets a station without operators do everything once the hub has said that there are none, also without it', async () => {
    const server = await startNatsServer()
    await server.kill()
    const market = await openHubMarket()
    const { ask, close, dataDir } = await openHubStation(server, market, 'Bench 1')
    await expect(ask('operators:list', nothing)).rejects.toThrow('operators_unknown')
    await server.start()
    await soon(() => ask('operators:list', nothing))
    await close()
    await server.kill()
    const again = await openHubStation(server, market, 'Bench 1', { dataDir })
    await again.ask('operators:list', nothing)
    // Turning the other stations off does not make it a station without operators.
    const { lan } = (await again.ask('station:bootstrap', nothing)).preferences
    await again.ask('settings:save-preferences', { lan: { ...lan, on: false } })
    await soon(() => expect(again.ask('operators:list', nothing)).rejects.toThrow('operators_unknown'))
  })

  it('comes back in place of a value that no station has written', { timeout: 60_000 }, async () => {
    const { server, a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const kv = await bucketOf(server.url)
    const readable = (await kv.get('setup'))?.length
    // What a server answers to a write, at whatever address.
    await kv.put('setup', '{"stream":"KV_x","seq":5}')
    await soon(async () => expect((await kv.get('setup'))?.length).toBe(readable))
    expect((await setup(a.ask)).unreadable).toBe(false)
  })

  it('replaces a value that no station has written, and keeps what it has after a restart without the hub', async () => {
    const { server, market, a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const kv = await bucketOf(server.url)
    await kv.put('setup', Buffer.from('not a setup'))
    await publish(a.ask)
    await follows(b.ask, 2)
    await server.kill()
    await b.close()
    const hub = { servers: [server.url], credentials: null }
    const provisioned = { baseUrl: market.baseUrl, accessToken: market.accessToken }
    const again = await compose(b.dataDir, provisioned, false, undefined, NOT_PROVISIONED, undefined, { hub })
    expect(await idle(again.ask)).toBe(7)
    expect((await setup(again.ask)).current?.version).toBe(2)
  })
})
