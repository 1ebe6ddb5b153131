import { expect, nth, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** The network is gone and packing goes on. */

const PLAN = [{ lines: [{ title: 'Wool coat' }] }, { lines: [{ title: 'Leather bag' }] }, { lines: 2 }]
const msOf = (at: string | null) => Date.parse(at ?? '')

test('orders packed and shipped offline survive a restart and arrive once', async ({ openBench }) => {
  const bench = await openBench({ orders: PLAN })
  const { marketplace, control, orders } = bench
  let { packer } = bench
  await expect(packer.orderList.getByRole('option')).toHaveCount(3)

  await marketplace.goOffline()
  const startedMs = Date.now()
  for (const order of orders) {
    await packer.scanOrder(order.id)
    await packer.tickAll()
    await packer.pack()
    await packer.ship(1)
    await expect(packer.shipment(1)).toContainText('Not on the marketplace yet')
  }
  const endedMs = Date.now()
  await expect(packer.gate).toHaveText('Offline')
  await expect(packer.waiting).toHaveText('6 operations waiting')
  // A line, without a code: nobody here has to do anything. The page keeps its place.
  const notice = packer.page.getByRole('status').filter({ hasText: 'No connection to the marketplace' })
  await expect(notice).toContainText('Keep packing')
  await expect(notice).not.toContainText('For IT')
  expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(36)

  packer = await bench.restart()
  await expect(packer.waiting).toHaveText('6 operations waiting')
  await expect(packer.gate).toHaveText('Offline')
  await packer.goTo('Outbox')
  await expect(packer.operations).toHaveCount(6)
  await expect(packer.operations.filter({ hasText: 'Waiting' })).toHaveCount(6)

  const foot = packer.page.getByRole('contentinfo').locator('button[aria-expanded]').first()
  await foot.hover()
  await packer.page.mouse.down()
  await marketplace.goOnline()
  // By itself: without a network, the pauses between attempts grow.
  await expect(packer.waiting).toHaveText('All sent', { timeout: 40_000 })
  await expect(packer.gate).toHaveText('Online')
  // The word under the finger is gone.
  await packer.page.mouse.up()
  await expect(foot).toHaveAttribute('aria-expanded', 'true')
  await packer.press('Escape')
  const writes = await writesTo(control)
  for (const { id } of orders) {
    const { shipments } = await control.readOrder(id)
    expect(shipments).toHaveLength(1)
    const shipment = nth(shipments, 0)
    expect(shipment.state).toBe('shipped')
    expect(msOf(shipment.packed_at)).toBeGreaterThanOrEqual(startedMs)
    expect(msOf(shipment.shipped_at)).toBeGreaterThanOrEqual(msOf(shipment.packed_at))
    expect(msOf(shipment.shipped_at)).toBeLessThanOrEqual(endedMs)
    expect(writes.filter((path) => path.startsWith(`/api/v1.0/orders/${id}/`))).toEqual([
      `/api/v1.0/orders/${id}/shipments`,
      `/api/v1.0/orders/${id}/shipments/${shipment.id}`,
    ])
  }
  expect(writes).toHaveLength(6)

  packer = await bench.restart()
  await packer.goTo('Outbox')
  await expect(packer.page.getByText('All sent: everything you confirmed')).toBeVisible()
  expect(await writesTo(control)).toHaveLength(6)
})

test(
  'a parcel packed and unpacked offline never goes out',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { marketplace, control, orders, packer } = await openBench({ orders: PLAN.slice(0, 1) })
    await packer.open(nth(orders, 0).id)
    await marketplace.goOffline()
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.cancelShipment(1)
    await expect(packer.waiting).toHaveText('All sent')
    await expect(packer.line('Wool coat')).toBeEnabled()

    await marketplace.goOnline()
    await packer.sync()
    await packer.everythingIsSent()
    expect(await writesTo(control)).toEqual([])
    expect((await control.readOrder(nth(orders, 0).id)).shipments).toEqual([])
  },
)

test('a power cut right after packing loses nothing', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const bench = await openBench({ orders: PLAN.slice(0, 1) })
  const { marketplace, control, orders, station } = bench
  const { id } = nth(orders, 0)
  await bench.packer.open(id)
  await marketplace.goOffline()
  await bench.packer.chooseLine('Wool coat')
  await bench.packer.pack()
  await station.kill()

  const packer = await bench.restart()
  await expect(packer.waiting).toHaveText('1 operation waiting')
  await marketplace.goOnline()
  await packer.sync()
  await packer.everythingIsSent()
  expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/shipments`])
  expect((await control.readOrder(id)).shipments).toEqual([expect.objectContaining({ state: 'packed' })])
})
