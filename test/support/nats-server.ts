import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeNatsServer, type NatsServer } from './nats-process'
import { tempDir } from './temp-dir'

/**
 * A running server with JetStream, killed after the test.
 * @param config lines of a configuration file
 */
export async function startNatsServer(config = ''): Promise<NatsServer> {
  const dir = tempDir()
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'hub.conf'), config)
  const server = await makeNatsServer(['-c', join(dir, 'hub.conf'), '-js', '-sd', join(dir, 'jetstream')])
  onTestFinished(() => server.kill())
  await server.start()
  return server
}
