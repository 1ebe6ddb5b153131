import { expect, goodsOf, nth, test } from '../support/bench'
import { takePictures } from '../support/pictures'

/** What to fetch from the shelves for the next orders. */

const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const SCARF = { title: 'Silk scarf', mpn: 'SCARF-1' }
const PLAN = [
  { lines: [BAG, SCARF], placedAt: '2026-01-01T08:00:00Z' },
  { lines: [SCARF], placedAt: '2026-01-02T08:00:00Z' },
  { lines: [BAG], placedAt: '2026-01-03T08:00:00Z' },
]

test('the next orders are fetched item by item, ticked on the screen, and offline too', async ({
  openBench,
}) => {
  const { packer, orders, marketplace } = await openBench({ orders: PLAN })
  const { page } = packer
  await expect(page.getByText('Leather bag').first()).toBeVisible()
  await marketplace.goOffline()
  await page.getByRole('button', { name: 'Pick list' }).focus()
  await packer.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pick list' })
  const items = dialog.getByRole('listitem')
  await expect(dialog.getByRole('status').first()).toContainText('For the next 3 orders: 4 items')
  const skus = orders.flatMap((order) => goodsOf(order).map((line) => line.external_id ?? ''))
  await expect(items).toHaveCount(new Set(skus).size)
  const first = items.filter({ hasText: nth(skus, 0) })
  await expect(first).toContainText(`For ${nth(orders, 0).id}`)
  await first.getByRole('checkbox').focus()
  await packer.press('Space')
  await expect(dialog).toContainText('1 of 4 fetched')
  await takePictures(page, 'pick-list')

  // Another look keeps the ticks.
  await packer.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Pick list' }).click()
  await expect(first.getByRole('checkbox')).toBeChecked()
  await dialog.getByText('5', { exact: true }).click()
  await expect(dialog).toContainText('1 of 4 fetched')
  await dialog.getByRole('button', { name: 'Print' }).click()
  // Where there is no printer, that is said.
  await expect(dialog.getByRole('status').or(dialog.getByRole('alert')).last()).toContainText('print')
})
