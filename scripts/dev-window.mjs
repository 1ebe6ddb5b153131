// @ts-check
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from './test-machine.mjs'

/**
 * Opens the window of `npm run dev`: the system's browser as in a station, controlled from here.
 * @param {string} profileDir
 * @param {() => void} onClosed when a person closes it
 * @param {boolean} [headless] for tests
 * @returns {Promise<{ show(link: string): Promise<void>, title(): Promise<string>, close(): Promise<void> } | null>} null
 * where there is no browser or no screen; the reason is printed
 */
export async function openDevWindow(profileDir, onClosed, headless = false) {
  const executablePath = findChromium()
  if (executablePath === null) return without('no Chromium, Chrome or Edge was found')
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  if (!hasScreen && !headless) return without('there is no screen')
  const context = await chromium.launchPersistentContext(path.resolve(profileDir), {
    executablePath,
    headless,
    // Leaves the window size to the user.
    viewport: null,
    // Chromium refuses to start as root with its sandbox on.
    chromiumSandbox: process.platform !== 'linux' || process.getuid?.() !== 0,
    args: ['--app=about:blank'],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  page.once('close', onClosed)
  return {
    async show(link) {
      await page.goto(link)
    },
    title: () => page.title(),
    async close() {
      page.off('close', onClosed)
      await context.close()
    },
  }
}

/** @param {string} why */
function without(why) {
  console.log(`No window: ${why}. Open the address in a browser.`)
  return null
}
