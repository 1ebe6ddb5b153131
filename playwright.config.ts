import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { findWindowBrowser } from './scripts/test-machine.mjs'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG, IS_FULL } from './test/support/full'
import type { StationTestOptions } from './test/support/fixtures'

const isRoot = process.getuid?.() === 0
const chromium = process.env['PACKBENCH_CHROMIUM'] ?? findWindowBrowser()

/** Left to `npm run test:full`: a shorter test in another language, size or theme, or another way to the same end. */
const LONG = IS_FULL ? [] : [FULL_TAG, ELECTRON_FULL_TAG]
/** What the browser host alone does: its own printing, its window's link, a window on a display of its own. */
const BROWSER_FILES = ['page-watch', 'print', 'print-documents', 'scanner-keys', 'scanner-frames']
/** In a run that plays everything else in real Electron, too. */
const BROWSER_ONLY =
  process.env['PACKBENCH_ELECTRON_TOO'] === undefined
    ? {}
    : { grep: new RegExp(`${BROWSER_TAG}|${FULL_TAG}|(${BROWSER_FILES.join('|')})\\.e2e\\.ts`) }
const without = (...tags: string[]) => (tags.length === 0 ? {} : { grepInvert: new RegExp(tags.join('|')) })

export default defineConfig<StationTestOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test/artifacts/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: process.env['CI'] !== undefined,
  // Flaky tests are named before the counts: a busy machine blocks nobody, and nothing is hidden.
  retries: process.env['CI'] ? 1 : 0,
  // A window and its station keep one core busy, most of the time.
  workers: availableParallelism() + 1,
  // A hang ends; a busy machine alone ends nothing.
  timeout: 120_000,
  // A minute less than the runner's own limit, so that there is a report.
  globalTimeout: 51 * 60_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Passed to stations as TZ, so that times on the screen are the same on every machine.
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Menus and lists appear at once, as for a person who asked for less movement.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      // Chromium refuses to start as root with its sandbox on.
      chromiumSandbox: !isRoot,
      // Nobody looks: frames go without the detour over a GPU that is not there.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
        // A page lives for seconds: what it would save by fast code, it does not earn back.
        '--js-flags=--no-maglev --no-turbofan',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'browser',
      use: { host: 'browser' },
      ...BROWSER_ONLY,
      ...without(...LONG),
      testIgnore: '**/{electron-*,double-host,update,token}.e2e.ts',
    },
    {
      // On a double of Electron: its keychain, with which an order is packed, and updates.
      name: 'double',
      use: { host: 'double' },
      ...without(BROWSER_TAG, ...LONG),
      testMatch: ['**/{double-host,update,token}.e2e.ts'],
    },
    {
      name: 'electron',
      use: { host: 'electron' },
      // Every theme, size and language is tried on the browser host.
      ...without(BROWSER_TAG, FULL_TAG, ...LONG),
      testIgnore: `**/{double-host,update,${BROWSER_FILES.join(',')}}.e2e.ts`,
    },
  ],
})
