import type { Locator, Page } from 'playwright/test'
import { expect, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { saveText } from '../support/settings'
import type { Packer } from '../support/packer'

/** Changes to many items: by filter with a preview, and by file; undone, corrected, and over a reload. */

const rows = (page: Page) => page.getByRole('rowgroup', { name: 'Rows', exact: true }).getByRole('row')
const jobs = (page: Page) => page.getByRole('rowgroup', { name: 'List of bulk changes' }).getByRole('row')
const shown = (page: Page) => page.getByRole('radiogroup', { name: 'Rows shown' })
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })
const figure = (page: Page, name: string) =>
  progress(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function changeMany(packer: Packer, choice: string) {
  const { page } = packer
  await packer.goTo('Items')
  await expect(page.getByText(/^\d+ items? · kept here/)).toBeVisible()
  await page.getByRole('button', { name: 'Change many' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

/** Sets the rule of a price change, and waits for the preview of all rows. */
async function lower(page: Page, percent: string) {
  await page.getByLabel('Percent', { exact: true }).fill(percent)
  await page.getByRole('button', { name: 'Preview' }).click()
}

async function confirm(packer: Packer, action: string) {
  await packer.openForm(packer.page.getByRole('button', { name: action }))
  await packer.form.getByRole('button', { name: action }).click()
  await expect(packer.form).toBeHidden()
}

/** Prices in a column of the preview, in cents. */
const cents = async (cell: Locator) => Number((await cell.innerText()).split('\n')[0]?.replace(/\D/g, ''))

test('prices of the filtered items are previewed, confirmed, undone while unsent, and then changed', async ({
  openBench,
}) => {
  const { packer, marketplace, control } = await openBench({ orders: [], items: 30 })
  const { page } = packer
  // Of thirty, one is delisted and one is about to be.
  await changeMany(packer, 'Change prices of these 30 items …')
  await expect(page.getByRole('heading', { name: 'Change prices · 28 items' })).toBeVisible()
  await expect(page.getByText('All items that are listed or being listed')).toBeVisible()
  const action = page.getByRole('button', { name: 'Change 28 prices' })
  await expect(page.getByText('Choose how the values change, then press Preview.')).toBeVisible()
  await expect(action).toBeDisabled()
  await lower(page, '1o')
  await expect(page.getByLabel('Percent', { exact: true })).toHaveAccessibleDescription(/percentage like/)
  await lower(page, '12.5')
  await expect(action).toBeEnabled()
  const cells = rows(page).first().getByRole('cell')
  const before = await cents(cells.nth(1))
  expect(await cents(cells.nth(2))).toBe(Math.floor((before * 8_750 + 5_000) / 10_000))
  await expect(cells.nth(2)).toContainText('-12.5\u00a0%')
  // What was typed after the preview has to be looked at first.
  await page.getByLabel('Percent', { exact: true }).fill('20')
  await expect(action).toBeDisabled()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(cells.nth(2)).toContainText('-20\u00a0%')

  await marketplace.goOffline()
  await confirm(packer, 'Change 28 prices')
  await expect(figure(page, 'Waiting')).toHaveText('28')
  await packer.openForm(page.getByRole('button', { name: 'Undo' }))
  await expect(packer.form).toContainText('28 changes that have not been sent are withdrawn')
  await packer.form.getByRole('button', { name: 'Yes, undo it' }).click()
  await expect(figure(page, 'Undone or discarded')).toHaveText('28')
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
  await marketplace.goOnline()
  await packer.sync()
  await packer.everythingIsSent()
  expect(await writesTo(control)).toEqual([])

  await changeMany(packer, 'Change prices of these 30 items …')
  await lower(page, '20')
  await expect(page.getByRole('button', { name: 'Change 28 prices' })).toBeEnabled()
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Leave out/ })
    .click()
  await confirm(packer, 'Change 27 prices')
  await expect(figure(page, 'Done')).toHaveText('27')
  await packer.everythingIsSent()
  expect(await writesTo(control)).toHaveLength(27)
  await page.getByRole('button', { name: 'Save result file' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'rows saved' })).toContainText(
    /28 rows saved: .*bulk-price.*\.csv/,
  )
  // Changed back: exactly those that were changed, to what they were.
  await page.getByRole('button', { name: 'Change back …' }).click()
  await expect(page.getByRole('heading', { name: 'Change prices · 27 items' })).toBeVisible()
  await expect.poll(() => cents(rows(page).first().getByRole('cell').nth(2))).toBe(before)
})

const HEAD = 'Reference;Title;Price;MSRP;Category;Brand;Quality;front'
const line = (sku: string, price: string, category = '5101') =>
  `${sku};Tote ${sku};${price};199,00;${category};12;good;https://example.com/${sku}.jpg`

const upload = (page: Page, text: string, name = 'new-items.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('items are listed from a file: columns assigned by hand, a wrong cell corrected, kept over a reload', async ({
  openBench,
}) => {
  const bench = await openBench({ orders: [], items: 3 })
  const { packer, control } = bench
  const { page } = packer
  await changeMany(packer, 'From a CSV file …')
  await page.getByLabel('Amounts in the file').selectOption('comma')
  await upload(page, 'only headings', 'empty.csv')
  await expect(page.getByRole('alert')).toContainText('no rows below its headings')
  await upload(page, [HEAD, line('T-1', '99,50'), line('T-2', '1.5'), line('T-3', '80', '1')].join('\n'))
  await expect(page.getByRole('heading', { name: 'List new items · 3 items' })).toBeVisible()
  const mapping = page.getByRole('region', { name: 'Columns' })
  await expect(mapping).toContainText('7 of 8 columns used')
  // No heading says what these are.
  await mapping.getByRole('button', { name: 'Assign columns' }).click()
  await mapping.getByLabel('Reference').selectOption('external_id')
  await mapping.getByLabel('front').selectOption('photo.front')
  await mapping.getByRole('button', { name: 'Use these columns' }).click()
  await expect(mapping).toContainText('8 of 8 columns used')
  await mapping.getByRole('button', { name: 'Hide columns' }).click()
  await expect(page.getByText('2 rows have problems. Correct them or leave them out.')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('Price “1.5”: Could mean two amounts')
  await expect(rows(page).nth(2)).toContainText('There is no category for items with this ID')

  // A draft is kept, whatever happens to the window.
  await packer.reload()
  await changeMany(packer, 'All bulk changes')
  await expect(jobs(page)).toContainText(['List new items · 3 items'])
  await expect(jobs(page)).toContainText(['File new-items.csv'])
  await jobs(page).first().getByRole('button').click()
  await packer.openForm(page.getByRole('button', { name: 'Correct row 2' }))
  const price = packer.form.getByLabel('Price', { exact: true })
  await expect(price).toHaveAccessibleDescription(/Could mean two amounts/)
  await price.fill('1,50')
  await packer.form.getByRole('button', { name: 'Save row' }).click()
  await expect(packer.form).toBeHidden()
  await expect(rows(page).nth(1)).toContainText('$1.50')
  await shown(page).getByText('With problems (1)').click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Leave out 1 row with problems' }).click()
  await expect(page.getByText('No such rows.')).toBeVisible()
  await confirm(packer, 'List 2 items')
  await expect(figure(page, 'Done')).toHaveText('2')
  expect(await writesTo(control)).toEqual(['/api/v1.0/items', '/api/v1.0/items'])
  await packer.goTo('Items')
  await expect(page.getByRole('rowgroup', { name: 'List of items' })).toContainText('Tote T-2')
})

test(
  'a change below the floor is marked and asked about, and goes on after a pause and a reload',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, marketplace, control } = await openBench({ orders: [], items: 5 })
    const { page } = packer
    await openSection(packer, 'Operators')
    const floor = page.getByRole('region', { name: 'Price floor' })
    const percent = floor.getByLabel('Percent of the current lowest price')
    await percent.fill('101')
    await percent.blur()
    await expect(percent).toHaveAccessibleDescription(/0 to 100/)
    await saveText(percent, '95')

    await changeMany(packer, 'Change prices of these 5 items …')
    await expect(page.getByText('Floor: 95 % of the current lowest price')).toBeVisible()
    await lower(page, '10')
    await expect(rows(page).filter({ hasText: 'Below the floor' })).toHaveCount(5)
    const action = page.getByRole('button', { name: 'Change 5 prices' })
    await expect(action).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Change the 5 rows below the floor, too' }).check()
    await marketplace.goOffline()
    await packer.openForm(action)
    await expect(packer.form).toContainText('5 of them sell below the floor.')
    await packer.form.getByRole('button', { name: 'Change 5 prices' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Nothing more is sent until it is resumed.', { exact: false })).toBeVisible()
    await marketplace.goOnline()
    await packer.reload()
    await changeMany(packer, 'All bulk changes')
    await expect(jobs(page)).toContainText(['Paused'])
    await jobs(page).first().getByRole('button').click()
    await expect(figure(page, 'Waiting')).toHaveText('5')
    expect(await writesTo(control)).toEqual([])
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(figure(page, 'Done')).toHaveText('5')
    expect(await writesTo(control)).toHaveLength(5)
  },
)

test(
  'discounts of a file by a rule, and a delisting by filter, reach the marketplace',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control } = await openBench({
      orders: [],
      items: 6,
      settings: { delistingDelayMs: 3_600_000 },
    })
    const { page } = packer
    await changeMany(packer, 'From a CSV file …')
    await page.getByLabel('What to do').selectOption('Change discounts')
    await upload(page, 'sku\nSTK1000001\nSTK1000002\nNONE\n', 'sale.csv')
    await expect(page.getByRole('heading', { name: 'Change discounts · 3 items' })).toBeVisible()
    await page.getByLabel('Percent', { exact: true }).fill('33')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(rows(page).nth(2)).toContainText('Your SKU “NONE”: No item in this account has it.')
    await expect(rows(page).first().getByRole('cell').nth(2)).toHaveText('33 %')
    await page.getByRole('button', { name: 'Leave out 1 row with problems' }).click()
    await confirm(packer, 'Change 2 discounts')
    await expect(figure(page, 'Done')).toHaveText('2')

    await packer.goTo('Items')
    await page.getByRole('searchbox').fill('stk1000003')
    await expect(page.getByText(/^1 item ·/)).toBeVisible()
    await page.getByRole('button', { name: 'Change many' }).click()
    await page.getByRole('menuitem', { name: 'Delist 1 item …' }).click()
    await expect(page.getByText('Search: stk1000003')).toBeVisible()
    await packer.openForm(page.getByRole('button', { name: 'Delist 1 item' }))
    await expect(packer.form).toContainText('will no longer be sold')
    await packer.form.getByRole('button', { name: 'Delist 1 item' }).click()
    await expect(figure(page, 'Done')).toHaveText('1')
    const writes = await writesTo(control)
    expect(writes).toHaveLength(3)
    await page.getByRole('button', { name: 'Remove from the list' }).click()
    await expect(jobs(page)).toHaveCount(1)
  },
)

test(
  'a row that the marketplace refuses says why and leads to its operation',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control } = await openBench({ orders: [], items: 1 })
    const { page } = packer
    await control.changeSettings({ qualities: ['excellent'] })
    await changeMany(packer, 'From a CSV file …')
    await page.getByLabel('Amounts in the file').selectOption('comma')
    await upload(
      page,
      [HEAD, line('T-1', '99,50'), line('T-2', '80,00')].join('\n').replace(';good;', ';excellent;'),
    )
    const mapping = page.getByRole('region', { name: 'Columns' })
    await mapping.getByRole('button', { name: 'Assign columns' }).click()
    await mapping.getByLabel('Reference').selectOption('external_id')
    await mapping.getByLabel('front').selectOption('photo.front')
    await mapping.getByRole('button', { name: 'Use these columns' }).click()
    await confirm(packer, 'List 2 items')
    await expect(figure(page, 'Need you')).toHaveText('1')
    await expect(figure(page, 'Done')).toHaveText('1')
    await shown(page).getByText('Need you (1)').click()
    await expect(rows(page)).toContainText(['The marketplace refused it.'])
    await rows(page).getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('heading', { name: 'List item · Item T-2' })).toBeVisible()
  },
)

test(
  'packers draw up no bulk changes; a supervisor allows them to confirm the draft on the screen',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, control } = await openBench({ orders: [], items: 5 })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Sam', { supervisor: true, pin: '2222' })
    await addOperator(packer, 'Pat', { pin: '1111' })
    await changeMany(packer, 'Change prices of these 5 items …')
    await lower(page, '10')
    const leaveOut = rows(page).getByRole('button', { name: /^Leave out/ })
    await expect(leaveOut).toHaveCount(5)

    await packer.scan(badgeOf(dataDir, 'Pat'))
    await expect(page.getByTestId('operator')).toHaveText('Pat')
    await expect(rows(page)).toHaveCount(5)
    await expect(leaveOut).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Preview|Delete draft)$/ })).toHaveCount(0)
    const lend = page.getByRole('dialog', { name: 'A supervisor is needed' })
    const action = page.getByRole('button', { name: 'Change 5 prices' })
    await packer.openForm(action)
    await packer.form.getByRole('button', { name: 'Change 5 prices' }).click()
    await expect(lend).toBeVisible()
    expect(await writesTo(control)).toEqual([])
    await packer.scan(badgeOf(dataDir, 'Sam'))
    await expect(lend).toBeHidden()
    await expect(figure(page, 'Done')).toHaveText('5')
    await expect(page.getByText(/^Confirmed by Pat/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Change back …|Remove from the list)$/ })).toHaveCount(0)
    expect(await writesTo(control)).toHaveLength(5)

    await packer.goTo('Items')
    await expect(page.getByRole('button', { name: 'New item' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change many' })).toHaveCount(0)
  },
)
