import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { expectNothingCut } from '../support/cut-words'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { pictureTags, takeAtSizes, takePictures } from '../support/pictures'
import { speak } from '../support/station-menu'

/** Carriers, labels and the round at the dock, as the packer and the marketplace see them. */

const LABELS = ['1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591'] as const
const FOREIGN = '1Z8V92A70367203024'
const PLAN = ['Coat', 'Bag', 'Scarf'].map((title) => ({ lines: [{ title }] }))

async function packWithLabel(packer: Packer, orderId: number, title: string, label: string) {
  await packer.open(orderId)
  await packer.chooseLine(title)
  await packer.scan(label)
  await packer.editLabel()
  await expect(packer.packPanel.getByRole('combobox', { name: 'Carrier' })).toHaveValue('UPS')
  await packer.editLabel()
  await expect(packer.packPanel.getByRole('textbox', { name: 'Tracking number' })).toHaveValue(label)
  await expect(packer.packPanel.getByRole('textbox', { name: 'Tracking URL' })).toHaveValue(
    `https://www.ups.com/track?tracknum=${label}`,
  )
  await packer.pack()
  await packer.leaveOrder()
}

test('a round at the dock ships three parcels at once, survives a power cut, and delivers them', async ({
  openBench,
  host,
}) => {
  const bench = await openBench({ orders: PLAN })
  const { control, orders, station } = bench
  let { packer } = bench
  for (const [index, label] of LABELS.entries())
    await packWithLabel(packer, nth(orders, index).id, ['Coat', 'Bag', 'Scarf'][index] ?? '', label)
  await packer.everythingIsSent()

  await packer.goTo('Handover')
  await packer.scan(LABELS[0])
  await expect(packer.lastScan).toContainText('1 of 3 UPS parcels')
  await packer.scan(LABELS[0])
  await expect(packer.lastScan).toContainText('Already scanned')
  await expectNothingCut(packer.page, 'a parcel scanned twice')
  await packer.scan(FOREIGN)
  await expect(packer.lastScan).toContainText('Unknown parcel')
  await expectNothingCut(packer.page, 'an unknown parcel')
  await packer.scan('PBXSEEN')

  await station.kill()
  packer = await bench.restart()
  await packer.goTo('Handover')
  const scanned = packer.page.getByRole('region', { name: 'Scanned parcels' })
  await expect(scanned.getByRole('listitem')).toHaveCount(1)
  await expect(packer.page.getByRole('region', { name: 'Still missing' })).toContainText(LABELS[1])
  await packer.scan(LABELS[1], String(nth(orders, 2).id))
  await expect(packer.lastScan).toContainText('Complete: all 3 UPS parcels')

  const before = Date.now()
  await packer.page.getByRole('button', { name: 'Mark all 3 shipped' }).click()
  await expect(
    packer.page.getByRole('status').filter({ hasText: '3 parcels marked as shipped' }),
  ).toBeVisible()
  const after = Date.now()
  await packer.everythingIsSent()
  const moments = new Set<string>()
  for (const { id } of orders) {
    const shipment = nth((await control.readOrder(id)).shipments, 0)
    expect(shipment.state).toBe('shipped')
    const shippedMs = Date.parse(shipment.shipped_at ?? '')
    expect(shippedMs).toBeGreaterThanOrEqual(before)
    expect(shippedMs).toBeLessThanOrEqual(after)
    // Three business days are at least three days, and with weekends and holidays hardly more than eight.
    const days = (Date.parse(shipment.expected_to_deliver_at ?? '') - shippedMs) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(8.1)
    moments.add(shipment.shipped_at ?? '')
  }
  expect(moments.size).toBe(1)

  const manifest = packer.page.getByRole('button', { name: 'Manifest of the last round (3)' })
  if (host === 'browser') {
    const paper = packer.page.waitForResponse((response) => response.url().endsWith('print:document'))
    await manifest.click()
    expect((await paper).request().postDataJSON()).toMatchObject({
      document: { kind: 'manifest', of: 'last', carrier: null },
    })
  } else {
    await manifest.click()
    await expect(packer.page.getByRole('alert')).toContainText('The printer was not found')
  }

  await packer.page.getByText('Deliver', { exact: true }).click()
  await packer.scan(...LABELS)
  await packer.page.getByRole('button', { name: 'Mark all 3 delivered' }).click()
  await expect(
    packer.page.getByRole('status').filter({ hasText: '3 parcels marked as delivered' }),
  ).toBeVisible()
  for (const { id } of orders)
    await expect
      .poll(async () => nth((await control.readOrder(id)).shipments, 0))
      .toMatchObject({ state: 'delivered' })
})

test(
  'a round at the dock is started, corrected, printed, shipped and delivered by the scanner alone',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    for (const [index, label] of LABELS.entries())
      await packWithLabel(packer, nth(orders, index).id, ['Coat', 'Bag', 'Scarf'][index] ?? '', label)
    await packer.everythingIsSent()
    const { acknowledge, cancel, confirm, deliver, reprint, ship, undo } = COMMAND_CODES

    await packer.scan(ship)
    await expect(packer.lastScan).toContainText('The dock: parcels to ship')
    await packer.scan(undo)
    await expect(packer.lastScan).toContainText('There is nothing to undo.')
    await packer.scan(...LABELS, FOREIGN, acknowledge, undo)
    await expect(packer.lastScan).toContainText(`Taken out: order ${String(nth(orders, 2).id)}`)
    const paper = packer.page.waitForResponse((response) => response.url().endsWith('print:document'))
    await packer.scan(reprint)
    expect((await paper).request().postDataJSON()).toMatchObject({
      document: { kind: 'manifest', of: 'scanned', carrier: null },
    })
    await packer.scan(confirm)
    const said = packer.page.getByRole('status')
    await expect(said.filter({ hasText: '2 parcels marked as shipped' })).toBeVisible()

    await packer.scan(deliver)
    await expect(packer.lastScan).toContainText('The dock: parcels that arrived')
    await packer.scan(LABELS[0], LABELS[1], confirm)
    await expect(said.filter({ hasText: '2 parcels marked as delivered' })).toBeVisible()
    await packer.scan(cancel)
    await expect(packer.orderList).toBeVisible()
    await packer.everythingIsSent()
    const states = await Promise.all(
      orders.map(async ({ id }) => (await control.readOrder(id)).shipments[0]?.state),
    )
    expect(states).toEqual(['delivered', 'delivered', 'packed'])
  },
)

test(
  'UNDO removes the last parcel of the selected carrier, not of another',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({
      orders: PLAN,
      before: async (marketplace, placed) => {
        for (const [index, { id }] of placed.entries())
          await marketplace.changeOrder(id, {
            action: 'pack',
            carrier: index < 2 ? 'UPS' : 'Bike',
            trackingNumber: [LABELS[0], LABELS[1], 'BIKE-123456'][index] ?? '',
          })
      },
    })
    const { page } = packer
    const [ups, bike] = [nth(orders, 1).id, nth(orders, 2).id]
    await packer.goTo('Handover')
    await packer.scan(LABELS[0], LABELS[1], 'BIKE-123456')
    await expect(packer.lastScan).toContainText('Complete: all 1 Bike parcels')
    await page.getByRole('combobox', { name: 'Carrier of this round' }).click()
    await page.getByRole('option', { name: 'UPS', exact: true }).click()
    await packer.scan(COMMAND_CODES.undo)
    await expect(packer.lastScan).toContainText(`Taken out: order ${ups}`)
    const scanned = page.getByRole('region', { name: 'Scanned parcels' })
    await expect(scanned.getByRole('listitem')).toHaveCount(2)
    await expect(scanned).toContainText(`Order ${bike}`)
  },
)

test(
  'the parcel of an order on hold is refused, with a message and a tone, until the order is released',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: PLAN.slice(0, 2) })
    const { page } = packer
    const [held, free] = [nth(orders, 0).id, nth(orders, 1).id]
    await packWithLabel(packer, held, 'Coat', LABELS[0])
    await packWithLabel(packer, free, 'Bag', LABELS[1])
    const setAside = async () => {
      await packer.scanOrder(held)
      await packer.choose('Put on hold')
      await packer.form.getByRole('button', { name: 'Item damaged' }).click()
      await packer.form.getByRole('button', { name: 'Put on hold' }).click()
      await expect(packer.form).toBeHidden()
    }
    await setAside()
    await packer.goTo('Handover')
    await expect(page.getByRole('region', { name: 'Still missing' })).toContainText('0 of 1 UPS parcels')
    await packer.scan(LABELS[0])
    await expect(packer.error).toContainText('ON HOLD: keep this parcel here')
    await expect(packer.error).toContainText(`Order ${held}: Item damaged`)
    await takePictures(page, 'dock-on-hold')
    await packer.clearError()
    await packer.scan(LABELS[1])
    await expect(packer.lastScan).toContainText('Complete: all 1 UPS parcels')

    await packer.press('F4')
    await packer.scanOrder(held)
    await page.getByRole('button', { name: 'Take off hold' }).click()
    await expect(packer.alarms).toHaveCount(0)
    await packer.goTo('Handover')
    await packer.scan(LABELS[0])
    await expect(packer.lastScan).toContainText('Complete: all 2 UPS parcels')
    await packer.press('F4')
    await setAside()
    await packer.goTo('Handover')
    await expect(page.getByRole('button', { name: 'Mark 1 shipped' })).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Scanned parcels' })).toContainText(
      'On hold: Item damaged. Keep this parcel here',
    )
    const band = page.getByRole('region', { name: 'Next step' })
    await expect(band).toContainText(`Keep ${LABELS[0]} here: on hold`)
    await takePictures(page, 'dock-held-parcel')
    for (const language of ['Deutsch', 'Français', 'Español']) {
      await speak(page, language)
      await expectNothingCut(page, `a parcel that stays here, ${language}`)
    }
  },
)

test(
  'the shipping form proposes the carrier on the label',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: [{ lines: [{ title: 'Coat' }] }] })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Coat')
    await packer.pack()
    await packer.startMove(1, 'Mark as shipped')
    await packer.scan(LABELS[0])
    await expect(packer.field('Carrier')).toHaveValue('UPS')
    await expect(packer.form).toContainText('UPS: 3 business days from shipping.')
    await packer.submitMove('Mark as shipped')
    await expect(packer.form).toBeHidden()
    await packer.everythingIsSent()
    expect(nth((await control.readOrder(id)).shipments, 0)).toMatchObject({
      carrier: 'UPS',
      tracking_number: LABELS[0],
      tracking_url: `https://www.ups.com/track?tracknum=${LABELS[0]}`,
      state: 'shipped',
    })
  },
)

test('a custom carrier is added, tried, and recognized', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer, restart } = await openBench({ orders: [] })
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Carriers' }).click()
  await page.getByRole('button', { name: 'Add a carrier' }).click()
  await packer.field('Name').fill('ups')
  await packer.field('Format 1').fill('BIKE#')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(packer.form).toContainText('Another carrier has this name.')
  await expect(packer.form).toContainText('This is not a valid format')
  await packer.field('Name').fill('Bike')
  await packer.field('Format 1').fill('BIKE-#{6}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(packer.form).toBeHidden()
  const tried = page.getByRole('region', { name: 'Test a number' })
  await tried.getByRole('textbox').fill('bike 123 456')
  await expect(tried).toContainText('A Bike number.')
  await tried.getByRole('textbox').fill('1Z5R89390357567128')
  await expect(tried).toContainText('No carrier in use has such a number.')

  const again = await restart()
  await again.goTo('Settings')
  await again.page.getByRole('tab', { name: 'Carriers' }).click()
  await expect(again.page.getByRole('list', { name: 'List of carriers' })).toContainText('Bike')
})

test('the dock and the carriers fit, at both sizes in both themes', pictureTags(), async ({ openBench }) => {
  const { packer, control, orders } = await openBench({
    orders: Array.from({ length: 5 }, () => ({ lines: 2 })),
    before: async (marketplace, placed) => {
      for (const [index, { id }] of placed.entries())
        await marketplace.changeOrder(id, {
          action: 'pack',
          carrier: index < 4 ? 'UPS' : 'Cargo bikes of the old town',
          trackingNumber: [...LABELS, FOREIGN][index] ?? 'B-1',
        })
    },
  })
  const { page } = packer
  await packer.goTo('Handover')
  await packer.scan(LABELS[0], LABELS[1], LABELS[2])
  await control.changeOrder(nth(orders, 0).id, { action: 'cancelOrder' })
  await packer.sync()
  await expect(page.getByRole('region', { name: 'Scanned parcels' })).toContainText('CANCELED')
  await aParcelToPull(packer)
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await packer.useColors('dark')
    await packer.goTo('Handover')
    await expect(page.getByRole('region', { name: 'Scanned parcels' })).toContainText('CANCELED')
    await takeAtSizes(page, `handover-${theme}`)
    await packer.openForm(page.getByRole('button', { name: 'Take out all' }))
    await takeAtSizes(page, `handover-clear-${theme}`)
    await packer.press('Escape')
    await packer.goTo('Settings')
    await page.getByRole('tab', { name: 'Carriers' }).click()
    await expect(page.getByRole('list', { name: 'List of carriers' })).toBeVisible()
    await takeAtSizes(page, `carriers-${theme}`)
    await page.getByRole('button', { name: 'Change FedEx' }).click()
    await expect(packer.field('Name')).toBeVisible()
    await takeAtSizes(page, `carrier-form-${theme}`)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Remove FedEx?' })).toBeVisible()
    await takeAtSizes(page, `carrier-remove-${theme}`)
    await packer.press('Escape')
    await expect(page.getByRole('button', { name: 'Change FedEx' })).toBeFocused()
  }
})

/** One of three scanned UPS parcels is canceled: nothing of the band says otherwise, whatever is scanned next. */
async function aParcelToPull(packer: Packer) {
  const { page } = packer
  const step = page.getByRole('region', { name: 'Next step' })
  const pull = step.getByText(`Pull ${LABELS[0]}: canceled`)
  const counts = page.getByTestId('dock-counts')
  await expect(pull).toBeVisible()
  await expect(counts).toContainText('2 of 3')
  await packer.scan(FOREIGN)
  await expect(step).toContainText('Accepted: order')
  // While the answer stands, not after it.
  expect(await pull.isVisible()).toBe(true)
  await expect(counts).toContainText('3 of 3')
  await expect(page.locator('[data-level="good"]')).toHaveCount(0)
  await expectNothingCut(page, 'a parcel to pull from the round')
}
