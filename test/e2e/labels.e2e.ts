import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { takePictures } from '../support/pictures'

/** One label, one parcel: a label still stuck to the glove must not go onto the next parcel too. */

const LABEL = '1Z5R89390357567127'
const OWN = '1Z879E930346834440'
const LATER = '1Z410E7W0392751591'
const PLAN = ['Coat', 'Bag', 'Scarf'].map((title) => ({ lines: [{ title }] }))

test('the label of the last parcel is refused for the next one, and its order is named', async ({
  openBench,
}) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const [first, second, third] = [nth(orders, 0).id, nth(orders, 1).id, nth(orders, 2).id]
  const tracking = packer.packPanel.getByRole('textbox', { name: 'Tracking number' })
  const note = packer.packPanel.getByRole('alert')

  await packer.scanOrder(first)
  await packer.chooseLine('Coat')
  await packer.scan(LABEL)
  await packer.pack()

  await packer.scanOrder(second)
  await packer.chooseLine('Bag')
  await packer.scan(LABEL)
  await expect(packer.error).toContainText('NOT accepted: label of ANOTHER parcel')
  await expect(packer.error).toContainText(`Number ${LABEL} is on the parcel of order ${first}`)
  await takePictures(packer.page, 'label-of-another-parcel')
  await packer.clearError()
  await expect(packer.packPanel).toContainText('No label yet')
  await expect(note).toContainText(`${LABEL} is already on the parcel of order ${first}`)
  await takePictures(packer.page, 'label-of-another-parcel-note')
  await packer.scan(OWN)
  await expect(packer.packPanel).toContainText(OWN)
  await expect(note).toBeHidden()
  await packer.pack()

  // A label may come before the items, so a used one is refused then too; with no order open it opens its parcel's.
  await packer.scanOrder(third)
  await packer.scan(LABEL)
  await expect(packer.error).toContainText(`Number ${LABEL} is on the parcel of order ${first}`)
  await packer.clearError()
  await packer.leaveOrder()
  await packer.scan(OWN)
  await expect(packer.lastScan).toContainText(`Order ${second} is open`)
  await expect(packer.order(second)).toBeVisible()
  await packer.scan(OWN)
  await expect(packer.lastScan).toContainText(`Order ${second} is already open`)

  // Both orders travel in one box: only a person may say so, by hand.
  await packer.scanOrder(third)
  await packer.chooseLine('Scarf')
  await packer.editLabel()
  await tracking.fill(OWN.toLowerCase())
  await packer.packButton.click()
  await expect(note).toContainText(`is already on the parcel of order ${second}`)
  await packer.packPanel.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(tracking).toHaveValue(OWN)
  await expect(packer.packPanel.getByRole('status')).toContainText(`is also on the parcel of order ${second}`)
  await packer.pack()
  await packer.everythingIsSent()
  await packer.goTo('Settings')
  await packer.page.getByRole('tab', { name: 'Evidence' }).click()
  await expect(packer.page.getByRole('tabpanel')).toContainText('used here too')
  await expect(packer.page.getByRole('tabpanel')).toContainText('With the label of another order’s parcel')
  for (const [orderId, number] of [
    [first, LABEL],
    [second, OWN],
    [third, OWN],
  ] as const)
    expect(nth((await control.readOrder(orderId)).shipments, 0).tracking_number).toBe(number)
})

test(
  'a label that comes first is kept, and one that confirms saves a scan',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const [first, second, third] = [nth(orders, 0), nth(orders, 1), nth(orders, 2)]
    const itemOf = (order: typeof first) => nth(goodsOf(order), 0).item_number ?? ''

    // No parcel, so nothing to keep it for: said, not kept, and no error to clear.
    await packer.scan(LABEL)
    await expect(packer.lastScan).toContainText('UPS label: NOT kept')
    await packer.scanOrder(first.id)
    await expect(packer.packPanel).toContainText('No label yet')
    await packer.scan(LABEL)
    await expect(packer.lastScan).toContainText('UPS label kept')
    await expect(packer.lastScan).toContainText('Now scan 1 item.')
    await expect(packer.packPanel).toContainText(LABEL)
    await takePictures(packer.page, 'label-first')
    await packer.scan(String(second.id))
    await expect(packer.error).toContainText(`Order ${first.id} has a label already`)
    await packer.clearError()
    await packer.leaveOrder()
    await packer.orderList
      .getByRole('option')
      .filter({ hasText: String(second.id) })
      .click()
    await expect(packer.form).toContainText(`The label ${LABEL} is kept for it.`)
    await packer.form.getByRole('button', { name: `Back to order ${first.id}` }).click()
    await packer.scan(itemOf(first).toLowerCase())
    await expect(packer.lastScan).toContainText('1 of 1 chosen, label kept.')
    // Off unless the station is set so.
    await packer.scan(LABEL)
    await expect(packer.packButton).toBeVisible()
    await packer.scan(COMMAND_CODES.confirm)
    await expect(packer.shipment(1)).toContainText('Packed')

    await packer.goTo('Settings')
    await packer.page.getByRole('tab', { name: 'Carriers' }).click()
    await packer.page.getByRole('switch', { name: 'The label confirms' }).click()
    await takePictures(packer.page, 'label-confirms-setting')
    // On the page of the carriers a label is only tested.
    await packer.goTo('Orders')
    await packer.scan(itemOf(second), OWN)
    await expect(packer.lastScan).toContainText('Packed: 1 item')
    await expect(packer.shipment(1)).toContainText('Packed')
    await packer.scan(itemOf(third), OWN)
    await expect(packer.error).toContainText(`is on the parcel of order ${second.id}`)
    await packer.clearError()
    await expect(packer.packButton).toBeVisible()
    await packer.everythingIsSent()
    for (const [{ id }, number] of [
      [first, LABEL],
      [second, OWN],
    ] as const)
      expect(nth((await control.readOrder(id)).shipments, 0).tracking_number).toBe(number)
    expect((await control.readOrder(third.id)).shipments).toEqual([])
    await packer.goTo('Settings')
    await packer.page.getByRole('tab', { name: 'Evidence' }).click()
    await expect(packer.page.getByRole('tabpanel')).toContainText('Packed: the label confirmed it')
  },
)

test(
  'a number on another parcel is refused when a parcel is shipped',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const [first, second] = [nth(orders, 0).id, nth(orders, 1).id]
    await packer.scanOrder(first)
    await packer.chooseLine('Coat')
    await packer.scan(LABEL)
    await packer.pack()
    await packer.scanOrder(second)
    await packer.chooseLine('Bag')
    await packer.pack()

    await packer.page.setViewportSize({ width: 1280, height: 800 })
    await packer.startMove(1, 'Mark as shipped')
    await packer.scan(LABEL)
    await expect(packer.error).toContainText(`is on the parcel of order ${first}`)
    await packer.clearError()
    await expect(packer.form.getByRole('button', { name: 'Use it anyway' })).toBeInViewport({ ratio: 1 })
    await expect(packer.field('Tracking number')).toHaveValue('')
    await packer.field('Tracking number').fill(LABEL)
    await packer.submitMove('Mark as shipped')
    await expect(packer.form.getByRole('alert')).toContainText(`is already on the parcel of order ${first}`)
    await takePictures(packer.page, 'label-of-another-parcel-form')
    await packer.field('Tracking number').fill(LATER)
    await expect(packer.form.getByRole('alert')).toBeHidden()
    await packer.submitMove('Mark as shipped')
    await expect(packer.form).toBeHidden()
    await packer.everythingIsSent()
    const shipment = nth((await control.readOrder(second)).shipments, 0)
    expect(shipment).toMatchObject({ state: 'shipped', tracking_number: LATER })
  },
)
