import { randomUUID } from 'node:crypto'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAdoption } from '../../src/main/warehouse/nats/journal/adoption'
import { openBucket } from '../../src/main/warehouse/nats/storage/bucket'
import { createBudget } from '../../src/main/warehouse/nats/budget'
import { createClaims } from '../../src/main/warehouse/nats/claims'
import { createJournal } from '../../src/main/warehouse/nats/journal/journal'
import type { OpenHub } from '../../src/main/warehouse/nats/part'
import { placesAtHub } from '../../src/main/warehouse/nats/storage/places'
import { createPresence } from '../../src/main/warehouse/nats/presence'
import { accountAtHub, type Ignored } from '../../src/main/warehouse/nats/storage/seal'
import { openStream } from '../../src/main/warehouse/nats/storage/stream'
import { createManualClock } from '../support/clock'
import { eventually } from '../support/eventually'
import { ACCOUNT, startSetUpHub } from '../support/hub-set-up'
import { createOps } from '../support/journal-source'
import { HAS_NATS } from '../support/nats-process'
import { sealedAtHub } from '../support/sealed-at-hub'
import { WELL } from '../support/stations-at-hub'

/** What somebody does with a leading station's key and without the passphrase: values that were recorded count no more. */

const [ORDER, KEY] = [100_001, 'key']
const USES = placesAtHub('g', [ACCOUNT], 1).flatMap(
  ({ name }) => /^KV_packbench_g_(.+)$/.exec(name)?.[1] ?? [],
)

const open = async () => {
  const hub = await startSetUpHub()
  const admin = await hub.admin()
  const thief = hub.add('bench-1', { leads: true })
  const robbed = await hub.enter(thief)
  const ignored: Ignored[] = []
  const at = (connection: NatsConnection): OpenHub => ({
    ...{ connection, group: hub.group, replicas: 1 },
    onIgnored: (problem) => void ignored.push(problem),
  })
  /** A station that connects now. */
  const enter = async (): Promise<OpenHub> => at(await hub.admin())
  const steal = (use: string) => sealedAtHub(robbed, hub.group, use)
  return { hub, admin, thief, robbed, ignored, at, enter, steal }
}
const nowhere = { onFault: () => {}, onChange: () => {} }

describe.skipIf(!HAS_NATS)('a value that was recorded', () => {
  const plan = (name: string) => ({ name, schema: z.string() })

  it.each(USES)('means nothing in %s, to those who watch and to those who connect later', async (use) => {
    const { enter, steal, thief, ignored } = await open()
    const [writer, reader] = [
      await openBucket(await enter(), plan(use)),
      await openBucket(await enter(), plan(use)),
    ]
    const heard: unknown[] = []
    const watch = await reader.watch(
      ({ value }) => heard.push(value),
      () => {},
    )
    const key = use === 'budget' ? `a.b.${thief.id}` : use === 'owners' || use === 'logos' ? 'a.b' : KEY
    const stolen = await steal(use)
    const first = (await writer.create(key, 'first')) ?? 0
    const recorded = await stolen.newest(key)
    // Of a key that is written again, a slow station hears only the last value.
    await eventually(() => expect(heard).toEqual(['first']))
    await writer.update(key, 'second', first)
    await eventually(() => expect(heard).toEqual(['first', 'second']))
    if (recorded === null) throw new Error('nothing was recorded')

    const revision = await stolen.replay(key, recorded)
    await eventually(() => expect(ignored).toContain('foreign'))
    expect(heard).toEqual(['first', 'second'])
    const late = await openBucket(await enter(), plan(use))
    for (const one of [reader, late])
      expect(await one.get(key)).toEqual({ revision, value: null, isForeign: true, version: null })
    const followed: unknown[] = []
    await late.follow(
      0,
      async ({ value }) => void followed.push(value),
      () => {},
    )
    await eventually(() => expect(followed).toEqual([null]))
    // Only a station of the group replaces it.
    expect(await writer.update(key, 'third', revision)).toBe(revision + 1)
    await eventually(() => expect(heard).toEqual(['first', 'second', 'third']))
    watch.stop()
  })

  it.each(USES)(
    'cannot be removed from %s by a recorded removal, or by one that nobody sealed',
    async (use) => {
      const { enter, steal, thief } = await open()
      const bucket = await openBucket(await enter(), plan(use))
      const heard: unknown[] = []
      await bucket.watch(
        ({ value }) => heard.push(value),
        () => {},
      )
      const key = use === 'budget' ? `a.b.${thief.id}` : use === 'owners' || use === 'logos' ? 'a.b' : KEY
      const stolen = await steal(use)
      const soon = (all: unknown[]) => eventually(() => expect(heard).toEqual(all))
      const first = await bucket.put(key, 'first')
      await soon(['first'])
      await bucket.remove(key, first)
      await soon(['first', null])
      const removal = await stolen.newest(key)
      await bucket.put(key, 'second')
      await soon(['first', null, 'second'])
      if (removal === null) throw new Error('nothing was recorded')
      await stolen.replay(key, removal)
      const { header } = removal
      await stolen.replay(key, { header, data: new Uint8Array() })
      await bucket.put(key, 'third')
      await soon(['first', null, 'second', 'third'])
    },
  )

  it('means nothing in another bucket, under another key, or once its place was made again', async () => {
    const { admin, enter, steal, hub } = await open()
    const claims = await openBucket(await enter(), plan('claims'))
    await claims.put('1', 'mine')
    const stolen = await steal('claims')
    const recorded = await stolen.newest('1')
    if (recorded === null) throw new Error('nothing was recorded')
    // The second bucket and the second key count as far as the first.
    const leader = await openBucket(await enter(), plan('leader'))
    expect(await (await steal('leader')).replay('1', recorded)).toBe(recorded.seq)
    expect((await leader.get('1'))?.isForeign).toBe(true)

    const mine = await sealedAtHub(admin, hub.group, 'claims')
    await mine.manager.streams.delete(mine.stream)
    await hub.setUp.makePlaces()
    const again = await openBucket(await enter(), plan('claims'))
    expect(await stolen.replay('2', recorded)).toBe(recorded.seq)
    expect((await again.get('2'))?.isForeign).toBe(true)
    await mine.manager.streams.delete(mine.stream)
    await hub.setUp.makePlaces()
    expect(await stolen.replay('1', recorded)).toBe(recorded.seq)
    expect((await (await openBucket(await enter(), plan('claims'))).get('1'))?.isForeign).toBe(true)
  })

  it('stays readable when the set-up is run again', async () => {
    const { enter, hub } = await open()
    const owners = await openBucket(await enter(), plan('owners'))
    await owners.put('a.b', 'mine')
    await hub.setUp.makePlaces()
    expect((await (await openBucket(await enter(), plan('owners'))).get('a.b'))?.value).toBe('mine')
  })

  it.each(['journal', 'evidence'])(
    'means nothing in the stream %s, and neither does its note',
    async (use) => {
      const { enter, steal, thief } = await open()
      const stream = await openStream(await enter(), use)
      const place = use === 'journal' ? `a.${thief.id}.x` : `${thief.id}.x`
      const under = place.slice(0, place.lastIndexOf('.'))
      const stolen = await steal(use)
      await stream.put({ place, note: 'taken', json: '"first"' }, null)
      const recorded = await stolen.newest(place)
      const [entry] = await stream.list(under, false)
      await stream.empty(entry ?? { place, sequence: 0 })
      const emptied = await stolen.newest(place)
      if (recorded === null || emptied === null) throw new Error('nothing was recorded')
      await stolen.replay(place, recorded)
      const newest = async () => (await (await openStream(await enter(), use)).list(under, true)).at(-1)
      expect(await newest()).toMatchObject({ json: null, isEmpty: false, isProven: false })
      await stream.put({ place, note: 'taken', json: '"second"' }, null)
      await stolen.replay(place, emptied)
      expect(await newest()).toMatchObject({ json: null, isEmpty: false, isProven: false })
    },
  )
})

describe.skipIf(!HAS_NATS)('somebody with a station’s key and without the passphrase', () => {
  const bench = async (hub: OpenHub, station: string) => {
    const clock = createManualClock()
    const stationId = randomUUID()
    const who = () => ({ stationId, station, operator: 'jo' })
    const claims = createClaims({ ...{ clock, who }, onOrders: () => {}, onFault: () => {} })
    await claims.use(hub)
    return { claims, clock }
  }

  it('gives no order to a station that has given it back', async () => {
    const { enter, steal } = await open()
    const [a, b] = [await bench(await enter(), 'A'), await bench(await enter(), 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    const claims = await steal('claims')
    const recorded = await claims.newest(String(ORDER))
    a.claims.put(null)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)).toBeNull())
    if (recorded !== null) await claims.replay(String(ORDER), recorded)
    const c = await bench(await enter(), 'C')
    c.claims.put(ORDER)
    await c.claims.settled()
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('C'))
    expect([c.claims.isConfirmed(ORDER), c.claims.heldElsewhere(ORDER)]).toEqual([true, null])
  })

  it('takes no order from the station that has it, whatever is put in its place', async () => {
    const { enter, steal } = await open()
    const [a, b] = [await bench(await enter(), 'A'), await bench(await enter(), 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    b.claims.put(ORDER)
    await b.claims.settled()
    const claims = await steal('claims')
    const key = String(ORDER)
    const revision = await claims.store(key, 'junk')
    // Its station puts it back at once.
    await eventually(async () => expect(await claims.read(key)).toMatchObject({ station: 'A' }))
    expect((await claims.newest(key))?.seq).toBeGreaterThan(revision.seq)
    expect([a.claims.isConfirmed(ORDER), b.claims.isConfirmed(ORDER)]).toEqual([true, false])
  })

  it('makes nobody wait again for what the marketplace has allowed again', async () => {
    const { enter, steal, thief, hub } = await open()
    const waits: string[] = []
    const station = async (stationId: string) => {
      const budget = createBudget({
        clock: createManualClock(),
        ...{ stationId: () => stationId, accessToken: () => 'token', groups: ['orders'], onFault: () => {} },
        onWait: (group) => void waits.push(`${stationId} ${group}`),
      })
      await budget.use(await enter())
      return budget
    }
    const [robbed] = [await station(thief.id), await station('B')]
    robbed.say('orders', 60_000)
    await eventually(() => expect(waits).toEqual(['B orders']))
    const budget = await steal('budget')
    const key = `${accountAtHub(hub.group, 'token')}.orders.${thief.id}`
    const recorded = await budget.newest(key)
    if (recorded !== null) await budget.replay(key, recorded)
    robbed.say('orders', 50_000)
    await eventually(() => expect(waits).toEqual(['B orders', 'B orders']))
  })

  it('brings no station back that was quit', async () => {
    const { enter, steal } = await open()
    const station = async (stationId: string) => {
      const presence = createPresence({
        clock: createManualClock(),
        stationId: () => stationId,
        own: () => ({ ...WELL, station: stationId }),
        ...nowhere,
      })
      await presence.use(await enter())
      const stateOf = (of: string) => presence.stations().find((one) => one.stationId === of)?.state
      return { presence, stateOf }
    }
    const [a, b] = [await station('A'), await station('B')]
    await eventually(() => expect(b.stateOf('A')).toBe('online'))
    const stations = await steal('stations')
    const recorded = await stations.newest('A')
    await a.presence.close()
    await eventually(() => expect(b.stateOf('A')).toBe('closed'))
    if (recorded !== null) await stations.replay('A', recorded)
    const late = await station('C')
    await eventually(() => expect(b.stateOf('C')).toBe('online'))
    expect([b.stateOf('A'), late.stateOf('A')]).toEqual(['closed', undefined])
  })

  const withJournal = async (hub: OpenHub, stationId: string) => {
    const ops = createOps(ACCOUNT)
    const who = () => ({ stationId, station: stationId })
    const journal = createJournal({
      ...{ clock: createManualClock(), who, source: () => ops.source },
      ...nowhere,
    })
    await journal.use(hub)
    await journal.settled()
    return { ops, journal }
  }
  const adopter = async (hub: OpenHub) => {
    const imported: unknown[] = []
    const adoption = createAdoption({
      who: () => ({ stationId: 'C', station: 'C', operator: 'jo' }),
      target: () => ({
        accounts: [ACCOUNT],
        isOp: () => true,
        importOps(ops) {
          imported.push(...ops)
          return { imported: ops.length, known: 0 }
        },
        journaled: async () => true,
      }),
      ...{ isAtWork: () => false, onFault: () => {} },
    })
    await adoption.use(hub)
    return { adoption, imported }
  }

  it('has no operation sent again that has ended, and hides none that is open', async () => {
    const { enter, steal } = await open()
    const { ops, journal } = await withJournal(await enter(), 'A')
    ops.queue(2)
    journal.wake()
    await journal.settled()
    const stolen = await steal('journal')
    const { state } = await stolen.manager.streams.info(stolen.stream, { subjects_filter: '>' })
    const [place = ''] = Object.keys(state.subjects ?? {}).map((subject) =>
      subject.slice(stolen.subject('').length),
    )
    const recorded = await stolen.newest(place)
    ops.change(1, null)
    ops.change(2, null)
    journal.wake()
    await journal.settled()
    const emptied = await stolen.newest(place)
    if (recorded === null || emptied === null) throw new Error('nothing was recorded')
    await stolen.replay(place, recorded)
    const { adoption, imported } = await adopter(await enter())
    expect(await adoption.adopt('A')).toMatchObject({ imported: 0, left: 1 })
    expect(imported).toEqual([])
    // As its station emptied it, or as if another one had taken it: what is there is not hidden.
    await stolen.replay(place, emptied)
    expect(await adoption.adopt('A')).toMatchObject({ imported: 0, left: 1 })
    const note = headers()
    note.set('Packbench-Note', `taken ${recorded.header.get('Packbench-Note')}`)
    await stolen.store(place, recorded.data, note)
    expect(await adoption.leftBehind()).toMatchObject([{ operations: 1 }])
  })

  it('tells no station of a takeover that is over, or that never was', async () => {
    const { enter, steal } = await open()
    const { ops, journal } = await withJournal(await enter(), 'A')
    ops.queue(1)
    journal.wake()
    await journal.settled()
    await journal.use(null)
    const { adoption } = await adopter(await enter())
    expect(await adoption.adopt('A')).toMatchObject({ imported: 1 })
    const [owners, stolen] = [await steal('owners'), await steal('journal')]
    const key = `${ACCOUNT}.A`
    const owner = await owners.newest(key)
    const { state } = await stolen.manager.streams.info(stolen.stream, { subjects_filter: '>' })
    const [place = ''] = Object.keys(state.subjects ?? {}).map((subject) =>
      subject.slice(stolen.subject('').length),
    )
    const taken = await stolen.newest(place)
    await journal.use(await enter())
    await journal.settled()
    expect(ops.handedOver).toEqual(['op-1'])

    ops.queue(1)
    journal.wake()
    await journal.settled()
    await journal.use(null)
    if (owner === null || taken === null) throw new Error('nothing was recorded')
    await owners.replay(key, owner)
    const late = await adopter(await enter())
    await eventually(async () => expect((await late.adoption.leftBehind()).length).toBe(1))
    expect(late.adoption.isTakenOver('A')).toBe(false)
    const places = Object.keys(
      (await stolen.manager.streams.info(stolen.stream, { subjects_filter: '>' })).state.subjects ?? {},
    )
    for (const subject of places) await stolen.replay(subject.slice(stolen.subject('').length), taken)
    await journal.use(await enter())
    await journal.settled()
    expect(ops.handedOver).toEqual(['op-1'])
    expect(journal.view()).toMatchObject({ waiting: 0 })
  })
})
