import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'
import { openScreen } from '../../scripts/test-machine.mjs'
import type { MarketplaceOptions } from '../../src/marketplace/server'
import { startDoubleStation } from './double-station'
import { startElectronStation } from './electron-station'
import { openTestMarketplace, type TestMarketplace } from './marketplace'
import { type PageWatch, watchPages } from './page-watch'
import type { RunningStation } from './station'
import { openStationPool, type StationPool } from './station-pool'
import { betrayedIn, keptLogs } from './kept-logs'

/** The option of a Playwright project. */
export type StationTestOptions = { host: 'browser' | 'double' | 'electron' }

export type Station = {
  /** The app's page. A restart in Electron opens a new one, so call it again. */
  page(): Page
  /**
   * Stops the app as a person would, starts it again on the same data, and shows it. `env` is added to the first
   * start's.
   */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  /** Ends it like a power cut. */
  kill(): Promise<void>
}

type OpenStation = (start?: {
  flags?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The station's data folder: another folder is another station. */
  dataDir?: string
  /** In real Electron, flags of Chromium, and another folder of the built program. */
  chromium?: readonly string[]
  program?: string
  /** As it comes, with the welcome page; otherwise IT's settings are there, though they set nothing. */
  untouched?: boolean
}) => Promise<Station>
type OpenMarketplace = (
  options?: Omit<MarketplaceOptions, 'dataDir' | 'port' | 'control'>,
) => Promise<TestMarketplace>

type StationTestFixtures = {
  /** An empty folder of this test, removed after it. */
  temporaryFolder: string
  /** Fails the test when a page reports a problem; `pageWatch.allow(…)` names expected ones. */
  pageWatch: PageWatch
  /** Starts the built app and shows it. It uses this test's folder `dataDir`. */
  openStation: OpenStation
  /** Starts a marketplace for this test: 12 orders and 20 items by default. */
  openMarketplace: OpenMarketplace
  dataDir: string
}

export { expect }

export const test = base.extend<
  StationTestOptions & StationTestFixtures,
  { ownScreen: void; stations: StationPool }
>({
  host: ['browser', { option: true }],

  // In real Electron: another worker's window would take the focus.
  ownScreen: [
    async ({}, use) => {
      if (process.env['PACKBENCH_ELECTRON'] === undefined || process.platform !== 'linux') return use()
      const screen = await openScreen()
      process.env['DISPLAY'] = screen.name
      await use()
      screen.stop()
    },
    { scope: 'worker', auto: true },
  ],

  stations: [
    async ({}, use) => {
      const pool = openStationPool()
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],

  temporaryFolder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'packbench-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  dataDir: async ({ temporaryFolder }, use) => {
    await use(path.join(temporaryFolder, 'station'))
  },

  pageWatch: [
    async ({}, use) => {
      const watch = watchPages()
      await use(watch)
      expect(watch.complaints(), 'the page must not complain').toEqual([])
    },
    { auto: true },
  ],

  openMarketplace: async ({ temporaryFolder }, use) => {
    const opened: TestMarketplace[] = []
    await use(async (options = {}) => {
      const dataDir = path.join(temporaryFolder, `marketplace-${opened.length}`)
      const marketplace = await openTestMarketplace({ orders: 12, items: 20, ...options, dataDir })
      opened.push(marketplace)
      return marketplace
    })
    for (const marketplace of opened) await marketplace.close()
  },

  openStation: async (
    { host, dataDir, pageWatch, timezoneId, viewport, launchOptions, context, stations },
    use,
    testInfo,
  ) => {
    const ends: Array<() => Promise<void>> = []
    const folders = new Set<string>()
    const tokens = new Set<string>()
    await use(async ({ flags = [], env = {}, dataDir: folder = dataDir, untouched = false, ...how } = {}) => {
      if (!untouched) setUp(folder)
      folders.add(folder)
      if (env['PACKBENCH_ACCESS_TOKEN'] !== undefined) tokens.add(env['PACKBENCH_ACCESS_TOKEN'])
      const start = { dataDir: folder, flags, env: { TZ: timezoneId ?? 'UTC', ...env } }
      if (host === 'electron') {
        // Chromium's other flags are of the browser that tests otherwise start.
        const fakes = (launchOptions.args ?? []).filter((flag) => flag.startsWith('--use-fake'))
        const chromium = [...fakes, ...(how.chromium ?? [])]
        const station = await startElectronStation({ ...start, ...how, chromium }, async (page) => {
          await pageWatch.watch(page)
          // Of the page alone; without one, the page has the size of its window.
          if (viewport !== null) await page.setViewportSize(viewport)
        })
        ends.push(async () => {
          await station.stop()
          await testInfo.attach('station output', { body: station.output(), contentType: 'text/plain' })
          expect(betrayedIn(station.output(), tokens), 'printed').toEqual([])
        })
        return station
      }
      if (host === 'double') {
        const station = await startDoubleStation(start, (page) => pageWatch.watch(page))
        ends.push(async () => {
          await station.stop()
          await testInfo.attach('station output', { body: station.output(), contentType: 'text/plain' })
          expect(betrayedIn(station.output(), tokens), 'printed').toEqual([])
        })
        return station
      }
      const { station, output } = await openInBrowser(
        () => stations.start(start),
        () => context.newPage(),
        pageWatch,
      )
      ends.push(async () => {
        await station.stop()
        await testInfo.attach('station output', { body: output(), contentType: 'text/plain' })
        expect(betrayedIn(output(), tokens), 'printed').toEqual([])
      })
      return station
    })
    for (const end of ends) await end()
    for (const folder of folders) {
      const log = keptLogs(folder)
      expect(log, 'the station keeps a log').toContain('starts')
      expect(betrayedIn(log, tokens), 'a log holds neither a token nor a buyer').toEqual([])
    }
  },
})

/** Skips the welcome page, as IT does by copying its settings to new stations. */
function setUp(dataDir: string): void {
  const file = path.join(dataDir, 'preferences.json')
  if (existsSync(file)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, '{}', { mode: 0o600 })
}

/** All starts share one page: it leaves the app before each stop, like a closed window. */
async function openInBrowser(
  start: () => Promise<RunningStation>,
  newPage: () => Promise<Page>,
  pageWatch: PageWatch,
): Promise<{ station: Station; output(): string }> {
  const running = await start()
  const page = await newPage()
  await pageWatch.watch(page)
  await page.goto(running.url())
  const leave = () => page.goto('about:blank')
  const station: Station = {
    page: () => page,
    restart: async (env) => {
      // A window that is opened again remembers nothing of the former one, even if the station has the same port again.
      if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
      await leave()
      await running.restart(env)
      await page.goto(running.url())
    },
    stop: async () => {
      if (!page.isClosed()) await leave()
      await running.stop()
    },
    kill: async () => {
      // The page is still open, as in a power cut, and may report that its station is gone.
      pageWatch.allow(/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/)
      await running.kill()
      await leave()
    },
  }
  return { station, output: () => running.output() }
}
