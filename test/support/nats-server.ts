import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempDir } from './temp-dir'

/** Whether this machine has the hub's server. */
export const HAS_NATS = spawnSync('nats-server', ['--version']).status === 0
if (!HAS_NATS) console.log('SKIPPED: hub: nats-server is not installed (Debian: apt-get install nats-server)')

/** A real NATS server with JetStream, which a test stops, kills and starts again on the same port and data. */
export type NatsServer = {
  url: string
  dataDir: string
  start(): Promise<void>
  /** As a power cut. */
  kill(): Promise<void>
}

export async function startNatsServer(): Promise<NatsServer> {
  const port = await freePort()
  const dataDir = join(tempDir(), 'jetstream')
  let server: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const started = spawn('nats-server', ['-js', '-sd', dataDir, '-a', '127.0.0.1', '-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    // It writes its log to stderr.
    await new Promise<void>((resolve, reject) => {
      let log = ''
      started.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString()
        if (log.includes('Server is ready')) resolve()
      })
      started.once('exit', () => reject(new Error(`nats-server ended:\n${log}`)))
    })
  }
  const kill = async (): Promise<void> => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    server = null
  }
  await start()
  onTestFinished(kill)
  return { url: `nats://127.0.0.1:${port}`, dataDir, start, kill }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
