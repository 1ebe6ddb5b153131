import { randomBytes, randomUUID } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAdoption } from '../../../src/main/warehouse/nats/journal/adoption'
import { createClaims } from '../../../src/main/warehouse/nats/claims'
import { createJournal } from '../../../src/main/warehouse/nats/journal/journal'
import type { Missed, OpenHub } from '../../../src/main/warehouse/nats/part'
import { bucketAtHub, streamAtHub, type PlaceAtHub } from '../../../src/main/warehouse/nats/storage/places'
import { createPresence } from '../../../src/main/warehouse/nats/presence'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { createOps } from '../../support/journal-source'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { WELL } from '../../support/stations-at-hub'

/** What a station has written to a real hub disappears there while it is connected. */

const CHECK_MS = 5_000

/** A hub at which somebody may delete what is there, as only the set-up's own key can. */
async function aHub() {
  const server = await startNatsServer()
  const group = hubGroup(randomBytes(32))
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  const manager = await jetstreamManager(connection)
  const lax = (place: PlaceAtHub) => manager.streams.add({ ...place, deny_delete: false, deny_purge: false })
  const journal = streamAtHub(group.name, 'journal', { final: null, replicas: 1 })
  await lax(journal)
  for (const [use, ttlMs] of Object.entries({ claims: 30_000, stations: 0, owners: 0 }))
    await lax(bucketAtHub(group.name, use, { ttlMs, replicas: 1 }))
  const subjectsOf = async (name: string): Promise<string[]> =>
    Object.keys((await manager.streams.info(name, { subjects_filter: '>' })).state.subjects ?? {})
  return {
    purge: (use: string) => manager.streams.purge(`KV_packbench_${group.name}_${use}`),
    has: async (use: string) => (await subjectsOf(`KV_packbench_${group.name}_${use}`)).length > 0,
    copies: () => subjectsOf(journal.name),
    async deleteCopies(from: number, to: number) {
      for (let seq = from; seq <= to; seq += 1) await manager.streams.deleteMessage(journal.name, seq)
    },
    async openAs(missed: Missed[], onMissed = () => {}): Promise<OpenHub> {
      const own = await connect({ servers: server.url })
      onTestFinished(() => own.close())
      return {
        ...{ connection: own, group, replicas: 1, onIgnored: () => {} },
        onMissed(what) {
          missed.push(what)
          onMissed()
        },
      }
    },
  }
}
type AHub = Awaited<ReturnType<typeof aHub>>

async function aJournal(hub: AHub, before: Partial<Before> = {}) {
  const { begun, ...rest } = await aBeginningJournal(hub, before)
  await begun
  if (before.until !== 'asked') await rest.journal.settled()
  return rest
}

/** The station's earlier life. `until: 'asked'`: what it does next is under way. */
type Before = { ops: ReturnType<typeof createOps>; stationId: string; until: 'asked' }

/** One that has asked the hub, and has no answer yet. */
async function aBeginningJournal(
  hub: AHub,
  { ops = createOps(), stationId = randomUUID() }: Partial<Before> = {},
) {
  const clock = createManualClock()
  const missed: Missed[] = []
  const faults: unknown[] = []
  const waiting: (number | undefined)[] = []
  const journal = createJournal({
    clock,
    who: () => ({ stationId, station: 'A' }),
    source: () => ops.source,
    onFault: (error) => void faults.push(error),
    onChange: () => {},
  })
  const open = await hub.openAs(missed, () => void waiting.push(journal.view()?.waiting))
  onTestFinished(() => journal.close())
  const begun = journal.use(open)
  return { ...{ clock, stationId, missed, faults, ops, journal, waiting, begun } }
}

async function anAdopter(hub: AHub, journaled = async () => true) {
  const adoption = createAdoption({
    who: () => ({ stationId: randomUUID(), station: 'B', operator: 'jo' }),
    target: () => ({
      accounts: ['account'],
      isOp: () => true,
      importOps: (ops) => ({ imported: ops.length, known: 0 }),
      journaled,
    }),
    isAtWork: () => false,
    onFault: (error) => {
      throw error
    },
  })
  await adoption.use(await hub.openAs([]))
  onTestFinished(() => adoption.close())
  return adoption
}

describe.skipIf(!HAS_NATS)('what is gone at the hub', () => {
  it('are copies of operations: they are missed with the next check, and sent again', async () => {
    const hub = await aHub()
    const { clock, ops, journal, missed, faults, waiting } = await aJournal(hub)
    ops.queue(20)
    journal.wake()
    await journal.settled()
    expect([journal.view()?.waiting, (await hub.copies()).length]).toEqual([0, 20])
    await hub.deleteCopies(5, 20)
    expect(await hub.copies()).toHaveLength(4)
    clock.advance(CHECK_MS)
    await eventually(() => expect(missed).toEqual(['copies']))
    // As soon as it is known, what comes from the first missing one on is said to be only on this PC.
    expect([waiting, journal.view()?.lostAt]).toEqual([[16], expect.any(String)])
    await eventually(async () => expect(await hub.copies()).toHaveLength(20))
    await eventually(() => expect(journal.view()?.waiting).toBe(0))
    expect(faults).toEqual([])
    clock.advance(CHECK_MS)
    await eventually(() => expect(clock.pending()).toBeGreaterThan(0))
    expect(missed, 'once').toEqual(['copies'])
  })

  it('are not missed while operations come and end', async () => {
    const hub = await aHub()
    const { clock, ops, journal, missed, faults } = await aJournal(hub)
    for (let round = 1; round <= 5; round += 1) {
      ops.queue(3)
      journal.wake()
      clock.advance(CHECK_MS)
      ops.change(round, null)
      journal.wake()
      await journal.settled()
    }
    expect([missed, faults, journal.view()]).toEqual([[], [], { waiting: 0, full: false, lostAt: null }])
  })

  it('is whose the operations are: the station says so again', async () => {
    const hub = await aHub()
    const { clock, missed, faults, journal } = await aJournal(hub)
    await hub.purge('owners')
    clock.advance(CHECK_MS)
    await eventually(async () => expect(await hub.has('owners')).toBe(true))
    expect([missed, faults, journal.isClear()]).toEqual([['owner'], [], true])
  })

  it('is what a station says of itself: it is said again', async () => {
    const hub = await aHub()
    const clock = createManualClock()
    const missed: Missed[] = []
    const presence = createPresence({
      clock,
      stationId: () => 'A',
      own: () => ({ ...WELL, station: 'A' }),
      onFault: (error) => {
        throw error
      },
    })
    await presence.use(await hub.openAs(missed))
    onTestFinished(() => presence.close())
    await presence.settled()
    clock.advance(CHECK_MS)
    await presence.settled()
    expect(missed).toEqual([])
    // It has just been renewed.
    clock.advance(CHECK_MS)
    await presence.settled()
    await hub.purge('stations')
    clock.advance(CHECK_MS)
    await presence.settled()
    expect(missed).toEqual(['presence'])
    expect(await hub.has('stations')).toBe(true)
  })

  it('is a claim: it is made again before anybody else is told that the order is free', async () => {
    const hub = await aHub()
    const clock = createManualClock()
    const missed: Missed[] = []
    const claims = createClaims({
      clock,
      who: () => ({ stationId: 'A', station: 'A', operator: 'jo' }),
      onOrders: () => {},
      onFault: (error) => {
        throw error
      },
    })
    await claims.use(await hub.openAs(missed))
    onTestFinished(() => claims.close())
    claims.put(7)
    await claims.settled()
    clock.advance(CHECK_MS)
    await claims.settled()
    expect([claims.isConfirmed(7), missed]).toEqual([true, []])
    await hub.purge('claims')
    clock.advance(CHECK_MS)
    await claims.settled()
    expect([claims.isConfirmed(7), await hub.has('claims'), missed]).toEqual([true, true, ['claim']])
  })
})

describe.skipIf(!HAS_NATS)('a station that stood still while another took over its work', () => {
  it('learns it with its next check, hands over, and sends nothing before', async () => {
    const hub = await aHub()
    const { clock, stationId, ops, journal, missed } = await aJournal(hub)
    ops.queue(3)
    journal.wake()
    await journal.settled()
    expect(journal.isInDoubt()).toBe(false)
    const adoption = await anAdopter(hub)
    expect(await adoption.adopt(stationId)).toMatchObject({ imported: 3 })
    // Its own clock stands still during sleep; the wall's does not.
    clock.setWall(clock.wallMs() + 40_000)
    expect(journal.isInDoubt()).toBe(true)
    clock.advance(CHECK_MS)
    await eventually(() => expect(ops.handedOver).toEqual(['op-1', 'op-2', 'op-3']))
    await eventually(() => expect(journal.isInDoubt()).toBe(false))
    expect([journal.view()?.waiting, missed]).toEqual([0, []])
  })

  it('is in doubt for ten seconds at most if the hub does not answer', async () => {
    const hub = await aHub()
    const { clock, journal } = await aJournal(hub)
    clock.setWall(clock.wallMs() + 40_000)
    expect(journal.isInDoubt()).toBe(true)
    await journal.use(null)
    expect(journal.isInDoubt(), 'the hub is away').toBe(false)
  })
})

describe.skipIf(!HAS_NATS)('a station that begins while the hub is slow', () => {
  it('is in doubt from the connection on until the hub has said whose its operations are', async () => {
    const hub = await aHub()
    const { journal, begun } = await aBeginningJournal(hub)
    expect(journal.isInDoubt()).toBe(true)
    await begun
    expect(journal.isInDoubt()).toBe(false)
  })

  it('is in doubt until it has back what another one has only begun to take', async () => {
    const hub = await aHub()
    const { stationId, ops, journal } = await aJournal(hub)
    ops.queue(3)
    journal.wake()
    await journal.settled()
    await new Promise<void>((begun) => {
      const neverEnds = () => {
        begun()
        return new Promise<boolean>(() => {})
      }
      void anAdopter(hub, neverEnds).then((adoption) => adoption.adopt(stationId))
    })
    const { journal: back } = await aJournal(hub, { ops, stationId, until: 'asked' })
    expect(back.isInDoubt()).toBe(true)
    await back.settled()
    expect([back.isInDoubt(), ops.handedOver]).toEqual([false, []])
  })

  it('is in doubt for ten seconds at most', async () => {
    const hub = await aHub()
    const { clock, journal, begun } = await aBeginningJournal(hub)
    expect(journal.isInDoubt()).toBe(true)
    clock.advance(9_999)
    expect(journal.isInDoubt()).toBe(true)
    clock.advance(1)
    expect(journal.isInDoubt()).toBe(false)
    await begun
  })
})
