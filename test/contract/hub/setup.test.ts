import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NOT_PROVISIONED } from '../../../src/main/app/provisioning/provisioning'
import { hubGroup, sealValue } from '../../../src/main/hub/seal'
import { groupKey } from '../../../src/main/neighbors/seal'
import { compose, nothing, type Ask } from '../../support/composed'
import { atHub, openHubMarket, openHubStation, soon, wipe } from '../../support/hub-stations'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { tempDir } from '../../support/temp-dir'
import { A, B, openMarket } from '../../support/two-brands'

/** The settings that a supervisor publishes, and stations that follow them, at a real hub. */

const PASSPHRASE = 'correct horse battery staple'
const PIN = '4711'

const idle = async (ask: Ask) => (await ask('station:bootstrap', nothing)).preferences.lock.idleMinutes
const setIdle = (ask: Ask, idleMinutes: number) =>
  ask('preferences:save', { lock: { signInNeeded: false, idleMinutes } })
const setup = (ask: Ask) => ask('hub:setup', nothing)
const publish = async (ask: Ask) => ask('hub:publish-setup', { over: (await setup(ask)).current?.id ?? null })
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

async function bucketOf(url: string) {
  const connection = await connect({ servers: url })
  onTestFinished(() => connection.close())
  for await (const { bucket } of new Kvm(connection).list())
    if (bucket.endsWith('_setup')) return new Kvm(connection).open(bucket)
  throw new Error('there is no bucket')
}

describe.skipIf(!HAS_NATS)('the setup at the hub', () => {
  it('gives a fresh PC everything once it has the passphrase, so that a packer can sign in', async () => {
    const [server, market] = [await startNatsServer(), await openHubMarket()]
    const a = await openHubStation(server, market, 'Bench 1')
    await a.ask('lan:passphrase', { passphrase: PASSPHRASE })
    await setIdle(a.ask, 7)
    const { settings } = await a.ask('settings:read', nothing)
    await a.ask('settings:save', { ...settings, currency: 'EUR', purgeDays: 12 })
    const person = { operatorId: null, active: true, newBadge: false, pin: PIN }
    await a.ask('operators:save', { ...person, name: 'Jo', role: 'packer' })
    await atHub(a.ask)
    await publishFirst(a.ask)

    const b = await openHubStation(server, market, 'Bench 2')
    await b.ask('lan:passphrase', { passphrase: PASSPHRASE })
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
    await b.ask('hub:use-setup', { names: ['lock.idleMinutes'] })
    expect(await idle(b.ask)).toBe(9)
    expect((await setup(b.ask)).differences).toEqual([])
  })

  it('lets one of two supervisors publish, who saw the same version', async () => {
    const { a, b } = await twoStations()
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const over = (await setup(a.ask)).current?.id ?? null
    const outcomes = await Promise.allSettled([
      a.ask('hub:publish-setup', { over }),
      b.ask('hub:publish-setup', { over }),
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
    expect((await a.refusal('hub:publish-setup', { over })).code).toBe('hub_away')
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
    for (const { ask } of [a, b]) await ask('lan:passphrase', { passphrase: PASSPHRASE })
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
    await c.ask('lan:passphrase', { passphrase: PASSPHRASE })
    await follows(c.ask, 2)
    expect((await c.ask('settings:read', nothing)).settings.currency).toBe('EUR')
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
    const { key } = hubGroup(groupKey({ accessToken: market.accessToken }, market.baseUrl))
    const newer = sealValue(key, 'setup/setup', JSON.stringify({ format: 2, version: 9 })) ?? Buffer.of()
    const revision = await kv.put('setup', newer)
    await expect(publish(b.ask)).rejects.toThrow('setup_unreadable')
    const c = await openHubStation(server, market, 'Bench 3')
    await soon(async () => expect((await setup(c.ask)).unreadable).toBe(true))
    expect([await idle(a.ask), await idle(b.ask), await idle(c.ask)]).toEqual([7, 7, 0])
    expect((await kv.get('setup'))?.revision).toBe(revision)
  })

  it('leaves a damaged value alone, and keeps what it has after a restart without the hub', async () => {
    const { server, market, a, b } = await twoStations()
    await setIdle(a.ask, 7)
    await publishFirst(a.ask)
    await follows(b.ask, 1)
    const kv = await bucketOf(server.url)
    await kv.put('setup', Buffer.from('not a setup'))
    await expect(publish(a.ask)).rejects.toThrow('setup_unreadable')
    await server.kill()
    await b.close()
    const hub = { servers: [server.url], credentials: null }
    const provisioned = { baseUrl: market.baseUrl, accessToken: market.accessToken }
    const again = await compose(b.dataDir, provisioned, false, undefined, NOT_PROVISIONED, undefined, { hub })
    expect(await idle(again.ask)).toBe(7)
    expect((await setup(again.ask)).current?.version).toBe(1)
  })
})
