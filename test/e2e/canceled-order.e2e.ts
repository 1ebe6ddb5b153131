import { expect, nth, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { greenOn } from '../support/green'

/** The marketplace cancels an order that is on the bench. */

const PLAN = [{ lines: [{ title: 'Wool coat', mpn: 'COAT-1' }, { title: 'Leather bag' }] }]
const CANCEL = { action: 'cancelOrder', reason: 'customer_changed_mind' } as const

test('a canceled order raises the alarm and cannot be packed', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.chooseLine('Wool coat')
  await expect(packer.packButton).toBeEnabled()
  expect(await greenOn(packer.page)).not.toEqual([])

  await control.changeOrder(id, CANCEL)
  await packer.syncToAlarm()
  await expect(packer.alarm).toContainText(`Stop. Order ${id} was canceled`)
  await expect(packer.alarm.getByRole('list', { name: 'Items of the parcel' })).toContainText('Wool coat')
  await packer.alarm.getByRole('button', { name: 'Scan ACK or press F2: I am putting them back' }).click()
  await expect(packer.alarms.filter({ hasText: 'CANCELED. Do not pack' })).toContainText(
    'the buyer changed their mind',
  )
  // Where the items went is known: a second warning about lost ones would be wrong. The window stays red.
  await expect(packer.alarms.filter({ hasText: 'chosen item' })).toHaveCount(0)
  await expect(packer.page.getByRole('region', { name: 'Next step' })).toContainText(
    'Stop. Nothing is packed: put the items back',
  )
  await expect(packer.page.getByTestId('progress')).toHaveText('0 of 2')
  await expect(packer.page.getByRole('heading', { name: 'Not packed' })).toBeVisible()
  await expect(packer.page.getByRole('heading', { name: 'In a parcel' })).toBeHidden()
  await expect(packer.page.locator('[data-level=stop]').first()).toBeVisible()
  await expect(packer.packButton).toBeHidden()
  expect(await greenOn(packer.page), 'green while the order is stopped').toEqual([])
  await expect(packer.line('Wool coat')).toBeDisabled()
  await packer.scan('COAT-1')
  await expect(packer.error).toContainText(`Order ${id} is CANCELED`)
  await packer.press('F9')
  await packer.clearError()

  await packer.leaveOrder()
  await expect(packer.orderList.getByRole('option')).toHaveCount(0)
  await packer.scan(String(id))
  await expect(packer.error).toContainText(`Order ${id} is CANCELED`)
  await packer.clearError()
  await expect(packer.waiting).toHaveText('All sent')
  expect(await writesTo(control)).toEqual([])
})

test(
  'a parcel packed too late needs a person, who discards it with a reason',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    // The station learns nothing before the packer has confirmed.
    await control.addFault({ kind: 'status', status: 503, route: '/api/v1.0/orders/*' })
    await control.changeOrder(id, CANCEL)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.ship(1)
    await expect(packer.waiting).toHaveText('2 operations waiting')
    await control.clearFaults()
    await packer.syncToAlarm()
    await expect(packer.alarm).toContainText(`Stop. Order ${id} was canceled`)
    await packer.alarm.getByRole('button', { name: 'Scan ACK or press F2: I pull it' }).click()
    await expect(packer.alarms.filter({ hasText: 'CANCELED. Do not pack' })).toBeVisible()
    await expect(packer.shipment(1)).toContainText('1 operation needs you')
    expect(await greenOn(packer.page), 'green while a parcel must be pulled').toEqual([])

    await packer.goTo('Outbox')
    // A held operation comes first; the other one waits behind it.
    await expect(packer.operations).toHaveCount(1)
    await expect(packer.page.getByRole('radio', { name: 'Needs you' })).toBeChecked()
    await packer.lookAt('The order was canceled. Pull this parcel.')
    await packer.openForm(packer.page.getByRole('button', { name: 'Discard', exact: true }))
    await packer.form.getByRole('button', { name: 'Discard' }).click()
    await expect(packer.field('Reason')).toHaveAccessibleDescription(/Enter a reason/)
    await packer.field('Reason').fill('put back on the shelf')
    await packer.form.getByRole('button', { name: 'Discard' }).click()
    await expect(packer.form).toBeHidden()
    await expect(packer.page.getByRole('region', { name: 'History' })).toContainText('put back on the shelf')

    await packer.goTo('Outbox')
    await expect(packer.page.getByText('All sent: everything you confirmed')).toBeVisible()
    await packer.page.getByText('All', { exact: true }).click()
    await expect(packer.operations.filter({ hasText: 'put back on the shelf' })).toContainText('Discarded')
    await expect(packer.waiting).toHaveText('All sent')
    await expect(packer.page.getByText(/\d needs? you/)).toHaveCount(0)
    expect(await writesTo(control)).toEqual([])
  },
)

test(
  'an item that another station packed first is explained and can be discarded',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Wool coat')
    await control.addFault({ kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders' })
    await control.changeOrder(id, { action: 'pack', trackingNumber: 'THEIRS' })
    await packer.pack()

    await expect(packer.alarm).toContainText(`Stop. Order ${id}: someone else packed this`)
    await expect(packer.alarm.getByRole('list', { name: 'Items of the parcel' })).toContainText('Wool coat')
    await packer.press('F2')
    await expect(packer.lastScan).toContainText('NOT accepted: an alarm needs you first')
    await expect(packer.alarm, 'what ACK would put off is read').toBeVisible()
    await packer.putAlarmAside('someone else packed this')
    await expect(packer.shipment(2)).toContainText('1 operation needs you')
    const stopped = packer.alarms.filter({ hasText: 'Stop this parcel: its items are in another shipment' })
    await expect(stopped.getByRole('list', { name: 'Items of the parcel' })).toContainText('Wool coat')
    await expect(packer.page.getByRole('region', { name: 'Next step' })).toContainText(
      'Stop the parcel packed here',
    )
    await expect(packer.page.locator('[data-level=stop]').first()).toBeVisible()
    // The other bench's parcel is not in this packer's hands.
    await expect(packer.page.getByRole('button', { name: 'Mark as shipped' })).toBeHidden()
    expect(await greenOn(packer.page), 'green while a parcel must stay').toEqual([])
    await packer.press('F7')
    await expect(packer.lastScan).toContainText('No parcel of this order may be shipped from here now.')
    await packer.lookAt('An item is already in another shipment.')
    await packer.discard('the other bench has it')
    await packer.goTo('Outbox')
    await expect(packer.page.getByText('All sent: everything you confirmed')).toBeVisible()

    await packer.scan(String(id))
    await expect(packer.shipment(1)).toContainText('THEIRS')
    await expect(packer.shipment(2)).toBeHidden()
    expect((await control.readOrder(id)).shipments).toHaveLength(1)
    expect(await writesTo(control)).toEqual([])
  },
)
