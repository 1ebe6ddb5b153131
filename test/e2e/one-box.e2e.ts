import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { openSection } from '../support/operators'
import type { Packer } from '../support/packer'
import { takePictures } from '../support/pictures'

/** One buyer, one box: the orders of one address are packed one after the other, under one label. */

const LABEL = '1Z5R89390357567127'
const { confirm, next } = COMMAND_CODES
const PLAN = ['COAT-1', 'OTHER-1', 'BAG-1', 'SCARF-1'].map((mpn, place) => ({
  lines: [{ title: mpn.slice(0, -2), mpn }],
  placedAt: `2026-01-0${place + 1}T08:00:00Z`,
}))

const box = ({ page }: Packer) => page.getByTestId('one-box')

test('three orders to one address go in one box, by scanner alone and over a restart', async ({
  openBench,
}) => {
  const { packer, control, orders, restart } = await openBench({ orders: PLAN })
  const [first, , third, fourth] = orders.map(({ id }) => id) as [number, number, number, number]
  const { shipping_address: address } = nth(orders, 0)
  for (const id of [third, fourth]) await control.changeOrder(id, { action: 'setAddress', ...address })
  await packer.sync()
  await openSection(packer, 'Carriers')
  const rule = packer.page.getByRole('switch', { name: 'Orders to one address in one box' })
  await rule.click()
  await expect(rule).toBeChecked()
  await packer.goTo('Orders')
  await packer.scan('COAT-1')
  await expect(packer.order(first)).toBeVisible()
  await expect(box(packer)).toContainText('2 more orders to this address')
  await expect(box(packer)).toContainText(`Order ${fourth}: 1 item`)
  await takePictures(packer.page, 'one-box-first')
  await packer.scan(LABEL, confirm)
  await expect(packer.lastScan).toContainText('Packed')
  await expect(box(packer)).toContainText(`Next: order ${third}`)
  await takePictures(packer.page, 'one-box-packed')

  await packer.scan(next, 'BAG-1')
  await expect(box(packer)).toContainText(`Goes in the box of order ${first}`)
  await expect(packer.packPanel).toContainText(LABEL)
  await takePictures(packer.page, 'one-box-second')
  const again = await restart()
  await again.scan('BAG-1')
  await expect(again.order(third)).toBeVisible()
  await expect(again.packPanel).toContainText(LABEL)
  // The label in hand says it, too.
  await again.scan(LABEL, confirm)
  await expect(again.lastScan).toContainText('Packed')

  await again.scan(next, 'SCARF-1')
  await box(again).getByRole('button', { name: 'Use another box' }).click()
  await expect(again.packPanel).toContainText('No label yet')
  await again.scan(LABEL, confirm)
  await expect(again.lastScan).toContainText('Packed')
  await again.everythingIsSent()
  for (const id of [first, third, fourth]) {
    const { shipments } = await control.readOrder(id)
    expect(shipments.map(({ tracking_number: number }) => number)).toEqual([LABEL])
  }
  await openSection(again, 'Evidence')
  const entry = again.page.getByRole('row').filter({ hasText: `In the box of order: ${third}` })
  await expect(entry).toContainText(String(fourth))
})
