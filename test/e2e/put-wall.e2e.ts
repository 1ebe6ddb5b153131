import { slotCodeOf } from '../../src/shared/domain/put-wall/slot'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { openSection } from '../support/operators'
import { isSaved } from '../support/settings'
import type { Packer } from '../support/packer'
import { takePictures } from '../support/pictures'

/** The put wall: items of several orders are sorted into slots, and complete orders are packed out of them. */

const { put_wall: put, confirm, undo, acknowledge } = COMMAND_CODES
const LABELS = ['1Z5R89390357567127', '1Z879E930346834440'] as const
const PLAN = [
  ['COAT-1', 'BAG-1'],
  ['COAT-1', 'HAT-1'],
  ['BELT-1', 'RING-1'],
].map((mpns, place) => ({
  lines: mpns.map((mpn) => ({ title: mpn.slice(0, -2), mpn })),
  placedAt: `2026-01-0${place + 1}T08:00:00Z`,
}))

const slot = ({ page }: Packer, number: number) => page.locator(`[data-slot="${number}"]`)

test('two orders are sorted and packed by scanner alone, with two scans an item, over a restart', async ({
  openBench,
}) => {
  const { packer: first, control, orders, restart } = await openBench({ orders: PLAN })
  const [one, two, three] = orders.map(({ id }) => id) as [number, number, number]
  await openSection(first, 'Operators')
  const scanned = first.page.getByRole('switch', { name: 'Every item must be scanned' })
  await scanned.click()
  await isSaved(scanned)
  await openSection(first, 'Carriers')
  const confirms = first.page.getByRole('switch', { name: 'The label confirms' })
  await confirms.click()
  await expect(confirms).toBeChecked()
  await first.goTo('Orders')
  await expect(first.orderList).toContainText('COAT')

  await first.scan(put, 'COAT-1')
  await expect(first.lastScan).toContainText('Slot 1')
  await first.scan('HAT-1')
  await expect(first.lastScan).toContainText('Slot 2')
  await expect(first.lastScan).toContainText('1 item is still missing')
  await takePictures(first.page, 'put-wall-filling')

  const packer = await restart()
  await packer.scan(put, 'RING-1')
  await expect(packer.lastScan).toContainText('Slot 3')
  await packer.scan(undo)
  await expect(packer.lastScan).toContainText('Out of slot 3')
  await packer.scan('BAG-1')
  await expect(packer.lastScan).toContainText('Slot 1: complete')
  await packer.scan('COAT-1')
  await expect(packer.lastScan).toContainText('Slot 2: complete')
  await expect(slot(packer, 2)).toContainText('Complete: 2')
  await takePictures(packer.page, 'put-wall-complete')

  // A slot's code and a label are the scans of each order: two an item, with those at the wall.
  await packer.scan(slotCodeOf(1))
  await expect(packer.order(one)).toBeVisible()
  await expect(packer.page.getByText('2 items were scanned there and are chosen.')).toBeVisible()
  await takePictures(packer.page, 'put-wall-packing')
  await packer.scan(LABELS[0])
  await expect(packer.lastScan).toContainText('Packed')
  await packer.scan(put, undo, 'COAT-1')
  await expect(packer.lastScan).toContainText('Slot 2: complete')
  // Right after its last item, the label alone says which order.
  await packer.scan(LABELS[1])
  await expect(packer.lastScan).toContainText('Packed')
  await packer.everythingIsSent()
  for (const [place, orderId] of [one, two].entries()) {
    const { shipments, order_lines: lines } = await control.readOrder(orderId)
    expect(shipments.map(({ tracking_number: number }) => number)).toEqual([LABELS[place]])
    expect(lines.filter(({ shipment_id: id, is_shipping_fee: fee }) => fee !== true && id === null)).toEqual(
      [],
    )
  }
  expect((await control.readOrder(three)).shipments).toEqual([])
})

test('a spare item is refused, and a canceled order stops its slot until its items are out', async ({
  openBench,
}) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 2)
  await expect(packer.orderList).toContainText('COAT')
  await packer.scan(put, 'BELT-1', 'BELT-1')
  await expect(packer.error).toContainText('NOT needed: BELT')
  await packer.scan(acknowledge)
  await control.changeOrder(id, { action: 'cancelOrder' })
  await packer.sync()
  await expect(slot(packer, 1)).toContainText('STOP: take out')
  await takePictures(packer.page, 'put-wall-stopped')
  await packer.scan(slotCodeOf(1))
  await expect(packer.error).toContainText('Slot 1: STOP')
  await packer.scan(acknowledge, slotCodeOf(1))
  await expect(packer.lastScan).toContainText('Slot 1: all is out')
  await packer.scan(slotCodeOf(1))
  await expect(packer.lastScan).toContainText('Slot 1 is empty')
  await packer.scan(confirm)
  await expect(packer.page.getByRole('list', { name: 'Slots' })).toBeVisible()
})
