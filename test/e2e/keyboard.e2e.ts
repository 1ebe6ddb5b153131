import type { Locator, Page } from 'playwright/test'
import { expect, goodsOf, nth, test, writesTo } from '../support/bench'

/** Everything by keyboard alone: no mouse, no scanner. */

const PLAN = [
  { lines: [{ title: 'Silk scarf' }], placedAt: '2026-01-01T08:00:00Z' },
  {
    lines: [{ title: 'Wool coat' }, { title: 'Leather bag' }, { title: 'Felt hat' }],
    placedAt: '2026-01-02T08:00:00Z',
  },
]

test('an order is packed and shipped without the mouse', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { page } = packer
  const { id } = nth(orders, 1)
  await expect(packer.orderList.getByRole('option')).toHaveCount(2)

  await tabTo(page, packer.orderList)
  await page.keyboard.press('ArrowDown')
  await expect(packer.orderList.getByRole('option', { selected: true })).toContainText(String(id))
  await page.keyboard.press('Enter')
  await expect(packer.order(id)).toBeVisible()

  await tabTo(page, packer.line('Wool coat'))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByTestId('chosen')).toHaveText('2 of 3 chosen')
  const tracking = packer.packPanel.getByRole('textbox', { name: 'Tracking number' })
  await tabTo(page, tracking)
  await page.keyboard.type('ZX81', { delay: 80 })
  await page.keyboard.press('F9')
  await expect(packer.shipment(1)).toContainText('ZX81')

  await tabTo(page, packer.line('Leather bag'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(packer.shipment(2)).toContainText('Packed')

  await tabTo(page, packer.shipment(1).getByRole('button', { name: 'Mark as shipped', exact: true }))
  await page.keyboard.press('Enter')
  await expect(packer.form).toBeVisible()
  await tabTo(page, packer.form.getByRole('button', { name: 'Mark as shipped', exact: true }))
  await page.keyboard.press('Enter')
  await expect(packer.form).toBeHidden()
  await expect(packer.shipment(1)).toContainText('Shipped')

  await packer.everythingIsSent()
  await page.keyboard.press('Escape')
  await expect(packer.orderList).toBeVisible()
  const order = await control.readOrder(id)
  expect(order.shipments.map(({ state, tracking_number }) => [state, tracking_number])).toEqual([
    ['shipped', 'ZX81'],
    ['packed', null],
  ])
  const [first, second] = order.shipments.map((shipment) => shipment.id)
  expect(goodsOf(order).map((line) => line.shipment_id)).toEqual([first, second, first])
})

test('Escape closes a form and leaves the order where it was', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.chooseLine('Silk scarf')
  await packer.page.keyboard.press('F9')
  await packer.startMove(1, 'Cancel shipment')
  await packer.page.keyboard.press('Escape')
  await expect(packer.form).toBeHidden()
  await expect(packer.order(id)).toBeVisible()
  await expect(packer.shipment(1)).toContainText('Packed')
})

test('Enter right after typing a search opens what was searched for', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  await expect(packer.orderList.getByRole('option')).toHaveCount(2)
  const search = packer.page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill('leather')
  await search.press('Enter')
  await expect(packer.order(nth(orders, 1).id)).toBeVisible()
})

test('a key that bounces packs once', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 1)
  await packer.open(id)
  await packer.chooseLine('Wool coat')
  await Promise.all([packer.page.keyboard.press('F9'), packer.page.keyboard.press('F9')])
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.everythingIsSent()
  expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/shipments`])
})

/** Goes on with Tab until the element has the focus, as a person does; not around for ever. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'Tab must lead here').toBeFocused()
}
