import { spawn } from 'node:child_process'
import { expect, goodsOf, nth, test as base } from '../support/bench'
import { electronOf } from '../support/electron-station'
import { scannerAt, watchKeys } from '../support/real-scanner'
import { openDisplay, type XDisplay } from '../support/x-display'

/** A scanner's real keys in the real window, on a display with a window manager. */

const test = base.extend<object, { display: XDisplay }>({
  display: [
    async ({}, use) => {
      // Of its own: windows of other tests would take the focus.
      const display = await openDisplay(true)
      await use(display)
      await display.stop()
    },
    { scope: 'worker' },
  ],
})

const LINES = ['Wool coat', 'Leather bag', 'Silk scarf', 'Felt hat', 'Linen shirt', 'Denim jacket']
const PLAN = { orders: [{ lines: LINES.map((title) => ({ title })) }] }

test.use({ viewport: null })

test('no key is lost or doubled: at any pace, after a dialog of the system, behind another window', async ({
  openBench,
  display,
}) => {
  const { packer, orders, station } = await openBench({ ...PLAN, env: { DISPLAY: display.name } })
  const { page } = packer
  const app = electronOf(station).app()
  await page.context().addInitScript(watchKeys)
  await packer.reload()
  const scanner = scannerAt(page, display, () => {
    throw new Error('the machine stuttered in the midst of a packing')
  })
  const items = goodsOf(nth(orders, 0)).map((line) => line.item_number ?? '')
  let scanned = 0
  const scan = async (keyMs: number) => {
    await scanner.typeAt(keyMs, nth(items, scanned))
    scanned += 1
    await expect(page.getByTestId('chosen')).toHaveText(`${scanned} of 6 chosen`)
    await expect(packer.lastScan).toHaveAttribute('data-scans', String(scanned))
  }
  await test.step('at 3, 10 and 30 ms a character', async () => {
    await scan(3)
    await scan(10)
    await scan(30)
  })
  await test.step('right after a dialog of the system was closed', async () => {
    const answered = app.evaluate(async ({ BrowserWindow, dialog }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window === undefined) throw new Error('there is no window')
      const { response } = await dialog.showMessageBox(window, { message: 'Go on?', buttons: ['Yes', 'No'] })
      return response
    })
    await expect.poll(() => isFocused(app)).toBe(false)
    await display.scanEnding('enter', '')
    expect(await answered).toBe(0)
    await expect.poll(() => isFocused(app)).toBe(true)
    await scan(5)
  })
  await test.step('not while another window is in front, and again when it comes back', async () => {
    const other = spawn('xev', ['-name', 'other'], { env: { ...process.env, DISPLAY: display.name } })
    let heard = ''
    other.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    await expect.poll(() => isFocused(app)).toBe(false)
    await display.scanEnding('enter', 'ABC')
    // Three letters with Shift held down, and Enter.
    await expect.poll(() => heard.match(/KeyPress event/g)?.length).toBe(5)
    await expect(packer.lastScan).toHaveAttribute('data-scans', String(scanned))
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
    await expect.poll(() => isFocused(app)).toBe(true)
    await scan(5)
    other.kill()
  })
  await packer.pack()
})

const isFocused = (app: ReturnType<ReturnType<typeof electronOf>['app']>) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())
