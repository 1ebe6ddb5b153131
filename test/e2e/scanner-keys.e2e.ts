import { CALIBRATION_CODES } from '../../src/shared/domain/scanning/calibration'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth } from '../support/bench'
import { FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { takePictures } from '../support/pictures'
import { test } from '../support/real-keys'
import { scannerAt } from '../support/real-scanner'

/** A scanner that sends real keys to a real window, on a PC with any keyboard layout, Caps Lock on or off. */

const LAYOUTS = ['us', 'gb', 'fr', 'de'] as const
const CAPS_LOCK = [false, true]

async function openScannerSettings({ page, goTo }: Packer) {
  await goTo('Settings')
  await page.getByRole('tab', { name: 'Scanner' }).click()
}

/** Every character that some layout has on another key, or as a dead key. */
const HARD = 'aZqM-0/3.Y$+%:#@[^`~]{w}=_!"'

test(
  'the PC’s layout and Caps Lock change no code, and the focused field keeps its text',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    test.setTimeout(120_000)
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const search = packer.page.getByRole('searchbox', { name: 'Search orders' })
    const scanner = scannerAt(packer.page, display, async () => {
      await packer.press('F2')
      await search.fill('')
    })
    for (const layout of LAYOUTS) {
      for (const on of CAPS_LOCK) {
        await test.step(`${layout}, Caps Lock ${on ? 'on' : 'off'}`, async () => {
          await display.setLayout(layout)
          await display.setCapsLock(on)
          for (const inField of [true, false]) {
            const code = `${layout}-${on ? 'A' : 'b'}-${inField ? 1 : 2}${HARD}`
            if (inField) await search.focus()
            else await search.blur()
            await scanner.type(code)
            await expect(packer.lastScan).toContainText(`Scanned: ${code}`)
            await expect(search).toHaveValue('')
            await scanner.type(COMMAND_CODES.acknowledge)
            await expect(packer.lastScan).not.toContainText(code)
          }
        })
      }
    }
  },
)

test('fifty codes at 5 ms a key without a pause arrive as fifty, in order', async ({
  openBench,
  display,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: 50 }] })
  const order = nth(orders, 0)
  const codes = goodsOf(order).map((line) => line.item_number ?? '')
  const scanner = scannerAt(packer.page, display, async () => {
    await packer.reload()
    await packer.open(order.id)
  })
  await display.setLayout('fr')
  await display.setCapsLock(true)
  await packer.open(order.id)
  await scanner.type(...codes)
  await expect(packer.page.getByTestId('chosen')).toHaveText('50 of 50 chosen')
  await expect(packer.lastScan).toContainText('Scan 50')
  await expect(packer.lastScan).toContainText(`Scanned: ${codes.at(-1)}`)
})

test(
  'the calibration sheet passes on every layout, and fails with letters in the wrong case',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    test.setTimeout(120_000)
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    // The next reading replaces what was read of a code that stuttered.
    const scanner = scannerAt(page, display, () => Promise.resolve())
    await openScannerSettings(packer)
    const card = page.getByRole('region', { name: 'Calibrate the scanner' })
    const passed = card.getByTestId('calibration-passed')
    await expect(card).toContainText('Not calibrated yet')
    for (const layout of LAYOUTS) {
      for (const on of CAPS_LOCK) {
        await test.step(`${layout}, Caps Lock ${on ? 'on' : 'off'}`, async () => {
          await display.setLayout(layout)
          await display.setCapsLock(on)
          for (const [index, { text }] of CALIBRATION_CODES.entries()) {
            await scanner.type(text)
            await expect(card.getByRole('listitem').nth(index)).toContainText('Read')
          }
          await expect(passed).toContainText('Scanner keyboard: US. Codes end with: Enter')
          await expect(passed.getByText('Caps Lock was on')).toHaveCount(on ? 1 : 0)
          await expect(card).toContainText('Last passed')
          await card.getByRole('button', { name: 'Start again' }).click()
          await expect(passed).toHaveCount(0)
        })
      }
    }
    await scanner.type('1ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    await expect(card.getByTestId('calibration-refused')).toContainText('Turn Caps Lock off')
    await display.setCapsLock(false)
    await expect(card.getByTestId('calibration-passed')).toHaveCount(0)
  },
)

test(
  'calibration looks right before, after it passed and after it failed',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    const scanner = scannerAt(page, display, () => Promise.resolve())
    await display.setLayout('us')
    await display.setCapsLock(false)
    await openScannerSettings(packer)
    const card = page.getByRole('region', { name: 'Calibrate the scanner' })
    await takePictures(page, 'scanner')
    await scanner.type(nth(CALIBRATION_CODES, 0).text)
    await expect(card.getByRole('listitem').first()).toContainText('Read')
    await takePictures(page, 'scanner-begun')
    await scanner.type(...CALIBRATION_CODES.slice(1).map(({ text }) => text))
    await expect(card.getByTestId('calibration-passed')).toBeVisible()
    await takePictures(page, 'scanner-passed')
    await scanner.type('1ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    await expect(card.getByTestId('calibration-refused')).toBeVisible()
    await takePictures(page, 'scanner-refused')
  },
)
