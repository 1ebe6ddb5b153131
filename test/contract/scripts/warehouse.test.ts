import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Built, buildApp } from '../../support/built'
import { freePort, HAS_NATS } from '../../support/nats-process'
import { tempDir } from '../../support/temp-dir'

/** `npm run hub` and `npm run warehouse`, in a copy inside the project, so that its libraries are found. */

const ROOT = path.join(__dirname, '..', '..', '..')
const READY = { timeout: 60_000, interval: 50 }

let built: Built
let copy: string
beforeAll(async () => {
  built = await buildApp()
  const artifacts = path.join(ROOT, 'test', 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  copy = mkdtempSync(path.join(artifacts, 'warehouse-test-'))
  for (const name of ['scripts', 'resources', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  cpSync(built.outDir, path.join(copy, 'out'), { recursive: true })
  // Newer than what was copied: nothing is built again.
  writeFileSync(path.join(copy, 'out', 'built'), '')
}, 120_000)
afterAll(() => {
  built.remove()
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
})

/** @returns the program, what it has printed, and the only place where it may put its data */
function run(script: string, ...flags: string[]) {
  const folder = tempDir()
  mkdirSync(folder, { recursive: true })
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('PACKBENCH_'))
  const program = spawn(process.execPath, [path.join('scripts', script), ...flags], {
    cwd: copy,
    env: { ...Object.fromEntries(env), TMPDIR: folder },
  })
  onTestFinished(async () => {
    await stop(program)
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { program, folder, output: () => output }
}

/** @returns its exit code */
async function stop(program: ChildProcess): Promise<number | null> {
  if (program.exitCode === null && program.signalCode === null) {
    const ended = once(program, 'close')
    program.kill('SIGTERM')
    await ended
  }
  return program.exitCode
}

describe.skipIf(!HAS_NATS)('a hub to try out', () => {
  it('keeps streams while it runs, and nothing after it', async () => {
    const port = await freePort()
    const { program, folder, output } = run('hub.mjs', `--port=${port}`)
    const url = `nats://127.0.0.1:${port}`
    await vi.waitFor(() => expect(output()).toContain('Server is ready'), READY)
    expect(output()).toContain(`PACKBENCH_HUB_URL=${url}`)
    const connection = await connect({ servers: url })
    const manager = await jetstreamManager(connection)
    expect((await manager.streams.add({ name: 'tried', subjects: ['tried'] })).config.name).toBe('tried')
    await connection.close()
    expect(readdirSync(folder)).toHaveLength(1)
    await stop(program)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['hub.mjs', '--port=x', 'npm run hub -- [--port=4222] [--data-dir=DIR]\n'],
    ['warehouse.mjs', '--stations=41', 'npm run warehouse -- [--stations=5] [--seconds=600], at most 40'],
    ['warehouse.mjs', '--seconds=x', 'npm run warehouse -- [--stations=5] [--seconds=600], at most 40'],
  ])('refuses a wrong flag: %s %s', async (script, flag, usage) => {
    const { program, output } = run(script, flag)
    const [code] = (await once(program, 'close')) as [number | null]
    expect(code).toBe(2)
    expect(output()).toContain(usage)
  })

  it('has as many stations as asked for, each with a window, and ends with all of them', async () => {
    const { program, folder, output } = run('warehouse.mjs', '--stations=2')
    const links = () =>
      [...output().matchAll(/^Bench \d: Packbench ready at (\S+)$/gm)].map(([, link]) => link ?? '')
    await vi.waitFor(() => expect(links()).toHaveLength(2), READY)
    for (const link of links()) expect((await fetch(link)).status).toBe(200)
    const [, url] = /PACKBENCH_HUB_URL=(\S+)/.exec(output()) ?? []
    const connection = await connect({ servers: url ?? '' })
    onTestFinished(() => connection.close())
    const { streams } = await jetstreamManager(connection)
    // Each station is the owner of its own outbox there.
    await vi.waitFor(async () => {
      const all = await streams.list().next()
      const owners = all.find(({ config }) => config.name.endsWith('_owners'))
      expect(owners?.state.messages).toBe(2)
    }, READY)
    await connection.close()
    expect(await stop(program)).toBe(0)
    expect(readdirSync(folder)).toEqual([])
    for (const link of links()) await expect(fetch(link)).rejects.toThrow()
  })
})
