import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Computer } from '../support/namespaces'
import { tempDir } from '../support/temp-dir'

/** Servers of one hub, each on a computer of its own. */
export type Server = {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Copies what it has on its disk, as it stands while the server does not run. */
  save(): Promise<void>
  /** It comes back with what was copied; does nothing without a copy. @returns whether there was one */
  restore(): Promise<boolean>
}

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
    const start = async (): Promise<void> => {
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
    }
    const [data, copy] = [join(dir, 'data'), join(dir, 'copy')]
    return {
      url: `nats://${computer.address}:${CLIENTS}`,
      start,
      kill,
      async save() {
        const runs = server !== null
        await kill()
        rmSync(copy, { recursive: true, force: true })
        cpSync(data, copy, { recursive: true })
        if (runs) await start()
      },
      async restore() {
        if (!existsSync(copy)) return false
        await kill()
        rmSync(data, { recursive: true, force: true })
        cpSync(copy, data, { recursive: true })
        await start()
        return true
      },
    }
  })
}
