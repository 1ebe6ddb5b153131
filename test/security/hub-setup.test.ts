import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { StationOptions } from '../../src/main/app/options'
import { accountAtHub, hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { publishedOf, setupDocument, type PublishedSetup } from '../../src/main/warehouse/nats/setup/document'
import type { SetupKey } from '../../src/main/warehouse/nats/setup/key'
import { groupKey } from '../../src/main/warehouse/multicast/seal'
import { compose, nothing, type Ask } from '../support/composed'
import { startSetUpHub } from '../support/hub-set-up'
import { openHubMarket, soon } from '../support/hub-stations'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { openSetupAtHub } from '../support/setup-at-hub'
import { makeSetupKey } from '../support/setup-keys'
import { tempDir } from '../support/temp-dir'

/** What somebody can publish for all stations with the files of one: its key for the hub, and the passphrase. */

const PASSPHRASE = 'correct horse battery staple'
const PIN = '4711'

const setup = (ask: Ask) => ask('warehouse:setup', nothing)
const namesAt = async (ask: Ask) =>
  (await ask('station:bootstrap', nothing)).signIn.operators.map(({ name }) => name)
const refusalAt = async (ask: Ask) => (await setup(ask)).refused?.why ?? null
const hire = (ask: Ask, name: string) =>
  ask('operators:save', {
    ...{ operatorId: null, name, role: 'supervisor', active: true, newBadge: false, pin: PIN },
  } as never)
const enter = async (ask: Ask, name: string) => {
  const { operators } = (await ask('station:bootstrap', nothing)).signIn
  const operatorId = operators.find((one) => one.name === name)?.operatorId ?? ''
  await ask('operators:sign-in', { operatorId, pin: PIN })
}

/** A warehouse whose IT has made a key, in which one station publishes; and somebody with the files of another one. */
async function warehouse() {
  const { baseUrl, accessToken } = await openHubMarket()
  const group = hubGroup(groupKey({ passphrase: PASSPHRASE }, baseUrl))
  const hub = await startSetUpHub({ group, account: accountAtHub(group, accessToken) })
  const it = makeSetupKey()
  const start = (dataDir: string, setupKey: SetupKey | null, at: NonNullable<StationOptions['hub']>) =>
    compose(
      dataDir,
      { baseUrl, accessToken, warehouseId: 1 },
      false,
      undefined,
      { file: 'it.json', stations: { passphrase: PASSPHRASE } },
      undefined,
      { hub: at, setupKey },
    )
  const station = (name: string, setupKey: SetupKey | null) => {
    const { id, seed } = hub.add(name, { leads: true })
    const dataDir = tempDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'station-id'), id)
    return start(dataDir, setupKey, { servers: [hub.url], credentials: { seed } })
  }
  const desk = await station('desk', it.desk)
  await soon(() => hire(desk.ask, 'Sam'))
  await enter(desk.ask, 'Sam')
  await soon(() => desk.ask('warehouse:publish-setup', { over: null }))

  const thief = await hub.enter(hub.add('bench-9', { leads: true }))
  const { read: written, write } = await openSetupAtHub(thief, group)
  /** The thief publishes on a station and a hub of their own, where nobody forbids it. */
  const thieves = async () => {
    const own = await startNatsServer()
    const rogue = await start(tempDir(), null, { servers: [own.url], credentials: null })
    await soon(() => hire(rogue.ask, 'Eve'))
    await enter(rogue.ask, 'Eve')
    await soon(() => rogue.ask('warehouse:publish-setup', { over: null }))
    const connection = await connect({ servers: own.url })
    onTestFinished(() => connection.close())
    const published = await (await openSetupAtHub(connection, group)).read()
    return { ...setupDocument.parse(published), version: 1_000 }
  }
  /** A station on which Sam has signed in. */
  const bench = async (name: string) => {
    const opened = await station(name, it.bench)
    await soon(async () => expect(await namesAt(opened.ask)).toEqual(['Sam']))
    await enter(opened.ask, 'Sam')
    return opened
  }
  return { it, station, bench, desk, write, written, thieves }
}

describe.skipIf(!HAS_NATS)('with a station’s key for the hub and the passphrase', () => {
  let at: Awaited<ReturnType<typeof warehouse>>
  beforeEach(async () => void (at = await warehouse()))

  /** In this order: each is refused for a reason of its own, so that the next one is heard after the one before. */
  it('nobody becomes a supervisor at other stations', async () => {
    const [bench, thieves, signed] = [await at.bench('bench-1'), await at.thieves(), await at.written()]
    if (signed.format !== 2) throw new Error('it is not signed')
    const attempts: [PublishedSetup, string][] = [
      [thieves, 'unsigned'],
      [publishedOf(thieves, makeSetupKey().desk), 'wrong_signature'],
      [publishedOf({ ...thieves, group: 'b'.repeat(12) }, at.it.desk), 'other_group'],
      // The signature of the warehouse's own setup over another one.
      [{ ...signed, text: JSON.stringify(thieves) }, 'wrong_signature'],
      [thieves, 'unsigned'],
      // The key that it names is the thief's own.
      [{ ...publishedOf(thieves, makeSetupKey().desk), key: at.it.bench.id }, 'wrong_signature'],
    ]
    for (const [setupOfThief, why] of attempts) {
      await at.write(setupOfThief)
      for (const { ask } of [bench, at.desk]) await soon(async () => expect(await refusalAt(ask)).toBe(why))
      // It stays where it is, and nothing follows it.
      expect(await at.written()).toEqual(setupOfThief)
      for (const { ask } of [bench, at.desk]) {
        expect(await namesAt(ask)).toEqual(['Sam'])
        expect((await setup(ask)).current?.version).toBe(1)
      }
    }
    const { checks } = await at.desk.ask('diagnostics:read', nothing)
    expect(checks.find(({ check }) => check === 'hub')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('signed with another key, or were changed since') as string,
    })

    await at.desk.ask('warehouse:publish-setup', { over: (await setup(at.desk.ask)).current?.id ?? null })
    await soon(async () => expect((await setup(bench.ask)).current?.version).toBe(2))
    for (const { ask } of [bench, at.desk]) expect(await refusalAt(ask)).toBeNull()
    const healed = (await at.desk.ask('diagnostics:read', nothing)).checks
    expect(healed.find(({ check }) => check === 'hub')?.state).toBe('good')
  })

  it('nobody gives a new station operators, or keeps supervisors from publishing', async () => {
    for (const value of [await at.thieves(), { format: 9 }]) {
      const good = await at.written()
      await at.write(value)
      const fresh = await at.station(`new-${value.format}`, at.it.bench)
      await soon(async () => {
        const { refused, unreadable } = await setup(fresh.ask)
        expect(unreadable || refused !== null).toBe(true)
      })
      await expect(hire(fresh.ask, 'Eve')).rejects.toThrow('operators_unknown')
      expect(good.format).toBe(2)
      await at.desk.ask('warehouse:publish-setup', { over: (await setup(at.desk.ask)).current?.id ?? null })
      await soon(async () => expect(await namesAt(fresh.ask)).toEqual(['Sam']))
    }
  })

  it('nobody goes back to an earlier setup', async () => {
    const [bench, old] = [await at.bench('bench-1'), await at.written()]
    await hire(at.desk.ask, 'Kim')
    await at.desk.ask('warehouse:publish-setup', { over: (await setup(at.desk.ask)).current?.id ?? null })
    await soon(async () => expect((await setup(bench.ask)).current?.version).toBe(2))
    const newest = await at.written()
    await at.write(old)
    await soon(async () => expect(await at.written()).toEqual(newest))
    for (const { ask } of [bench, at.desk]) expect((await setup(ask)).current?.version).toBe(2)
  })

  it('no other station publishes what stations follow', async () => {
    const bench = await at.bench('bench-1')
    const over = (await setup(bench.ask)).current?.id ?? null
    expect((await bench.refusal('warehouse:publish-setup', { over })).code).toBe('setup_key_missing')
  })
})
