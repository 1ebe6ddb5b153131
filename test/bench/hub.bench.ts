import { randomBytes, randomUUID } from 'node:crypto'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { Kvm, type KV } from '@nats-io/kv'
import { expect, it, onTestFinished } from 'vitest'
import { createClaims, type Claims } from '../../src/main/hub/claims'
import { hubGroup } from '../../src/main/hub/seal'
import { systemClock } from '../../src/main/base/clock'
import { compete, percentiles, print } from '../support/measure'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'

/** What it costs to claim an order at the hub, beside NATS alone, with the stations of a large warehouse watching. */

const STATIONS = 200
const ROUNDS = 5
const BENCHMARK_WITHIN_MS = 900_000
const TTL_MS = 30_000
/** As long as a sealed claim. */
const SEALED_BYTES = 190

type Side = { claim(orderId: number): Promise<void>; clear(): Promise<void> }

/** A station as the product has it. */
async function station(
  connection: NatsConnection,
  index: number,
  group: ReturnType<typeof hubGroup>,
): Promise<Side> {
  const stationId = randomUUID()
  const claims: Claims = createClaims({
    clock: systemClock,
    who: () => ({ stationId, station: `packing-${index}`, operator: 'Jo Example' }),
    onOrders: () => {},
    onFault: (error) => {
      throw error
    },
  })
  await claims.use({ connection, group, replicas: 1, onIgnored: () => {} })
  await claims.settled()
  onTestFinished(() => claims.close())
  return {
    async claim(orderId) {
      claims.put(orderId)
      await claims.settled()
      expect(claims.isConfirmed(orderId)).toBe(true)
    },
    async clear() {
      claims.put(null)
      await claims.settled()
    },
  }
}

/** NATS alone: the same bytes, and the same number of watches. */
async function bare(connection: NatsConnection, bytes: number): Promise<Side> {
  const kv: KV = await new Kvm(connection).create('bare', { ttl: TTL_MS, replicas: 1, history: 1 })
  const watch = await kv.watch()
  void (async () => {
    for await (const entry of watch) void entry
  })()
  const value = randomBytes(bytes)
  let last: string | null = null
  return {
    async claim(orderId) {
      last = String(orderId)
      await kv.create(last, value)
    },
    async clear() {
      if (last !== null) await kv.delete(last)
    },
  }
}

it.skipIf(!HAS_NATS)('claims at the hub', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const server = await startNatsServer()
  const group = hubGroup(randomBytes(32))
  const connections: NatsConnection[] = []
  for (let index = 0; index < 2 * STATIONS; index += 1)
    connections.push(await connect({ servers: server.url }))
  onTestFinished(async () => {
    for (const connection of connections) await connection.close()
  })
  const stations: Side[] = []
  const alone: Side[] = []
  for (let index = 0; index < STATIONS; index += 1) {
    stations.push(await station(connections[2 * index] as NatsConnection, index, group))
    alone.push(await bare(connections[2 * index + 1] as NatsConnection, SEALED_BYTES))
  }
  let orderId = 100_000
  const all = async (sides: readonly Side[]) => {
    const startMs = performance.now()
    await Promise.all(sides.map((side) => side.claim((orderId += 1))))
    const ms = performance.now() - startMs
    for (const side of sides) await side.clear()
    return { units: sides.length, ms }
  }
  const outcome = await compete(
    ROUNDS,
    () => all(stations),
    () => all(alone),
  )
  print(
    {
      name: `claims of ${STATIONS} stations at once`,
      baseline: 'bare kv.create',
      unit: 'claims',
      rounds: ROUNDS,
    },
    outcome,
  )
  const times = { ours: [] as number[], bare: [] as number[] }
  for (const [name, sides] of [
    ['ours', stations],
    ['bare', alone],
  ] as const)
    for (const side of sides) {
      const startMs = performance.now()
      await side.claim((orderId += 1))
      times[name].push(performance.now() - startMs)
      await side.clear()
    }
  for (const [name, ms] of Object.entries(times)) {
    const { p50, p99 } = percentiles(ms)
    console.log(
      `a claim, ${name}, ${STATIONS} stations watching: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal: p99 under 20 ms)`,
    )
  }
  const [kv] = await Promise.all([
    new Kvm(connections[0] as NatsConnection).open(`packbench_${group.name}_claims`),
  ])
  expect((await kv.status()).values).toBeGreaterThan(0)
})
