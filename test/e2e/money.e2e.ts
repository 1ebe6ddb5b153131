import { expect, nth, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import type { Packer } from '../support/packer'
import { pictureTags, takePictures } from '../support/pictures'

/** Refunding money, and canceling an order. */

const PLAN = [
  {
    lines: [
      { title: 'Wool coat', priceCents: 10_000 },
      { title: 'Leather bag', priceCents: 5_000 },
    ],
  },
]
const REFUND = '/api/v1.0/orders/:id/refund'

const card = ({ page }: Packer) => page.getByRole('region', { name: 'Refunds and cancellation' })
const start = async (packer: Packer, what: 'Refund …' | 'Cancel the order …') => {
  await packer.openDetails()
  await packer.openForm(card(packer).getByRole('button', { name: what, exact: true }))
}

test('a refund is typed with decimals, limited to the remaining amount, and reaches the marketplace once', async ({
  openBench,
}) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id, amount } = nth(orders, 0)
  await packer.open(id)
  await start(packer, 'Refund …')
  const field = packer.form.getByRole('textbox', { name: 'Amount in USD' })
  const submit = packer.form.getByRole('button', { name: /^Refund/ })
  await submit.click()
  await expect(field).toHaveAccessibleDescription(/Enter an amount/)
  await field.fill('1.005')
  await submit.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(String(amount / 100 + 1))
  await submit.click()
  await expect(field).toHaveAccessibleDescription(/is left to refund/)
  await field.fill('19.99')
  await packer.form.getByRole('button', { name: 'Refund $19.99' }).click()
  await expect(packer.form).toBeHidden()
  await expect.poll(async () => (await control.readOrder(id)).refunds).toHaveLength(1)
  expect(nth((await control.readOrder(id)).refunds, 0)).toMatchObject({ total_refunded: 1_999 })
  await packer.sync()
  await expect(card(packer)).toContainText('$19.99')
  await expect(card(packer)).toContainText('Pending')
  expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/refund`])
})

test(
  'items are chosen to be refunded: their sum is proposed, and the marketplace is told that alone',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await start(packer, 'Refund …')
    const field = packer.form.getByRole('textbox', { name: 'Amount in USD' })
    const choice = (words: string) => packer.form.getByRole('checkbox', { name: words, exact: true })
    await choice('Wool coat: $108.00 left').check()
    await choice('Leather bag: $54.00 left').check()
    await expect(field).toHaveValue('162.00')
    await choice('Wool coat: $108.00 left').uncheck()
    await expect(field).toHaveValue('54.00')
    await field.fill('50')
    await expect(choice('Leather bag: $54.00 left')).not.toBeChecked()
    await choice('Leather bag: $54.00 left').check()
    await packer.form.getByRole('button', { name: 'Refund $54.00' }).click()
    await expect(packer.form).toBeHidden()
    await expect.poll(async () => (await control.readOrder(id)).refunds).toHaveLength(1)
    const refunds = (await control.requestLog()).filter(({ method }) => method === 'POST')
    expect(nth(refunds, 0).body).toEqual({ amount: 5_400 })

    // This marketplace spreads a refund over the lines from the first one on.
    await packer.sync()
    await expect(card(packer)).toContainText('Pending')
    await packer.openForm(card(packer).getByRole('button', { name: 'Refund …', exact: true }))
    await choice('Wool coat: $54.00 left').check()
    await choice('Leather bag: $54.00 left').check()
    await expect(field).toHaveValue('108.00')
  },
)

test(
  'a refund waits offline visibly, and sending it again names the amount',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await marketplace.goOffline()
    await start(packer, 'Refund …')
    await packer.form.getByRole('textbox', { name: 'Amount in USD' }).fill('7,50')
    await packer.press('Enter')
    await expect(card(packer)).toContainText('A refund of $7.50 is waiting to be sent')
    await marketplace.goOnline()
    await control.addFault({ kind: 'status', status: 422, method: 'POST', route: REFUND, count: 1 })
    await packer.sync()
    await expect(card(packer)).toContainText('A refund of $7.50 needs you')
    await card(packer).getByRole('button', { name: 'Details' }).click()
    await expect(packer.page.getByRole('region', { name: 'What was requested' })).toContainText('$7.50')
    await packer.page.getByRole('button', { name: 'Send again', exact: true }).click()
    await expect(packer.form).toContainText('the buyer gets $7.50 twice')
    await packer.form.getByRole('button', { name: 'Refund $7.50 again' }).click()
    await expect(packer.page.getByRole('region', { name: 'Where it stands' })).toContainText(
      'It is on the marketplace.',
    )
    expect((await control.readOrder(id)).refunds).toHaveLength(1)
  },
)

test(
  'a canceled order is refunded automatically and cannot be packed, from the moment of the request',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await marketplace.goOffline()
    await start(packer, 'Cancel the order …')
    await expect(packer.form).toContainText('can no longer be shipped')
    await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
    await expect(packer.alarms.filter({ hasText: 'This order’s cancellation is waiting' })).toContainText(
      'Do not pack',
    )
    await packer.closeDetails()
    await expect(packer.line('Wool coat')).toBeDisabled()
    await expect(packer.packPanel).toBeHidden()
    await packer.openDetails()
    await expect(card(packer).getByRole('button', { name: 'Cancel the order …' })).toBeDisabled()

    await marketplace.goOnline()
    await packer.sync()
    await expect(packer.alarms.filter({ hasText: 'CANCELED. Do not pack' })).toBeVisible()
    expect(await control.readOrder(id)).toMatchObject({ state: 'canceled' })
    expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/cancel`])
    await packer.sync()
    await expect(card(packer)).toContainText('cancellation')
  },
)

test(
  'canceling withdraws a parcel that was packed offline, and asks to pull it',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await expect(packer.page.getByRole('checkbox', { name: 'Choose Wool coat', exact: true })).toBeVisible()
    await marketplace.goOffline()
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await start(packer, 'Cancel the order …')
    await expect(packer.form).toContainText('it is withdrawn: pull it')
    await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
    await packer.putAlarmAside('Pull the parcel')
    await expect(packer.shipment(1)).toContainText('Canceled')
    await marketplace.goOnline()
    await packer.sync()
    await expect.poll(async () => (await control.readOrder(id)).state).toBe('canceled')
    expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/cancel`])
  },
)

test(
  'an order with a shipment on its way is not canceled, and says why',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.ship(1)
    await packer.openDetails()
    await expect(card(packer).getByRole('button', { name: 'Cancel the order …' })).toBeDisabled()
    await expect(card(packer)).toContainText('A shipment is on its way')
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).state).toBe('paid')
  },
)

test(
  'an order of which a parcel may be anywhere is not canceled, and a cancellation that waited is held',
  pictureTags(),
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: [...PLAN, ...PLAN] })
    const { page } = packer
    const [{ id: known }, { id: waiting }] = [nth(orders, 0), nth(orders, 1)]
    const loseTheParcel = async (id: number) => {
      const { shipmentId } = await control.changeOrder(id, { action: 'pack' })
      const state = 'lost_in_transit'
      await control.changeOrder(id, { action: 'setShipmentState', shipmentId: shipmentId ?? 0, state })
    }
    await packer.open(known)
    await loseTheParcel(known)
    await packer.sync()
    await packer.openDetails()
    await expect(card(packer)).toContainText('A parcel is in a state that Packbench does not know')
    await expect(card(packer).getByRole('button', { name: 'Cancel the order …' })).toBeDisabled()
    await expect(packer.shipment(1)).toContainText('Carrier and tracking are locked')
    await card(packer).scrollIntoViewIfNeeded()
    await takePictures(page, 'parcel-in-unknown-state')
    await packer.closeDetails()

    await packer.goTo('Orders')
    await packer.open(waiting)
    // Nothing is sent before the order was looked at.
    await control.addFault({ kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders/:id' })
    await start(packer, 'Cancel the order …')
    await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
    await loseTheParcel(waiting)
    await control.clearFaults()
    await packer.sync()
    await expect(card(packer)).toContainText('This order’s cancellation needs you')
    await expect(packer.alarms.filter({ hasText: 'Do not pack' })).toContainText('cancellation needs you')
    // It may be anywhere, and so nobody is told to pull it.
    await expect(packer.alarms.filter({ hasText: 'Do not pack' })).toContainText(
      'Nobody knows where a parcel',
    )
    await expect(page.getByText('Pull the parcel')).toHaveCount(0)
    await expect(page.getByText('Stop. Do not pack this order.')).toBeVisible()
    await takePictures(page, 'cancellation-held')
    await card(packer).getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('main')).toContainText('in a state that Packbench does not know')
    await takePictures(page, 'cancellation-held-why')
    expect(await writesTo(control)).toEqual([])
    expect((await control.readOrder(waiting)).state).toBe('paid')
  },
)

test('a buyer’s data is deleted on request, once no parcel needs the address', async ({ openBench }) => {
  const { packer, orders } = await openBench({
    orders: [PLAN[0] ?? {}, PLAN[0] ?? {}],
    before: (marketplace, [order]) => marketplace.changeOrder(order?.id ?? 0, { action: 'cancelOrder' }),
  })
  const buyer = packer.page.getByRole('region', { name: 'Buyer and address' })
  const askToDelete = async (orderId: number) => {
    await packer.open(orderId)
    await packer.openDetails()
    await packer.openForm(buyer.getByRole('button', { name: 'Delete this buyer’s data …' }))
    await packer.form.getByRole('button', { name: 'Yes, delete the buyer’s data' }).click()
  }
  await packer.page.getByText('All', { exact: true }).click()
  await askToDelete(nth(orders, 1).id)
  await expect(packer.form.getByRole('alert')).toContainText('still needed')
  await takePictures(packer.page, 'buyer-delete')
  await packer.form.getByRole('button', { name: 'Go back' }).click()
  await expect(buyer).toContainText('@')

  await packer.page.getByRole('button', { name: 'Back', exact: true }).click()
  await askToDelete(nth(orders, 0).id)
  await expect(packer.form).toBeHidden()
  await expect(buyer).toHaveText(/The buyer’s data is not on this station\.$/)
  await packer.page.getByRole('button', { name: 'Refresh' }).click()
  await expect(buyer).toContainText('not on this station')
})

test(
  'a packer’s refund and cancellation must be confirmed twice, and are allowed by a supervisor’s badge or PIN',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    const { page } = packer
    await openSection(packer, 'Operators')
    await expect(page.getByRole('note')).toContainText('anyone at this PC may do everything')
    await addOperator(packer, 'Pat', { pin: '1357' })
    await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
    // The first supervisor is signed in by the PIN just saved.
    await expect(page.getByTestId('operator')).toHaveText('Sam')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await expect(page.getByText('Only a supervisor may see and change this')).toBeVisible()

    await packer.goTo('Orders')
    await packer.open(id)
    await packer.openDetails()
    await expect(card(packer)).toContainText('Needs a supervisor')
    await start(packer, 'Refund …')
    await packer.form.getByRole('textbox', { name: 'Amount in USD' }).fill('120')
    await packer.form.getByRole('button', { name: 'Refund $120.00' }).click()
    await expect(packer.form).toContainText('above $100.00')
    await packer.form.getByRole('button', { name: 'Yes, refund $120.00' }).click()
    const lend = page.getByRole('dialog', { name: 'A supervisor is needed' })
    await expect(lend).toBeVisible()
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await expect(lend.getByRole('alert')).toContainText('Only a supervisor’s badge or PIN')
    expect((await control.readOrder(id)).refunds).toHaveLength(0)
    await packer.scan(badgeOf(dataDir, 'Sam'))
    await expect(packer.lastScan).toContainText('Allowed once by Sam')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(async () => (await control.readOrder(id)).refunds).toHaveLength(1)
    await expect(page.getByTestId('operator')).toHaveText('Pat')

    await start(packer, 'Cancel the order …')
    await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
    for (const digit of '2468') await lend.getByRole('button', { name: digit, exact: true }).click()
    await lend.getByRole('button', { name: 'Allow once' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(async () => (await control.readOrder(id)).state).toBe('canceled')

    await packer.scan(badgeOf(dataDir, 'Sam'))
    await openSection(packer, 'Evidence')
    const rows = page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
    const refund = rows
      .filter({ has: page.getByText('Refund', { exact: true }) })
      .filter({ hasText: 'Approved' })
    await expect(refund).toContainText('Pat')
    await expect(refund).toContainText('Approved by: Sam')
  },
)

test(
  'more than the buyer paid is refunded only by a supervisor who sees the amount and the reason',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, control, orders } = await openBench({
      orders: PLAN,
      settings: { paymentsShown: 'authorization_and_capture', refundBound: 'none' },
    })
    const { id } = nth(orders, 0)
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Pat', { pin: '1357' })
    await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
    await expect(page.getByTestId('operator')).toHaveText('Sam')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await packer.goTo('Orders')
    await packer.open(id)
    await start(packer, 'Refund …')
    const total = page.getByRole('region', { name: 'How the total adds up' })
    await expect(total).toContainText('Authorized, not collected (authorization)')
    await expect(total).toContainText('Collected (capture)')

    const { form } = packer
    const reason = form.getByRole('textbox', { name: 'Reason' })
    await form.getByRole('button', { name: 'All that is left: $162.00' }).click()
    await expect(reason).toBeHidden()
    await form.getByRole('textbox', { name: 'Amount in USD' }).fill('170')
    await expect(reason).toHaveAccessibleDescription(/needs a supervisor/)
    await form.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(reason).toHaveAccessibleDescription(/Enter a reason/)
    await reason.fill('Lost in the post')
    await form.getByRole('button', { name: 'Refund $170.00' }).click()
    await form.getByRole('button', { name: 'Yes, refund $170.00' }).click()
    const lend = page.getByRole('dialog', { name: 'A supervisor is needed' })
    await expect(lend).toContainText(
      `Refund $170.00 of order ${id}, more than what is left. Reason: Lost in the post`,
    )
    await packer.scan(badgeOf(dataDir, 'Sam'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(async () => (await control.readOrder(id)).refunds)
      .toMatchObject([{ total_refunded: 17_000 }])
    await packer.sync()
    await expect(total).toContainText('Left to refund$0.00')

    await packer.scan(badgeOf(dataDir, 'Sam'))
    await openSection(packer, 'Evidence')
    const rows = page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
    const entry = rows.filter({ hasText: 'Lost in the post' }).filter({ hasText: 'Approved' })
    await expect(entry).toContainText('$170.00')
    await expect(entry).toContainText('Approved by: Sam')
  },
)

test('if no supervisor comes, nothing changes', { tag: FULL_TAG }, async ({ openBench, dataDir }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Pat')
  await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
  await expect(packer.page.getByTestId('operator')).toHaveText('Sam')
  await packer.scan(badgeOf(dataDir, 'Pat'))
  await packer.goTo('Orders')
  await packer.open(id)
  await start(packer, 'Cancel the order …')
  await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
  const lend = packer.page.getByRole('dialog', { name: 'A supervisor is needed' })
  await lend.getByRole('button', { name: 'Go back' }).click()
  await expect(lend).toBeHidden()
  await expect(packer.form.getByRole('alert')).toContainText('Only a supervisor may do this')
  expect((await control.readOrder(id)).state).toBe('paid')
  expect(await writesTo(control)).toEqual([])
})
