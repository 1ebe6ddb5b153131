import { findChromium } from '../../scripts/test-machine.mjs'
import { test as base } from './bench'
import { watchKeys } from './real-scanner'
import { missingDisplayTool, openDisplay, type XDisplay } from './x-display'

/** Tests in a window on a separate X display, which receives a scanner's real keys. */

const missing = missingDisplayTool()
if (missing !== null) console.log(`SKIPPED: scanner with real keys: ${missing} is not installed`)

export const test = base.extend<object, { display: XDisplay }>({
  display: [
    async ({}, use) => {
      const display = await openDisplay()
      await use(display)
      await display.stop()
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ playwright, display, launchOptions }, use) => {
      const env = { ...process.env, DISPLAY: display.name } as Record<string, string>
      const args = [...(launchOptions.args ?? []), '--ozone-platform=x11']
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        // The headless shell opens no window that an X key could reach.
        executablePath: process.env['PACKBENCH_CHROMIUM'] ?? findChromium() ?? undefined,
        env,
        args,
        headless: false,
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await context.addInitScript(watchKeys)
    await use(context)
  },
})

test.skip(missing !== null, `${missing} is not installed`)
test.skip(({ host }) => host !== 'browser', 'one host is enough: the keys are the same')
