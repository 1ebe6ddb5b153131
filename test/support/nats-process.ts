import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { halt } from './halt'

/** Whether this machine has the hub's server. */
export const HAS_NATS = spawnSync('nats-server', ['--version']).status === 0
if (!HAS_NATS) console.log('SKIPPED: hub: nats-server is not installed (Debian: apt-get install nats-server)')

/** A real NATS server, which a test stops, kills and starts again on the same port and data. */
export type NatsServer = {
  url: string
  start(): Promise<void>
  /** As a power cut. Also when it is not running. */
  kill(): Promise<void>
  /** It answers nothing any more, and no connection ends. */
  freeze(): void
  thaw(): void
}

/**
 * Not started yet.
 * @param args what follows the command's name, after the port
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
    freeze() {
      if (server !== null) halt(server)
    },
    thaw: () => void server?.kill('SIGCONT'),
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

/** Below the ports that systems give to outgoing connections: what is free now is not taken before the server listens. */
const PORTS = { from: 20_000, to: 32_000 }
/** Each worker of a test run has ports of its own, for the same reason. */
const OF_A_WORKER = 1_000
const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0)
const first = PORTS.from + ((worker * OF_A_WORKER) % (PORTS.to - PORTS.from))
let next = randomInt(OF_A_WORKER)

export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % OF_A_WORKER
    const port = first + next
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
