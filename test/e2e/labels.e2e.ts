import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
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

  // None of its lines is chosen, so a label opens its parcel's order; with an item chosen it does not.
  await packer.scanOrder(third)
  await packer.scan(LABEL)
  await expect(packer.order(first)).toBeVisible()
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
