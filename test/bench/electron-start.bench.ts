import { cpSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { fillStation } from '../support/bench-station'
import { EMPTY, electronWindows, loadNow, WITHIN_MS } from '../support/electron-windows'
import { timeFirstPaint } from '../support/first-paint'
import { median } from '../support/measure'
import { tempDir } from '../support/temp-dir'

const SIZE = { orders: 300, finished: 0, open: 100 } as const
/** The oldest order that is to be packed. */
const FIRST = { identifier: 'first-order', text: '1000000000' } as const
const ROUNDS = 9
const CUT_ROUNDS = 5
/** Chromium uses a page's compiled script from the third start on. */
const STARTS_BEFORE = 3

/** Asked to close its window, a station with open operations would ask back. */
type Ends = 'SIGTERM' | 'SIGKILL'

it('start in Electron', { timeout: 3_600_000 }, async () => {
  const dataDir = path.join(tempDir(), 'station')
  fillStation(dataDir, SIZE, { orderIds: [], lines: 0 })
  const windows = electronWindows()
  const station = windows.station(dataDir)
  const empty = windows.empty()
  const pair = async (ends: Ends) => ({
    empty: await timeFirstPaint(empty, EMPTY, WITHIN_MS, ends),
    ours: await timeFirstPaint(station, FIRST, WITHIN_MS, ends),
  })
  const pairs = async (rounds: number, ends: Ends, left: (dataDir: string) => void) => {
    const times = []
    for (let round = 0; round < rounds; round += 1) {
      times.push(await pair(ends))
      left(dataDir)
    }
    return times
  }
  // As every morning: the profile exists from the day before.
  await pairs(STARTS_BEFORE, 'SIGTERM', assertClosed)
  report(`start to the first of ${SIZE.orders} orders`, await pairs(ROUNDS, 'SIGTERM', assertClosed), 1.25)
  await pairs(1, 'SIGKILL', assertCut)
  report('the same after a power cut', await pairs(CUT_ROUNDS, 'SIGKILL', assertCut), 1.35)
})

const isLeftOpen = (dataDir: string) => {
  const [name = ''] = globSync('live/*/station.sqlite', { cwd: dataDir })
  const file = path.join(dataDir, name)
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  // A copy is opened: opening a database creates files in its folder, here owned by another user.
  const copy = path.join(tempDir(), 'copy.sqlite')
  for (const end of ['', '-wal']) if (end === '' || log > 0) cpSync(`${file}${end}`, `${copy}${end}`)
  const db = new Database(copy)
  const open = db.prepare(`SELECT value FROM settings WHERE key = 'station.open'`).pluck().get()
  const orders = db.prepare('SELECT count(*) FROM orders').pluck().get()
  db.close()
  return { open, orders, hasLog: log > 0 }
}

function assertClosed(dataDir: string): void {
  expect(isLeftOpen(dataDir)).toEqual({ open: undefined, orders: SIZE.orders, hasLog: false })
}

/** The next start has a log to read back and a file to check. */
function assertCut(dataDir: string): void {
  expect(isLeftOpen(dataDir)).toEqual({ open: '1', orders: SIZE.orders, hasLog: true })
}

function report(what: string, times: readonly { ours: number; empty: number }[], goal: number): void {
  const ratios = times.map(({ ours, empty }) => ours / empty)
  const shown = (ms: number) => `${ms.toFixed(0)} ms`
  console.log(
    `${what}: ${shown(median(times.map(({ ours }) => ours)))} · an empty Electron window: ` +
      `${shown(median(times.map(({ empty }) => empty)))} · ratio ${median(ratios).toFixed(2)} ` +
      `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}, median of ${times.length} pairs, ` +
      `load ${loadNow()}; goal: at most ${goal})`,
  )
}
