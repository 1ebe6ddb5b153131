import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { isSilence } from '../../../src/main/warehouse/nats/server/silence'
import { openStream, type Entry, type EntryStream } from '../../../src/main/warehouse/nats/storage/stream'
import { eventually } from '../../support/eventually'
import { startNatsCluster } from '../../support/nats-cluster'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** A stream of entries at a real server, which several stations use. */

const group = hubGroup(randomBytes(32))
/** More than enough to be listed by each of three servers. */
const LISTED = 30

async function open(
  server: NatsServer,
  replicas = 1,
): Promise<{ stream: EntryStream; connection: NatsConnection }> {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  const stream = await openStream({ connection, group, replicas, onIgnored: () => {} }, 'journal')
  return { stream, connection }
}

async function openCluster() {
  const [first, second, third] = await startNatsCluster(3)
  if (first === undefined || second === undefined || third === undefined) throw new RangeError('too few')
  const servers = [first, second, third] as const
  return { servers, ...(await eventually(() => open(first, servers.length))) }
}

/** A busy cluster may have taken an entry whose answer was lost. */
async function write(stream: EntryStream, count: number): Promise<Entry[]> {
  for (let at = 0; at < count; at += 1)
    await eventually(() => stream.put({ place: `a.s.${at}`, note: '', json: '{}' }, 0))
  const entries = await eventually(() => stream.list('a', false))
  expect(entries).toHaveLength(count)
  return entries
}

/** Does something right after the server has said how many entries are to come, before any of them does. */
function onceCounted(connection: NatsConnection, then: () => Promise<void>): void {
  const request = connection.request.bind(connection)
  connection.request = async (...asked) => {
    const answer = await request(...asked)
    if (asked[0].includes('CONSUMER.CREATE')) await then()
    return answer
  }
}

function changeAnswers(
  connection: NatsConnection,
  change: (subject: string, answer: Record<string, unknown>) => void,
): void {
  const request = connection.request.bind(connection)
  connection.request = async (subject, payload, options) => {
    const answer = await request(subject, payload, options)
    const body = answer.json<Record<string, unknown>>()
    change(subject, body)
    return { ...answer, data: Buffer.from(JSON.stringify(body)), json: <T>() => body as T }
  }
}

describe.skipIf(!HAS_NATS)('a stream at a real hub', () => {
  it('is listed although another station removes all of it meanwhile', async () => {
    const server = await startNatsServer()
    const [one, other] = [await open(server), await open(server)]
    const entries = await write(one.stream, 3)
    onceCounted(one.connection, async () => {
      for (const entry of entries) await other.stream.empty(entry)
    })
    expect((await one.stream.list('a', true)).filter(({ isEmpty }) => !isEmpty)).toEqual([])
    expect((await other.stream.list('a', true)).map(({ isEmpty }) => isEmpty)).toEqual([true, true, true])
  })

  it('is listed although another station removes the rest of it meanwhile', async () => {
    const server = await startNatsServer()
    const [one, other] = [await open(server), await open(server)]
    const entries = await write(one.stream, 3)
    onceCounted(one.connection, async () => {
      for (const entry of entries.slice(1)) await other.stream.empty(entry)
    })
    const listed = (await one.stream.list('a', false)).filter(({ isEmpty }) => !isEmpty)
    expect(listed.map(({ sequence }) => sequence)).toEqual([entries[0]?.sequence])
  })

  it('is not listed by a station that hears nothing of it', { timeout: 60_000 }, async () => {
    const server = await startNatsServer()
    const { stream, connection } = await open(server)
    await write(stream, 3)
    const subscribe = connection.subscribe.bind(connection)
    // What is sent to this station gets lost.
    onceCounted(connection, async () => {
      connection.subscribe = (subject, options) => subscribe(`nowhere.${subject}`, options)
    })
    await expect(stream.list('a', false)).rejects.toThrow('nothing is heard')
  })

  it('is listed whole although one of three servers is behind', { timeout: 120_000 }, async () => {
    const { servers, stream } = await openCluster()
    const second = servers[1]
    await second.save()
    const entries = await write(stream, 3)
    await second.restore()
    // The hub chooses the server that lists. The one that was set back needs some seconds, and may not answer at first.
    for (let listed = 0; listed < LISTED;) {
      const listedNow = await stream.list('a', false).catch((error: unknown) => {
        if (!isSilence(error)) throw error
      })
      if (listedNow === undefined) continue
      listed += 1
      expect(listedNow.map(({ sequence }) => sequence)).toEqual(entries.map(({ sequence }) => sequence))
    }
  })

  it('is listed at once by three servers although another station removes some of it meanwhile', async () => {
    const { servers, stream, connection } = await openCluster()
    const other = await open(servers[1], servers.length)
    const entries = await write(stream, 3)
    let lists = 0
    onceCounted(connection, async () => {
      lists += 1
      for (const entry of entries.slice(1)) await other.stream.empty(entry)
    })
    // A server that is behind still lists what was removed; it is asked once all the same.
    const listed = await stream.list('a', false)
    expect(listed[0]?.sequence).toBe(entries[0]?.sequence)
    expect(entries.map(({ place }) => place)).toEqual(
      expect.arrayContaining(listed.map(({ place }) => place)),
    )
    expect(lists).toBe(1)
  })

  it('is not taken for empty while a server that was set back knows no leader', async () => {
    const { stream, connection } = await openCluster()
    const entries = await write(stream, 3)
    // Such a server answers, as a busy one was seen to do, by what it has: nothing.
    const leaderless = { 'STREAM.INFO': 1, 'CONSUMER.CREATE': 1 }
    changeAnswers(connection, (subject, answer) => {
      if (subject.includes('STREAM.INFO') && leaderless['STREAM.INFO']-- > 0) {
        delete (answer['cluster'] as Record<string, unknown>)['leader']
        Object.assign(answer, { total: 0, offset: 0, limit: 0, state: { messages: 0, last_seq: 0 } })
      } else if (subject.includes('CONSUMER.CREATE') && leaderless['CONSUMER.CREATE']-- > 0)
        answer['num_pending'] = 0
    })
    expect((await stream.list('a', false)).map(({ sequence }) => sequence)).toEqual(
      entries.map(({ sequence }) => sequence),
    )
  })

  it('is not listed by a server that stays behind', { timeout: 120_000 }, async () => {
    const { stream, connection } = await openCluster()
    await write(stream, 3)
    // The leader has one more than the servers that list.
    changeAnswers(connection, (subject, answer) => {
      if (!subject.includes('STREAM.INFO')) return
      const state = answer['state'] as { subjects?: Record<string, number> }
      state.subjects = { ...state.subjects, 'missing.here': 1 }
    })
    await expect(stream.list('a', false)).rejects.toThrow('is behind with journal')
  })
})
