import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG } from '../support/full'
import { askStation } from '../support/ask-station'
import { CALIBRATION_CODES } from '../../src/shared/domain/scanning/calibration'
import { plugInScanner } from '../support/scanner'
import { pictureTags, takePictures } from '../support/pictures'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { isSaved, saveText } from '../support/settings'

/** Settings have no button: they are saved as they are changed, and the last change can be taken back. */

test('a setting is saved when it is changed, and Undo puts back what was there', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  const undo = page.getByRole('button', { name: 'Undo' })
  await openSection(packer, 'Carriers')
  const dueFirst = page.getByRole('switch', { name: 'First due first' })
  await dueFirst.click()
  await isSaved(dueFirst)
  await expect(dueFirst).toBeChecked()
  await undo.click()
  await expect(dueFirst).not.toBeChecked()
  await expect(dueFirst).toBeFocused()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(undo).toBeHidden()

  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'General' }).click()
  const days = page.getByRole('textbox', { name: 'Days in transit' })
  const before = await days.inputValue()
  await days.fill('100')
  await days.press('Enter')
  await expect(days).toHaveAccessibleDescription(/0 to 90/)
  await expect(days, 'what is wrong stays to be corrected').toHaveValue('100')
  await days.press('Escape')
  await expect(days).toHaveValue(before)
  await expect(days).not.toHaveAccessibleDescription(/0 to 90/)
  await saveText(days, '9')
  await undo.click()
  await expect(days).toHaveValue(before)
  await packer.reload()
  await packer.goTo('Settings')
  await expect(days).toHaveValue(before)

  // Leaving the page by a key leaves the field, too.
  await page.getByRole('textbox', { name: 'Usual carrier' }).fill('UPS')
  await packer.goTo('Orders')
  await packer.goTo('Settings')
  await expect(page.getByRole('textbox', { name: 'Usual carrier' })).toHaveValue('UPS')
})

test('a card says what it is for when it is asked', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await openSection(packer, 'Operators')
  const about = page.getByText(/^Everything recorded names the person/)
  await expect(about).toBeHidden()
  await page.getByRole('region', { name: 'Operators', exact: true }).getByText('What is this?').click()
  await expect(about).toBeVisible()
})

test('what another window changes is shown here, and Undo does not put it back', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await openSection(packer, 'Carriers')
  const dueFirst = page.getByRole('switch', { name: 'First due first' })
  await dueFirst.click()
  await isSaved(dueFirst)
  await expect(dueFirst).toBeChecked()
  // As another window of the station does it: this one has not asked for it.
  await askStation(page, 'settings:save-preferences', { queue: { dueFirst: false } })
  await expect(dueFirst).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('Undo takes back the change it is shown for, not the text being typed', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await packer.goTo('Settings')
  const days = page.getByRole('textbox', { name: 'Days in transit' })
  const before = await days.inputValue()
  await saveText(days, '9')
  await days.fill('12')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(days).toHaveValue(before)
})

test('a text that cannot be saved as its page is left is named on the next page', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('textbox', { name: 'Days in transit' }).fill('100')
  await packer.goTo('Orders')
  await expect(packer.lastScan).toContainText('Not saved: Days in transit')
  await expect(packer.lastScan).toContainText('0 to 90')

  // A scan that opens the next page does not hide it.
  await packer.goTo('Settings')
  await page.getByRole('textbox', { name: 'Days in transit' }).fill('100')
  await packer.scan(String(nth(orders, 0).id))
  await expect(packer.order(nth(orders, 0).id)).toBeVisible()
  await expect(packer.lastScan).toContainText('Not saved: Days in transit')
})

test(
  'ticks that are made before the first one is saved are all kept',
  { tag: BROWSER_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    let goOn = (): void => undefined
    const hangs = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/bridge/settings:save-preferences', async (route) => {
      await hangs
      await route.continue()
    })
    await openSection(packer, 'Printing')
    const ticks = ['Packing slips', 'Badges'].map((name) => page.getByRole('checkbox', { name }))
    const prices = page.getByRole('switch', { name: 'Show prices on the packing slip' })
    for (const tick of ticks) await tick.click()
    // Pressed twice, it is as before.
    await prices.click()
    await prices.click()
    goOn()
    for (const tick of ticks) await expect(tick).toBeChecked()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(prices).not.toBeChecked()
  },
)

test(
  'categories that are picked before the first one is saved are all kept',
  { tag: BROWSER_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await page.getByRole('combobox', { name: 'Serial numbers to scan' }).click()
    await page.getByRole('option', { name: 'Of chosen categories' }).click()
    const categories = page.getByRole('combobox', { name: 'Categories' })
    await categories.click()
    const names = (await page.getByRole('option').allTextContents()).slice(0, 2)
    expect(names).toHaveLength(2)
    let goOn = (): void => undefined
    const hangs = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/bridge/settings:save-preferences', async (route) => {
      await hangs
      await route.continue()
    })
    for (const name of names) await page.getByRole('option', { name, exact: true }).click()
    goOn()
    await expect(page.getByText('Saved.')).toBeVisible()
    await packer.reload()
    await openSection(packer, 'Operators')
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible()
  },
)

// It holds up and refuses requests that only the browser host has.
test(
  'an answer that comes late changes nothing that was typed since',
  { tag: BROWSER_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    await packer.goTo('Settings')
    const days = page.getByRole('textbox', { name: 'Days in transit' })
    const before = await days.inputValue()
    let goOn = (): void => undefined
    const hangs = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/bridge/settings:save', async (route) => {
      await hangs
      await route.continue()
    })
    await days.fill('9')
    const sent = page.waitForRequest('**/bridge/settings:save')
    await days.press('Enter')
    await sent
    await days.fill(before)
    await days.blur()
    goOn()
    await isSaved(days)
    await page.unrouteAll({ behavior: 'wait' })
    await packer.reload()
    await packer.goTo('Settings')
    await expect(days).toHaveValue(before)

    await page.route('**/bridge/settings:save', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'disk_full', message: '' } } }),
    )
    await days.fill('8')
    await packer.goTo('Orders')
    await expect(packer.lastScan).toContainText('Not saved: Days in transit')
  },
)

// In Electron nothing is sent by a window that closes.
test('a text being typed is saved when its window is closed', { tag: BROWSER_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('textbox', { name: 'Days in transit' }).fill('11')
  await packer.reload()
  await expect
    .poll(() => askStation(page, 'settings:read'))
    .toMatchObject({ value: { settings: { transitDays: 11 } } })

  // One that was refused does not hold up another one.
  await page.route('**/bridge/settings:save', (route) =>
    route.fulfill({ json: { ok: false, error: { code: 'disk_full', message: '' } } }),
  )
  await packer.goTo('Settings')
  const carrier = page.getByRole('textbox', { name: 'Usual carrier' })
  await carrier.fill('UPS')
  await carrier.press('Enter')
  await expect(carrier).toHaveAccessibleDescription(/disk/)
  await page.getByRole('textbox', { name: 'Days in transit' }).fill('12')
  await page.unrouteAll({ behavior: 'wait' })
  await packer.reload()
  await expect
    .poll(() => askStation(page, 'settings:read'))
    .toMatchObject({ value: { settings: { transitDays: 12, carrier: 'UPS' } } })
})

test('a text being typed gives way to what the calibration finds', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  const scanner = await plugInScanner(page)
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Scanner' }).click()
  const prefix = page.getByRole('textbox', { name: 'Before every code' })
  await saveText(prefix, 'Z')
  await prefix.fill('Q')
  for (const { text } of CALIBRATION_CODES) await scanner.type(text, { end: 'Enter' })
  await expect(page.getByTestId('calibration-passed')).toBeVisible()
  await expect(prefix).toHaveValue('')
  await packer.goTo('Orders')
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Scanner' }).click()
  await expect(prefix).toHaveValue('')
})

test('a text being typed waits behind the lock', async ({ openBench, dataDir }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ada', { pin: '2468' })
  await packer.goTo('Orders')
  await packer.scan(badgeOf(dataDir, 'Ada'))
  await packer.goTo('Settings')
  const days = page.getByRole('textbox', { name: 'Days in transit' })
  await days.fill('9')
  await askStation(page, 'operators:lock')
  await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
  await packer.scan(badgeOf(dataDir, 'Ada'))
  await expect(days).toHaveValue('9')
  await expect(days).not.toHaveAccessibleDescription(/locked|Scan your badge/)
  await days.focus()
  await days.blur()
  await isSaved(days)

  // Nobody saves what another person has typed.
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ben')
  const minutes = page.getByRole('textbox', { name: /Minutes/ })
  const before = await minutes.inputValue()
  await minutes.fill('15')
  await askStation(page, 'operators:lock')
  await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
  await packer.scan(badgeOf(dataDir, 'Ada'))
  await expect(minutes).toHaveValue('15')
  await askStation(page, 'operators:lock')
  await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
  await packer.scan(badgeOf(dataDir, 'Ben'))
  await expect(minutes).toHaveValue(before)
  await packer.goTo('Orders')
  await openSection(packer, 'Operators')
  await expect(minutes).toHaveValue(before)
})

// It refuses a request that only the browser host has.
test('a dialog that leads to a setting closes', { tag: BROWSER_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await page.route('**/bridge/print:document', (route) =>
    route.fulfill({ json: { ok: false, error: { code: 'no_printer', message: '' } } }),
  )
  const dialog = page.getByRole('dialog')
  const leadsToPrinting = async () => {
    await dialog.getByRole('button', { name: 'Choose a printer' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('tab', { name: 'Printing' })).toHaveAttribute('aria-selected', 'true')
  }
  await packer.press('F1')
  await dialog.getByRole('button', { name: 'Print the command poster' }).click()
  await leadsToPrinting()
  await packer.goTo('Orders')
  await page.getByRole('button', { name: 'Pick list' }).click()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await leadsToPrinting()
})

test('every tab of the settings fits', pictureTags(), async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await packer.goTo('Settings')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await takePictures(page, `settings-${(await tab.innerText()).toLowerCase().replace(' ', '-')}`)
  }
})
