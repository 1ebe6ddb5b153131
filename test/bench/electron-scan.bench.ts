import path from 'node:path'
import { expect, it } from 'vitest'
import { dataOf, fillStation } from '../support/bench-station'
import { electronWindows, loadNow, WITHIN_MS } from '../support/electron-windows'
import { attachTo, endProgram, startProgram } from '../support/first-paint'
import { addTimes, beginAnew, reportPages, reportScans, scanBare, scanOrder } from '../support/scan-bench'
import { tempDir } from '../support/temp-dir'
import { switchPages } from '../support/timed-pages'
import type { ScanTimes } from '../support/timed-scans'

const SIZE = { orders: 50_000, finished: 0, open: 100_000 } as const
const WIDE = { orderIds: [500_001, 500_002], lines: 500 } as const
/** p95 of each page. */
const SWITCH_GOAL_MS = 100
const SWITCH_ROUNDS = 20
/** As in `scan-to-paint`: a frame is painted as soon as there is something to paint. */
const NO_WAIT = ['--disable-gpu-vsync', '--disable-frame-rate-limit']

it('scan to paint in Electron', { timeout: 1_800_000 }, async () => {
  const dataDir = path.join(tempDir(), 'station')
  fillStation(dataDir, SIZE, WIDE)
  const windows = electronWindows(NO_WAIT)
  const programs = [windows.station(dataDir), windows.empty()] as const
  const children = programs.map(startProgram)
  try {
    const station = await attachTo(programs[0], WITHIN_MS)
    const empty = await attachTo(programs[1], WITHIN_MS)
    const list = station.page.getByRole('listbox', { name: 'List of orders' })
    await list.waitFor({ timeout: WITHIN_MS })
    const ours: ScanTimes = { painted: [], presented: [], worked: [] }
    const bare: ScanTimes = { painted: [], presented: [], worked: [] }
    for (const orderId of WIDE.orderIds) {
      await empty.page.bringToFront()
      addTimes(bare, await scanBare(empty.browser, empty.page, WIDE.lines))
      await station.page.bringToFront()
      addTimes(ours, await scanOrder(station.browser, station.page, orderId, WIDE.lines))
      await beginAnew(station.page)
    }
    console.log(`load ${loadNow()}`)
    reportScans(ours, bare, WIDE.orderIds.length * WIDE.lines, dataOf(SIZE, WIDE))
    const times = await switchPages(station.page, SWITCH_ROUNDS)
    expect(times.size).toBe(6)
    reportPages(`page switch, load ${loadNow()},`, times, SWITCH_ROUNDS, SWITCH_GOAL_MS)
  } finally {
    for (const child of children) await endProgram(child, 'SIGTERM')
  }
})
