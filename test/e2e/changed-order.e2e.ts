import { expect, nth, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Others change an order that is on the bench, or in a parcel: a scan counts for what it was. */

const PLAN = [
  {
    lines: [
      { title: 'Wool coat', mpn: 'COAT-1' },
      { title: 'Leather bag', mpn: 'BAG-1' },
    ],
  },
]
const LABEL = '1Z999AA10123456784'

test(
  'a line that means another item under its scan undoes the choice, and names both',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const order = nth(orders, 0)
    const { id } = order
    await packer.open(id)
    await packer.scan('COAT-1', 'BAG-1')
    await expect(packer.page.getByTestId('progress')).toHaveText('2 of 2')

    const lineId = order.order_lines[0]?.id ?? 0
    await control.changeOrder(id, {
      action: 'setLine',
      lineId,
      itemNumber: 'M900',
      externalId: 'HAT-9',
      mpn: null,
    })
    await packer.syncToAlarm()
    await expect(packer.alarm).toContainText(`Stop. Order ${id} was changed`)
    await expect(packer.alarm).toContainText(/Line 1 was Wool coat \(.+\)\. It is now HAT-9\./)
    await expect(packer.alarm).toContainText(/Take Wool coat \(.+\) out of the box\./)
    // Nothing is packed meanwhile, by whatever way.
    await packer.scan(LABEL)
    await expect(packer.alarm).toBeVisible()
    await packer.press('F2')
    await expect(packer.alarm).toBeHidden()
    await expect(packer.page.getByTestId('progress')).toHaveText('1 of 2')

    await packer.scan('HAT-9', LABEL)
    await packer.pack()
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).shipments).toMatchObject([
      { state: 'packed', tracking_number: LABEL },
    ])
    await packer.openTimeline()
    const { timeline } = packer
    await expect(timeline.getByText('Order changed at the marketplace')).toBeVisible()
    await expect(timeline.getByText(/Line 1 was Wool coat/)).toBeVisible()
  },
)

test(
  'an address that changes after the label was scanned drops the label',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id, shipping_address: before } = nth(orders, 0)
    await packer.open(id)
    await packer.scan('COAT-1', 'BAG-1', LABEL)
    await control.changeOrder(id, { action: 'setAddress', line1: '9 New Street' })
    await packer.syncToAlarm()
    await expect(packer.alarm).toContainText(`The address was ${before.name}, ${before.line1}`)
    await expect(packer.alarm).toContainText(`It is now ${before.name}, 9 New Street`)
    await expect(packer.alarm).toContainText(`Label ${LABEL} is for the old address and was dropped.`)
    await packer.press('F2')
    await expect(packer.page.getByText(LABEL)).toBeHidden()

    await packer.scan(LABEL)
    await control.changeOrder(id, { action: 'setAddress', line1: '10 Third Street' })
    await packer.syncToAlarm()
    await packer.alarm.getByRole('button', { name: 'The label fits: keep it' }).click()
    await packer.pack()
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).shipments).toMatchObject([{ tracking_number: LABEL }])
  },
)

test('an address that changes after packing stops the parcel until somebody has dealt with it', async ({
  openBench,
}) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.scan('COAT-1', 'BAG-1', LABEL)
  await packer.pack()
  await packer.everythingIsSent()
  const sent = (await writesTo(control)).length
  await control.changeOrder(id, { action: 'setAddress', line1: '9 New Street' })
  await packer.syncToAlarm()
  await expect(packer.alarm).toContainText(`Stop. Order ${id}: the label no longer fits`)
  await packer.putAlarmAside('9 New Street')
  const stopped = packer.alarms.filter({ hasText: 'Stop this parcel: the label no longer fits' })
  await expect(stopped).toContainText(LABEL)
  await expect(stopped).toContainText('9 New Street')
  await expect(packer.page.getByRole('button', { name: 'Mark as shipped' })).toBeHidden()
  await stopped.getByRole('button', { name: 'Seen to: its label fits' }).click()
  await expect(stopped).toBeHidden()
  expect(await writesTo(control)).toHaveLength(sent)
  await packer.ship(1)
  await packer.everythingIsSent()
  expect((await control.readOrder(id)).shipments).toMatchObject([{ state: 'shipped' }])
  await packer.openTimeline()
  const { timeline } = packer
  await expect(timeline.getByText('Address changed', { exact: true })).toBeVisible()
  await expect(timeline.getByText('Alarm seen')).toBeVisible()
})
