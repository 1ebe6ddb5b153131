import { expect, test } from '../support/bench'
import { electronOf } from '../support/electron-station'

/** The window of real Electron on a screen of another scale. */

test.use({ viewport: null })

test('a screen of fine pixels shows the same page, larger', async ({ openMarketplace, openStation }) => {
  const marketplace = await openMarketplace()
  const station = electronOf(
    await openStation({ env: marketplace.env, chromium: ['--force-device-scale-factor=1.5'] }),
  )
  const page = station.page()
  await expect(page.getByText(/^Data from/)).toBeVisible()
  await station.app().evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 700)
  })
  await expect.poll(() => page.evaluate(() => [devicePixelRatio, innerWidth])).toEqual([1.5, 1024])
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBe(clientWidth)
})
