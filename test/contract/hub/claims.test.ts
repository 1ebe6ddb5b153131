import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClaims, type Claims } from '../../../src/main/warehouse/nats/claims'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { HubSilent } from '../../../src/main/warehouse/nats/server/silence'
import { createManualClock, type ManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

const ORDER = 100_001
const SECRET = randomBytes(32)

type Bench = {
  claims: Claims
  clock: ManualClock
  orders: number[]
  faults: unknown[]
  ignored: Ignored[]
  /** Its connection ends, and the claims are not told. */
  stop(): Promise<void>
  lose(): Promise<void>
  find(): Promise<void>
}

async function bench(server: NatsServer, station: string, secret = SECRET): Promise<Bench> {
  const clock = createManualClock()
  const stationId = randomUUID()
  const orders: number[] = []
  const faults: unknown[] = []
  const ignored: Ignored[] = []
  const claims = createClaims({
    clock,
    who: () => ({ stationId, station, operator: `${station}'s packer` }),
    onOrders: (ids) => void orders.push(...ids),
    onFault: (error) => void faults.push(error),
  })
  let lose = async (): Promise<void> => {}
  let stop = lose
  const find = async (): Promise<void> => {
    const connection = await connect({ servers: server.url, reconnect: false })
    stop = () => connection.close()
    lose = async () => {
      await claims.use(null)
      await stop()
    }
    await claims.use({
      connection,
      group: hubGroup(secret),
      replicas: 1,
      onIgnored: (problem: Ignored) => void ignored.push(problem),
    })
  }
  await find()
  onTestFinished(async () => {
    await claims.close()
    await lose()
  })
  return { claims, clock, orders, faults, ignored, stop: () => stop(), lose: () => lose(), find }
}

/** Nobody hears of claims any more, as when the one server of three fails that sends a station what changes. */
async function deafen(server: NatsServer): Promise<void> {
  const connection = await connect({ servers: server.url })
  onTestFinished(() => connection.close())
  const { consumers } = await jetstreamManager(connection)
  const stream = `KV_packbench_${hubGroup(SECRET).name}_claims`
  for await (const { name } of consumers.list(stream)) await consumers.delete(stream, name)
}

describe.skipIf(!HAS_NATS)('claims at a real hub (H3)', () => {
  it('of two stations that open an order at the same moment, one has it, and both know which', async () => {
    const server = await startNatsServer()
    const stations = [await bench(server, 'A'), await bench(server, 'B')]
    for (const { claims } of stations) claims.put(ORDER)
    for (const { claims } of stations) await claims.settled()
    await eventually(() => {
      const holders = stations.filter(({ claims }) => claims.isConfirmed(ORDER))
      expect(holders).toHaveLength(1)
      const [other] = stations.filter(({ claims }) => !claims.isConfirmed(ORDER))
      expect(other?.claims.heldElsewhere(ORDER)).not.toBe(null)
      expect(holders[0]?.claims.heldElsewhere(ORDER)).toBe(null)
    })
  })

  it('is given back when the bench is cleared, and the next station has it at once', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() =>
      expect(b.claims.heldElsewhere(ORDER)).toMatchObject({ station: 'A', turn: 0, tookOver: false }),
    )
    expect(b.claims.ordersElsewhere()).toEqual([ORDER])
    b.claims.put(ORDER)
    await b.claims.settled()
    expect(b.claims.isConfirmed(ORDER)).toBe(false)
    a.claims.put(null)
    await eventually(() => expect(b.claims.isConfirmed(ORDER)).toBe(true))
    expect(b.claims.heldElsewhere(ORDER)).toBe(null)
  })

  it('is given back for good when its station leaves the group, also while it renews', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    await a.claims.settled()
    a.clock.advance(5_000)
    const left = a.claims.leave()
    a.clock.advance(5_000)
    await left
    a.clock.advance(5_000)
    await a.claims.settled()
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)).toBe(null))
    b.claims.put(ORDER)
    await b.claims.settled()
    expect([b.claims.isConfirmed(ORDER), a.claims.onBench()]).toEqual([true, ORDER])
  })

  it('is taken over by naming what it replaces, although its holder renews it meanwhile', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    a.clock.advance(5_000)
    b.claims.takeOver(ORDER)
    // At once, before the hub has answered: the packer has decided.
    expect(b.claims.heldElsewhere(ORDER)).toBe(null)
    await eventually(() => {
      expect(b.claims.isConfirmed(ORDER)).toBe(true)
      expect(a.claims.heldElsewhere(ORDER)).toMatchObject({ station: 'B', turn: 1, tookOver: true })
    })
    expect(a.claims.isConfirmed(ORDER)).toBe(false)
    // The one that lost it does not take it back by renewing.
    a.clock.advance(5_000)
    await a.claims.settled()
    expect(b.claims.isConfirmed(ORDER)).toBe(true)
    expect(a.orders).toContain(ORDER)
  })

  it('is lost as soon as the hub says so, not with the next renewal', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    await a.claims.settled()
    expect(a.claims.isConfirmed(ORDER)).toBe(true)
    b.claims.takeOver(ORDER)
    await eventually(() => expect(a.claims.heldElsewhere(ORDER)?.station).toBe('B'))
    expect(a.claims.isConfirmed(ORDER)).toBe(false)
  })

  it('of an order that was left before the hub had answered is given back', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    // The request is on its way.
    await Promise.resolve()
    await Promise.resolve()
    a.claims.put(ORDER + 1)
    await a.claims.settled()
    await eventually(() => expect(b.claims.ordersElsewhere()).toEqual([ORDER + 1]))
  })

  it('says since when by this PC’s clock, however long ago the holder said it', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    const sinceMs = b.clock.wallMs()
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.ordersElsewhere()).toEqual([ORDER]))
    // The holder's clock is an hour off, which nobody may see.
    a.clock.setWall(a.clock.wallMs() + 3_600_000)
    b.clock.advance(5_000)
    expect(b.claims.heldElsewhere(ORDER)?.sinceWallMs).toBe(sinceMs)
  })

  it('of a station that says nothing more is gone after half a minute', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    await a.lose()
    b.clock.advance(29_000)
    expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A')
    b.clock.advance(2_000)
    expect(b.claims.heldElsewhere(ORDER)).toBe(null)
  })

  it('becomes advice without the hub, and is claimed again once it is back', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    expect(a.claims.isConfirmed(ORDER)).toBe(true)
    await Promise.all([a.lose(), b.lose()])
    expect(a.claims.isConfirmed(ORDER)).toBe(false)
    await server.kill()
    b.clock.advance(60_000)
    b.claims.put(ORDER)
    expect(b.claims.heldElsewhere(ORDER)).toBe(null)
    await server.start()
    await Promise.all([a.find(), b.find()])
    await eventually(() =>
      expect([a.claims.isConfirmed(ORDER), b.claims.isConfirmed(ORDER)].filter(Boolean)).toHaveLength(1),
    )
  })

  it('notices that it hears nothing any more, although the hub answers', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await deafen(server)
    a.claims.put(ORDER)
    await a.claims.settled()
    expect(a.claims.isConfirmed(ORDER)).toBe(true)
    for (let check = 0; check < 2; check += 1) {
      expect(b.faults).toEqual([])
      b.clock.advance(5_000)
      await b.claims.settled()
    }
    expect(b.faults).toEqual([new HubSilent('nothing is heard of claims any more')])
    await b.find()
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    a.clock.advance(20_000)
    await a.claims.settled()
    for (let check = 0; check < 3; check += 1) {
      b.clock.advance(5_000)
      await b.claims.settled()
    }
    expect(b.faults).toHaveLength(1)
  })

  it('of which nothing is heard is known from its refusal', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    await deafen(server)
    a.claims.put(ORDER)
    await a.claims.settled()
    b.claims.put(ORDER)
    await b.claims.settled()
    expect(b.claims.isConfirmed(ORDER)).toBe(false)
    expect(b.claims.heldElsewhere(ORDER)).toMatchObject({ station: 'A', turn: 0 })
    expect(b.orders).toContain(ORDER)
  })

  it('that was taken over unheard is known from the refusal of its renewal', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B')]
    a.claims.put(ORDER)
    await eventually(() => expect(b.claims.heldElsewhere(ORDER)?.station).toBe('A'))
    await deafen(server)
    b.claims.takeOver(ORDER)
    await b.claims.settled()
    expect(a.claims.heldElsewhere(ORDER)).toBe(null)
    a.clock.advance(5_000)
    await a.claims.settled()
    expect(a.claims.heldElsewhere(ORDER)).toMatchObject({ station: 'B', turn: 1, tookOver: true })
  })

  it('is advice from a request without an answer until all is read again', async () => {
    const server = await startNatsServer()
    const a = await bench(server, 'A')
    expect(a.claims.decides()).toBe(true)
    await a.stop()
    a.claims.put(ORDER)
    await a.claims.settled()
    expect(a.faults).not.toEqual([])
    expect([a.claims.decides(), a.claims.isConfirmed(ORDER)]).toEqual([false, false])
    await a.find()
    expect(a.claims.decides()).toBe(true)
    await a.claims.settled()
    expect(a.claims.isConfirmed(ORDER)).toBe(true)
  })

  it('of another group is neither seen nor in the way', async () => {
    const server = await startNatsServer()
    const [a, b] = [await bench(server, 'A'), await bench(server, 'B', randomBytes(32))]
    a.claims.put(ORDER)
    b.claims.put(ORDER)
    await eventually(() =>
      expect([a.claims.isConfirmed(ORDER), b.claims.isConfirmed(ORDER)]).toEqual([true, true]),
    )
    expect([a.claims.heldElsewhere(ORDER), b.claims.heldElsewhere(ORDER)]).toEqual([null, null])
  })
})
