import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import type { Control, ControlOrder } from '../../src/marketplace/control-client'
import { expect, nth, test } from '../support/bench'
import { pictureTags, takePictures } from '../support/pictures'
import { ELECTRON_FULL_TAG } from '../support/full'

/** The order desk: every order in one table. */

const table = (page: Page) => page.getByRole('grid', { name: 'All orders' })
const rows = (page: Page) => table(page).getByRole('rowgroup', { name: 'Orders' }).getByRole('row')
const listed = async (page: Page) => {
  const texts = await rows(page).allInnerTexts()
  return texts.map((text) => Number(/^\d+/.exec(text)?.[0]))
}

/** On the marketplace, before the station starts. */
const cancel = (index: number) => (control: Control, orders: readonly ControlOrder[]) =>
  control.changeOrder(nth(orders, index).id, { action: 'cancelOrder' })

const PLAN = [{ lines: 1 }, { lines: 2 }, { lines: 3 }, { lines: 1 }]

test('orders are sorted, filtered, saved and opened, by keyboard and without a network', async ({
  openBench,
}) => {
  const { packer, marketplace, orders } = await openBench({ orders: PLAN, before: cancel(3) })
  const { page } = packer
  const ids = orders.map(({ id }) => id)
  await marketplace.goOffline()
  await packer.goTo('Order desk')
  await expect(rows(page)).toHaveCount(ids.length)
  await expect(page.getByText('4 orders', { exact: true })).toBeVisible()

  const number = page.getByRole('columnheader', { name: 'Order', exact: true })
  await number.getByRole('button').click()
  await expect(number).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => listed(page)).toEqual(ids.toSorted((one, other) => other - one))
  await number.getByRole('button').click()
  await expect.poll(() => listed(page)).toEqual(ids.toSorted((one, other) => one - other))

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter orders' })
  await dialog.getByLabel('Total from').fill('a lot')
  await dialog.getByRole('button', { name: 'Show orders' }).click()
  await expect(dialog.getByText('Enter an amount')).toBeVisible()
  await dialog.getByLabel('Total from').fill('')
  await dialog.getByLabel('What is left to do').click()
  await page.getByRole('option', { name: 'Canceled' }).click()
  await dialog.getByRole('button', { name: 'Show orders' }).click()
  await expect.poll(() => listed(page)).toEqual([nth(ids, 3)])

  await page.getByRole('button', { name: 'Save filter' }).click()
  const keep = page.getByRole('dialog', { name: 'Save filter' })
  await keep.getByLabel('Name').fill('Canceled ones')
  await keep.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(keep).toBeHidden()
  await page.getByRole('button', { name: 'Remove the filter Canceled' }).click()
  await expect(rows(page)).toHaveCount(ids.length)
  await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^To pack/ }).click()
  await expect.poll(() => listed(page)).toEqual(ids.slice(0, 3).toSorted((one, other) => one - other))

  await packer.choose('Save as CSV')
  const status = page.getByRole('status').filter({ hasText: '.csv' })
  const path = /saved: (.+\.csv)/.exec(await status.innerText())?.[1] ?? ''
  const lines = readFileSync(path, 'utf8').trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(await listed(page))

  await table(page).focus()
  await packer.press('ArrowDown')
  await packer.press('Enter')
  await expect(
    page.getByRole('heading', { name: `Order ${ids.toSorted((a, b) => a - b)[1]}` }),
  ).toBeAttached()
})

test(
  'an order that was opened at the desk leads back there, and Escape closes its details first',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 2 }, { lines: 1 }] })
    const { page } = packer
    const search = page.getByRole('searchbox', { name: 'Search all orders' })
    await packer.goTo('Order desk')
    await search.fill(String(nth(orders, 0).id))
    await expect(rows(page)).toHaveCount(1)
    await rows(page).first().click()
    await packer.openDetails()
    await packer.press('Escape')
    await expect(page.getByRole('button', { name: 'Order details' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    await expect(packer.order(nth(orders, 0).id)).toBeVisible()
    await packer.press('Escape')
    await expect(search).toHaveValue(String(nth(orders, 0).id))
    await rows(page).first().click()
    await page.getByRole('button', { name: /^Back\b/ }).click()
    await expect(search).toBeVisible()

    // What a scan opened is left to the queue.
    await packer.scanOrder(nth(orders, 1).id)
    await packer.press('Escape')
    await expect(packer.orderList).toBeVisible()
  },
)

test('what no order matches leads to the archive', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await packer.goTo('Order desk')
  await page.getByRole('searchbox', { name: 'Search all orders' }).fill('nothing of it')
  await expect(page.getByText('No orders match these filters.')).toBeVisible()
  await page.getByRole('button', { name: /archive/i }).click()
  await expect(page.getByRole('heading', { name: 'Archive' })).toBeVisible()
})

test('the order desk at both sizes in both themes', pictureTags(), async ({ openBench }) => {
  const plan = Array.from({ length: 12 }, (_, index) => ({ lines: 1 + (index % 4) }))
  const { packer, orders } = await openBench({ orders: plan, before: cancel(2) })
  const { page } = packer
  await packer.open(nth(orders, 0).id)
  await packer.tickAll()
  await packer.pack()
  await packer.leaveOrder()
  await packer.goTo('Order desk')
  await expect(rows(page)).toHaveCount(plan.length)
  await expect(table(page)).toBeVisible()
  await takePictures(page, 'orders-desk')
  await page.getByRole('button', { name: /^To pack/ }).click()
  await packer.openForm(page.getByRole('button', { name: 'Save filter' }))
  await takePictures(page, 'orders-desk-save-filter')
  await packer.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await takePictures(page, 'orders-desk-filter')
})
