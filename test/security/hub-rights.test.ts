import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { beforeEach, describe, expect, it } from 'vitest'
import { placesAtHub } from '../../src/main/warehouse/nats/storage/places'
import { ACCOUNT, startSetUpHub } from '../support/hub-set-up'
import { eventually } from '../support/eventually'
import { HAS_NATS } from '../support/nats-process'

const [FEW, MANY] = [2, 80]

/** What somebody can do at the hub who has one station's key, and nothing else. */

describe.skipIf(!HAS_NATS)('with one station’s key', () => {
  /** What is at the hub, as its administrator sees it. */
  const whole = async (manager: JetStreamManager) => {
    const found: Record<string, unknown> = {}
    for await (const { config, state, created } of manager.streams.list())
      found[config.name] = { created, count: state.messages, last: state.last_seq, config }
    return found
  }
  const open = async () => {
    const hub = await startSetUpHub()
    const admin = await hub.admin()
    const manager = await jetstreamManager(admin)
    const [mine, other] = [hub.add('bench-1', { leads: true }), hub.add('bench-2')]
    const thief = await hub.enter(mine)
    const { name } = hub.group
    const js = jetstream(admin)
    const kept: Promise<unknown>[] = []
    for (const { name: place, subjects } of placesAtHub(name, [ACCOUNT], 1))
      // The number of what is stored among the claims is one that the others have, too.
      for (let key = 0; key < (place.endsWith('_claims') ? FEW : MANY); key += 1)
        kept.push(js.publish(subjects[0]?.replace('>', String(key)) ?? '', 'what another station keeps'))
    await Promise.all(kept)
    return { hub, admin, manager, js, mine, other, thief, name, evidence: `packbench_${name}_evidence` }
  }
  let at: Awaited<ReturnType<typeof open>>
  beforeEach(async () => void (at = await open()))

  it('nothing of the buckets and streams is created, changed, purged or deleted', async () => {
    const { thief, manager, evidence } = at
    const before = await whole(manager)
    const asThief = await jetstreamManager(thief, { checkAPI: false })
    const republish = {
      name: 'mine',
      subjects: ['mine'],
      republish: { src: 'mine', dest: `$JS.API.STREAM.DELETE.${evidence}` },
    }
    const denied = [
      () => asThief.streams.add(republish),
      () => asThief.streams.update(evidence, { subjects: ['mine'] }),
      () => asThief.streams.purge(evidence),
      () => asThief.streams.delete(evidence),
      ...Object.keys(before).map((name) => () => asThief.streams.deleteMessage(name, 1)),
      ...Object.keys(before).map((name) => () => asThief.direct.getMessage(name, { seq: 1 })),
    ]
    for (const attempt of denied) await expect(attempt()).rejects.toThrow(/permission/i)
    expect(await whole(manager)).toEqual(before)
  })

  /** A server checks what is asked, but not where the answer goes. */
  const ADDRESSES = (name: string) =>
    ['DELETE', 'PURGE', 'MSG.DELETE', 'UPDATE'].map((what) => `$JS.API.STREAM.${what}.${name}`)
  const answered = async (ask: (to: NatsConnection, reply: string) => void): Promise<void> => {
    const { thief, manager } = at
    const before = await whole(manager)
    await manager.streams.add({ name: 'unprotected', subjects: ['unprotected'] })
    await at.js.publish('unprotected', 'x')
    for (const name of Object.keys(before)) for (const reply of ADDRESSES(name)) ask(thief, reply)
    // The same trick with a stream that nothing protects: once it is empty, the server has done all that it was told before.
    const reply = '$JS.API.STREAM.PURGE.unprotected'
    thief.publish(`$KV.packbench_${at.name}_claims.1`, '', { reply, headers: wrongLast() })
    await eventually(async () => expect((await manager.streams.info('unprotected')).state.messages).toBe(0))
    const after = await whole(manager)
    for (const [name, was] of Object.entries(before)) {
      const { count } = was as { count: number }
      expect(after[name], name).toMatchObject({ created: (was as { created: string }).created })
      expect((after[name] as { count: number }).count, name).toBeGreaterThanOrEqual(count)
    }
  }
  const wrongLast = (): MsgHdrs => {
    const head = headers()
    head.set('Nats-Expected-Last-Sequence', '999')
    return head
  }
  it.each<[string, (to: NatsConnection, reply: string) => void]>([
    ['what was stored', (to, reply) => to.publish(`$KV.packbench_${at.name}_claims.1`, '', { reply })],
    [
      'what was not stored',
      (to, reply) => to.publish(`$KV.packbench_${at.name}_claims.1`, '', { reply, headers: wrongLast() }),
    ],
    ['a read', (to, reply) => to.publish(`$JS.API.STREAM.MSG.GET.${at.evidence}`, '{"seq":1}', { reply })],
    ['a direct read', (to, reply) => to.publish(`$JS.API.DIRECT.GET.${at.evidence}`, '{"seq":9}', { reply })],
    ['a look', (to, reply) => to.publish(`$JS.API.STREAM.INFO.${at.evidence}`, '', { reply })],
    [
      'a consumer',
      (to, reply) => {
        const name = reply.split('.').at(-1) ?? ''
        const config = { name, ack_policy: 'none', deliver_policy: 'all' }
        const asked = JSON.stringify({ stream_name: at.evidence, config })
        to.publish(`$JS.API.CONSUMER.CREATE.${at.evidence}.${name}`, asked, { reply })
        for (const body of ['{"batch":1,"expires":100000000}', '{"batch":1,"no_wait":true}', '{{'])
          to.publish(`$JS.API.CONSUMER.MSG.NEXT.${at.evidence}.${name}`, body, { reply })
      },
    ],
    [
      'a consumer that delivers',
      (to, reply) => {
        const config = {
          ...{ ack_policy: 'none', deliver_policy: 'all', deliver_subject: reply },
          ...{ idle_heartbeat: 100_000_000, flow_control: true, headers_only: true },
        }
        const asked = JSON.stringify({ stream_name: at.evidence, config })
        to.publish(`$JS.API.CONSUMER.CREATE.${at.evidence}`, asked)
      },
    ],
  ])('nothing is deleted with the answer to %s', async (_what, ask) => {
    await answered(ask)
  })

  it('no bucket is emptied with one message', async () => {
    const { manager, thief, name } = at
    const before = await whole(manager)
    const head = headers()
    head.set('Nats-Rollup', 'all')
    const refused = jetstream(thief).publish(`$KV.packbench_${name}_claims.0`, '', { headers: head })
    await expect(refused).rejects.toThrow(/rollup/i)
    expect(await whole(manager)).toEqual(before)
  })

  it('nobody else’s answers are heard', async () => {
    const { thief, other } = at
    for (const subject of ['_INBOX.>', '>', `_INBOX.${other.id}.>`, '$JS.>', 'packbench.>']) {
      const heard = thief.subscribe(subject)
      await expect(heard.closed.then((error) => Promise.reject(error as Error))).rejects.toThrow(
        /permission/i,
      )
    }
  })

  it('no subject of another station is written to', async () => {
    const { hub, name, mine } = at
    const bench = await hub.enter(at.other)
    const js = jetstream(bench)
    const others = [
      `packbench.${name}.evidence.${mine.id}.${ACCOUNT}`,
      `packbench.${name}.journal.${ACCOUNT}.${mine.id}.x`,
      `$KV.packbench_${name}_stations.${mine.id}`,
      `$KV.packbench_${name}_owners.${ACCOUNT}.${mine.id}`,
      `$KV.packbench_${name}_budget.${ACCOUNT}.orders.${mine.id}`,
      `$KV.packbench_${name}_setup.setup`,
    ]
    for (const subject of others)
      await expect(js.publish(subject, 'x'), subject).rejects.toThrow(/permission/i)
    const own = others.slice(0, -1).map((subject) => subject.replace(mine.id, at.other.id))
    for (const subject of own) await js.publish(subject, 'x')
  })

  it('nobody is let in any more once the station is removed', async () => {
    const { hub } = at
    const third = hub.add('bench-3')
    const connection = await hub.enter(third)
    hub.setUp.removeStation('bench-3')
    hub.setUp.reload()
    await connection.closed()
    await expect(hub.enterOnce(third)).rejects.toThrow(/auth/i)
  })
})

it.skipIf(!HAS_NATS)('stations do all they need with the rights of their keys', async () => {
  const hub = await startSetUpHub()
  const [a, b] = [hub.add('bench-1'), hub.add('bench-2')]
  const [one, two] = [await eventually(() => hub.open(a, 'one')), await hub.open(b, 'two')]
  one.claims.put(7)
  await eventually(() => expect(two.claims.heldElsewhere(7)?.station).toBe('one'))
  two.claims.takeOver(7)
  await eventually(() => expect(one.claims.heldElsewhere(7)?.tookOver).toBe(true))
})
