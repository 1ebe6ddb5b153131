import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { epochOf } from '../../src/main/warehouse/nats/storage/places'
import type { Watched, WatchStart } from './messages'

/** Somebody who only watches a bucket, and says what was written there. */

const start = JSON.parse(process.argv[2] ?? '') as WatchStart

async function main(): Promise<void> {
  const connection = await connect({ servers: [...start.servers], maxReconnectAttempts: -1 })
  const { bucket: name, ttlMs, servers } = start
  const kv = await new Kvm(connection).create(name, { ttl: ttlMs, replicas: servers.length, history: 1 })
  const watch = await kv.watch()
  const { config } = (await kv.status()).streamInfo
  process.send?.({ epoch: epochOf(config) } satisfies Watched)
  for await (const { revision, key, created, operation, value } of watch) {
    const sealed = operation === 'PUT' ? Buffer.from(value).toString('hex') : null
    process.send?.({ revision, key, atMs: created.getTime(), sealed } satisfies Watched)
  }
}
process.on('disconnect', () => process.exit())
void main()
