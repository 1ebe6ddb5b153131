import { createHash, randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EvidenceHead } from '../../../src/shared/domain/evidence/evidence-head'
import { createEvidenceHeads, LATEST_MS, MOST_ENTRIES } from '../../../src/main/warehouse/nats/evidence'
import type { OpenHub } from '../../../src/main/warehouse/nats/part'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { openStream } from '../../../src/main/warehouse/nats/storage/stream'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { sealedAtHub } from '../../support/sealed-at-hub'

/** The heads of a station's evidence log at a real hub. */

const GROUP = hubGroup(randomBytes(32))
const NAME = `packbench_${GROUP.name}_evidence`
const ROOT = `packbench.${GROUP.name}.evidence`
const hashOf = (seq: number): string => createHash('sha256').update(String(seq)).digest('hex')
const LOOK_MS = 5_000

async function station(server: NatsServer, stationId = 'A') {
  const clock = createManualClock()
  const ignored: Ignored[] = []
  const faults: unknown[] = []
  const kept: number[] = []
  let head: EvidenceHead | null = { logId: 'log', seq: 1, hash: hashOf(1) }
  let account = 'mine'
  let missed = 0
  const part = createEvidenceHeads({
    clock,
    stationId: () => stationId,
    source: () => ({
      account,
      head: () => head,
      before: () => kept.at(-1) ?? null,
      onKept: ({ seq }) => void kept.push(seq),
    }),
    onMissed: () => void (missed += 1),
    onFault: (error) => void faults.push(error),
  })
  const connection = await connect({ servers: server.url })
  onTestFinished(async () => {
    await part.close()
    await connection.close()
  })
  const hub: OpenHub = {
    connection,
    group: GROUP,
    replicas: 1,
    onIgnored: (why) => void ignored.push(why),
  }
  const use = async () => {
    await part.use(hub)
    await part.settled()
  }
  await use()
  return {
    ...{ part, clock, ignored, faults, kept, use, hub },
    missed: () => missed,
    /** The log has grown. */
    grow: (seq: number, logId = 'log') => void (head = { logId, seq, hash: hashOf(seq) }),
    stop: () => void (head = null),
    switchTo: (next: string) => void (account = next),
    async pass(ms: number) {
      clock.advance(ms)
      await part.settled()
    },
    seqs: async () => (await part.kept())?.heads.map(({ seq }) => seq) ?? null,
  }
}

async function managerAt(server: NatsServer) {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  return { connection, manager: await jetstreamManager(connection) }
}

describe.skipIf(!HAS_NATS)('the heads of a log at a real hub', () => {
  it('come with each connection, after some minutes or many entries, and at the end', async () => {
    const server = await startNatsServer()
    const a = await station(server)
    expect(await a.seqs()).toEqual([1])
    a.grow(2)
    await a.pass(LATEST_MS - LOOK_MS)
    expect(await a.seqs()).toEqual([1])
    await a.pass(LOOK_MS)
    expect(await a.seqs()).toEqual([1, 2])
    a.grow(1 + MOST_ENTRIES)
    await a.pass(LOOK_MS)
    expect(await a.seqs()).toEqual([1, 2])
    a.grow(2 + MOST_ENTRIES)
    await a.pass(LOOK_MS)
    expect(await a.seqs()).toEqual([1, 2, 202])
    a.grow(203)
    await a.use()
    expect(await a.seqs(), 'a connection').toEqual([1, 2, 202, 203])
    await a.use()
    await a.pass(2 * LATEST_MS)
    expect(await a.seqs(), 'nothing new').toEqual([1, 2, 202, 203])
    a.grow(204)
    await a.part.close()
    const again = await station(server)
    expect(await again.seqs(), 'quit').toEqual([1, 2, 202, 203, 204, 1])
    expect(a.kept).toEqual([1, 2, 202, 203, 204])
    expect([...a.faults, ...again.faults]).toEqual([])
  })

  it('are written at once for another log or account, and never for one that cannot be used', async () => {
    const server = await startNatsServer()
    const a = await station(server)
    a.grow(7, 'another')
    await a.pass(LOOK_MS)
    a.switchTo('theirs')
    a.part.refresh()
    await a.part.settled()
    expect((await a.part.kept())?.heads).toMatchObject([
      { logId: 'log', seq: 1, account: 'mine' },
      { logId: 'another', seq: 7, account: 'mine' },
      { logId: 'another', seq: 7, account: 'theirs' },
    ])
    a.stop()
    await a.pass(2 * LATEST_MS)
    expect(await a.seqs()).toHaveLength(3)
    const b = await station(server, 'B')
    expect(await b.seqs(), 'of each station its own').toEqual([1])
  })

  it('say nothing readable', async () => {
    const server = await startNatsServer()
    await station(server)
    const { manager } = await managerAt(server)
    const { data, subject } = (await manager.streams.getMessage(NAME, { seq: 1 })) ?? {}
    expect(subject).toBe(`${ROOT}.A.mine`)
    expect(Buffer.from(data ?? []).toString('latin1')).not.toMatch(/log|hash|seq/)
  })

  it('cannot be taken back by anybody, and a full hub refuses new ones rather than drop old ones', async () => {
    const server = await startNatsServer()
    const { connection, manager } = await managerAt(server)
    const hub: OpenHub = { connection, group: GROUP, replicas: 1, onIgnored: () => {} }
    await openStream(hub, 'evidence', { most: 2, maxAgeMs: 86_400_000 })
    const a = await station(server)
    for (const seq of [2, 3, 4]) {
      a.grow(seq)
      await a.use()
    }
    expect([await a.seqs(), a.part.isFull(), a.faults]).toEqual([[1, 2], true, []])
    expect((await a.part.kept())?.isFinal).toBe(true)
    const { config } = await manager.streams.info(NAME)
    await expect(manager.streams.deleteMessage(NAME, 1)).rejects.toThrow(/not permitted/)
    await expect(manager.streams.purge(NAME)).rejects.toThrow(/not permitted/)
    await expect(manager.streams.update(NAME, { ...config, deny_delete: false })).rejects.toThrow(/deny/)
    expect(await a.seqs()).toEqual([1, 2])
    await manager.streams.update(NAME, { ...config, max_msgs_per_subject: 9 })
    await a.pass(LATEST_MS)
    expect([await a.seqs(), a.part.isFull()]).toEqual([[1, 2, 4], false])
  })

  it('say when the server lets somebody take them back', async () => {
    const server = await startNatsServer()
    const { manager } = await managerAt(server)
    await manager.streams.add({ name: NAME, subjects: [`${ROOT}.>`], allow_direct: true })
    const a = await station(server)
    expect(await a.part.kept()).toMatchObject({ isFinal: false, heads: [{ seq: 1 }] })
  })

  it('count what is foreign, damaged, oversized or newer, and leave it alone (H7)', async () => {
    const server = await startNatsServer('max_payload: 4MB')
    const a = await station(server)
    const { connection } = await managerAt(server)
    const heads = await sealedAtHub(connection, GROUP, 'evidence')
    const head = { logId: 'log', seq: 5, hash: hashOf(5) }
    const recorded = await heads.newest('A.mine')
    await heads.store('A.mine', '{"seq": 5}')
    await heads.put('A.mine', head, { from: { use: 'evidence', key: 'B.mine' } })
    if (recorded !== null) await heads.replay('A.mine', recorded)
    await heads.store('A.mine', Buffer.alloc(1_100_000, 1))
    await heads.put('A.mine', head, { version: 9 })
    for (const value of [{ ...head, hash: 'short' }, { ...head, seq: -1 }, 'a letter'])
      await heads.put('A.mine', value)
    await heads.put('A.mine', { ...head, more: 'of a newer version' })
    await eventually(async () => expect(await a.seqs()).toEqual([1, 5]))
    a.ignored.length = 0
    expect((await a.part.kept())?.ignored).toBe(8)
    const three = Array.from({ length: 3 }, () => 'unreadable')
    expect(a.ignored.toSorted()).toEqual(['foreign', 'foreign', 'foreign', 'newer', 'oversized', ...three])
    expect(a.faults).toEqual([])
  })

  it('name the one before them', async () => {
    const server = await startNatsServer()
    const a = await station(server)
    a.grow(2)
    await a.use()
    expect((await a.part.kept())?.heads.map(({ before }) => before)).toEqual([null, 1])
  })

  it('are written again within seconds when the newest is gone, in the same stream', async () => {
    const server = await startNatsServer()
    const { manager } = await managerAt(server)
    // Somebody with the server's disk needs no right to delete; here the stream allows it.
    await manager.streams.add({ name: NAME, subjects: [`${ROOT}.>`] })
    const a = await station(server)
    await a.pass(LOOK_MS)
    expect(a.missed()).toBe(0)
    await manager.streams.purge(NAME)
    await a.pass(LOOK_MS)
    expect(await a.seqs()).toEqual([1])
    expect(a.missed()).toBe(1)
    await a.pass(LOOK_MS)
    expect([a.missed(), a.faults]).toEqual([1, []])
  })

  it('are written again to a hub that was wiped', async () => {
    const server = await startNatsServer()
    const a = await station(server)
    a.grow(3)
    const { manager } = await managerAt(server)
    await manager.streams.delete(NAME)
    await a.pass(LOOK_MS)
    expect(a.faults.length).toBeGreaterThan(0)
    await a.use()
    expect(await a.seqs()).toEqual([3])
    await manager.streams.delete(NAME)
    await a.use()
    expect(await a.seqs(), 'although it has not changed since').toEqual([3])
    expect(a.missed(), 'each time').toBe(2)
    await a.part.use(null)
    expect(await a.part.kept()).toBeNull()
  })
})
