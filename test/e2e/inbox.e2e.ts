import { expect, goodsOf, nth, test, WAREHOUSE_ID, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'

/** Operations that need a person: explained, and answered in a safe way. */

const COAT = { title: 'Wool coat' }
const BAG = { title: 'Leather bag' }
const PLAN = [{ lines: [COAT, BAG] }]
const CREATE = '/api/v1.0/orders/:id/shipments'
const READ_ONE = { kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders/:id' } as const
const READ_ALL = { kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders' } as const

const region = ({ page }: Packer, name: string) => page.getByRole('region', { name, exact: true })
const button = ({ page }: Packer, name: string) => page.getByRole('button', { name, exact: true })

async function packAll(packer: Packer, orderId: number) {
  await packer.open(orderId)
  await packer.tickAll()
  await packer.pack()
}

test('an empty refusal is explained by the changes, and "it is this one" resolves it', async ({
  openBench,
}) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.tickAll()
  // The station learns about the other bench only when its own pack is refused.
  await control.addFault(READ_ALL)
  await control.addFault({ ...READ_ONE, count: 1 })
  const theirs = await control.changeOrder(id, { action: 'pack', trackingNumber: 'THEIRS', carrier: 'UPS' })
  await packer.pack()
  await packer.putAlarmAside('someone else packed this')
  await expect(packer.shipment(2)).toContainText('1 operation needs you')
  await expect(packer.waiting).toHaveText('1 operation needs you')

  await packer.lookAt('An item is already in another shipment.')
  const why = region(packer, 'Why it needs you')
  await expect(why).toContainText('Wool coat is already in another shipment.')
  const changed = region(packer, 'What changed on the marketplace')
  await expect(changed).toContainText(`Shipment no. ${theirs.shipmentId} appeared. It is packed.`)
  await expect(changed).toContainText(`Wool coat moved into shipment no. ${theirs.shipmentId}.`)
  await expect(changed).toContainText(/Checked \d{4}-\d\d-\d\d/)
  await expect(region(packer, 'What was requested')).toContainText('Wool coat, Leather bag')
  await expect(region(packer, 'The order now')).toContainText('THEIRS')
  await packer.page
    .getByRole('article', { name: `Shipment no. ${theirs.shipmentId}` })
    .getByRole('button', { name: 'It is this one' })
    .click()
  await expect(region(packer, 'Where it stands')).toContainText('It is on the marketplace.')
  await expect(region(packer, 'History')).toContainText('Recognized: “It is this one”')

  await packer.scan(String(id))
  await expect(packer.shipment(1)).toContainText('THEIRS')
  await expect(packer.shipment(2)).toBeHidden()
  await control.clearFaults()
  await packer.everythingIsSent()
  expect((await control.readOrder(id)).shipments).toHaveLength(1)
  expect(await writesTo(control)).toEqual([])
})

test(
  'an unexplained refusal is sent again by a person, and goes through once',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    await packAll(packer, id)
    await packer.putAlarmAside('does not take this parcel')
    await expect(packer.shipment(1)).toContainText('1 operation needs you')
    await packer.lookAt('The marketplace refused it.')
    const why = region(packer, 'Why it needs you')
    await expect(why).toContainText('The marketplace gave no reason, and nothing in the order explains it.')
    await expect(region(packer, 'What changed on the marketplace')).toContainText(
      'Nothing changed in the order since it was confirmed.',
    )
    await expect(why).toContainText('refused as not valid (HTTP 422)')

    await button(packer, 'Send again').click()
    await expect(region(packer, 'Where it stands')).toContainText('It is on the marketplace.')
    const history = region(packer, 'History')
    await expect(history.getByRole('listitem')).toHaveText([
      /Confirmed here by /,
      /Sent/,
      /Needs you.*refused as not valid/,
      /To be sent again by /,
      /Sent/,
      /On the marketplace/,
    ])
    expect((await control.readOrder(id)).shipments).toHaveLength(1)
  },
)

test(
  'two similar shipments: a person chooses one and the extra one is canceled',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({
      orders: PLAN,
      settings: { secondShipmentOnLine: 'accept' },
    })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.tickAll()
    await control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
    await control.addFault({ ...READ_ONE, skip: 1 })
    await control.addFault(READ_ALL)
    await packer.pack()
    await expect.poll(async () => (await control.readOrder(id)).shipments.length).toBe(1)
    const { packed_at } = nth((await control.readOrder(id)).shipments, 0)
    // The same create, arriving a second time.
    const twin = await control.changeOrder(id, {
      action: 'pack',
      lineIds: goodsOf(await control.readOrder(id)).map((line) => line.id),
      warehouseId: WAREHOUSE_ID,
      ...(packed_at === null ? {} : { packedAt: packed_at }),
    })
    await control.clearFaults()
    await packer.putAlarmAside('may exist twice')
    await expect(packer.shipment(1)).toContainText('1 operation needs you')

    await packer.lookAt('more than one shipment')
    const kept = packer.page.getByRole('article', { name: `Shipment no. ${twin.shipmentId}` })
    await expect(kept).toContainText('Wool coat, Leather bag')
    await expect(kept.getByRole('checkbox')).toBeChecked()
    await kept.getByRole('button', { name: 'It is this one' }).click()
    await expect(region(packer, 'Where it stands')).toContainText('It is on the marketplace.')
    await expect(packer.waiting).toHaveText('All sent')
    const live = (await control.readOrder(id)).shipments.filter(({ state }) => state === 'packed')
    expect(live.map((shipment) => shipment.id)).toEqual([twin.shipmentId])
  },
)

test(
  'a wrong time is corrected offline, with a reason, and goes out corrected',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await marketplace.goOffline()
    await packer.tickAll()
    await packer.pack()
    await expect(packer.page.getByText('No connection to the marketplace.')).toBeVisible()
    await packer.lookAt('Waiting')
    await packer.openForm(button(packer, 'Correct the time'))
    await packer.field('Reason').fill('packed before the break')
    await packer.form.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(packer.form).toContainText('Change a time first.')
    await packer.field('Packed at').fill('2099-01-01 08:00')
    await packer.form.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(packer.field('Packed at')).toHaveAccessibleDescription(/in the future/)
    const earlier = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 600_000)
    await packer.field('Packed at').fill(inBerlin(earlier))
    await packer.field('Reason').fill('')
    await packer.form.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(packer.field('Reason')).toHaveAccessibleDescription(/Enter a reason/)
    await packer.field('Reason').fill('packed before the break')
    await packer.form.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(packer.form).toBeHidden()
    await expect(region(packer, 'What was requested')).toContainText(inBerlin(earlier))
    await expect(region(packer, 'History')).toContainText('packed before the break')

    await marketplace.goOnline()
    await packer.sync()
    await expect(region(packer, 'Where it stands')).toContainText('It is on the marketplace.')
    await expect(button(packer, 'Correct the time')).toBeHidden()
    expect((await control.readOrder(id)).shipments).toEqual([
      expect.objectContaining({ packed_at: earlier.toISOString() }),
    ])
  },
)

test(
  'the held operations are worked through by keyboard alone',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { page } = packer
    await control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    await packAll(packer, nth(orders, 0).id)
    await packer.putAlarmAside('does not take this parcel')
    await expect(packer.shipment(1)).toContainText('1 operation needs you')
    await packer.goTo('Outbox')
    await expect(packer.operations).toHaveCount(1)
    await page.getByRole('grid', { name: 'Outbox' }).focus()
    await packer.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await packer.press('Escape')
    await expect(packer.operations).toHaveCount(1)
    await expect(page.getByRole('grid', { name: 'Outbox' })).toBeFocused()
    await packer.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await packer.press('Tab')
    await expect(button(packer, 'Send again')).toBeFocused()
    await packer.press('Enter')
    await expect(region(packer, 'Where it stands')).toContainText('It is on the marketplace.')
  },
)

test(
  'the timeline of an order says who, when and what the marketplace answered',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    await control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
    await packAll(packer, nth(orders, 0).id)
    await packer.everythingIsSent()
    await packer.ship(1)
    await packer.everythingIsSent()
    await packer.openTimeline()
    await packer.timeline.getByRole('button', { name: 'Sending' }).click()
    await expect(packer.timeline.getByRole('listitem')).toHaveText([
      /^\d\d:\d\d:\d\dBought/,
      /Packed/,
      /Pack: Sent/,
      /Pack: Sent, but not confirmed.*the connection broke/,
      /Pack: On the marketplace/,
      /Shipped/,
      /Ship: Sent/,
      /Ship: On the marketplace/,
      /Paid/,
    ])
  },
)

function inBerlin(time: Date): string {
  return time.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16)
}
