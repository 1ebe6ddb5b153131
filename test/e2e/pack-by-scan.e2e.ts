import { expect, goodsOf, nth, test, WAREHOUSE_ID } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Packing with the scanner in hand, wherever the focus is. */

const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const SCARF = { title: 'Silk scarf', mpn: 'SCARF-1' }

test('an order is packed by scanning its number, its items and the label', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: [{ lines: [COAT, BAG], shippingFee: true }] })
  const order = nth(orders, 0)
  const [coat, bag] = goodsOf(order)

  // Titles are read a moment after their orders.
  await expect(packer.orderList).toContainText('Wool coat, Leather bag')
  await packer.scan(String(order.id))
  await expect(packer.lastScan).toContainText(`Order ${order.id} is open`)
  await expect(packer.order(order.id)).toBeVisible()

  await packer.scan(coat?.item_number ?? '')
  await expect(packer.lastScan).toContainText('Accepted: Wool coat')
  await expect(packer.lastScan).toContainText('1 of 2 chosen')
  await packer.scan(bag?.external_id ?? '')
  await expect(packer.lastScan).toContainText('Accepted: Leather bag')
  await expect(packer.lastScan).toContainText('2 of 2 chosen')
  await packer.scan('1Z999AA10123456784')
  await expect(packer.lastScan).toContainText('Used as the tracking number')

  await packer.pack()
  await packer.everythingIsSent()
  const packed = await control.readOrder(order.id)
  expect(packed.shipments).toEqual([
    expect.objectContaining({
      state: 'packed',
      tracking_number: '1Z999AA10123456784',
      warehouse_id: WAREHOUSE_ID,
      shipped_at: null,
    }),
  ])
  const shipmentId = nth(packed.shipments, 0).id
  expect(goodsOf(packed).map((line) => line.shipment_id)).toEqual([shipmentId, shipmentId])
})

test('a scan works with any focus, and a field keeps its text', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT, BAG, SCARF] }] })
  const order = nth(orders, 0)
  const codes = goodsOf(order).map((line) => line.item_number ?? '')
  const search = packer.page.getByRole('searchbox', { name: 'Search orders' })
  const carrier = packer.page.getByRole('combobox', { name: 'Carrier' })

  await search.fill('wool')
  await packer.scan('no-such-code')
  await expect(packer.error).toContainText('Unknown code')
  await packer.clearError()
  await expect(search).toHaveValue('wool')
  await expect(search).toBeFocused()

  await packer.scan(nth(codes, 0))
  await expect(packer.line('Wool coat')).toBeChecked()

  await packer.editLabel()
  await carrier.fill('UPS')
  await packer.scan(nth(codes, 1))
  await expect(packer.line('Leather bag')).toBeChecked()
  await expect(carrier).toHaveValue('UPS')

  await packer.more.focus()
  await packer.scan(nth(codes, 2))
  await expect(packer.page.getByTestId('chosen')).toHaveText('3 of 3 chosen')

  await packer.leaveOrder()
  await expect(search).toHaveValue('wool')
})

test('a wrong scan is refused with a message and changes nothing', async ({ openBench }) => {
  const { packer, orders } = await openBench({
    orders: [
      { lines: [COAT, BAG], placedAt: '2026-01-01T08:00:00Z' },
      { lines: [SCARF], placedAt: '2026-01-02T08:00:00Z' },
    ],
  })
  const [order, other] = [nth(orders, 0), nth(orders, 1)]
  const coat = nth(goodsOf(order), 0).item_number ?? ''
  const scarf = nth(goodsOf(other), 0).item_number ?? ''
  const chosen = packer.page.getByTestId('chosen')

  await packer.open(order.id)
  await packer.scan(coat)
  await packer.scan(coat)
  await expect(packer.lastScan).toContainText('Already scanned: Wool coat')
  await expect(chosen).toHaveText('1 of 2 chosen')

  await packer.scan(scarf)
  await expect(packer.error).toContainText('NOT in this order')
  await expect(packer.error).toContainText('Leather bag')
  await expect(packer.error).toContainText(scarf)
  await packer.clearError()
  await expect(chosen).toHaveText('1 of 2 chosen')

  await packer.scan('QQ-404')
  await expect(packer.error).toContainText('Unknown code')
  await packer.clearError()
  await expect(chosen).toHaveText('1 of 2 chosen')

  await packer.scan(String(other.id))
  await expect(packer.error).toContainText(`Order ${order.id} has 1 item chosen`)
  await packer.clearError()
  await expect(packer.order(order.id)).toBeVisible()
})

test(
  'an item opens the oldest order that needs it, then the next',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({
      orders: [
        { lines: [COAT], placedAt: '2026-01-03T08:00:00Z' },
        { lines: [COAT], placedAt: '2026-01-01T08:00:00Z' },
        { lines: [BAG], placedAt: '2025-12-31T08:00:00Z' },
      ],
    })
    const [younger, oldest] = [nth(orders, 0), nth(orders, 1)]
    await expect(packer.orderList.getByRole('option')).toHaveCount(3)

    await packer.scan('COAT-1')
    await expect(packer.order(oldest.id)).toBeVisible()
    await expect(packer.line('Wool coat')).toBeChecked()
    await packer.pack()

    await packer.scan('COAT-1')
    await expect(packer.order(younger.id)).toBeVisible()
    await expect(packer.line('Wool coat')).toBeChecked()
    await packer.pack()

    await packer.leaveOrder()
    await packer.scan('COAT-1')
    await expect(packer.lastScan).toContainText('No order needs this item')
  },
)

test('units with a shared code are taken one by one', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT, COAT, COAT] }] })
  await packer.open(nth(orders, 0).id)
  for (const count of [1, 2, 3]) {
    await packer.scan('COAT-1')
    await expect(packer.lastScan).toContainText(`${count} of 3 chosen`)
  }
  await packer.scan('COAT-1')
  await expect(packer.lastScan).toContainText('Already scanned: Wool coat')
  await expect(packer.packButton).toHaveText('Pack 3 items')
})

test(
  'fifty scans without a pause are all accepted, in order',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 50 }] })
    const order = nth(orders, 0)
    const codes = goodsOf(order).map((line) => line.item_number ?? '')
    await packer.scanOrder(order.id)
    await packer.scan(...codes)
    await expect(packer.page.getByTestId('chosen')).toHaveText('50 of 50 chosen')
    await expect(packer.lastScan).toContainText(`Scanned: ${codes.at(-1)}`)
  },
)

test('a form accepts the label and refuses other codes, and its fields keep their text', async ({
  openBench,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }, { lines: [BAG] }] })
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat')
  await packer.pack()
  // Within one second of packing, only the milliseconds that the field does not show distinguish shipped from packed.
  await packer.startMove(1, 'Mark as shipped')
  const shippedAt = packer.field('Shipped at')
  await shippedAt.focus()
  const proposed = await shippedAt.inputValue()

  await packer.scan('BAG-1')
  await expect(packer.lastScan).toContainText('A form is open')
  await packer.scan(String(nth(orders, 1).id))
  await expect(packer.lastScan).toContainText('A form is open')
  await packer.scan('1Z999AA10123456784')
  await expect(packer.field('Tracking number')).toHaveValue('1Z999AA10123456784')
  await expect(shippedAt).toHaveValue(proposed)
  await packer.submitMove('Mark as shipped')
  await expect(packer.shipment(1)).toContainText('1Z999AA10123456784')
  await expect(packer.order(nth(orders, 0).id)).toBeVisible()
})
