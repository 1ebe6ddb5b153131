import { readFileSync } from 'node:fs'
import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { pictureTags, takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'
import { speak } from '../support/station-menu'

/** What a supervisor asks of the account's orders: what was sold, refunded, and is expected to be paid out? */

const PLAN = [
  { lines: [{ title: 'Wool coat', priceCents: 10_000 }] },
  {
    lines: [
      { title: 'Leather bag', priceCents: 5_000 },
      { title: 'Silk scarf', priceCents: 2_500 },
    ],
  },
]

async function openPayouts(packer: Packer) {
  await packer.goTo('Statistics')
  await packer.page.getByRole('tab', { name: 'Payouts' }).click()
}

/** What the buyers paid, as the marketplace says. */
const soldOf = (orders: readonly { amount: number }[]) =>
  orders.reduce((sum, { amount }) => sum + amount, 0) / 100

test('the payouts of a week add up, follow a refund, and go into a file', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  const { page } = packer
  await openPayouts(packer)
  const totals = page.locator('dl')
  const sold = soldOf(orders)
  await expect(totals).toContainText(`Sold$${sold.toFixed(2)}`)
  await expect(totals).toContainText('Orders2none of them canceled')
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const categories = region('By category').getByRole('row')
  await expect(
    categories.filter({ hasText: '›' }).or(categories.filter({ hasText: 'Unknown' })),
  ).not.toHaveCount(0)
  await expect(region('By day').getByRole('row')).toHaveCount(2)
  await expect(region('By day').getByRole('row').last()).toContainText(`23$${sold.toFixed(2)}$0.00`)

  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  await packer.openDetails()
  await packer.openForm(page.getByRole('button', { name: 'Refund …', exact: true }))
  await packer.form.getByRole('textbox', { name: 'Amount in USD' }).fill('7.50')
  await packer.form.getByRole('button', { name: 'Refund $7.50' }).click()
  await packer.everythingIsSent()
  await packer.sync()
  await openPayouts(packer)
  await expect(totals).toContainText('Refunded$7.50')

  await page.getByRole('button', { name: 'Save as CSV: By day' }).click()
  const status = page.getByRole('status').filter({ hasText: '.csv' })
  const file = readFileSync(/\S+\.csv/.exec((await status.textContent()) ?? '')?.[0] ?? '', 'utf8')
  expect(file).toMatch(/^\uFEFFDay \(.+\),Orders,Canceled orders,Items,Sold in USD,Refunded in USD,/)
  expect(file).toMatch(/\r\n\d{4}-\d\d-\d\d,2,0,3,/)
  expect(file).toContain(`,3,${sold},7.5,`)

  await page.getByText('Last month').click()
  await expect(page.getByText('No orders in this period.')).toBeVisible()
  await page.getByText('Choose days').click()
  await page.getByLabel('From').fill('2030-01-01')
  await expect(page.getByText('This is before the first day.')).toBeVisible()
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To').fill('2026-12-31')
  await expect(totals).toContainText(`Sold$${sold.toFixed(2)}`)
})

test('a packer does not see them', { tag: ELECTRON_FULL_TAG }, async ({ openBench, dataDir }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ada', { supervisor: true, pin: '2468' })
  await addOperator(packer, 'Pat')
  await packer.scan(badgeOf(dataDir, 'Pat'))
  await openPayouts(packer)
  await expect(packer.page.getByText('$')).toHaveCount(0)
  await expect(packer.page.getByRole('tabpanel').getByRole('status')).toBeVisible()
  await packer.scan(badgeOf(dataDir, 'Ada'))
  await openPayouts(packer)
  await expect(packer.page.locator('dl')).toContainText(`Sold$${soldOf(orders).toFixed(2)}`)
})

test('the payouts', pictureTags(), async ({ openBench }) => {
  const { packer, control } = await openBench({ orders: PLAN })
  const { page } = packer
  for (let count = 0; count < 12; count += 1)
    await control.placeOrder({ lines: [{ title: `Ring ${count}`, priceCents: 2_000 + 731 * count }] })
  await packer.sync()
  await openPayouts(packer)
  await expect(page.locator('dl')).toContainText('Orders14')
  await takePictures(page, 'payouts')
  await page.getByText('Choose days').click()
  await page.getByLabel('From').fill('2026-06-01')
  await expect(page.locator('dl')).toContainText('Orders14')
  await takePictures(page, 'payouts-year')
  for (const language of ['Deutsch', 'Français', 'Español']) {
    await speak(page, language)
    await takePictures(page, `payouts-${language}`)
  }
})
