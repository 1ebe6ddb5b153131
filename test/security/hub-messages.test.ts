import { monitorEventLoopDelay } from 'node:perf_hooks'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { placesAtHub } from '../../src/main/warehouse/nats/storage/places'
import { accountAtHub, hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../src/main/warehouse/multicast/seal'
import { FIRST_PAGE, nothing, type Ask } from '../support/composed'
import { openHubMarket, openHubStation, ready, soon } from '../support/hub-stations'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { sealedAtHub } from '../support/sealed-at-hub'

/**
 * Whatever a station gone wrong writes to the hub, with the passphrase or without: `PACKBENCH_MALFORMED` messages, 1,000
 * by default.
 */

const MESSAGES = Number(process.env['PACKBENCH_MALFORMED'] ?? 1_000)
const SEED = Number(process.env['PACKBENCH_SEED'] ?? 20_261_127)
/** Drawn in parts, so that drawing does not keep the station from hearing. */
const PART = 25
const DEEP = 50_000

/** Of what stations write there. */
const FIELDS = [
  ...[
    'stationId',
    'station',
    'operator',
    'name',
    'epoch',
    'done',
    'before',
    'version',
    'id',
    'group',
    'at',
    'by',
  ],
  ...[
    'preferences',
    'operators',
    'accounts',
    'orderId',
    'seq',
    'hash',
    'logId',
    'heads',
    'record',
    'mark',
    'from',
  ],
  ...[
    'upTo',
    'outbox',
    'op',
    'ms',
    'text',
    'key',
    'signature',
    'document',
    '__proto__',
    'constructor',
    'toString',
  ],
]
const HARD: unknown[] = [null, '', '\0', '🂡', -1, 1e300, [], {}, 'x'.repeat(200_000), Array(20_000).fill(0)]

const values = fc.oneof(
  fc.constantFrom(...HARD),
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.constantFrom(...HARD), fc.jsonValue()), {
    maxKeys: 12,
  }),
)

type Message = {
  place: number
  key: number
  how: 'sealed' | 'bare' | 'bytes'
  value: unknown
  bytes: Uint8Array
}
const messages = (places: number, keys: number): fc.Arbitrary<Message> =>
  fc.record({
    place: fc.nat({ max: places - 1 }),
    key: fc.nat({ max: keys - 1 }),
    how: fc.constantFrom('sealed', 'sealed', 'sealed', 'bare', 'bytes'),
    value: values,
    bytes: fc.uint8Array({ maxLength: 400 }),
  })

/** What must stay as it is. */
async function standOf(ask: Ask) {
  const { preferences } = await ask('station:bootstrap', nothing)
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  return { preferences, orders: rows, operators: await ask('operators:active', nothing) }
}

describe.skipIf(!HAS_NATS)('a station at a hub', () => {
  it(`takes nothing of ${MESSAGES} malformed values, and goes on`, { timeout: 1_200_000 }, async () => {
    const [server, market] = [await startNatsServer(), await openHubMarket()]
    const { ask, packbench } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    // Until its items are read, too.
    const before = await soon(async () => {
      const stand = await standOf(ask)
      expect(stand.orders.filter(({ dueAt }) => dueAt === null)).toEqual([])
      return stand
    })

    const group = hubGroup(groupKey(market, market.baseUrl))
    const account = accountAtHub(group, market.accessToken)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const manager = await jetstreamManager(connection)
    // What nobody has used yet is not there at a hub for a trial.
    const names = new Set<string>()
    for await (const { config } of manager.streams.list()) names.add(config.name)
    const uses = placesAtHub(group.name, [account], 1)
      .filter(({ name }) => names.has(name))
      .map(({ name }) => name.replace(/^(?:KV_)?packbench_[0-9a-f]+_/, ''))
    expect(uses).toEqual(
      expect.arrayContaining(['claims', 'stations', 'leader', 'owners', 'setup', 'journal', 'evidence']),
    )
    const places = await Promise.all(uses.map((use) => sealedAtHub(connection, group, use)))
    const { stations } = await ask('warehouse:neighbors', nothing)
    const orders = before.orders.map(({ orderId }) => String(orderId))
    const keys = ['x', 'setup', account, `${account}.x`, `${account}.x.1`, `${account}.now.x`, `${account}.a`]
    const allKeys = [...keys, ...orders, ...stations.map(({ stationId }) => stationId)]
    const said = { sealed: 0, bare: 0, bytes: 0, refused: 0 }
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    for (let part = 0; part * PART < MESSAGES; part += 1)
      for (const { place, key, how, value, bytes } of fc.sample(messages(places.length, allKeys.length), {
        numRuns: PART,
        seed: SEED + part,
      })) {
        const [at, under] = [places[place], allKeys[key] ?? 'x']
        if (at === undefined) throw new RangeError('no such place')
        const text = JSON.stringify(value)
        const stored =
          how === 'sealed'
            ? at.put(under, value)
            : at.store(under, how === 'bare' ? text : Buffer.concat([Buffer.from('PBH\x02'), bytes]))
        await stored.then(
          () => (said[how] += 1),
          () => (said.refused += 1),
        )
        connection.publish(`packbench.${group.name}.neighbors`, how === 'bytes' ? bytes : text)
      }
    const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`
    for (const at of places) await at.put('x', null, { text: deep })
    delay.disable()

    expect(said.sealed).toBeGreaterThan(said.refused)
    // It has heard them, and still hears.
    await soon(async () => {
      const { hub } = await ask('warehouse:neighbors', nothing)
      const { ignored } = hub ?? { ignored: { unreadable: 0, foreign: 0 } }
      expect(Math.min(ignored.unreadable, ignored.foreign)).toBeGreaterThan(0)
      expect(hub?.state).toBe('open')
    })
    expect(await standOf(ask)).toEqual(before)
    expect(packbench.openWork().ops).toBe(0)
    console.log(
      `${JSON.stringify(said)} values at ${places.length} places (seed ${SEED}); longest stall, with drawing and sealing them here: ${Math.round(delay.max / 1e6)} ms`,
    )
  })
})
