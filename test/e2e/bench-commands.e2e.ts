import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth, test, writesTo } from '../support/bench'
import { takePictures } from '../support/pictures'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'

/** A packer with nothing but the scanner, and errors that no careless key closes. */

const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const SCARF = { title: 'Silk scarf', mpn: 'SCARF-1' }
const { confirm, cancel, undo, pack_part, next, acknowledge, ship, deliver, hold } = COMMAND_CODES
const PLAN = [
  { lines: [COAT, BAG], placedAt: '2026-01-01T08:00:00Z' },
  { lines: [SCARF], placedAt: '2026-01-02T08:00:00Z' },
]

test('orders are packed, shipped and delivered by the scanner alone', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const [first, second] = [nth(orders, 0), nth(orders, 1)]

  await packer.scan(next)
  await expect(packer.order(first.id)).toBeVisible()
  await packer.scan('COAT-1', confirm)
  await expect(packer.lastScan).toContainText('Pack without 1 item?')
  await expect(packer.lastScan).toContainText('1 item is still missing')
  await packer.scan('BAG-1', undo)
  await expect(packer.lastScan).toContainText('Taken out: Leather bag')
  await expect(packer.line('Leather bag')).not.toBeChecked()
  await packer.scan('BAG-1', '1Z999AA10123456784', confirm)
  await expect(packer.shipment(1)).toContainText('Packed')

  await packer.scan(ship)
  await expect(packer.form).toBeVisible()
  await packer.scan(confirm)
  await expect(packer.form).toBeHidden()
  await expect(packer.shipment(1)).toContainText('Shipped')
  await packer.scan(deliver)
  await expect(packer.form).toBeVisible()
  await packer.scan(confirm)
  await expect(packer.shipment(1)).toContainText('Delivered')

  await packer.scan(next)
  await expect(packer.order(second.id)).toBeVisible()
  await packer.everythingIsSent()
  const shipments = (await control.readOrder(first.id)).shipments
  expect(shipments).toMatchObject([{ state: 'delivered', tracking_number: '1Z999AA10123456784' }])
})

test(
  'part of an order is packed and unpacked again by the scanner alone',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.scan(String(id), 'COAT-1', pack_part)
    await expect(packer.shipment(1)).toContainText('Packed')
    await packer.scan(undo)
    await expect(packer.form).toContainText('Cancel shipment')
    await packer.scan(cancel)
    await expect(packer.form).toBeHidden()
    await expect(packer.shipment(1)).toContainText('Packed')
    await packer.scan(undo)
    await expect(packer.form).toBeVisible()
    await packer.scan(confirm)
    await expect(packer.form).toBeHidden()
    await packer.scan('COAT-1', cancel)
    await expect(packer.lastScan).toContainText('Clear 1 scanned item?')
    await expect(packer.line('Wool coat')).toBeChecked()
    await packer.scan(cancel)
    await expect(packer.line('Wool coat')).not.toBeChecked()
    await packer.everythingIsSent()
    const order = await control.readOrder(id)
    expect(order.shipments.map(({ state }) => state)).toEqual(['canceled'])
    expect(goodsOf(order).map((line) => line.shipment_id)).toEqual([null, null])
  },
)

test(
  'an order is put on hold with a reason and released by the scanner alone',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: PLAN })
    await packer.scan(String(nth(orders, 0).id), hold)
    await expect(packer.form).toBeVisible()
    await expect(packer.lastScan).toContainText('Put on hold: Item missing?')
    await packer.scan(hold)
    await expect(packer.lastScan).toContainText('Put on hold: Item damaged?')
    await packer.scan(confirm)
    await expect(packer.form).toBeHidden()
    await expect(packer.alarms.filter({ hasText: 'On hold: Item damaged' })).toBeVisible()
    const step = packer.page.getByRole('region', { name: 'Next step' })
    await expect(step).toContainText('On hold. HOLD to resume it, NEXT for another')
    await packer.scan(next)
    await expect(packer.order(nth(orders, 1).id)).toBeVisible()

    await packer.scan(String(nth(orders, 0).id), hold)
    await expect(packer.lastScan).toContainText('Take off hold: Item damaged?')
    await takePictures(packer.page, 'hold-release')
    await packer.scan(cancel)
    await expect(packer.form).toBeHidden()
    await expect(step).toContainText('On hold.')
    await packer.scan(hold, confirm)
    await expect(packer.form).toBeHidden()
    await expect(step).toContainText('Scan 2 items')

    // From any other page, while items of the order are being scanned.
    await packer.scan('COAT-1')
    await packer.goTo('Outbox')
    await expect(step).toBeHidden()
    await packer.scan(hold)
    await expect(packer.lastScan).toContainText('Put on hold: Item missing?')
    await expect(packer.form).toBeVisible()
    await packer.scan(cancel)
    await expect(step).toBeVisible()
  },
)

test('an error stays until ACK: no key, click or scan gets past it', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { page } = packer
  // The error is worded as it is raised: by then the titles of both orders must have been read.
  await packer.scan(String(nth(orders, 1).id))
  await expect(page.getByText('Silk scarf')).toBeVisible()
  await packer.scan(String(nth(orders, 0).id), 'COAT-1')
  await expect(page.getByText('Leather bag')).toBeVisible()
  await packer.scan('SCARF-1')
  await expect(packer.error).toContainText('NOT in this order')
  const blocks = packer.error.locator('dl > div')
  await expect(blocks.first()).toContainText(/^In your hand.*Silk scarf.*for order \d+$/)
  await expect(blocks.last()).toHaveText(/^This order needs\s*Leather bag$/)

  await packer.press('Enter', 'Space', 'Escape', 'Escape', 'Tab', 'Enter', 'F9', 'F10', 'Control+Enter')
  await page.mouse.click(40, 40)
  await packer.scan('BAG-1', pack_part)
  await expect(packer.error).toContainText(`scans refused meanwhile, the last one: ${pack_part}`)
  await expect(packer.error).toBeVisible()
  await expect(packer.line('Leather bag')).not.toBeChecked()

  await packer.scan(acknowledge)
  await expect(packer.error).toBeHidden()
  await expect(packer.line('Wool coat')).toBeChecked()
  await packer.scan('BAG-1')
  await expect(packer.page.getByTestId('chosen')).toHaveText('2 of 2 chosen')

  await packer.scan('SCARF-1')
  await packer.error.getByRole('button', { name: 'Scan ACK, press F2, or press here' }).click()
  await expect(packer.error).toBeHidden()
  await packer.everythingIsSent()
  expect(await writesTo(control)).toEqual([])
})

test(
  'an unknown code has a different color from a wrong item, and an alarm a third',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const color = () => packer.error.evaluate((cover) => getComputedStyle(cover).background)
    await packer.scan(String(nth(orders, 0).id), 'SCARF-1')
    const wrong = await color()
    await packer.scan(acknowledge, 'QQ')
    const unknown = await color()
    await packer.scan(acknowledge)
    await control.changeOrder(nth(orders, 1).id, { action: 'cancelOrder' })
    await packer.sync()
    await expect(packer.orderList).toBeHidden()
    // The change may not have arrived yet.
    await expect(async () => {
      await packer.scan(acknowledge, 'SCARF-1')
      await expect(packer.error).toContainText('CANCELED', { timeout: 1_000 })
    }).toPass()
    expect(new Set([wrong, unknown, await color()]).size).toBe(3)
  },
)

test('an error returns the focus to its field', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: PLAN })
  const search = packer.page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill('wool')
  await packer.scan('no-such-code')
  await expect(packer.error).toBeVisible()
  await packer.press('x', 'y')
  await packer.clearError()
  await expect(search).toHaveValue('wool')
  await expect(search).toBeFocused()
})

test('every command is a key too, and F1 lists them', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  await packer.press('F1')
  await expect(packer.form.getByRole('row', { name: /^CONFIRM F9/ })).toBeVisible()
  await expect(packer.form.getByRole('row', { name: /^DELIVER Shift\+F7/ })).toBeVisible()
  await packer.press('F4')
  await expect(packer.form).toBeHidden()

  await packer.press('F6')
  await expect(packer.order(nth(orders, 0).id)).toBeVisible()
  // The item's title comes a moment after the order.
  await expect(packer.line('Leather bag')).toBeVisible()
  await packer.tickAll()
  await packer.press('F3')
  await expect(packer.lastScan).toContainText('Taken out: Leather bag')
  await packer.press('F9')
  await expect(packer.lastScan).toContainText('1 item is still missing')
  await packer.press('F10')
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.press('F7')
  await expect(packer.form).toBeVisible()
  await packer.press('F9')
  await expect(packer.shipment(1)).toContainText('Shipped')
})
