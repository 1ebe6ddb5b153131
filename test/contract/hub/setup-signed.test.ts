import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOT_PROVISIONED } from '../../../src/main/app/provisioning/provisioning'
import { readSetupKey, wordsOfKey, type SetupKey } from '../../../src/main/warehouse/nats/setup/key'
import { compose, nothing, type Ask } from '../../support/composed'
import { atHub, openHubMarket, soon } from '../../support/hub-stations'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { makeSetupKey } from '../../support/setup-keys'
import { tempDir } from '../../support/temp-dir'

/** How a warehouse comes to follow one key, and to another one; test/security has what others try. */

const setup = (ask: Ask) => ask('warehouse:setup', nothing)
const idle = async (ask: Ask) => (await ask('station:bootstrap', nothing)).preferences.lock.idleMinutes
const publish = async (ask: Ask, idleMinutes: number) => {
  await ask('settings:save-preferences', { lock: { signInNeeded: false, idleMinutes } })
  return ask('warehouse:publish-setup', { over: (await setup(ask)).current?.id ?? null })
}
const follows = (ask: Ask, minutes: number) => soon(async () => expect(await idle(ask)).toBe(minutes))

async function warehouse() {
  const [server, { baseUrl, accessToken }] = [await startNatsServer(), await openHubMarket()]
  const station = async (name: string, setupKey: SetupKey | null, dataDir = tempDir()) => {
    mkdirSync(dataDir, { recursive: true })
    const file = path.join(dataDir, 'preferences.json')
    if (!existsSync(file)) writeFileSync(file, JSON.stringify({ lan: { stationName: name } }))
    const more = { hub: { servers: [server.url], credentials: null }, setupKey }
    const live = { baseUrl, accessToken, warehouseId: 1 }
    const opened = await compose(dataDir, live, false, undefined, NOT_PROVISIONED, undefined, more)
    await atHub(opened.ask)
    return { ...opened, dataDir }
  }
  return { station, key: makeSetupKey() }
}

describe.skipIf(!HAS_NATS)('the key that signs the setup', () => {
  it('comes to a warehouse that was set up without one, station after station', async () => {
    const { station, key } = await warehouse()
    const [a, b] = [await station('Bench 1', null), await station('Bench 2', null)]
    await soon(() => publish(a.ask, 7))
    await publish(a.ask, 8)
    await follows(b.ask, 8)
    expect(await setup(b.ask)).toMatchObject({ key: null, signs: false, current: { version: 2 } })

    // The station of IT's key takes nothing unsigned, and publishes again.
    await a.close()
    const desk = await station('Bench 1', key.desk, a.dataDir)
    await soon(async () => expect((await setup(desk.ask)).refused?.why).toBe('unsigned'))
    expect(await setup(desk.ask)).toMatchObject({ current: null, key: { trust: 'it' }, signs: true })
    await publish(desk.ask, 9)
    // The other one has no key yet. It follows, says whose key it is, and cannot publish any more.
    await follows(b.ask, 9)
    const words = wordsOfKey(key.bench.id)
    expect(await setup(b.ask)).toMatchObject({ key: { words, trust: 'none' }, refused: null, signs: false })
    expect((await setup(desk.ask)).restoredAt).toBeNull()
    const over = (await setup(b.ask)).current?.id ?? null
    expect((await b.refusal('warehouse:publish-setup', { over })).code).toBe('setup_key_missing')

    // A supervisor compares the words. That stays after a restart, and IT's key takes its place.
    expect((await b.refusal('warehouse:pin-setup-key', { key: makeSetupKey().bench.id })).code).toBe(
      'setup_changed',
    )
    await b.ask('warehouse:pin-setup-key', { key: key.bench.id })
    await b.close()
    const again = await station('Bench 2', null, b.dataDir)
    expect((await setup(again.ask)).key).toEqual({ id: key.bench.id, words, trust: 'supervisor' })
    const asNew = (await again.refusal('warehouse:pin-setup-key', { key: key.bench.id })).code
    expect(asNew, 'it is pinned').toBe('setup_changed')
    const stranger = await station('Bench 3', makeSetupKey().desk)
    await soon(() => publish(stranger.ask, 3))
    await soon(async () => expect((await setup(again.ask)).refused?.why).toBe('wrong_signature'))
    expect(await idle(again.ask)).toBe(9)
  })

  it('is replaced where IT names another one, and nothing of the earlier one counts any more', async () => {
    const { station, key } = await warehouse()
    const [desk, bench] = [await station('Desk', key.desk), await station('Bench 1', key.bench)]
    await soon(() => publish(desk.ask, 7))
    await follows(bench.ask, 7)
    await desk.close()
    const next = makeSetupKey()
    const newDesk = await station('Desk', next.desk, desk.dataDir)
    await soon(async () => expect((await setup(newDesk.ask)).refused?.why).toBe('wrong_signature'))
    await publish(newDesk.ask, 9)
    await soon(async () => expect((await setup(bench.ask)).refused?.why).toBe('wrong_signature'))
    expect([await idle(bench.ask), (await setup(bench.ask)).current?.version]).toEqual([7, 1])
    await bench.close()
    const newBench = await station('Bench 1', next.bench, bench.dataDir)
    await follows(newBench.ask, 9)
    expect((await setup(newBench.ask)).refused).toBeNull()
    // Without it in IT's file, it stays.
    await newBench.close()
    const later = await station('Bench 1', null, bench.dataDir)
    expect((await setup(later.ask)).key).toMatchObject({ id: next.bench.id, trust: 'it' })
  })
})

it('is made by one command, which never overwrites it', () => {
  const file = path.join(tempDir(), 'setup-key.pem')
  mkdirSync(path.dirname(file), { recursive: true })
  const script = path.join(import.meta.dirname, '../../../scripts/hub.mjs')
  const make = () => spawnSync(process.execPath, [script, `--setup-key=${file}`], { encoding: 'utf8' }).stdout
  const said = make()
  const made = readFileSync(file, 'utf8')
  const key = readSetupKey(made)
  expect(key?.signs).not.toBeNull()
  expect(said).toContain(key?.id)
  expect(said).toContain(wordsOfKey(key?.id ?? ''))
  expect(said).not.toContain(made.split('\n')[1])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(make()).toBe(said)
  expect(readFileSync(file, 'utf8')).toBe(made)
})
