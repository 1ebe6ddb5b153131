import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { CopiesAnswer, CopiesQuestion, CopiesStart } from './messages'

/** Somebody with NATS's own client who looks what is in the stream of open operations. */

const start = JSON.parse(process.argv[2] ?? '') as CopiesStart

async function main(): Promise<void> {
  const connection = await connect({ servers: [...start.servers], maxReconnectAttempts: -1 })
  const manager = await jetstreamManager(connection)
  const look = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { config } of manager.streams.list()) {
      if (!config.name.endsWith('_journal')) continue
      const { state } = await manager.streams.info(config.name, { subjects_filter: '>' })
      for (const subject of Object.keys(state.subjects ?? {})) {
        const message = await manager.streams.getMessage(config.name, { last_by_subj: subject })
        // Places of operations that have ended are empty.
        const isCopy = message !== null && message.data.length > 0
        if (isCopy && !message.header.get('Packbench-Note').startsWith('taken ')) found.push(subject)
      }
    }
    return found
  }
  process.on('message', ({ id }: CopiesQuestion) => {
    void look().then((value) => process.send?.({ id, value } satisfies CopiesAnswer))
  })
  process.send?.('ready')
}
process.on('disconnect', () => process.exit())
void main()
