import type { Page } from 'playwright/test'
import { expect, test, writesTo } from '../support/bench'
import { FULL_TAG } from '../support/full'

/** Items: found, listed, changed and delisted, with and without a network. */

const rows = (page: Page) => page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
const table = (page: Page) => page.getByRole('grid', { name: 'Items' })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved on this station' })

/** Items are listed and deleted when the test says so, however long it takes until then. */
const AT_COMMAND = { listingDelayMs: 3_600_000, delistingDelayMs: 3_600_000 }

test('all items are kept here: found by words and filters, by keyboard, and without a network', async ({
  openBench,
}) => {
  const { packer, marketplace } = await openBench({ orders: [], items: 130 })
  const { page } = packer
  await packer.goTo('Items')
  await expect(page.getByText(/^130 items · kept here as of/)).toBeVisible()
  // Only the rows in sight exist.
  await expect(rows(page).first()).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(40)
  await table(page).focus()
  await packer.press('ArrowDown')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await marketplace.goOffline()
  await page.getByRole('searchbox', { name: 'Title, SKU, MPN or item number' }).fill('stk1000012')
  await expect(page.getByText(/^1 item ·/)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await table(page).focus()
  await packer.press('Enter')
  await expect(page.getByRole('region', { name: 'Everything the marketplace sent' })).toContainText(
    'STK1000012',
  )
  await expect(page.getByRole('region', { name: 'Price and discount over time' })).toContainText(
    'Nothing has changed',
  )
  await packer.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The marketplace does not answer.')).toBeVisible()
  await marketplace.goOnline()
})

test('an item created offline is kept over a restart, listed once, and seen listed', async ({
  openBench,
}) => {
  const bench = await openBench({ orders: [], items: 3, settings: AT_COMMAND })
  const { marketplace, control } = bench
  let { packer } = bench
  let { page } = packer
  await packer.goTo('Items')
  await expect(rows(page)).not.toHaveCount(0)
  await marketplace.goOffline()
  await page.getByRole('button', { name: 'New item' }).click()
  await page.getByRole('button', { name: 'List this item' }).click()
  await expect(alert(page, 'fields to fix')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription('Fill this in.')

  await page.getByLabel('Title', { exact: true }).fill('Silk midi dress')
  await page.getByLabel('Price', { exact: true }).fill('1,234')
  await page.getByLabel('MSRP').fill('1.500,00')
  await choice(page, 'Category').fill('dresses midi')
  await expect(page.getByRole('option', { name: 'Midi Dresses' })).toBeVisible()
  await packer.press('ArrowDown')
  await packer.press('Enter')
  await expect(choice(page, 'Category')).toHaveValue("Women's Clothing › Dresses › Midi Dresses")
  await expect(choice(page, 'Size scale')).toHaveValue('Letter')
  await expect(choice(page, 'Size')).toHaveValue('M')
  await expect(page.getByLabel('Size type')).toHaveValue('womens_clothing')
  await page.getByLabel('Quality').fill('excellent')
  await page.getByLabel('Brand ID').fill('12')
  await expect(page.getByLabel('Warehouse')).toHaveValue('7')
  await page.getByLabel('Address of photo 1').fill('https://example.com/front.jpg')
  await page.getByLabel('View of photo 1').fill('front')
  await page.getByLabel('Colors', { exact: true }).fill('black, ivory')
  await page.getByRole('button', { name: 'List this item' }).click()
  await expect(page.getByLabel('Price', { exact: true })).toHaveAccessibleDescription(
    'This could mean two amounts. Enter it like 1234.00 or 1.23.',
  )
  // The draft survives a look at other pages, and a reload of the window.
  await packer.goTo('Outbox')
  await packer.goTo('Items')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Silk midi dress')
  await packer.reload()
  await packer.goTo('Items')
  await page.getByRole('button', { name: 'New item' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Silk midi dress')
  await expect(choice(page, 'Size')).toHaveValue('M')
  await expect(page.getByLabel('View of photo 1')).toHaveValue('front')
  await page.getByLabel('Price', { exact: true }).fill('1,234.50')
  await page.getByRole('button', { name: 'List this item' }).click()
  await expect(saved(page)).toContainText(/as PB-[A-Z2-9]{4}-/)
  await expect(rows(page).filter({ hasText: 'Silk midi dress' })).toContainText('not on the marketplace yet')

  packer = await bench.restart()
  page = packer.page
  await expect(packer.waiting).toHaveText('1 operation waiting')
  await marketplace.goOnline()
  await packer.sync()
  await packer.everythingIsSent()
  await packer.goTo('Items')
  // What was typed is gone with the item that it became.
  await page.getByRole('button', { name: 'New item' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: 'Back to items' }).click()
  const row = rows(page).filter({ hasText: 'Silk midi dress' })
  await expect(row).toContainText('Being listed')
  await control.runJobs(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row).toContainText('Listed')
  await expect(row).toContainText('$1,234.50')
  await row.click()
  const sent = page.getByRole('region', { name: 'Everything the marketplace sent' })
  for (const text of ['black, ivory', 'Womens clothing', '$1,500.00', 'Brand ID12'])
    await expect(sent).toContainText(text)
  expect(await writesTo(control)).toEqual(['/api/v1.0/items'])
})

test(
  'a refusal by the marketplace is shown with the items and waits in the Outbox',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control } = await openBench({ orders: [], items: 3 })
    const { page } = packer
    await packer.goTo('Items')
    const taken = await rows(page).filter({ hasText: 'STK' }).first().innerText()
    const externalId = /\bSTK\S+/.exec(taken)?.[0] ?? ''
    expect(externalId).not.toBe('')
    await page.getByRole('button', { name: 'New item' }).click()
    const fill = async (labels: Readonly<Record<string, string>>) => {
      for (const [label, text] of Object.entries(labels))
        await page.getByLabel(label, { exact: true }).fill(text)
    }
    await fill({ Title: 'Tote', Price: '10', MSRP: '20', Quality: 'good', 'Brand ID': '1' })
    await fill({ 'Your SKU (optional)': externalId })
    await choice(page, 'Category').fill('totes')
    await expect(page.getByRole('option', { name: 'Totes' })).toBeVisible()
    await packer.press('ArrowDown')
    await packer.press('Enter')
    await expect(page.getByText('This category needs no size.')).toBeVisible()
    await page.getByRole('button', { name: 'List this item' }).click()
    const field = page.getByLabel('Your SKU (optional)')
    await expect(field).toHaveAccessibleDescription(/There is already an item with this SKU/)
    await field.fill('TOTE-1')
    await control.changeSettings({ qualities: ['excellent'] })
    await page.getByRole('button', { name: 'List this item' }).click()
    await expect(rows(page).filter({ hasText: 'Tote' }).filter({ hasText: 'Needs you' })).toContainText(
      'The marketplace refused it.',
    )
    await rows(page).filter({ hasText: 'Needs you' }).click()
    await expect(page.getByRole('heading', { name: 'List item · Item TOTE-1' })).toBeVisible()
    const asked = page.getByRole('region', { name: 'What was requested' })
    for (const text of ['Price$10.00', 'Your SKUTOTE-1', 'Bags › Handbags › Totes'])
      await expect(asked).toContainText(text)
  },
)

test(
  'a price change is shown at once, a discount later, and the item is delisted',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control } = await openBench({ orders: [], items: 3, settings: AT_COMMAND })
    const { page } = packer
    await packer.goTo('Items')
    await rows(page).filter({ hasText: 'Listed' }).first().click()
    await expect(
      page.getByText('A discount may take up to 15 minutes to show.', { exact: false }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(alert(page, 'Enter a price or a discount.')).toBeVisible()
    await page.getByLabel('New price').fill('0.015')
    await page.getByLabel('New discount (%)').fill('101')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByLabel('New price')).toHaveAccessibleDescription(/mean two amounts/)
    await expect(page.getByLabel('New discount (%)')).toHaveAccessibleDescription(/whole percent/)
    await page.getByLabel('New price').fill('77.07')
    await page.getByLabel('New discount (%)').fill('35')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(saved(page)).toBeVisible()
    const sent = page.getByRole('region', { name: 'Everything the marketplace sent' })
    await expect(sent).toContainText('Price$77.07')
    await expect(page.getByText(/accepted a discount of 35 %/)).toBeVisible()
    await control.runJobs(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(sent).toContainText('35')
    await expect(page.getByText(/accepted a discount of 35 %/)).toHaveCount(0)

    await page.getByRole('button', { name: 'Delist item' }).click()
    await expect(page.getByRole('button', { name: 'No, keep it' })).toBeFocused()
    await packer.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Delist item' }).click()
    await page.getByRole('button', { name: 'Yes, delist it' }).click()
    await expect(sent.getByText('Being delisted', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delist item' })).toBeDisabled()
    await packer.everythingIsSent()
    expect((await writesTo(control)).length).toBe(2)
  },
)

test('items far down the list are read when they come into sight; sorted again, the list begins at its top', async ({
  openBench,
}) => {
  const { packer } = await openBench({ orders: [], items: 130 })
  const { page } = packer
  await packer.goTo('Items')
  await expect(page.getByText(/^130 items · kept here as of/)).toBeVisible()
  const placed = (index: number) => page.locator(`[data-index="${index}"]`)
  await expect(placed(0)).toContainText(/Item M\d/)
  await rows(page).first().hover()
  await page.mouse.wheel(0, 100_000)
  await expect(placed(129)).toContainText(/Item M\d/)
  await expect(placed(0)).toHaveCount(0)
  await page.getByRole('button', { name: 'Price' }).click()
  await expect(placed(0)).toContainText(/Item M\d/)
  await expect(placed(0)).toBeInViewport()
})

test('the errors of a failed listing are shown, even those unknown to this version', async ({
  openBench,
}) => {
  const { packer, control } = await openBench({ orders: [], items: 3 })
  const { page } = packer
  await packer.goTo('Items')
  const text = await rows(page).first().innerText()
  const itemNumber = /Item (\S+)/.exec(text)?.[1] ?? ''
  await control.changeItem(itemNumber, {
    state: 'processing',
    listingErrorMessages: ['photos: too small', { field: 'brand_id', hint: 'unknown' }],
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows(page).filter({ hasText: itemNumber })).toContainText('2 listing errors')
  await rows(page).filter({ hasText: itemNumber }).click()
  await expect(alert(page, 'photos: too small')).toContainText('field: brand_id, hint: unknown')
  await expect(page.getByText('Only a listed item can be delisted.')).toBeVisible()
})
