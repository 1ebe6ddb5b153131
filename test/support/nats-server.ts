import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeNatsServer, type NatsServer } from './nats-process'
import { tempDir } from './temp-dir'

/** A running server with JetStream, killed after the test. */
export async function startNatsServer(): Promise<NatsServer> {
  const server = await makeNatsServer(['-js', '-sd', join(tempDir(), 'jetstream')])
  onTestFinished(() => server.kill())
  await server.start()
  return server
}
