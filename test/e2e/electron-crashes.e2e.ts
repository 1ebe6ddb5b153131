import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { type Bench, expect, nth, WAREHOUSE_ID, test } from '../support/bench'
import { type ElectronStation, electronOf } from '../support/electron-station'
import { connectToPage, spawnElectron, xdotool } from '../support/electron-window'
import { keptLogs } from '../support/kept-logs'
import { openSection } from '../support/operators'
import { packerAt } from '../support/packer'

/** Processes of real Electron that crash, hang or are killed: the packer goes on at the same order. */

test.skip(process.platform !== 'linux', 'the tools that press its keys are of X11')

const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const LABEL = '1Z999AA10123456784'

/** One unit is scanned, one is missing, and the label is read. */
async function packHalf(bench: Bench) {
  const { packer } = bench
  await packer.open(nth(bench.orders, 0).id)
  await packer.scan('COAT-1', LABEL)
  await expect(packer.line('Wool coat')).toBeChecked()
}

/** The order is as it was left, and is packed to its end with the keys of a real scanner. */
async function goesOn(bench: Bench, page: Page) {
  const order = nth(bench.orders, 0)
  const packer = await packerAt(page)
  await expect(packer.order(order.id)).toBeVisible()
  await expect(packer.line('Wool coat')).toBeChecked()
  await expect(packer.line('Leather bag')).not.toBeChecked()
  await expect(packer.packPanel).toContainText(LABEL)
  // A packer scans once the screen is there again: this also waits for a process that draws, and has the keys by itself.
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  // Into whatever has the focus: nobody clicks first.
  await xdotool('type', '--delay', '4', 'BAG-1')
  await xdotool('key', 'Return')
  await expect(packer.line('Leather bag')).toBeChecked()
  await packer.pack()
  await packer.everythingIsSent()
  const { shipments } = await bench.control.readOrder(order.id)
  expect(shipments).toEqual([expect.objectContaining({ state: 'packed', tracking_number: LABEL })])
}

const dumpsIn = (dataDir: string) =>
  readdirSync(path.join(dataDir, 'crashes'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.dmp'),
  )

const crashPage = (station: ElectronStation) =>
  station
    .app()
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())

test('a page that crashed comes back at the same order, and says so in the log and a dump', async ({
  openBench,
  dataDir,
  pageWatch,
}) => {
  pageWatch.allow(/the page crashed/)
  const bench = await openBench({ orders: [{ lines: [COAT, BAG] }] })
  const station = electronOf(bench.station)
  await packHalf(bench)
  await crashPage(station)
  const { page, leave } = await connectToPage(dataDir)
  await goesOn(bench, page)
  expect(keptLogs(dataDir)).toMatch(/the window's page ended: crashed/)
  await expect.poll(() => dumpsIn(dataDir)).toHaveLength(1)
  await test.step('the support file names the dump', async () => {
    await openSection(await packerAt(page), 'Diagnostics')
    await page.getByRole('button', { name: 'Save support file' }).click()
    const saved = page.getByRole('status').filter({ hasText: 'Saved as' })
    const [file = ''] = /\/\S+\.txt/.exec((await saved.textContent()) ?? '') ?? []
    const [dump = ''] = dumpsIn(dataDir)
    expect(readFileSync(file, 'utf8')).toMatch(
      new RegExp(`^crash dumps: ${path.basename(dump)} \\(\\d+ kB, ....-..-..T\\S+Z\\)$`, 'm'),
    )
  })
  await leave()
})

test('a page that hangs is ended and comes back at the same order', async ({ openBench, dataDir }) => {
  const bench = await openBench({ orders: [{ lines: [COAT, BAG] }] })
  await bench.station.stop()
  // Chromium does not look for hung pages while a debugger is attached, so nothing is while this one hangs.
  const run = spawnElectron(dataDir, {
    ...bench.marketplace.env,
    PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID),
  })
  const before = await connectToPage(dataDir)
  bench.packer = await packerAt(before.page)
  await packHalf(bench)
  await before.page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 500)
  })
  await before.leave()
  await expect(async () => {
    await xdotool('key', 'F15')
    expect(keptLogs(dataDir)).toContain("the window's page does not respond")
  }).toPass({ timeout: 60_000, intervals: [1_000] })
  await expect.poll(() => keptLogs(dataDir)).toMatch(/the window's page ended: /)
  const { page, leave } = await connectToPage(dataDir)
  await goesOn(bench, page)
  await leave()
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

test('a GPU process that is killed changes nothing on screen, and is logged', async ({
  openBench,
  dataDir,
}) => {
  const bench = await openBench({ orders: [{ lines: [COAT, BAG] }] })
  const station = electronOf(bench.station)
  await packHalf(bench)
  const gpu = () =>
    station.app().evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0)
  const first = await gpu()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => keptLogs(dataDir)).toContain('a helper process ended: GPU, killed (9)')
  await expect.poll(gpu).not.toBe(first)
  await goesOn(bench, station.page())
})

test('a crash of the program leaves a dump; the next start keeps what was confirmed and the newest dumps', async ({
  openBench,
  dataDir,
  pageWatch,
}) => {
  pageWatch.allow(/./)
  const bench = await openBench({ orders: [{ lines: [COAT] }] })
  const station = electronOf(bench.station)
  const order = nth(bench.orders, 0)
  await bench.packer.open(order.id)
  await bench.marketplace.goOffline()
  await bench.packer.chooseLine('Wool coat')
  await bench.packer.pack()
  await station
    .app()
    .evaluate(() => process.crash())
    .catch(() => undefined)
  expect(await station.ended()).not.toBe(0)
  const [dump = ''] = dumpsIn(dataDir)
  expect(dumpsIn(dataDir)).toHaveLength(1)
  const folder = path.dirname(path.join(dataDir, 'crashes', dump))
  const daysAgo = (days: number) => {
    const name = path.join(folder, `${days}-days.dmp`)
    writeFileSync(name, 'older')
    utimesSync(name, new Date(), new Date(Date.now() - days * 86_400_000))
  }
  for (const days of [1, 2, 3, 4, 5, 6]) daysAgo(days)
  await bench.marketplace.goOnline()
  const packer = await bench.restart()
  const kept = [path.basename(dump), ...[1, 2, 3, 4].map((days) => `${days}-days.dmp`)]
  expect(
    dumpsIn(dataDir)
      .map((name) => path.basename(name))
      .sort(),
  ).toEqual(kept.sort())
  await packer.everythingIsSent()
  expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
})
