import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from '@nats-io/transport-node'
import { Kvm } from '@nats-io/kv'
import { expect, it, onTestFinished } from 'vitest'
import { createClaims } from '../../src/main/warehouse/nats/claims'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { systemClock } from '../../src/main/base/clock'
import type { WatchersStart } from '../hub/messages'
import { bundle } from '../support/bundle'
import { compete, percentiles, print } from '../support/measure'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'

/**
 * What it costs to claim an order at the hub, beside NATS alone. The other 199 stations are connections that watch: they
 * open what they hear on PCs of their own, and not on this one.
 */

const STATIONS = 200
const ROUNDS = 7
const CLAIMS = 300
const BENCHMARK_WITHIN_MS = 900_000
const TTL_MS = 30_000

it.skipIf(!HAS_NATS)('claims at the hub', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const server = await startNatsServer()
  const group = hubGroup(randomBytes(32))
  const [own, other] = [await connect({ servers: server.url }), await connect({ servers: server.url })]
  onTestFinished(async () => {
    await own.close()
    await other.close()
  })

  const self = { stationId: randomUUID(), station: 'packing-1', operator: 'Jo Example' }
  const claims = createClaims({
    clock: systemClock,
    who: () => self,
    onOrders: () => {},
    onFault: (error) => {
      throw error
    },
  })
  await claims.use({ connection: own, group, replicas: 1, onIgnored: () => {} })
  onTestFinished(() => claims.close())

  const bare = await new Kvm(other).create('bare', { ttl: TTL_MS, replicas: 1, history: 1 })
  const watch = await bare.watch()
  void (async () => {
    for await (const entry of watch) void entry
  })()
  const ours = `packbench_${group.name}_claims`

  const built = await bundle('test/hub/watchers-process.ts')
  onTestFinished(() => built.remove())
  const start: WatchersStart = { url: server.url, watchers: STATIONS - 1, buckets: [ours, 'bare'] }
  const others = fork(built.file, [JSON.stringify(start)])
  onTestFinished(() => void others.kill('SIGKILL'))
  await once(others, 'message')

  let orderId = 100_000
  const claim = async (): Promise<void> => {
    claims.put((orderId += 1))
    await claims.settled()
    expect(claims.isConfirmed(orderId)).toBe(true)
  }
  const giveBack = async (): Promise<void> => {
    claims.put(null)
    await claims.settled()
  }
  await claim()
  const kv = await new Kvm(other).open(ours)
  const sealed = await kv.get(String(orderId))
  await giveBack()
  const value = randomBytes(sealed?.value.length ?? 0)
  expect(value.length, 'bytes of a sealed claim').toBeGreaterThan(100)
  let key = ''
  const create = async (): Promise<void> => {
    key = String((orderId += 1))
    await bare.create(key, value)
  }

  const times = { ours: [] as number[], bare: [] as number[] }
  const run = async (into: number[], one: () => Promise<void>, after: () => Promise<unknown>) => {
    let ms = 0
    for (let count = 0; count < CLAIMS; count += 1) {
      const startMs = performance.now()
      await one()
      const took = performance.now() - startMs
      into.push(took)
      ms += took
      await after()
    }
    return { units: CLAIMS, ms }
  }
  const outcome = await compete(
    ROUNDS,
    () => run(times.ours, claim, giveBack),
    () => run(times.bare, create, () => bare.delete(key)),
  )
  print(
    { name: `claims, ${STATIONS} stations`, baseline: 'bare kv.create', unit: 'claims', rounds: ROUNDS },
    outcome,
  )
  for (const [name, ms] of Object.entries(times)) {
    const { p50, p99 } = percentiles(ms)
    console.log(
      `a claim, ${name}, ${STATIONS} stations: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal: p99 under 20 ms)`,
    )
  }
})
