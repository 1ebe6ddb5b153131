import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Whether this machine has the hub's server. */
export const HAS_NATS = spawnSync('nats-server', ['--version']).status === 0
if (!HAS_NATS) console.log('SKIPPED: hub: nats-server is not installed (Debian: apt-get install nats-server)')

/** A real NATS server, which a test stops, kills and starts again on the same port and data. */
export type NatsServer = {
  url: string
  start(): Promise<void>
  /** As a power cut. Also when it is not running. */
  kill(): Promise<void>
}

/**
 * Not started yet.
 * @param args what follows the command's name, besides the port
 */
export async function makeNatsServer(args: readonly string[], env = process.env): Promise<NatsServer> {
  const port = await freePort()
  let server: ChildProcess | null = null
  return {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      server = await runNatsServer([...args, '-a', '127.0.0.1', '-p', String(port)], env)
    },
    async kill() {
      if (server !== null) await endNow(server)
      server = null
    },
  }
}

/** Runs it until it is ready. */
export async function runNatsServer(args: readonly string[], env = process.env): Promise<ChildProcess> {
  const server = spawn('nats-server', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  // It writes its log to stderr.
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('Server is ready')) resolve()
    })
    server.once('exit', () => reject(new Error(`nats-server ended:\n${log}`)))
  })
  return server
}

export async function endNow(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
