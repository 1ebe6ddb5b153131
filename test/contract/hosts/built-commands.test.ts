import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { takeDataDir } from '../../../src/main/hosts/data-dir'
import { type Built, buildApp } from '../../support/built'
import { createHurriedClock } from '../../support/clock'
import { compose, imported, nothing, openMarket, packOldest, type Ask } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'

/** Commands without a window, run by the built launcher in a process of its own. */

let built: Built
beforeAll(async () => {
  built = await buildApp()
}, 120_000)
afterAll(() => built.remove())

type Market = Awaited<ReturnType<typeof openMarket>>
const ACCOUNT = 'training-1'

function commandsOn(dataDir: string, market: Market | null) {
  return async (...flags: string[]) => {
    const script = path.join(built.outDir, 'main', 'launch.js')
    const env = {
      PATH: process.env['PATH'],
      ...(market === null
        ? {}
        : { PACKBENCH_API_BASE_URL: market.baseUrl, PACKBENCH_ACCESS_TOKEN: market.accessToken }),
    }
    const child = spawn(process.execPath, [script, `--data-dir=${dataDir}`, ...flags], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, err }
  }
}

/** A live station that has read its orders, and what its commands are run with. */
async function live(seed?: number) {
  const market = await openMarket(seed)
  const dataDir = tempDir()
  // The first run takes as long as the commands do, and must not get ahead of the marketplace's clock.
  const station = await compose(dataDir, market.live)
  const start = () => compose(dataDir, market.live, false, createHurriedClock(60))
  await imported(station.ask)
  return { market, dataDir, start, run: commandsOn(dataDir, market), ...station }
}

const shutOut = ({ control }: Market) => control.setAccessToken(ACCOUNT, 'another')
const letIn = ({ control, accessToken }: Market) => control.setAccessToken(ACCOUNT, accessToken)
const statesOf = async (ask: Ask) =>
  (await ask('outbox:list', { view: 'all', offset: 0, limit: 50 })).rows
    .toReversed()
    .map(({ state }) => state)
const copiesIn = (folder: string) => globSync('**/station-*.sqlite', { cwd: folder })
const copyIn = (folder: string) => path.join(folder, copiesIn(folder)[0] ?? '')
/** Every file and what is in it, but for the lock and what reading a database leaves next to it. */
const contentOf = (folder: string) =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/station\.lock|-shm$|-wal$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file).toString('base64')]),
  )

describe('--backup', () => {
  it('copies the data while the station works, and everything once it is stopped', async () => {
    const { ask, market, run, close } = await live()
    await shutOut(market)
    await packOldest(ask)
    const folder = path.join(tempDir(), 'copies')
    const online = await run(`--backup=${folder}`)
    expect(online).toMatchObject({ code: 0, err: expect.stringContaining('evidence log') as string })
    expect(online.out).toMatch(/^\S+station-\S+\.sqlite {2}\S+ \S+ UTC {2}[\d.]+ MB {2}1 open operation\n$/)
    const copy = new Database(copyIn(folder), { readonly: true })
    expect(copy.prepare(`SELECT count(*) FROM outbox WHERE settled_at IS NULL`).pluck().get()).toBe(1)
    copy.close()
    await close()

    const stopped = await run('--backup')
    expect(stopped).toMatchObject({ code: 0, err: '' })
    const [station = '', evidence = ''] = stopped.out.split('\n')
    const log = new Database(evidence, { readonly: true })
    expect(log.prepare('SELECT max(seq) FROM entries').pluck().get()).toBeGreaterThan(1)
    log.close()
    const listed = await run('--backups')
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toBe(`${station}\n`)
    expect(station).toMatch(/^\S+backups\S+ {2}\S+ \S+ UTC {2}[\d.]+ MB {2}1 open operation$/)
  }, 60_000)

  it('says when there is nothing to copy or to list', async () => {
    const dataDir = path.join(tempDir(), 'none')
    const run = commandsOn(dataDir, null)
    expect(await run('--backup')).toEqual({
      code: 1,
      out: '',
      err: `packbench: There is no account's data in ${dataDir}.\n`,
    })
    mkdirSync(dataDir)
    expect(await run('--backups')).toEqual({ code: 0, out: 'There are no copies yet.\n', err: '' })
  }, 60_000)
})

describe('--restore', () => {
  it('goes on from a copy, and no operation is sent twice (I3, I10)', async () => {
    const { ask, market, run, close, start } = await live()
    await shutOut(market)
    const before = await packOldest(ask)
    const folder = path.join(tempDir(), 'copies')
    expect((await run(`--backup=${folder}`)).code).toBe(0)
    await letIn(market)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await vi.waitFor(async () => expect(await statesOf(ask)).toEqual(['confirmed']), { timeout: 15_000 })
    await shutOut(market)
    const waiting = await packOldest(ask)
    await close()

    const copy = copyIn(folder)
    const restored = await run(`--restore=${copy}`)
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('1 operation is open')
    const again = await start()
    expect(await statesOf(again.ask)).toEqual(['confirmed', 'unknown'])
    expect((await again.ask('evidence:list', { kind: 'restored', offset: 0, limit: 5 })).rows).toMatchObject([
      { payload: { name: path.basename(copy), reopened: 1, how: 'command_line' } },
    ])
    await letIn(market)
    await again.ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await vi.waitFor(async () => expect(await statesOf(again.ask)).toEqual(['confirmed', 'confirmed']), {
      timeout: 15_000,
    })
    for (const { order } of [before, waiting])
      expect((await market.control.readOrder(order.orderId)).shipments).toHaveLength(1)
  }, 90_000)

  it('refuses every other file in words, and changes nothing', async () => {
    const { dataDir, run, close, ask } = await live()
    const other = await live(6)
    const copies = tempDir()
    expect((await run(`--backup=${copies}`)).code).toBe(0)
    expect((await other.run(`--backup=${path.join(copies, 'other')}`)).code).toBe(0)
    await other.close()
    const good = path.join(copies, copiesIn(copies).find((name) => !name.startsWith('other')) ?? '')
    const file = (name: string) => path.join(copies, name)
    const make = (name: string, change: (db: Database.Database) => void, from: string | null = good) => {
      if (from !== null) copyFileSync(from, file(name))
      const db = new Database(file(name))
      change(db)
      db.close()
    }
    make('newer.sqlite', (db) => db.pragma('user_version = 99999'))
    make('foreign.sqlite', (db) => db.exec('CREATE TABLE notes (x); PRAGMA user_version = 10'), null)
    writeFileSync(file('damaged.sqlite'), readFileSync(good).fill(0xa5, 4_096, 40_960))
    writeFileSync(file('letter.sqlite'), 'a letter '.repeat(2_000))
    copyFileSync(good, file('log.sqlite'))
    writeFileSync(file('log.sqlite-wal'), 'x')

    // In this process, because the composed station leaves the lock to its host.
    const release = takeDataDir(dataDir)
    expect(await run(`--restore=${good}`)).toEqual({
      code: 3,
      out: '',
      err: `packbench: Packbench is already running with the data folder ${dataDir}\n`,
    })
    release()
    await ask('station:bootstrap', nothing)
    await close()

    const untouched = contentOf(dataDir)
    for (const [name, why] of [
      ['newer.sqlite', 'schema 99999'],
      ['foreign.sqlite', 'not a file of Packbench'],
      ['damaged.sqlite', 'cannot be restored'],
      ['letter.sqlite', 'not a database'],
      ['log.sqlite', 'log.sqlite-wal'],
      ['nowhere.sqlite', 'There is no file'],
      [path.relative(copies, copyIn(path.join(copies, 'other'))), "another account's"],
    ] as const) {
      const refused = await run(`--restore=${file(name)}`)
      expect([name, refused.code, refused.out]).toEqual([name, 1, ''])
      expect(refused.err).toMatch(/^packbench: [^\n]+\n$/)
      expect(refused.err).toContain(why)
      expect(contentOf(dataDir)).toEqual(untouched)
    }
  }, 120_000)
})

describe('--export', () => {
  it('moves open operations to a file that the station takes back in', async () => {
    const { ask, market, run, close, start } = await live()
    await shutOut(market)
    await packOldest(ask)
    await close()
    const folder = path.join(tempDir(), 'exports')
    const exported = await run(`--export=${folder}`)
    expect(exported).toMatchObject({ code: 0, err: '' })
    expect(exported.out).toMatch(/^\S+open-operations-\S+\.json {2}1 operation\n$/)
    expect(await run(`--export=${folder}`)).toMatchObject({
      code: 0,
      out: 'No operation is open: there is nothing to export.\n',
    })
    const again = await start()
    expect(await statesOf(again.ask)).toEqual(['discarded'])
    const content = readFileSync(exported.out.split('  ')[0] ?? '', 'utf8')
    expect(await again.ask('outbox:import', { content })).toMatchObject({ imported: 1 })
  }, 60_000)
})

it('refuses wrong commands with exit code 2', async () => {
  const run = commandsOn(tempDir(), null)
  expect(await run('--restore')).toMatchObject({
    code: 2,
    err: 'packbench: --restore needs a file: --restore=FILE\n',
  })
  expect(await run('--backups', '--backup')).toMatchObject({
    code: 2,
    err: 'packbench: only one command can be given at a time; see --help\n',
  })
}, 60_000)
