import { execFileSync } from 'node:child_process'
import { expect, nth, test } from '../support/bench'
import { electronOf } from '../support/electron-station'

/** The window of real Electron on screens of another size or number. */

test.skip(process.platform !== 'linux', 'its screens are made by tools of X11')
test.use({ viewport: null })

const ORDER = { lines: [{ title: 'Wool coat', mpn: 'COAT-1' }] }

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

test('the window goes on when the second of two screens is unplugged', async ({ openBench }) => {
  const bench = await openBench({ orders: [ORDER] })
  const station = electronOf(bench.station)
  const app = station.app()
  const screens = () => app.evaluate(({ screen }) => screen.getAllDisplays().length)
  xrandr('--setmonitor', 'left', '960/250x1080/280+0+0', 'screen')
  xrandr('--setmonitor', 'right', '960/250x1080/280+960+0', 'none')
  await expect.poll(screens).toBe(2)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setPosition(960, 0))
  await bench.packer.open(nth(bench.orders, 0).id)
  await bench.packer.scan('COAT-1')
  xrandr('--delmonitor', 'right')
  await expect.poll(screens).toBe(1)
  await expect(bench.packer.line('Wool coat')).toBeChecked()
  await bench.packer.pack()
  await bench.packer.everythingIsSent()
  xrandr('--delmonitor', 'left')
})

function xrandr(...args: readonly string[]): void {
  execFileSync('xrandr', args, { stdio: 'pipe' })
}
