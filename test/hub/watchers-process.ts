import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import type { WatchersStart } from './messages'

/** The other stations of a warehouse as its server sees them: connections that watch the same buckets. */

const start = JSON.parse(process.argv[2] ?? '') as WatchersStart

async function main(): Promise<void> {
  for (let count = 0; count < start.watchers; count += 1) {
    const connection = await connect({ servers: start.url })
    for (const bucket of start.buckets) {
      const watch = await (await new Kvm(connection).open(bucket)).watch()
      void (async () => {
        for await (const entry of watch) void entry
      })()
    }
  }
  process.send?.('watching')
}
process.on('disconnect', () => process.exit())
void main()
