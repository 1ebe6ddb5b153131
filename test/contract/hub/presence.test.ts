import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPresence, type PresencePart } from '../../../src/main/warehouse/nats/presence'
import type { Presence } from '../../../src/main/warehouse/nats/presence-value'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock, type ManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { sealedAtHub } from '../../support/sealed-at-hub'

const SECRET = randomBytes(32)
const HOUR_MS = 3_600_000

const valueOf = (station: string, held = 0): Omit<Presence, 'closed'> => ({
  ...{ account: ['a'], station, operator: 'jo', host: `${station}-pc`, version: '0.1.0' },
  ...{ gate: 'online', noConnection: null, clock: { state: 'right', offsetMs: 0 }, diskFull: false },
  orders: { toPack: 3 },
  outbox: { waiting: 0, held, heldForMs: null, reasons: [] },
  notices: 0,
  packed: [{ operator: 'jo', quarters: [{ ago: 0, orders: 2 }] }],
})

type Bench = {
  stationId: string
  presence: PresencePart
  clock: ManualClock
  faults: unknown[]
  ignored: Ignored[]
  say(held: number): void
  lose(): Promise<void>
  find(): Promise<void>
}

async function bench(server: NatsServer, station: string, secret = SECRET): Promise<Bench> {
  const clock = createManualClock()
  const stationId = randomUUID()
  const faults: unknown[] = []
  const ignored: Ignored[] = []
  let held = 0
  const presence = createPresence({
    clock,
    stationId: () => stationId,
    own: () => valueOf(station, held),
    onFault: (error) => void faults.push(error),
  })
  let lose = async (): Promise<void> => {}
  const find = async (): Promise<void> => {
    const connection = await connect({ servers: server.url, reconnect: false })
    lose = async () => {
      await presence.use(null)
      await connection.close()
    }
    await presence.use({
      connection,
      group: hubGroup(secret),
      replicas: 1,
      onIgnored: (problem) => void ignored.push(problem),
    })
  }
  await find()
  onTestFinished(async () => {
    await presence.close()
    await lose()
  })
  const say = (now: number) => {
    held = now
    presence.touch()
  }
  return { stationId, presence, clock, faults, ignored, say, lose: () => lose(), find }
}

/** What `from` knows of `of`. */
const seen = (from: Bench, of: Bench) =>
  from.presence.stations().find(({ stationId }) => stationId === of.stationId)
const seesOnline = (from: Bench, of: Bench) => eventually(() => expect(seen(from, of)?.state).toBe('online'))

/** Time passes at all stations; each says what is due, and all have heard it. */
async function pass(ms: number, ...benches: Bench[]) {
  for (const { clock } of benches) clock.advance(ms)
  for (const { presence } of benches) await presence.settled()
}

describe.skipIf(!HAS_NATS)('presence at a real hub', () => {
  it('tells the others of a station, and of what changes there, soon but not each time', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    expect(seen(b, a)?.value).toEqual({ ...valueOf('A'), closed: false })
    for (const held of [1, 2, 3]) a.say(held)
    await pass(1_900, a)
    expect(seen(b, a)?.value.outbox.held).toBe(0)
    await pass(200, a)
    await eventually(() => expect(seen(b, a)?.value.outbox.held).toBe(3))
  })

  it('says since when a station is silent, by the monotonic clock of the station that looks', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    await pass(10_000, a, b)
    await eventually(() => expect(seen(b, a)?.silentMs).toBe(0))
    await a.lose()
    // An hour off, and off again: nobody may see it.
    b.clock.setWall(b.clock.wallMs() + HOUR_MS)
    b.clock.advance(29_000)
    expect(seen(b, a)).toMatchObject({ state: 'online', silentMs: 29_000 })
    b.clock.setWall(b.clock.wallMs() - 2 * HOUR_MS)
    b.clock.advance(2_000)
    expect(seen(b, a)).toMatchObject({ state: 'silent', silentMs: 31_000 })
    await a.find()
    await eventually(() => expect(seen(b, a)).toMatchObject({ state: 'online', silentMs: 0 }))
  })

  it('knows at its first look how long a station has been silent, by the times of the server', async () => {
    const server = await startNatsServer()
    const a = await bench(server, 'A')
    await a.presence.settled()
    await a.lose()
    const b = await bench(server, 'B')
    await seesOnline(b, b)
    const silentMs = seen(b, a)?.silentMs ?? 0
    expect(silentMs).toBeGreaterThan(0)
    expect(silentMs).toBeLessThan(30_000)
    b.clock.advance(29_999 - silentMs)
    expect(seen(b, a)?.state).toBe('online')
    b.clock.advance(1)
    expect(seen(b, a)?.state).toBe('silent')
  })

  it('tells a station that was quit from one that says nothing', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    await a.presence.close()
    await eventually(() => expect(seen(b, a)?.state).toBe('closed'))
  })

  it('forgets a station that leaves the group, and one that is removed until it is heard again', async () => {
    const server = await startNatsServer()
    const [a, b, c] = [await bench(server, 'A'), await bench(server, 'B'), await bench(server, 'C')]
    for (const other of [a, c]) await seesOnline(b, other)
    await a.presence.settled()
    await eventually(() => expect(seen(a, a)).toBeDefined())
    await a.presence.leave()
    await eventually(() => expect(seen(b, a)).toBeUndefined())
    expect(await b.presence.remove(c.stationId)).toBe(true)
    expect(seen(b, c)).toBeUndefined()
    expect(await b.presence.remove(c.stationId)).toBe(false)
    await pass(10_000, c)
    await seesOnline(b, c)
  })

  it('shows what was last known while the hub is away, and takes nobody for offline right after', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    await Promise.all([a.lose(), b.lose()])
    await server.kill()
    b.clock.advance(10 * 60_000)
    expect(b.presence.isOpen()).toBe(false)
    expect(seen(b, a)?.state).toBe('online')
    expect(seen(b, a)?.silentMs).toBeLessThan(60_000)
    await server.start()
    await b.find()
    await seesOnline(b, b)
    expect(seen(b, a)?.state).toBe('online')
    b.clock.advance(31_000)
    expect(seen(b, a)?.state).toBe('silent')
    await a.find()
    await seesOnline(b, a)
  })

  it('gives half a minute to those whom it could not hear while it was away', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    await b.lose()
    b.clock.advance(10 * 60_000)
    await b.find()
    // Nothing has been heard yet.
    expect(seen(b, a)).toMatchObject({ state: 'online' })
    expect(seen(b, a)?.silentMs).toBeGreaterThanOrEqual(10 * 60_000)
    b.clock.advance(29_999)
    expect(seen(b, a)?.state).toBe('online')
    b.clock.advance(1)
    expect(seen(b, a)?.state).toBe('silent')
  })

  it('counts what is foreign or newer, which changes nothing (H7), and tolerates newer fields', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const group = hubGroup(SECRET)
    const bucket = await sealedAtHub(connection, group, 'stations')
    const put = (value: object) => bucket.put(a.stationId, value)
    await bucket.store(a.stationId, 'a letter')
    await put({ station: 'A' })
    await eventually(() => expect(b.ignored).toEqual(['foreign', 'unreadable']))
    expect(seen(b, a)?.value).toEqual({ ...valueOf('A'), closed: false })
    await put({ ...valueOf('A'), closed: false, gate: 'of tomorrow', mood: 'fine' })
    await eventually(() => expect(seen(b, a)?.value).toMatchObject({ gate: 'of tomorrow', mood: 'fine' }))
    // Stations of another group have a bucket of their own.
    const stranger = await bench(server, 'S', randomBytes(32))
    await seesOnline(stranger, stranger)
    expect(seen(b, stranger)).toBeUndefined()
  })

  it('renews what it said, and notices when its bucket is gone', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await seesOnline(b, a)
    for (let turn = 0; turn < 4; turn += 1) {
      await pass(10_000, a, b)
      await eventually(() => expect(seen(b, a)?.silentMs).toBe(0))
    }
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const kv = await new Kvm(connection).open(`packbench_${hubGroup(SECRET).name}_stations`)
    await kv.destroy()
    await pass(5_000, b)
    expect(b.faults.length).toBeGreaterThan(0)
  })
})
