import { expect, nth, test, type Bench } from '../support/bench'
import { pictureTags, takePictures } from '../support/pictures'

// Many screenshots, each checked by axe.
test.slow()

/** The outbox, alarms and messages: screenshots for people to judge, and nothing that overflows. */

const LONG = 'Double-breasted long wool coat with a detachable faux-fur collar and horn buttons, unworn'
const LINES = [
  { title: LONG, priceCents: 12_500 },
  { title: 'Leather bag', priceCents: 4_000 },
]
const PLAN = [{ lines: LINES, shippingFee: true }, { lines: LINES }, { lines: LINES }, { lines: 1 }]

test(
  'the outbox, alarms and messages fit, at both sizes in both themes',
  pictureTags(),
  async ({ openBench }) => {
    const bench = await openBench({ orders: PLAN, settings: { clockOffsetMs: 900_000 } })
    const picture = (name: string) => takePictures(bench.packer.page, name)
    await clockAndOffline(bench, picture)
    await heldOnes(bench, picture)
    await money(bench, picture)
  },
)

type Picture = (name: string) => Promise<void>

async function clockAndOffline({ packer, marketplace, orders }: Bench, picture: Picture) {
  const { page } = packer
  await expect(page.getByText('The clock of this PC is wrong')).toBeVisible()
  const step = page.getByRole('region', { name: 'Next step' })
  await expect(step).toContainText('Stop. Set the clock of this PC')
  await picture('clock-refused')
  await page.getByRole('button', { name: 'The clock of this PC is right' }).click()
  await expect(step).toContainText('Scan an order or an item')
  await packer.open(nth(orders, 0).id)
  await marketplace.goOffline()
  await packer.tickAll()
  await packer.editLabel()
  await packer.packPanel.getByRole('textbox', { name: 'Tracking number' }).fill('1Z999AA10123456784')
  await packer.pack()
  await expect(packer.gate).toHaveText('Offline')
  await picture('order-offline')
  await packer.lookAt('Waiting')
  await picture('op-waiting')
  await packer.openForm(page.getByRole('button', { name: 'Correct the time' }))
  await packer.form.getByRole('button', { name: 'Correct', exact: true }).click()
  await picture('op-correct')
  await packer.press('Escape')
  await marketplace.goOnline()
}

async function heldOnes({ packer, control, orders }: Bench, picture: Picture) {
  const { page } = packer
  const [first, second] = [nth(orders, 0).id, nth(orders, 1).id]
  await control.changeOrder(first, { action: 'cancelOrder', reason: 'customer_changed_mind' })
  await packer.syncToAlarm()
  await picture('alarm')
  await packer.press('Tab')
  await picture('alarm-focus')
  await packer.alarm.getByRole('button', { name: 'Not now' }).click()
  await packer.openForm(page.getByRole('button', { name: 'Show', exact: true }))
  await picture('alarm-list')
  await packer.press('Escape')
  await packer.goTo('Orders')
  await packer.open(second)
  await packer.tickAll()
  await control.addFault({ kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders' })
  await control.addFault({
    kind: 'status',
    status: 503,
    method: 'GET',
    route: '/api/v1.0/orders/:id',
    count: 1,
  })
  await control.changeOrder(second, { action: 'pack', trackingNumber: 'THEIRS', carrier: 'UPS' })
  await packer.pack()
  await expect(packer.alarm).toContainText('someone else packed this')
  await picture('alarm-elsewhere')
  await packer.putAlarmAside('someone else packed this')
  await expect(page.getByRole('article').filter({ hasText: '1 operation needs you' })).toBeVisible()
  await packer.goTo('Outbox')
  await expect(packer.operations).toHaveCount(2)
  await picture('inbox')
  await packer.lookAt('An item is already in another shipment.')
  await picture('op-held')
  await packer.openForm(page.getByRole('button', { name: 'Discard', exact: true }))
  await picture('op-discard')
  await packer.press('Escape')
  await control.clearFaults()
}

async function money({ packer, control, orders, marketplace }: Bench, picture: Picture) {
  const { page } = packer
  const { id } = nth(orders, 2)
  await packer.goTo('Orders')
  await packer.open(id)
  await packer.openDetails()
  const card = page.getByRole('region', { name: 'Refunds and cancellation' })
  await packer.openForm(card.getByRole('button', { name: 'Refund …' }))
  await packer.form.getByRole('textbox').fill('9999')
  await packer.form.getByRole('button', { name: /^Refund/ }).click()
  await picture('refund')
  await packer.press('Escape')
  await packer.openForm(card.getByRole('button', { name: 'Cancel the order …' }))
  await picture('cancel-order')
  await packer.press('Escape')
  await control.addFault({
    kind: 'status',
    status: 422,
    method: 'POST',
    route: '/api/v1.0/orders/:id/refund',
    count: 1,
  })
  await packer.openForm(card.getByRole('button', { name: 'Refund …' }))
  await packer.form.getByRole('textbox').fill('12.50')
  await packer.press('Enter')
  await expect(card).toContainText('needs you')
  await card.scrollIntoViewIfNeeded()
  await picture('order-refund-held')
  await card.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await picture('op-refund')
  await packer.openForm(page.getByRole('button', { name: 'Send again', exact: true }))
  await picture('op-refund-again')
  await packer.press('Escape')
  await packer.goTo('Orders')
  await packer.open(nth(orders, 3).id)
  await marketplace.goOffline()
  await packer.openDetails()
  await packer.openForm(card.getByRole('button', { name: 'Cancel the order …' }))
  await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
  await expect(packer.alarms.filter({ hasText: 'This order’s cancellation is waiting' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible()
  await expect(page.getByText('Keep packing')).toHaveCount(0)
  await expect(page.getByText(/put the items back/i)).toHaveCount(1)
  await picture('order-cancel-waits')
}
