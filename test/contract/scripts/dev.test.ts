import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** `npm run dev` on a copy of the sources, inside the project so that its libraries are found. */

const ROOT = path.join(__dirname, '..', '..', '..')
const COPIED = [
  'src',
  'scripts',
  'resources',
  'package.json',
  'electron.vite.config.ts',
  'postcss.config.cjs',
]
/** A build takes 2 s on an idle machine. */
const BUILT_WITHIN_MS = 120_000

let copy: string
let dev: ChildProcess
let output = ''

beforeAll(() => {
  // Not in `out`, which another test packs in the meantime.
  const artifacts = path.join(ROOT, 'test', 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  copy = mkdtempSync(path.join(artifacts, 'dev-test-'))
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('PACKBENCH_'))
  dev = spawn(process.execPath, ['scripts/dev.mjs', '--no-open'], {
    cwd: copy,
    env: Object.fromEntries(env),
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
})

afterAll(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    const ended = once(dev, 'close')
    dev.kill('SIGTERM')
    await ended
  }
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
})

function change(file: string, from: string, to: string): void {
  const place = path.join(copy, file)
  const text = readFileSync(place, 'utf8')
  expect(text).toContain(from)
  writeFileSync(place, text.replace(from, to))
}

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: BUILT_WITHIN_MS, interval: 50 })

const links = () => [...output.matchAll(/^Packbench ready at (\S+)$/gm)].map(([, link]) => link ?? '')

/** The link printed by start number `count`, once that start is up to date. */
async function startNumber(count: number): Promise<string> {
  const isThere = () => output.split('Up to date after').length > count
  await waitFor(() => expect(isThere(), output).toBe(true))
  return links()[count - 1] ?? ''
}

async function textAt(link: string): Promise<string> {
  return (await fetch(link, { redirect: 'manual' })).text()
}

test(
  'a change of the window or of main is in the next start, and an error leaves the last one at work',
  async () => {
    expect(await textAt(await startNumber(1))).toContain('<title>Packbench</title>')

    change('src/renderer/index.html', '<title>Packbench</title>', '<title>Another window</title>')
    expect(await textAt(await startNumber(2))).toContain('<title>Another window</title>')

    change('src/main/hosts/browser/pages.ts', 'Open Packbench from its own link', 'Another page')
    const latest = await startNumber(3)
    expect(await textAt(new URL('/', latest).href)).toContain('<h1>Another page</h1>')

    change('src/main/hosts/browser/pages.ts', 'const FRESH_LINK', 'const const FRESH_LINK')
    await waitFor(() => expect(output).toMatch(/^main: /m))
    expect(await textAt(new URL('/', latest).href)).toContain('<h1>Another page</h1>')
    expect(links()).toHaveLength(3)
  },
  4 * BUILT_WITHIN_MS,
)
