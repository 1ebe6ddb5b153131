import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/main/base/clock'
import { diagnoseHub } from '../../../src/main/warehouse/nats/diagnose-hub'
import { createGroups, markOfAccount } from '../../../src/main/warehouse/nats/groups'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { nothing } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { startSetUpHub } from '../../support/hub-set-up'
import { openHubMarket, openHubStation, soon } from '../../support/hub-stations'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** Stations of one account with different passphrases at a real hub. */

const [RIGHT, WRONG] = [hubGroup(randomBytes(32)), hubGroup(randomBytes(32))]

async function aStation(url: string, group = RIGHT, account = 'account') {
  const clock = createManualClock()
  const stationId = randomUUID()
  const faults: unknown[] = []
  let mark: string | null = account
  let changes = 0
  const groups = createGroups({
    clock,
    stationId: () => stationId,
    mark: async () => mark,
    onChange: () => void (changes += 1),
    onFault: (error) => void faults.push(error),
  })
  const connection = await connect({ servers: url })
  onTestFinished(async () => {
    await groups.close()
    await connection.close()
    expect(faults).toEqual([])
  })
  await groups.use({ connection, group, replicas: 1, onIgnored: () => {} })
  return { groups, clock, stationId, changes: () => changes, markAs: (next: string | null) => (mark = next) }
}

describe.skipIf(!HAS_NATS)('stations with different passphrases', () => {
  it('both learn it at once, and nobody else does', async () => {
    const { url } = await startNatsServer()
    const a = await aStation(url)
    const same = await aStation(url)
    const stranger = await aStation(url, hubGroup(randomBytes(32)), 'another')
    const b = await aStation(url, WRONG)
    await eventually(() => {
      for (const { clock } of [a, same, b, stranger]) clock.advance(20)
      expect([a, same, b].map(({ groups }) => groups.others())).toEqual([1, 1, 2])
    })
    expect(stranger.groups.others()).toBe(0)
    expect([a.changes(), stranger.changes()]).toEqual([1, 0])
  })

  it('forget a station that has the right one now, or says nothing more', async () => {
    const { url } = await startNatsServer()
    const a = await aStation(url)
    const b = await aStation(url, WRONG)
    await eventually(() => expect(a.groups.others()).toBe(1))
    const connection = await connect({ servers: url })
    onTestFinished(() => connection.close())
    connection.publish(`packbench.groups.account.${RIGHT.name}.${b.stationId}`)
    await eventually(() => expect(a.groups.others()).toBe(0))
    connection.publish(`packbench.groups.account.${WRONG.name}.${b.stationId}`)
    await eventually(() => expect(a.groups.others()).toBe(1))
    a.clock.advance(40_000)
    expect(a.groups.others()).toBe(0)
    expect(a.changes()).toBe(4)
  })

  it('say it again every ten seconds, of the account that is at work now', async () => {
    const { url } = await startNatsServer()
    const a = await aStation(url)
    const b = await aStation(url, WRONG)
    await eventually(() => expect(a.groups.others()).toBe(1))
    a.clock.advance(40_000)
    expect(a.groups.others()).toBe(0)
    b.clock.advance(10_000)
    await eventually(() => expect(a.groups.others()).toBe(1))
    a.markAs('another')
    a.groups.refresh()
    await eventually(() => expect(a.groups.others()).toBe(0))
  })

  it('are found by the doctor, and by a station whose key has rights for the right group alone', async () => {
    const hub = await startSetUpHub()
    const [key, mistaken] = [hub.add('bench-1'), hub.add('bench-2')]
    await hub.enter(key)
    await hub.enter(mistaken)
    const connection = await hub.enterOnce(mistaken)
    const wrong = createGroups({
      clock: systemClock,
      stationId: () => mistaken.id,
      mark: async () => 'account',
      onChange: () => {},
      onFault: () => {},
    })
    onTestFinished(() => wrong.close())
    await wrong.use({ connection, group: WRONG, replicas: 1, onIgnored: () => {} })
    await connection.flush()
    const door = { servers: [hub.url], credentials: { seed: key.seed }, trusted: () => [] }
    const stand = { stationId: key.id, group: hub.group.name, account: null }
    expect(await diagnoseHub(door, { ...stand, mark: 'account' })).toMatchObject({
      otherGroups: 1,
      lacks: [],
    })
    expect(wrong.others()).toBe(1)
    expect(await diagnoseHub(door, { ...stand, mark: 'another' })).toMatchObject({ otherGroups: 0 })
  })

  it('see it on the page, whatever the secret of each is', async () => {
    const [server, market] = [await startNatsServer(), await openHubMarket()]
    const a = await openHubStation(server, market, 'Bench 1')
    const b = await openHubStation(server, market, 'Bench 2')
    const counts = () =>
      Promise.all([a, b].map(async ({ ask }) => (await ask('warehouse:neighbors', nothing)).hub?.otherGroups))
    await soon(async () => expect((await a.ask('warehouse:neighbors', nothing)).stations).toHaveLength(1))
    expect(await counts()).toEqual([0, 0])
    await a.ask('warehouse:passphrase', { passphrase: 'correct horse' })
    await soon(async () => expect(await counts()).toEqual([1, 1]))
    await b.ask('warehouse:passphrase', { passphrase: 'correct house' })
    await soon(async () => expect(await counts()).toEqual([1, 1]))
    const { checks } = await a.ask('diagnostics:read', nothing)
    expect(checks.find(({ check }) => check === 'hub')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('another passphrase'),
    })
    await b.ask('warehouse:passphrase', { passphrase: 'correct horse' })
    await soon(async () => expect(await counts()).toEqual([0, 0]))
  })
})

it('an account’s mark is the same for each station, and of no other marketplace', async () => {
  const mark = await markOfAccount('a token', 'https://market.example')
  expect(mark).toMatch(/^[0-9a-f]{16}$/)
  expect(await markOfAccount('a token', 'https://market.example')).toBe(mark)
  expect(await markOfAccount('a token', 'https://other.example')).not.toBe(mark)
  expect(await markOfAccount('another token', 'https://market.example')).not.toBe(mark)
})
