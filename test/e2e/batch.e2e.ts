import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth, test } from '../support/bench'
import { press } from '../support/keyboard'

/** A pile of one-item orders, packed scan by scan. */

const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const SCARF = { title: 'Silk scarf', mpn: 'SCARF-1' }

test('in the batch each item packs its order; larger orders and repeats do not', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({
    orders: [
      { lines: [COAT], placedAt: '2026-01-01T08:00:00Z' },
      { lines: [BAG], placedAt: '2026-01-02T08:00:00Z' },
      { lines: [COAT], placedAt: '2026-01-03T08:00:00Z' },
      { lines: [SCARF, BAG], placedAt: '2026-01-04T08:00:00Z' },
    ],
  })
  const [first, second, third, large] = [nth(orders, 0), nth(orders, 1), nth(orders, 2), nth(orders, 3)]
  const mark = packer.page.getByRole('status', { name: 'Batch of one-item orders' })
  await expect(mark).toBeHidden()

  // Titles are read a moment after their orders.
  await expect(packer.orderList).toContainText('Wool coat')
  await expect(packer.orderList).toContainText('Leather bag')
  await packer.scan(COMMAND_CODES.batch)
  await expect(packer.lastScan).toContainText('Batch is on')
  await expect(mark).toContainText('0 orders packed')

  await packer.scan('COAT-1')
  await expect(packer.lastScan).toContainText('Packed: Wool coat')
  await expect(packer.order(first.id)).toBeVisible()
  // A scanner that repeats itself at once.
  await packer.scan('BAG-1', 'BAG-1')
  await expect(packer.lastScan).toContainText('Same item again')
  await expect(packer.order(second.id)).toBeVisible()
  await packer.scan('COAT-1')
  await expect(packer.lastScan).toContainText('Packed: Wool coat')
  await expect(mark).toContainText('3 orders packed')

  await packer.scan('SCARF-1')
  await expect(packer.lastScan).toContainText('1 of 2 chosen')
  await expect(packer.order(large.id)).toBeVisible()
  await packer.goTo('Settings')
  await expect(mark).toBeVisible()

  await press(packer.page, 'Shift+F4')
  await expect(mark).toBeHidden()
  await packer.everythingIsSent()
  for (const { id } of [first, second, third])
    expect((await control.readOrder(id)).shipments).toEqual([expect.objectContaining({ state: 'packed' })])
  expect((await control.readOrder(large.id)).shipments).toEqual([])
  expect(goodsOf(large)).toHaveLength(2)
})
