import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build } from 'vite'
import { callApi, temporaryDir } from './harness'

const root = resolve(import.meta.dirname, '../../..')
// Inside node_modules, so that the built file finds its packages and git does not see it.
const outDir = join(root, 'node_modules/.cache', `marketplace-cli-${process.pid}`)

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'src/marketplace/cli.ts'),
      outDir,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'marketplace.cjs' } },
    },
  })
}, 60_000)

afterAll(() => rmSync(outDir, { recursive: true, force: true }))

type Child = ChildProcessByStdio<null, Readable, Readable>
type Ended = { code: number | null; stdout: string; stderr: string }

function run(...args: string[]): { child: Child; firstLine: Promise<string>; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(outDir, 'marketplace.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, stdout, stderr })))
  const firstLine = new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes('\n')) done(stdout.slice(0, stdout.indexOf('\n')))
    })
    void ended.then(() => fail(new Error(`ended without a line: ${stderr}`)))
  })
  firstLine.catch(() => undefined)
  return { child, firstLine, ended }
}

describe('marketplace on the command line', () => {
  test('prints one JSON line, serves until it is stopped, and keeps its data', async () => {
    const dataDir = join(temporaryDir(), 'new', 'folder')
    const flags = ['--port=0', `--data-dir=${dataDir}`, '--seed=4', '--orders=3', '--items=2', '--control']
    const first = run(...flags)
    const line = JSON.parse(await first.firstLine) as Record<string, string>
    expect(line).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      accessToken: 'training-token-1',
      controlUrl: `${line.baseUrl}/control`,
    })
    const list = await callApi<{ id: number }[]>(line.baseUrl ?? '', 'GET', '/orders')
    expect(list.body).toHaveLength(3)
    first.child.kill('SIGTERM')
    const ended = await first.ended
    expect(ended.stderr).toBe('')
    if (process.platform !== 'win32') expect(ended.code).toBe(0)

    const second = run(`--data-dir=${dataDir}`)
    const again = JSON.parse(await second.firstLine) as Record<string, string>
    expect(Object.keys(again), 'no control API without its flag').toEqual(['baseUrl', 'accessToken'])
    const kept = await callApi<unknown[]>(again.baseUrl ?? '', 'GET', '/orders')
    expect(kept.body).toEqual(list.body)
    second.child.kill('SIGINT')
    expect((await second.ended).stdout.trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(dataDir, 'marketplace.sqlite'))).toBe(true)
  })

  test.each([
    [['--prot=1'], '--prot'],
    [['--port=http'], '--port'],
    [['--port=70000'], '--port'],
    [['--seed=-1'], '--seed'],
    [['--orders=1.5'], '--orders'],
    [['--items='], '--items'],
    [['--data-dir=:memory:'], '--data-dir'],
    [['--control=yes'], '--control'],
    [['extra'], 'extra'],
  ])('%j: one clear line and exit code 2', async (args, named) => {
    const { code, stdout, stderr } = await run(...args).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(named)
  })

  test('a taken port: one line and exit code 1', async () => {
    const first = run('--orders=0', '--items=0')
    const { baseUrl } = JSON.parse(await first.firstLine) as { baseUrl: string }
    const { code, stderr } = await run(`--port=${new URL(baseUrl).port}`, '--orders=0', '--items=0').ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^marketplace: .*EADDRINUSE.*\n$/)
  })
})
