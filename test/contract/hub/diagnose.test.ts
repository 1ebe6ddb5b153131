import { randomUUID } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { describe, expect, it } from 'vitest'
import { diagnoseHub } from '../../../src/main/warehouse/nats/diagnose-hub'
import { ACCOUNT, startSetUpHub, type KeyOfStation } from '../../support/hub-set-up'
import { HAS_NATS } from '../../support/nats-process'
import { sealedAsFirst, sealedAtHub } from '../../support/sealed-at-hub'

const SECRET = Buffer.alloc(32, 7)

/** What the doctor says of a hub, by using each right that the station needs. */

describe.skipIf(!HAS_NATS)('the doctor at a hub', () => {
  async function open() {
    const hub = await startSetUpHub()
    const key = hub.add('bench-1')
    await hub.enter(key)
    const ask = ({ id, seed }: KeyOfStation, account = ACCOUNT) =>
      diagnoseHub(
        { servers: [hub.url], credentials: { seed }, trusted: () => [] },
        { stationId: id, group: hub.group.name, account, mark: null },
      )
    return { hub, key, ask, manager: await jetstreamManager(await hub.admin()) }
  }
  const contents = async ({ manager }: Awaited<ReturnType<typeof open>>) => {
    const found: Record<string, number> = {}
    for await (const { config, state } of manager.streams.list()) found[config.name] = state.last_seq
    return found
  }

  it('finds nothing wrong where everything is set up, and changes nothing', async () => {
    const at = await open()
    const before = await contents(at)
    expect(await at.ask(at.key)).toMatchObject({ ok: true, heads: 0, lacks: [] })
    expect(await contents(at)).toEqual(before)
  })

  it('names what is missing, and rights that another station’s key lacks', async () => {
    const at = await open()
    const name = at.hub.group.name
    const other = 'b'.repeat(16)
    expect(await at.ask(at.key, other)).toMatchObject({
      lacks: [
        `no right to read KV_packbench_${name}_orders_${other}`,
        `no right to read KV_packbench_${name}_items_${other}`,
        `no right to read KV_packbench_${name}_codes_${other}`,
        `no right to read KV_packbench_${name}_numbers_${other}`,
      ],
    })
    await at.manager.streams.delete(`packbench_${name}_evidence`)
    expect(await at.ask(at.key)).toMatchObject({ lacks: [`no packbench_${name}_evidence`], heads: null })
  })

  it('counts the stations of other versions', async () => {
    const { hub, key, ask } = await open()
    const stations = await sealedAtHub(await hub.admin(), hub.group, 'stations')
    await stations.put('B', {})
    await stations.put('C', {}, { version: 9 })
    for (const id of ['D', 'E', key.id]) await stations.store(id, sealedAsFirst(SECRET, `stations/${id}`, {}))
    expect(await ask(key)).toMatchObject({ others: { newer: 1, older: 2 }, lacks: [] })
  })

  it('says that a stream is full', async () => {
    const at = await open()
    const journal = `packbench_${at.hub.group.name}_journal`
    await jetstream(await at.hub.admin()).publish(`packbench.${at.hub.group.name}.journal.a.b.c`, 'x')
    await at.manager.streams.update(journal, {
      max_bytes: (await at.manager.streams.info(journal)).state.bytes,
    })
    expect(await at.ask(at.key)).toMatchObject({ lacks: [`${journal} is full`] })
  })

  it('is refused with a key whose station has another ID', async () => {
    const at = await open()
    const answer = await at.ask({ ...at.key, id: randomUUID() })
    expect(answer).toMatchObject({ ok: false, problem: expect.stringMatching(/permission/i) })
  })
})
