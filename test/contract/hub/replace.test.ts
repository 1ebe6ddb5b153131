import { randomBytes } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openBucket } from '../../../src/main/warehouse/nats/storage/bucket'
import type { OpenHub } from '../../../src/main/warehouse/nats/part'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { openStream } from '../../../src/main/warehouse/nats/storage/stream'
import { eventually } from '../../support/eventually'
import { startNatsCluster } from '../../support/nats-cluster'
import { HAS_NATS } from '../../support/nats-process'

/** Two stations that write at the same moment, each naming what it replaces, at one real server and at three (H3). */

const ROUNDS = 150
const SERVERS = [1, 3]

async function hubsOf(count: number): Promise<[OpenHub, OpenHub, OpenHub]> {
  const servers = await startNatsCluster(count)
  const group = hubGroup(randomBytes(32))
  const open = async (index: number): Promise<OpenHub> => {
    const connection = await connect({ servers: servers[index % count]?.url ?? '' })
    onTestFinished(() => connection.close())
    // The first one creates what is used. IT may have told the others only one address of the three.
    const replicas = index === 0 ? count : 1
    return { connection, group, replicas, onIgnored: () => expect.fail('something was ignored') }
  }
  return [await open(0), await open(1), await open(2)]
}

/** Servers that have just been started need a moment to choose their leader. */
async function openedBy<T>(hubs: readonly OpenHub[], open: (hub: OpenHub) => Promise<T>): Promise<T[]> {
  const opened: T[] = []
  for (const hub of hubs) await eventually(async () => void opened.push(await open(hub)))
  return opened
}

const done = (outcomes: readonly unknown[]): number =>
  outcomes.filter((one) => one !== null && one !== false).length

describe.skipIf(!HAS_NATS).each(SERVERS)('two writers of one value, at %i servers', (count) => {
  it('lets one of them create, replace, remove or recreate it', async () => {
    const hubs = await hubsOf(count)
    const plan = { name: 'claims', schema: z.string() }
    const [other, a, b] = await openedBy(hubs, (hub) => openBucket(hub, plan))
    if (a === undefined || b === undefined || other === undefined) throw new RangeError('too few')
    const counts = { created: 0, replaced: 0, removed: 0, recreated: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      // Somebody else writes to the same bucket meanwhile.
      const elsewhere = other.put(`other-${round % 5}`, 'x')
      const first = await Promise.all([a, b].map((one) => one.create(`first-${round}`, 'x')))
      counts.created += done(first)
      const key = `key-${round}`
      const created = (await a.create(key, 'x')) ?? 0
      const replaced = await Promise.all([a.update(key, 'a', created), b.update(key, 'b', created)])
      counts.replaced += done(replaced)
      const now = Math.max(...replaced.map((revision) => revision ?? 0))
      const left = await Promise.all([a.update(key, 'a', now), b.remove(key, now)])
      counts.removed += done(left)
      const last = typeof left[0] === 'number' ? left[0] : null
      if (last !== null) await a.remove(key, last)
      counts.recreated += done(await Promise.all([a.create(key, 'a'), b.create(key, 'b')]))
      await elsewhere
    }
    expect(counts).toEqual({ created: ROUNDS, replaced: ROUNDS, removed: ROUNDS, recreated: ROUNDS })
  })

  it('lets one of them replace an entry of a stream', async () => {
    const hubs = await hubsOf(count)
    const [other, a, b] = await openedBy(hubs, (hub) => openStream(hub, 'journal'))
    if (a === undefined || b === undefined || other === undefined) throw new RangeError('too few')
    const entry = (place: string, note: string) => ({ place, note, json: '{}' })
    let replaced = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = `a.${round}`
      const elsewhere = other.put(entry('b.1', 'x'), null)
      const first = (await a.put(entry(place, 'x'), 0)) ?? 0
      replaced += done(await Promise.all([a.put(entry(place, 'a'), first), b.put(entry(place, 'b'), first)]))
      await elsewhere
    }
    expect(replaced).toBe(ROUNDS)
  })

  it('lets two stations write many entries at the same moment, each for where it stands', async () => {
    const [, a, b] = await hubsOf(count)
    const streams = await openedBy([a, b], (hub) => openStream(hub, 'journal'))
    const all = streams.flatMap((stream, of) =>
      Array.from({ length: ROUNDS }, (_, index) =>
        stream.put({ place: `a.${of}.${index}`, note: 'x', json: `${index}` }, 0),
      ),
    )
    expect(done(await Promise.all(all))).toBe(2 * ROUNDS)
    const entries = (await streams[0]?.list('a', true)) ?? []
    expect(entries.filter(({ json, isProven }) => json !== null && isProven)).toHaveLength(2 * ROUNDS)
  })

  it('lets a station replace many entries at once', async () => {
    const [hub] = await hubsOf(count)
    const [stream] = await openedBy([hub], (one) => openStream(one, 'journal'))
    if (stream === undefined) throw new RangeError('too few')
    const put = (index: number, replaces: number) =>
      stream.put({ place: `a.${index}`, note: 'x', json: '{}' }, replaces)
    const all = Array.from({ length: ROUNDS }, (_, index) => index)
    const first = await Promise.all(all.map((index) => put(index, 0)))
    expect(done(first)).toBe(ROUNDS)
    const next = await Promise.all(all.map((index) => put(index, first[index] ?? 0)))
    expect(done(next)).toBe(ROUNDS)
    expect(done(await Promise.all(all.map((index) => put(index, first[index] ?? 0))))).toBe(0)
  })
})
