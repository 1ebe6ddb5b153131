import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Computer } from '../support/namespaces'
import { tempDir } from '../support/temp-dir'

/** Servers of one hub, each on a computer of its own. */
export type Server = { url: string; start(): Promise<void>; kill(): Promise<void> }

const CLIENTS = 4222
const ROUTES = 6222

export function makeCluster(computers: readonly Computer[]): Server[] {
  const routes = computers.map(({ address }) => `nats://${address}:${ROUTES}`)
  return computers.map((computer, index) => {
    const dir = tempDir()
    mkdirSync(dir, { recursive: true })
    const conf = join(dir, 'hub.conf')
    writeFileSync(
      conf,
      `listen: "${computer.address}:${CLIENTS}"
server_name: hub-${index}
jetstream { store_dir: "${join(dir, 'data')}" }
${computers.length === 1 ? '' : `cluster { name: hub, listen: "${computer.address}:${ROUTES}", routes: ${JSON.stringify(routes)} }`}
`,
    )
    let server: ChildProcess | null = null
    const kill = async (): Promise<void> => {
      if (server === null) return
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
      server = null
    }
    onTestFinished(kill)
    return {
      url: `nats://${computer.address}:${CLIENTS}`,
      async start() {
        if (server !== null) return
        const started = computer.spawn('nats-server', ['-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] })
        server = started
        let log = ''
        await new Promise<void>((resolve, reject) => {
          started.stderr?.on('data', (chunk: Buffer) => {
            log += chunk.toString()
            if (log.includes('Server is ready')) resolve()
          })
          started.once('exit', () => reject(new Error(`nats-server ended:\n${log}`)))
        })
      },
      kill,
    }
  })
}
