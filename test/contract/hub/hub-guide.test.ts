import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, connect } from 'node:tls'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../support/eventually'
import { freePort, HAS_NATS } from '../../support/nats-process'
import { tempDir } from '../../support/temp-dir'

/** What docs/it-guide.md says about setting up a hub, done as it says. */

const ROOT = join(import.meta.dirname, '../../..')
const text = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

it('the certificate of the guide is one that stations accept with it as caFile', async () => {
  const [, command = ''] = /^ {7}(openssl req[^]*?-out hub\.crt)$/m.exec(text('docs/it-guide.md')) ?? []
  expect(command).not.toBe('')
  const dir = tempDir()
  mkdirSync(dir, { recursive: true })
  execFileSync('sh', ['-ec', command], { cwd: dir, stdio: 'ignore' })
  const [cert, key] = ['hub.crt', 'hub.key'].map((name) => readFileSync(join(dir, name), 'utf8'))
  const certificate = new X509Certificate(cert ?? '')
  expect(certificate.checkHost('hub.example')).toBe('hub.example')
  expect(certificate.checkPrivateKey(createPrivateKey(key ?? ''))).toBe(true)
  const server = createServer({ cert, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ca: cert, servername: 'hub.example' })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  expect(socket.authorized).toBe(true)
})

it('the service lets its user write where the configurations do', () => {
  const service = text('docs/hub/packbench-hub.service')
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(service)?.[1]
  expect(value('User')).toBe('nats')
  for (const name of ['nats-server.conf', 'nats-cluster.conf']) {
    const conf = text(`docs/hub/${name}`)
    expect(conf).toContain(`store_dir: "/var/lib/${value('StateDirectory')}"`)
    expect(conf).toContain(`pid_file: "/run/${value('RuntimeDirectory')}/`)
    expect(conf).toMatch(/^ *# NATS 2\.10\.17 and newer[^]*?^ *# sync_interval: always$/m)
  }
})

describe.skipIf(!HAS_NATS)('npm run hub', () => {
  const run = (port: number) => {
    const hub = spawn(process.execPath, [join(ROOT, 'scripts/hub.mjs'), `--port=${port}`])
    onTestFinished(() => void hub.kill('SIGKILL'))
    let said = ''
    for (const stream of [hub.stdout, hub.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return { hub, said: () => said, ended: once(hub, 'exit') as Promise<[number | null]> }
  }

  it('says that there is no hub when its server cannot start, or ends', async () => {
    const port = await freePort()
    const first = run(port)
    await eventually(() => expect(first.said()).toContain('A hub on this PC'))
    const second = run(port)
    expect((await second.ended)[0]).not.toBe(0)
    expect(second.said()).toContain('there is no hub.')
    const children = readdirSync(`/proc/${first.hub.pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${first.hub.pid}/task/${task}/children`, 'utf8').trim().split(' '),
    )
    const [server] = children.filter((child) => child !== '')
    process.kill(Number(server), 'SIGKILL')
    expect((await first.ended)[0]).toBe(1)
    expect(first.said()).toContain('nats-server has ended by SIGKILL: there is no hub any more.')
  })

  it('says nothing of the kind when it is asked to end', async () => {
    const { hub, said, ended } = run(await freePort())
    await eventually(() => expect(said()).toContain('A hub on this PC'))
    hub.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(said()).not.toContain('there is no hub')
  })
})
