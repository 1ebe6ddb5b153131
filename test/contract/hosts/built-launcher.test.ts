import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ValueOf } from '../../../src/shared/contract/bridge'
import type { RequestChannel } from '../../../src/shared/contract/channels'
import type { RequestOf } from '../../../src/shared/contract/requests'
import type { Result } from '../../../src/shared/contract/result'
import { PAGE_HEADER } from '../../../src/shared/domain/station/first-screen'
import { accountDir } from '../../../src/main/app/account/connection'
import { type Built, buildApp } from '../../support/built'
import { imported, openMarket, packOldest } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { answersIn } from './browser-client'
import { canMount, smallDisk } from '../../support/small-disk'
import { tempDir } from '../../support/temp-dir'

/** The built launcher as a separate process, as `npm start` runs it. */

let built: Built
beforeAll(async () => {
  built = await buildApp()
}, 120_000)
afterAll(() => built.remove())

type Run = { child: ChildProcess; output: { out: string; err: string }; ended: Promise<number | null> }

function launch(flags: string[], env: Record<string, string> = {}): Run {
  const script = path.join(built.outDir, 'main', 'launch.js')
  const { PATH } = process.env
  const child = spawn(process.execPath, [script, ...flags], { env: { PATH, ...env } })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output, ended }
}

/** Waits for the ready line; fails at once when the process ends instead. */
async function ready(run: Run): Promise<string> {
  const link = () => /^Packbench ready at (http:\/\/127\.0\.0\.1:\d+\/\S*)$/m.exec(run.output.out)?.[1]
  while (link() === undefined) {
    const ended = await Promise.race([
      run.ended.then(() => true),
      once(run.child.stdout!, 'data').then(() => false),
    ])
    if (ended && link() === undefined) throw new Error(`ended early: ${run.output.err}`)
  }
  return link() ?? ''
}

test.each([
  [['--bogus'], {}, 'packbench: unknown flag --bogus; see --help\n'],
  [['--port=none'], {}, 'packbench: --port must be a whole number from 0 to 65535, not "none"\n'],
  [
    [],
    { PACKBENCH_WAREHOUSE_ID: 'x' },
    'packbench: PACKBENCH_WAREHOUSE_ID must be a positive whole number, not "x"\n',
  ],
])('%j %j: one line and exit code 2', async (flags, env: Record<string, string>, line) => {
  const run = launch(flags, env)
  expect(await run.ended).toBe(2)
  expect(run.output).toEqual({ out: '', err: line })
})

test('--help shows the usage and exits with code 0', async () => {
  const run = launch(['--help'])
  expect(await run.ended).toBe(0)
  expect(run.output.out).toContain('--data-dir=DIR')
  expect(run.output.err).toBe('')
})

test('the built window is served, a second start is refused, and a stop ends cleanly', async () => {
  const dataDir = path.join(tempDir(), 'station')
  const flags = ['--host=browser', '--no-open', `--data-dir=${dataDir}`]
  const first = launch(flags)
  const link = await ready(first)
  const opened = await fetch(link, { redirect: 'manual' })
  expect(opened.status).toBe(200)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const text = await opened.text()
  expect(await fetch(new URL('/', link), { headers: { cookie } })).toMatchObject({ status: 200 })
  const script = /<script [^>]*type="module"[^>]* src="([^"]+)"/.exec(text)?.[1] ?? 'none'
  expect(await fetch(new URL(script, new URL('/', link)), { headers: { cookie } })).toMatchObject({
    status: 200,
  })
  expect(text).not.toContain('__CSP_NONCE__')
  expect(text).toContain('{"told":')

  const second = launch(flags)
  expect(await second.ended).toBe(1)
  expect(second.output).toEqual({
    out: '',
    err: `packbench: Packbench is already running with the data folder ${dataDir}\n`,
  })

  if (process.platform === 'win32') return
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.output.err).toBe('')
  const third = launch(flags)
  await ready(third)
  third.child.kill('SIGINT')
  expect(await third.ended).toBe(0)
}, 60_000)

/** Sends requests to the running app as its window does. */
async function windowOf(link: string) {
  const opened = await fetch(link, { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const page = answersIn(await opened.text())?.page ?? ''
  const { origin } = new URL(link)
  return async <C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<ValueOf[C]> => {
    const answer = await fetch(`${origin}/bridge/${channel}`, {
      method: 'POST',
      headers: { cookie, origin, [PAGE_HEADER]: page, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const result = (await answer.json()) as Result<ValueOf[C]>
    if (!result.ok) throw new Error(`${channel}: ${result.error.code}`)
    return result.value
  }
}

test('quitting in the window ends it; a stop in the terminal reports open operations', async () => {
  const market = await openMarket()
  const env = { PACKBENCH_API_BASE_URL: market.baseUrl, PACKBENCH_ACCESS_TOKEN: market.accessToken }
  const flags = ['--host=browser', '--no-open', `--data-dir=${path.join(tempDir(), 'station')}`]
  const first = launch(flags, env)
  const ask = await windowOf(await ready(first))
  await imported(ask)
  expect(await ask('station:leave', { how: 'quit', exportOps: false })).toBeNull()
  expect(await first.ended).toBe(0)
  expect(first.output.out).not.toContain('not done yet')

  if (process.platform === 'win32') return
  const second = launch(flags, env)
  const askAgain = await windowOf(await ready(second))
  await imported(askAgain)
  await market.control.setAccessToken('training-1', 'another')
  await packOldest(askAgain)
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(second.output.out).toContain(
    '1 operation is not done yet: kept here, and worked on again at the next start.\n',
  )
}, 60_000)

test.runIf(process.platform === 'linux')(
  'without a display it says why and starts the browser host',
  async () => {
    const run = launch([`--data-dir=${path.join(tempDir(), 'station')}`])
    await ready(run)
    expect(run.output.out).toMatch(/^Using the browser host: .+\nPackbench ready at \S+\n$/)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  },
)

test.runIf(process.platform === 'linux')('Electron asked for where it cannot run is refused', async () => {
  const run = launch(['--host=electron', `--data-dir=${tempDir()}`])
  expect(await run.ended).toBe(1)
  expect(run.output.err).toMatch(/^packbench: Electron cannot be used: .+\n$/)
})

test('the compiled code of one start is reused at the next', async () => {
  const run = launch(['--host=browser', '--no-open', `--data-dir=${path.join(tempDir(), 'station')}`])
  await ready(run)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(readdirSync(path.join(built.outDir, 'main', 'compiled'), { recursive: true })).not.toEqual([])
})

test('an unusable data folder is reported in one line', async () => {
  const file = path.join(built.outDir, 'main', 'launch.js')
  expect(existsSync(file)).toBe(true)
  const run = launch(['--host=browser', '--no-open', `--data-dir=${file}`])
  expect(await run.ended).toBe(1)
  expect(run.output.err).toMatch(/^packbench: The data folder .+ cannot be used: .+\n$/)
})

/** A browser that only records what it was opened with, and that it was closed. */
function fakeBrowser(): { dir: string; noted: () => string } {
  const dir = tempDir()
  const notes = path.join(dir, 'notes')
  const script = `#!/bin/sh
echo "opened $*" >> '${notes}'
trap "echo closed >> '${notes}'; kill $!; exit" TERM
sleep 60 &
wait
`
  writeFileSync(path.join(dir, 'google-chrome-stable'), script, { mode: 0o755 })
  return { dir, noted: () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '') }
}

test.runIf(process.platform === 'linux')(
  'the window is opened while the program starts, and taken away when it cannot',
  async () => {
    const browser = fakeBrowser()
    const env = { DISPLAY: ':0', PATH: `${browser.dir}:${process.env['PATH']}` }
    const dataDir = path.join(tempDir(), 'station')
    const flags = ['--host=browser', `--data-dir=${dataDir}`]
    const first = launch(flags, env)
    const link = await ready(first)
    await eventually(() => expect(browser.noted()).toContain('opened '))
    const window = /--app=(\S+)/.exec(browser.noted())?.[1] ?? ''
    // SECURITY: the command line names a file; its link is not the printed one, which is for another window.
    expect(browser.noted()).not.toContain('token')
    const handed = /"(http:[^"]+)"/.exec(readFileSync(fileURLToPath(window), 'utf8'))?.[1] ?? ''
    expect(handed).not.toBe(link)
    expect((await fetch(handed)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    await eventually(() => expect(browser.noted()).toContain('closed'))

    const refused = fakeBrowser()
    const folder = accountDir(dataDir, { mode: 'training' })
    rmSync(path.join(folder, 'station.sqlite'))
    mkdirSync(path.join(folder, 'station.sqlite'))
    const second = launch(flags, { ...env, PATH: `${refused.dir}:${process.env['PATH']}` })
    expect(await second.ended).toBe(1)
    expect(second.output.err).toContain('packbench: ')
    await eventually(() => expect(refused.noted()).toMatch(/^(opened .*\nclosed\n)?$/))
  },
)

const ALL_OPS = { view: 'all', offset: 0, limit: 50 } as const

test.skipIf(!canMount())(
  'a disk without a free byte: it starts, shows the queue, refuses a pack in words, goes on, and loses nothing',
  async () => {
    const [market, disk, browser] = [await openMarket(), smallDisk(48_000_000), fakeBrowser()]
    const dataDir = path.join(disk.dir, 'station')
    const env = {
      PACKBENCH_API_BASE_URL: market.baseUrl,
      PACKBENCH_ACCESS_TOKEN: market.accessToken,
      DISPLAY: ':0',
      PATH: `${browser.dir}:${process.env['PATH']}`,
    }
    const flags = ['--host=browser', `--data-dir=${dataDir}`]
    const first = launch(flags, env)
    const ask = await windowOf(await ready(first))
    await imported(ask)
    await market.control.setAccessToken('training-1', 'another')
    await packOldest(ask)
    const folder = path.join(dataDir, 'live', readdirSync(path.join(dataDir, 'live'))[0] ?? '')
    mkdirSync(path.join(folder, 'backups'), { recursive: true })
    writeFileSync(path.join(folder, 'backups', 'station-2020-01-01T00-00-00-000Z.sqlite'), 'a backup')
    // As a power cut leaves it: its log, too, is on the disk.
    first.child.kill('SIGKILL')
    await first.ended
    // What a start makes again must find its room again.
    for (const name of readdirSync(dataDir).filter((name) =>
      /^(logs|window-link|station\.lock.*)$/.test(name),
    ))
      rmSync(path.join(dataDir, name), { recursive: true })
    for (const name of readdirSync(folder).filter((name) => name.endsWith('-shm')))
      rmSync(path.join(folder, name))
    const files = () =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(sqlite|json|key)$/.test(name),
      )
    const before = files()
    expect(before).toContainEqual(expect.stringContaining('backups'))
    disk.leave(0)

    const second = launch(flags, env)
    const askAgain = await windowOf(await ready(second))
    const state = async () => ({
      full: (await askAgain('station:bootstrap', {})).status.diskFull,
      states: (await askAgain('outbox:list', ALL_OPS)).rows.map((row) => row.state),
    })
    expect(await state()).toEqual({ full: true, states: [expect.stringMatching(/ready|unknown/)] })
    await expect(packOldest(askAgain)).rejects.toThrow('disk_full')
    await eventually(() => expect(browser.noted().match(/opened /g)).toHaveLength(2))
    expect(files()).toEqual(before)

    await market.control.setAccessToken('training-1', market.accessToken)
    disk.free()
    await packOldest(askAgain)
    await askAgain('station:sync', {})
    await eventually(async () =>
      expect(await state()).toEqual({ full: false, states: ['confirmed', 'confirmed'] }),
    )
    expect(files()).toEqual(expect.arrayContaining(before))
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  },
  120_000,
)
