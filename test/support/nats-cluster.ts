import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, makeNatsServer, type NatsServer } from './nats-process'
import { tempDir } from './temp-dir'

/** One of the servers of a hub, which may be set back to what it had on its disk before. */
export type ClusterServer = NatsServer & {
  /** Copies its disk; killed meanwhile. */
  save(): Promise<void>
  /** It comes back with what was copied. */
  restore(): Promise<void>
}

/** Running servers of one hub with JetStream, killed after the test. One by itself is no cluster. */
export async function startNatsCluster(count: number): Promise<ClusterServer[]> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')
  return Promise.all(
    ports.map((port, index) =>
      startServer(
        count === 1
          ? ''
          : `server_name: hub-${index}\ncluster { name: hub, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
      ),
    ),
  )
}

async function startServer(config: string): Promise<ClusterServer> {
  const dir = tempDir()
  mkdirSync(dir, { recursive: true })
  const [file, data, copy] = [join(dir, 'hub.conf'), join(dir, 'jetstream'), join(dir, 'copy')]
  writeFileSync(file, config)
  const server = await makeNatsServer(['-c', file, '-js', '-sd', data])
  onTestFinished(() => server.kill())
  await server.start()
  const swap = async (from: string, to: string): Promise<void> => {
    await server.kill()
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true })
    await server.start()
  }
  return { ...server, save: () => swap(data, copy), restore: () => swap(copy, data) }
}
