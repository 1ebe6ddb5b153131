import { expect, goodsOf, nth, onTheClock, test, WAREHOUSE_ID, writesTo } from '../support/bench'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { atRest } from '../support/keyboard'
import type { Packer } from '../support/packer'
import { saveText } from '../support/settings'

/** The states of an order's shipments, as the packer and the marketplace see them. */

const COAT = { title: 'Wool coat' }
const BAG = { title: 'Leather bag' }
const SCARF = { title: 'Silk scarf' }

/** Half an hour off and without DST, so that a wrong zone cannot pass for the right one. */
const ZONE = { name: 'Asia/Kolkata', offset: '+05:30' }
const onTheWall = (days: number, time: string) => onTheClock(days, time, ZONE.offset)

async function hangUpTheClock(packer: Packer) {
  await packer.goTo('Settings')
  await saveText(packer.page.getByRole('combobox', { name: 'Time zone' }), ZONE.name)
  await packer.goTo('Orders')
}

test('an order is split into two shipments', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: [{ lines: [COAT, BAG, SCARF] }] })
  const order = nth(orders, 0)
  await packer.open(order.id)

  await packer.chooseLine('Wool coat')
  await packer.chooseLine('Silk scarf')
  await packer.pack()
  await expect(packer.page.getByTestId('progress')).toHaveText('2 of 3')
  await expect(packer.line('Wool coat')).toBeDisabled()
  await packer.chooseLine('Leather bag')
  await packer.pack()
  await expect(packer.page.getByTestId('progress')).toHaveText('3 of 3')
  await expect(packer.packButton).toBeHidden()

  await packer.everythingIsSent()
  const packed = await control.readOrder(order.id)
  expect(packed.shipments.map(({ state }) => state)).toEqual(['packed', 'packed'])
  const [first, second] = [nth(packed.shipments, 0).id, nth(packed.shipments, 1).id]
  expect(goodsOf(packed).map((line) => line.shipment_id)).toEqual([first, second, first])
})

test('a shipment is shipped and delivered at typed local times', { tag: FULL_TAG }, async ({ openBench }) => {
  const packed = onTheWall(4, '09:00')
  const shipped = onTheWall(3, '14:30')
  const expectedBy = onTheWall(-2, '18:00')
  const delivered = onTheWall(1, '23:45')
  const { packer, control, orders } = await openBench({
    orders: [{ lines: [COAT], placedAt: onTheWall(5, '12:00').utc }],
    before: (marketplace, [order]) =>
      marketplace.changeOrder(order?.id ?? 0, { action: 'pack', packedAt: packed.utc, carrier: 'UPS' }),
  })
  const { id } = nth(orders, 0)
  await hangUpTheClock(packer)
  await packer.page.getByText('All', { exact: true }).click()
  await packer.open(id)

  await packer.ship(1, {
    'Shipped at': shipped.typed,
    'Expected delivery at': expectedBy.typed,
    'Tracking number': '1Z999',
    'Tracking URL': 'https://track.example/1Z999',
  })
  await expect(packer.shipment(1)).toContainText('Shipped: carrier and tracking are locked')
  await packer.everythingIsSent()
  expect((await control.readOrder(id)).shipments).toEqual([
    expect.objectContaining({
      state: 'shipped',
      carrier: 'UPS',
      tracking_number: '1Z999',
      tracking_url: 'https://track.example/1Z999',
      packed_at: packed.utc,
      shipped_at: shipped.utc,
      expected_to_deliver_at: expectedBy.utc,
      delivered_at: null,
    }),
  ])

  await packer.startMove(1, 'Mark as delivered')
  await expect(packer.form.getByRole('textbox')).toHaveCount(1)
  await packer.field('Delivered at').fill(delivered.typed)
  await packer.submitMove('Mark as delivered')
  await expect(packer.shipment(1)).toContainText(`${delivered.typed}:00`)
  await expect(packer.shipment(1).getByRole('button', { name: 'Cancel shipment', exact: true })).toBeHidden()
  await packer.everythingIsSent()
  expect((await control.readOrder(id)).shipments).toEqual([
    expect.objectContaining({ state: 'delivered', shipped_at: shipped.utc, delivered_at: delivered.utc }),
  ])
})

test(
  'a shipment just packed ships with the proposed times',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const startedMs = Date.now()
    const { packer, control, orders } = await openBench({ orders: [{ lines: [COAT] }] })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Wool coat')
    await packer.editLabel()
    await packer.packPanel.getByRole('combobox', { name: 'Carrier' }).fill('DHL')
    await packer.pack()
    await packer.ship(1)
    await packer.everythingIsSent()

    const shipment = nth((await control.readOrder(id)).shipments, 0)
    expect(shipment).toMatchObject({ state: 'shipped', carrier: 'DHL', warehouse_id: WAREHOUSE_ID })
    const [packedMs, shippedMs, expectedMs] = [
      shipment.packed_at,
      shipment.shipped_at,
      shipment.expected_to_deliver_at,
    ].map((at) => Date.parse(at ?? '')) as [number, number, number]
    expect(packedMs).toBeGreaterThanOrEqual(startedMs)
    expect(shippedMs).toBeGreaterThanOrEqual(packedMs)
    expect(shippedMs).toBeLessThanOrEqual(Date.now())
    expect(expectedMs).toBeGreaterThan(shippedMs)
  },
)

// Only its calls can be held on their way.
test(
  'a quick confirmation waits for the delivery proposed for what was just entered',
  { tag: [BROWSER_TAG, FULL_TAG] },
  async ({ openBench }) => {
    const packed = onTheWall(4, '09:00')
    const { packer, control, orders } = await openBench({
      orders: [{ lines: [COAT], placedAt: onTheWall(5, '12:00').utc }],
      before: (marketplace, [order]) =>
        marketplace.changeOrder(order?.id ?? 0, { action: 'pack', packedAt: packed.utc, carrier: 'UPS' }),
    })
    const { id } = nth(orders, 0)
    await packer.page.getByText('All', { exact: true }).click()
    await packer.open(id)
    await packer.startMove(1, 'Mark as shipped')
    await expect(packer.form).toContainText('business days from shipping')

    const answers: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await packer.page.route('**/bridge/packing:propose-carrier', async (route) => {
      const response = await route.fetch()
      answers.push(
        ((await response.json()) as { value: { expectedToDeliverAt: string } }).value.expectedToDeliverAt,
      )
      await released
      await route.fulfill({ response })
    })
    await packer.field('Shipped at').fill(onTheWall(3, '14:30').typed)
    await packer.submitMove('Mark as shipped')
    release()
    await expect(packer.form).toBeHidden()
    await packer.everythingIsSent()
    const [shipment] = (await control.readOrder(id)).shipments
    expect(shipment).toMatchObject({ state: 'shipped', expected_to_deliver_at: nth(answers, 0) })
    expect(answers).toHaveLength(1)
  },
)

test(
  'a proposal that comes while somebody types the delivery does not mix with it',
  { tag: [BROWSER_TAG, FULL_TAG] },
  async ({ openBench }) => {
    const packed = onTheWall(4, '09:00')
    const { packer, orders } = await openBench({
      orders: [{ lines: [COAT], placedAt: onTheWall(5, '12:00').utc }],
      before: (marketplace, [order]) =>
        marketplace.changeOrder(order?.id ?? 0, { action: 'pack', packedAt: packed.utc, carrier: 'UPS' }),
    })
    await packer.page.getByText('All', { exact: true }).click()
    await packer.open(nth(orders, 0).id)
    await packer.startMove(1, 'Mark as shipped')
    await expect(packer.form).toContainText('business days from shipping')

    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const answered = packer.page.waitForResponse('**/bridge/packing:propose-carrier')
    await packer.page.route('**/bridge/packing:propose-carrier', async (route) => {
      await released
      await route.continue()
    })
    await packer.field('Shipped at').fill(onTheWall(3, '14:30').typed)
    const delivery = packer.field('Expected delivery at')
    const before = await delivery.inputValue()
    await delivery.selectText()
    release()
    await (await answered).finished()
    await atRest(packer.page)
    await expect(delivery).toHaveValue(before)
    await packer.type('2031-02-03 18:00')
    await expect(delivery).toHaveValue('2031-02-03 18:00')

    // Left as it was, it takes what came.
    await delivery.fill(before)
    await packer.field('Tracking number').click()
    await expect(packer.form).toContainText('business days from shipping')
  },
)

test('a canceled shipment frees its items, which are packed again', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: [{ lines: [COAT, BAG] }] })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.chooseLine('Wool coat')
  await packer.chooseLine('Leather bag')
  await packer.pack()
  await packer.everythingIsSent()
  await expect(packer.line('Wool coat')).toBeDisabled()

  await packer.cancelShipment(1)
  await expect(packer.shipment(1)).toContainText('Canceled')
  await packer.chooseLine('Wool coat')
  await packer.pack()
  await packer.everythingIsSent()

  const order = await control.readOrder(id)
  expect(order.shipments.map(({ state }) => state)).toEqual(['canceled', 'packed'])
  expect(Date.parse(nth(order.shipments, 0).canceled_at ?? '')).toBeLessThanOrEqual(Date.now())
  expect(goodsOf(order).map((line) => line.shipment_id)).toEqual([nth(order.shipments, 1).id, null])
})

test.describe('an impossible time is refused at its field, and nothing is queued', () => {
  const packed = onTheWall(3, '10:00')
  const shipped = onTheWall(2, '10:00')
  const placed = { lines: [COAT], placedAt: onTheWall(4, '10:00').utc }
  const unparsable = ['tomorrow', '2026-02-30 10:00', '10:00', '11/21/2026 10:00'] as const

  test('for a delivery', { tag: FULL_TAG }, async ({ openBench }) => {
    const { packer, control, orders } = await openBench({
      orders: [placed],
      before: async (marketplace, [order]) => {
        const { id = 0 } = order ?? {}
        const { shipmentId } = await marketplace.changeOrder(id, { action: 'pack', packedAt: packed.utc })
        const ship = { shipmentId: shipmentId ?? 0, shippedAt: shipped.utc }
        await marketplace.changeOrder(id, { action: 'ship', ...ship })
      },
    })
    await hangUpTheClock(packer)
    await packer.page.getByText('On the way', { exact: true }).click()
    await packer.open(nth(orders, 0).id)
    await packer.startMove(1, 'Mark as delivered')
    await refusesAll(packer, 'Mark as delivered', 'Delivered at', [
      ['', 'Enter a time.'],
      ...unparsable.map((text) => [text, 'This is not a valid time.'] as const),
      [onTheWall(2, '09:59').typed, `before the shipment was shipped (${shipped.typed}:00)`],
      [onTheWall(-1, '10:00').typed, 'This time is in the future.'],
      [onTheWall(400, '10:00').typed, 'This time is more than a year ago.'],
    ])
    await nothingIsQueued(packer)
    expect(await writesTo(control)).toEqual([])
  })

  test('for shipping and canceling', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
    const { packer, control, orders } = await openBench({
      orders: [placed],
      before: (marketplace, [order]) =>
        marketplace.changeOrder(order?.id ?? 0, { action: 'pack', packedAt: packed.utc }),
    })
    await hangUpTheClock(packer)
    await packer.page.getByText('To ship', { exact: true }).click()
    await packer.open(nth(orders, 0).id)

    await packer.startMove(1, 'Mark as shipped')
    await refusesAll(packer, 'Mark as shipped', 'Shipped at', [
      ['', 'Enter a time.'],
      [onTheWall(3, '09:59').typed, `before the shipment was packed (${packed.typed}:00)`],
      [onTheWall(-1, '10:00').typed, 'This time is in the future.'],
    ])
    await packer.field('Shipped at').fill(shipped.typed)
    await refusesAll(packer, 'Mark as shipped', 'Expected delivery at', [
      ['', 'Enter a time.'],
      ['soon', 'This is not a valid time.'],
      [onTheWall(2, '09:59').typed, `before the shipment was shipped (${shipped.typed}:00)`],
      [onTheWall(-400, '10:00').typed, 'This is more than a year ahead.'],
    ])
    await packer.form.getByRole('button', { name: 'Go back' }).click()

    await packer.startMove(1, 'Cancel shipment')
    await refusesAll(packer, 'Cancel shipment', 'Canceled at', [
      ['', 'Enter a time.'],
      [onTheWall(3, '09:59').typed, 'before the shipment was packed'],
    ])
    await nothingIsQueued(packer)
    expect(await writesTo(control)).toEqual([])
  })

  async function refusesAll(
    packer: Packer,
    move: Parameters<Packer['submitMove']>[0],
    label: string,
    cases: readonly (readonly [text: string, words: string])[],
  ) {
    for (const [text, words] of cases) {
      // A proposal that arrives just then replaces the text that was selected to be typed over.
      await expect(async () => {
        await packer.field(label).fill(text)
        await expect(packer.field(label)).toHaveValue(text, { timeout: 500 })
      }).toPass()
      await packer.submitMove(move)
      await expect(packer.field(label), text).toHaveAccessibleDescription(containing(words))
      await expect(packer.field(label)).toHaveAttribute('aria-invalid', 'true')
      await expect(packer.form).toBeVisible()
    }
  }

  const containing = (words: string) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

  async function nothingIsQueued(packer: Packer) {
    await packer.form.getByRole('button', { name: 'Go back' }).click()
    await expect(packer.waiting).toHaveText('All sent')
    await packer.goTo('Outbox')
    await packer.page.getByText('All', { exact: true }).click()
    await expect(packer.page.getByText('No operation yet.')).toBeVisible()
  }
})
