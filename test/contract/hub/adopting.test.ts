import { randomBytes, randomUUID } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AdoptionRefused, createAdoption } from '../../../src/main/warehouse/nats/journal/adoption'
import { createJournal } from '../../../src/main/warehouse/nats/journal/journal'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { createOps } from '../../support/journal-source'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** Taking over, step by step: stations without a database at a real hub. */

const SECRET: Buffer = randomBytes(32)
const ROOT = `packbench.${hubGroup(SECRET).name}.journal.account`

type Seen = { imported: unknown[][]; ignored: Ignored[] }

async function openAt(server: NatsServer, secret = SECRET) {
  const connection = await connect({ servers: server.url, reconnect: false })
  onTestFinished(() => connection.close())
  const ignored: Ignored[] = []
  const onIgnored = (problem: Ignored) => void ignored.push(problem)
  return { hub: { connection, group: hubGroup(secret), replicas: 1, onIgnored }, ignored, connection }
}

/** The subject of the entry of an operation at the hub. */
async function subjectOf(server: NatsServer, opUid: string): Promise<string> {
  const { connection } = await openAt(server)
  const manager = await jetstreamManager(connection)
  const name = `packbench_${hubGroup(SECRET).name}_journal`
  const { state } = await manager.streams.info(name, { subjects_filter: '>' })
  for (const subject of Object.keys(state.subjects ?? {})) {
    const newest = await manager.streams.getMessage(name, { last_by_subj: subject })
    if (newest?.header.get('Packbench-Note').endsWith(` ${opUid}`) === true) return subject
  }
  throw new Error(`the hub has no entry of ${opUid}`)
}

/** As if the hub had never had it, or somebody had written there. */
async function empty(server: NatsServer, opUid: string): Promise<void> {
  const { connection } = await openAt(server)
  const head = headers()
  head.set('Packbench-Note', 'empty')
  await jetstream(connection).publish(await subjectOf(server, opUid), '', { headers: head })
}

/** A station whose journal is at the hub, in memory. */
async function station(
  server: NatsServer,
  name: string,
  { ops = createOps(), stationId = randomUUID() } = {},
) {
  const { hub, ignored } = await openAt(server)
  const faults: unknown[] = []
  const journal = createJournal({
    clock: createManualClock(),
    who: () => ({ stationId, station: name }),
    source: () => ops.source,
    onFault: (error) => void faults.push(error),
    onChange: () => {},
  })
  await journal.use(hub)
  await journal.settled()
  onTestFinished(() => journal.close())
  return { ops, stationId, journal, faults, ignored, again: () => journal.use(hub) }
}

/** @param importOps what becomes of the operations; default: they are known from then on */
async function adopter(
  server: NatsServer,
  name: string,
  { stationId = randomUUID(), importOps, account = 'account', isOp, secret = SECRET }: Partial<Adopter> = {},
) {
  const { hub, ignored, connection } = await openAt(server, secret)
  const seen: Seen = { imported: [], ignored }
  const adoption = createAdoption({
    who: () => ({ stationId, station: name, operator: `${name}'s supervisor` }),
    target: () => ({
      accounts: [account],
      isOp: (op) => isOp?.(connection) ?? typeof op === 'object',
      importOps(ops) {
        importOps?.()
        seen.imported.push([...ops])
        return { imported: ops.length, known: 0 }
      },
      journaled: async () => true,
    }),
    isAtWork: () => false,
    onFault: () => {},
  })
  await adoption.use(hub)
  onTestFinished(() => adoption.close())
  /** Its writes to the journal wait from now on. */
  const holdWrites = () => {
    const request = connection.request.bind(connection)
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let count = 0
    connection.request = async (...asked) => {
      if (asked[0].startsWith(ROOT)) {
        count += 1
        await released
      }
      return request(...asked)
    }
    return { count: () => count, release: () => release() }
  }
  return { adoption, seen, stationId, holdWrites }
}
type Adopter = {
  secret: Buffer
  stationId: string
  account: string
  importOps: () => void
  isOp: (connection: NatsConnection) => boolean
}

describe.skipIf(!HAS_NATS)('taking over at a real hub (H4)', () => {
  it('goes on at the next start when the program ended in the middle', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(3)
    lost.journal.wake()
    await lost.journal.settled()
    const crash = () => {
      throw new Error('the power is cut')
    }
    const first = await adopter(server, 'B', { importOps: crash })
    await expect(first.adoption.adopt(lost.stationId)).rejects.toThrow('power')
    const { adoption, seen } = await adopter(server, 'B', { stationId: first.stationId })
    await eventually(() => expect(seen.imported.map((ops) => ops.length)).toEqual([3]))
    await adoption.settled()
    expect(await adoption.leftBehind()).toEqual([])
  })

  it('takes them in as their station had queued them, whatever changed since', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    for (const nth of [1, 2, 3]) lost.ops.queue(1, JSON.stringify({ nth }))
    lost.journal.wake()
    await lost.journal.settled()
    lost.ops.change(1, JSON.stringify({ nth: 1, held: true }))
    lost.journal.wake()
    await lost.journal.settled()
    const { adoption, seen } = await adopter(server, 'B')
    await adoption.adopt(lost.stationId)
    expect(seen.imported).toEqual([[{ nth: 1, held: true }, { nth: 2 }, { nth: 3 }]])
  })

  it('gives a station back what its disk of an earlier time lacks, and nothing of others', async () => {
    const server = await startNatsServer()
    const first = await station(server, 'A')
    for (const nth of [1, 2, 3, 4]) first.ops.queue(1, JSON.stringify({ nth }))
    first.journal.wake()
    await first.journal.settled()
    first.ops.change(2, JSON.stringify({ nth: 2, held: true }))
    first.ops.change(4, null)
    first.journal.wake()
    await first.journal.settled()
    const other = await station(server, 'B')
    other.ops.queue(1)
    other.journal.wake()
    await other.journal.settled()

    const earlier = createOps()
    earlier.queue(1, JSON.stringify({ nth: 1 }))
    const back = await station(server, 'A', { ops: earlier, stationId: first.stationId })
    expect(back.ops.takenBack).toEqual([{ nth: 2, held: true }, { nth: 3 }])
    const well = await station(server, 'A', { ops: first.ops, stationId: first.stationId })
    expect(well.ops.takenBack).toEqual([])
  })

  it('of two stations at the same moment, one does it', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(20)
    lost.journal.wake()
    await lost.journal.settled()
    const both = [await adopter(server, 'B'), await adopter(server, 'C')]
    const done = await Promise.allSettled(both.map(({ adoption }) => adoption.adopt(lost.stationId)))
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    for (const reason of refused) expect(reason).toBeInstanceOf(AdoptionRefused)
    expect(both.flatMap(({ seen }) => seen.imported.flat())).toHaveLength(20)
  })

  it('leaves to its station what that has not given up, and that hands over the rest', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    await lost.journal.use(null)
    const { adoption } = await adopter(server, 'B')
    await adoption.adopt(lost.stationId)
    lost.ops.queue(1)
    const back = await station(server, 'A', lost)
    expect(back.ops.handedOver).toEqual(['op-1', 'op-2'])
    expect(back.journal.isClear()).toBe(true)
    expect(back.journal.view()).toMatchObject({ waiting: 0 })
    expect(await adoption.leftBehind()).toMatchObject([{ station: 'A', operations: 1, owner: null }])
  })

  it('leaves alone what its station writes while it is being taken', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    const subject = await subjectOf(server, 'op-1')
    const { adoption, seen } = await adopter(server, 'B', {
      isOp(connection) {
        connection.publish(subject, 'something newer')
        return true
      },
    })
    expect(await adoption.adopt(lost.stationId)).toMatchObject({ imported: 1, left: 1 })
    expect(seen.imported.flat()).toHaveLength(1)
  })

  it('is undone by the station itself if nobody finished it', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    await lost.journal.use(null)
    const crash = () => {
      throw new Error('the power is cut')
    }
    const other = await adopter(server, 'B', { importOps: crash })
    await expect(other.adoption.adopt(lost.stationId)).rejects.toThrow('power')
    const back = await station(server, 'A', lost)
    expect(back.ops.handedOver).toEqual([])
    expect(back.journal.isClear()).toBe(true)
    const next = await adopter(server, 'B', { stationId: other.stationId })
    await next.adoption.settled()
    expect(next.seen.imported).toEqual([])
    expect(await next.adoption.leftBehind()).toMatchObject([{ operations: 2, owner: null }])
  })

  it('cannot take what its station has written again meanwhile, although it is the same', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    await lost.journal.use(null)
    const other = await adopter(server, 'B')
    const waits = other.holdWrites()
    const adopting = other.adoption.adopt(lost.stationId)
    const refused = expect(adopting).rejects.toMatchObject({ reason: 'elsewhere' })
    await eventually(() => expect(waits.count()).toBe(1))
    const back = await station(server, 'A', lost)
    waits.release()
    await refused
    expect(other.seen.imported).toEqual([])
    // What another station has taken would end at this one.
    await back.again()
    await back.journal.settled()
    expect(back.ops.handedOver).toEqual([])
    expect(back.journal.view()).toMatchObject({ waiting: 0 })
  })

  it('finds again what a hub restored from an older copy does not have', async () => {
    const server = await startNatsServer()
    const { ops, journal, again } = await station(server, 'A')
    ops.queue(3)
    journal.wake()
    await journal.settled()
    await journal.use(null)
    await empty(server, 'op-2')
    expect(journal.view()).toMatchObject({ waiting: 0, lostAt: null })
    await again()
    await journal.settled()
    expect(journal.view()).toMatchObject({ waiting: 0, lostAt: expect.any(String) })
    await subjectOf(server, 'op-2')
  })

  it('finds nothing in the group that a station has left: its copies are in the new one', async () => {
    const server = await startNatsServer()
    const other = randomBytes(32)
    const a = await station(server, 'A')
    a.ops.queue(3)
    a.journal.wake()
    await a.journal.settled()
    a.ops.change(1, null)
    const { hub } = await openAt(server, other)
    await a.journal.use(hub)
    await a.journal.settled()
    expect([a.journal.view(), a.faults]).toMatchObject([{ waiting: 0 }, []])
    expect(await (await adopter(server, 'B')).adoption.leftBehind()).toEqual([])
    const there = await adopter(server, 'C', { secret: other })
    expect(await there.adoption.leftBehind()).toMatchObject([{ station: 'A', operations: 2 }])
  })

  it('keeps what a station of the former group has taken until the passphrase was changed here, too', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    a.ops.queue(2)
    a.journal.wake()
    await a.journal.settled()
    await a.journal.use(null)
    const { adoption, seen } = await adopter(server, 'B')
    expect(await adoption.adopt(a.stationId)).toMatchObject({ imported: 2 })
    const { hub } = await openAt(server, randomBytes(32))
    await a.journal.use(hub)
    await a.journal.settled()
    expect([a.ops.handedOver, seen.imported.flat().length]).toEqual([['op-1', 'op-2'], 2])
  })

  it('never crosses from one account to another', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    const { adoption, seen } = await adopter(server, 'B', { account: 'other' })
    expect(await adoption.leftBehind()).toEqual([])
    await adoption.adopt(lost.stationId)
    expect(seen.imported).toEqual([])
  })

  it('leaves alone and counts what a stranger has written among the operations (H7)', async () => {
    const server = await startNatsServer()
    const lost = await station(server, 'A')
    lost.ops.queue(2)
    lost.journal.wake()
    await lost.journal.settled()
    const { connection } = await openAt(server)
    connection.publish(`${ROOT}.${lost.stationId}.op-9`, 'a letter')
    connection.publish(await subjectOf(server, 'op-1'), 'another letter')
    await connection.flush()
    const { adoption, seen } = await adopter(server, 'B')
    expect(await adoption.adopt(lost.stationId)).toMatchObject({ imported: 1, left: 2 })
    expect(seen.ignored).toEqual(['foreign', 'foreign'])
    await eventually(() => expect(seen.imported.flat()).toHaveLength(1))
  })
})
