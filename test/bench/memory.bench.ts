import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { inTransaction } from '../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import { saveItem } from '../../src/main/store/tables/items'
import { countItems } from '../../src/main/store/views/item-list'
import { ANY_ITEM } from '../../src/shared/domain/items/item-filter'
import { fillStation, startBenchStation } from '../support/bench-station'
import { BIG } from '../support/big-file'
import { manyItems } from '../support/many-items'
import { fetchPages } from '../support/marketplace-pages'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { startStation } from '../support/station'
import { tempDir } from '../support/temp-dir'

/**
 * Resident memory of the main process after an import, and after the next start, against a bare Node that has the same
 * database open and has read it once.
 */

const ORDERS = 50_000
const ROUNDS = 3
/** By then garbage was collected and the first backup made; what is resident later, stays. */
const SETTLED_MS = 90_000
const PAGE_SIZE = 200
const MANY_ITEMS = 200_000
const MANY_ORDERS = 100_000

/** The pragmas of `store/db/open.ts`; every row of every table is read, one after the other. */
const BARE = `
  const Database = require(${JSON.stringify(path.join(__dirname, '..', '..', 'node_modules', 'better-sqlite3'))})
  const db = new Database(process.argv[1])
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'wal_autocheckpoint = 4000',
    'foreign_keys = ON', 'trusted_schema = OFF', 'cell_size_check = ON', 'secure_delete = ON']) db.pragma(pragma)
  for (const table of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
    for (const _row of db.prepare('SELECT * FROM "' + table + '"').raw().iterate());
  setInterval(() => db.pragma('user_version'), 1000)
  console.log('read')`

it('resident memory', { timeout: 3_600_000 }, async () => {
  const market = await startMarketplaceProcess(ORDERS)
  const pages = await fetchPages(market, PAGE_SIZE)
  const orders = pages.reduce((sum, page) => sum + (JSON.parse(page) as unknown[]).length, 0)
  expect(orders).toBe(ORDERS)
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0)
  console.log(`${orders} orders of ${Math.round(bytes / orders)} bytes each, as sent`)
  // As the marketplace's sample data has them: an address, one or two lines, a payment.
  expect(bytes / orders).toBeGreaterThan(800)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(market))
  for (const name of ['imported', 'restarted'] as const) {
    const ratios = rounds.map((round) => round[name] / round.bare)
    const shown = rounds.map((round) => `${mb(round[name])} to ${mb(round.bare)}`).join(', ')
    console.log(`memory ${name}: ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} (MB: ${shown})`)
  }
})

it('resident memory with the orders of years', { timeout: 3_600_000 }, async () => {
  const dataDir = tempDir()
  fillStation(dataDir, BIG, { orderIds: [], lines: 0 })
  const [file = ''] = globSync('live/*/station.sqlite', { cwd: dataDir })
  const { size } = statSync(path.join(dataDir, file))
  expect(size / BIG.orders).toBeGreaterThan(2_000)
  // As everywhere: what was confirmed was seen since. What was not waits in memory to be looked for.
  const db = new Database(path.join(dataDir, file))
  db.exec(`UPDATE outbox SET shown_at = settled_at WHERE state = 'confirmed'`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const station = await startBenchStation(dataDir)
  const bytes = await settledMemory(station.pid())
  await station.stop()
  console.log(
    `memory with ${BIG.orders.toLocaleString('en')} orders, ${mb(size)} MB on disk: ${mb(bytes)} MB (goal: under 150)`,
  )
})

it('resident memory with all items of a large account', { timeout: 3_600_000 }, async () => {
  const dataDir = tempDir()
  fillStation(
    dataDir,
    { orders: MANY_ORDERS, finished: MANY_ORDERS, open: 1_000 },
    { orderIds: [], lines: 0 },
  )
  const [name = ''] = globSync('live/*/station.sqlite', { cwd: dataDir })
  const file = path.join(dataDir, name)
  const db = openDatabase(file)
  db.pragma('synchronous = OFF')
  db.exec(`UPDATE outbox SET shown_at = settled_at WHERE state = 'confirmed'`)
  for (let from = 0; from < MANY_ITEMS; from += 2_000)
    inTransaction(db, (tx) => {
      for (const item of manyItems(from, from + 2_000))
        saveItem(tx, item, '2026-01-01T00:00:00.000Z', { listed: true })
    })
  expect(countItems(db, ANY_ITEM)).toBe(MANY_ITEMS)
  db.pragma('wal_checkpoint(TRUNCATE)')
  closeDatabase(db)
  const { size } = statSync(file)
  expect(size).toBeGreaterThan(MANY_ITEMS * 1_500 + MANY_ORDERS * 2_000)
  const station = await startBenchStation(dataDir)
  const bytes = await settledMemory(station.pid())
  await station.stop()
  console.log(
    `memory with ${MANY_ITEMS} items and ${MANY_ORDERS} orders, ${mb(size)} MB on disk: ${mb(bytes)} MB (goal: under 250)`,
  )
})

type Market = Awaited<ReturnType<typeof startMarketplaceProcess>>

async function measureOnce({ baseUrl, accessToken }: Market) {
  const dataDir = tempDir()
  const env = {
    PACKBENCH_API_BASE_URL: baseUrl,
    PACKBENCH_ACCESS_TOKEN: accessToken,
    PACKBENCH_WAREHOUSE_ID: '1',
  }
  const station = await startStation({ dataDir, env })
  const file = await importedInto(dataDir)
  const imported = await settledMemory(station.pid())
  await station.restart()
  const restarted = await settledMemory(station.pid())
  await station.stop()
  const bareNode = spawn(process.execPath, ['-e', BARE, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(bareNode.stdout, 'data')
  const bare = await settledMemory(bareNode.pid ?? 0)
  await end(bareNode)
  return { imported, restarted, bare }
}

/** Waits until the first import is over. @returns the database */
async function importedInto(dataDir: string): Promise<string> {
  for (;;) {
    await sleep(1_000)
    const [name] = globSync('live/*/station.sqlite', { cwd: dataDir })
    if (name === undefined) continue
    const file = path.join(dataDir, name)
    const db = new Database(file, { readonly: true })
    const cursor = db.prepare(`SELECT value FROM settings WHERE key = 'pull.cursor'`).pluck().get()
    const orders = db.prepare('SELECT count(*) FROM orders').pluck().get()
    db.close()
    if (cursor === undefined) continue
    expect(orders).toBe(ORDERS)
    return file
  }
}

/** What stays resident, in bytes. */
async function settledMemory(pid: number): Promise<number> {
  await sleep(SETTLED_MS)
  return residentBytes(pid)
}

function residentBytes(pid: number): number {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

function mb(bytes: number): string {
  return String(Math.round(bytes / 1_000_000))
}
