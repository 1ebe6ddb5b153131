import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openSetUp } from '../../../scripts/hub-stations.mjs'
import { tempDir } from '../../support/temp-dir'

/** What IT gets in files: those that the set-up writes, and docs/hub. */

const DOCS = join(import.meta.dirname, '../../../docs/hub')
const ACCOUNT = 'a'.repeat(16)
const NOBODY = 65_534
/** NATS waits for the disk from this version on; see docs/hub/nats-server.conf. */
const WAITS_FOR_DISK = [2, 10, 17]

type Compose = {
  services: Record<
    string,
    { image: string; command: string[]; ports: string[]; volumes: string[]; tmpfs: string; env_file?: string }
  >
  volumes: Record<string, null>
}

const doc = (name: string) => readFileSync(join(DOCS, name), 'utf8')

describe('the files of the set-up', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'belong to whom their folder belongs to, so that the server can read what root has written',
    () => {
      const folder = tempDir()
      chownSync(folder, NOBODY, NOBODY)
      const setUp = openSetUp(folder)
      setUp.prepare({ group: 'a'.repeat(12), accounts: [ACCOUNT], server: 'tls://hub.example:4222' })
      const key = setUp.addStation({ name: 'bench-1', id: randomUUID(), leads: false })
      for (const file of ['hub.json', 'admin.nk', 'stations.conf']
        .map((name) => join(folder, name))
        .concat(key))
        expect([file, statSync(file).uid, statSync(file).mode & 0o777]).toEqual([file, NOBODY, 0o600])
    },
  )

  it('names the process that is to read them, wherever the configuration of docs/hub puts it', () => {
    const [, named = ''] = /^pid_file: "(.+)"$/m.exec(doc('nats-server.conf')) ?? []
    const folder = tempDir()
    const pidFile = join(folder, 'elsewhere.pid')
    writeFileSync(join(folder, 'nats-server.conf'), doc('nats-server.conf').replace(named, pidFile))
    const told: [number, string][] = []
    const setUp = openSetUp(folder, (pid, signal) => told.push([pid, signal]))
    expect(setUp.reload()).toBe(false)
    writeFileSync(pidFile, '4711\n')
    expect(setUp.reload()).toBe(true)
    expect(told).toEqual([[4711, 'SIGHUP']])
    // The first process of a computer or of a container is not the hub's server.
    writeFileSync(pidFile, '1\n')
    expect(setUp.reload()).toBe(false)
    expect(told).toHaveLength(1)
  })
})

describe.each([
  ['compose.yaml', 'nats-server.conf'],
  ['compose-cluster.yaml', 'nats-cluster.conf'],
])('%s', (composeFile, confFile) => {
  const compose = parse(doc(composeFile)) as Compose
  const hub = compose.services['hub']
  const conf = doc(confFile)

  it('starts the server with the configuration beside it, in the places that it names', () => {
    expect(hub?.command).toEqual(['-c', `/etc/packbench-hub/${confFile}`])
    expect(existsSync(join(DOCS, confFile))).toBe(true)
    const storeDir = /store_dir: "(.+)"/.exec(conf)?.[1]
    expect(hub?.volumes).toEqual(['/etc/packbench-hub:/etc/packbench-hub:ro', `data:${storeDir}`])
    expect(Object.keys(compose.volumes)).toEqual(['data'])
    const pidFile = /pid_file: "(.+)"/.exec(conf)?.[1] ?? ''
    expect(pidFile.startsWith(`${hub?.tmpfs}/`)).toBe(true)
  })

  it('opens the ports of the configuration, and no others', () => {
    const ports = [...conf.matchAll(/^\s*port: (\d+)/gm)].map(([, port]) => `${port}:${port}`)
    expect(hub?.ports).toEqual(ports)
  })

  it('has a server that can wait for the disk, and the variables that the configuration needs', () => {
    const version = (/^nats:([\d.]+)/.exec(hub?.image ?? '')?.[1] ?? '').split('.').map(Number)
    const [major = 0, minor = 0, patch = Infinity] = version
    const [leastMajor = 0, leastMinor = 0, leastPatch = 0] = WAITS_FOR_DISK
    expect(
      major > leastMajor ||
        (major === leastMajor && (minor > leastMinor || (minor === leastMinor && patch >= leastPatch))),
    ).toBe(true)
    expect(hub?.env_file !== undefined).toBe(conf.includes(': $'))
  })
})
