import { askStation } from '../support/ask-station'
import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'

/** The list of orders: urgent ones, orders on hold, and the search. */

test(
  'an order on hold leaves the list of work, cannot be packed, and comes back',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({
      orders: [{ lines: [{ title: 'Wool coat' }] }, { lines: 1 }],
    })
    const { page } = packer
    const { id } = nth(orders, 0)
    const rows = packer.orderList.getByRole('option')
    const views = page.getByRole('radiogroup', { name: 'Which orders' })
    await packer.open(id)
    await packer.choose('Put on hold')
    await packer.form.getByRole('button', { name: 'Put on hold' }).click()
    await expect(packer.form).toContainText('Choose or enter a reason.')
    await packer.form.getByRole('button', { name: 'Item damaged' }).click()
    await packer.form.getByRole('button', { name: 'Put on hold' }).click()
    await expect(packer.form).toBeHidden()
    await expect(packer.alarms.filter({ hasText: 'On hold: Item damaged' })).toBeVisible()
    await packer.chooseLine('Wool coat')
    await packer.packButton.click()
    await expect(packer.packPanel).toContainText('This order is on hold. Take it off hold first.')

    await packer.choose('Untick all')
    await packer.leaveOrder()
    await expect(rows).toHaveCount(1)
    await views.getByText('On hold', { exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText('On hold')
    await rows.first().click()
    await page.getByRole('button', { name: 'Take off hold' }).click()
    await expect(packer.alarms).toHaveCount(0)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.everythingIsSent()
  },
)

test('a row that moves away during a tap opens no other order', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: [{ lines: 1 }, { lines: 1 }, { lines: 1 }] })
  const { page } = packer
  const rows = packer.orderList.getByRole('option')
  await expect(rows).toHaveCount(3)
  const box = await rows.first().boundingBox()
  if (box === null) throw new Error('the row is not on screen')
  await page.mouse.move(box.x + 40, box.y + box.height / 2)
  await page.mouse.down()
  await control.changeOrder(nth(orders, 0).id, { action: 'cancelOrder' })
  await askStation(page, 'station:sync')
  await expect(rows).toHaveCount(2)
  await page.mouse.up()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${nth(orders, 1).id}` })).toBeVisible()
})

test('late orders are marked and can be filtered; a search updates with every key', async ({ openBench }) => {
  const day = 86_400_000
  const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString()
  const { packer, orders } = await openBench({
    orders: [
      { lines: [{ title: 'Wool coat' }], placedAt: at(4 * day) },
      { lines: [{ title: 'Silk dress' }], placedAt: at(60_000) },
    ],
  })
  const { page } = packer
  const rows = packer.orderList.getByRole('option')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Wool coat' })).toContainText('2 days late')
  const filters = page.getByRole('radiogroup', { name: 'Only these' })
  await expect(filters).toHaveText('AnyLate 1One item 2Started')
  await filters.getByText('Late 1').click()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(String(nth(orders, 0).id))
  await filters.getByText('Any').click()
  await page.getByRole('searchbox', { name: 'Search orders' }).click()
  await packer.type('silk')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Silk dress')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('late nothing')
  await expect(packer.orderList).toContainText('No orders match “late nothing” in this view.')

  // What is packed is counted at once, here and in the band.
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('')
  await packer.open(nth(orders, 0).id)
  await packer.tickAll()
  await packer.pack()
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.goTo('Orders')
  await expect(filters).toHaveText('AnyLateOne item 1Started')
  await expect(page.getByRole('region', { name: 'Next step' })).toContainText('1packed today')
})
