import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth, test, WAREHOUSE_ID } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'

/** Alarms that no screen hides. */

const PLAN = [{ lines: [{ title: 'Wool coat', mpn: 'COAT-1' }, { title: 'Leather bag' }] }, { lines: 1 }]
const CANCEL = { action: 'cancelOrder', reason: 'fraud' } as const

test('an order canceled while its pack waits offline names the parcel to pull, on every screen', async ({
  openBench,
}) => {
  const { packer, control, orders, marketplace } = await openBench({ orders: PLAN })
  const { page } = packer
  const { id } = nth(orders, 0)
  await packer.open(id)
  await marketplace.goOffline()
  await packer.tickAll()
  await packer.editLabel()
  await packer.packPanel.getByRole('textbox', { name: 'Tracking number' }).fill('1ZPULLME')
  await packer.pack()
  await packer.goTo('Settings')

  await marketplace.goOnline()
  await control.changeOrder(id, CANCEL)
  await packer.syncToAlarm()
  await expect(packer.alarm).toContainText(`Stop. Order ${id} was canceled`)
  await expect(packer.alarm).toContainText('Shipment 1: Tracking 1ZPULLME, 2 items')
  // Keys meant for something else, or sent by a scanner: they answer nothing.
  await packer.press('Enter', 'Space', 'Escape', 'F9')
  await packer.scan('COAT-1')
  await expect(packer.lastScan).toContainText('NOT accepted: an alarm needs you first')
  await expect(packer.alarm).toBeVisible()

  await packer.alarm.getByRole('button', { name: 'Not now' }).click()
  await expect(packer.alarm).toBeHidden()
  await packer.goTo('Orders')
  await expect(packer.alarms.filter({ hasText: '1 alarm still needs you' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: '1 alarm' }).click()
  await expect(packer.form.getByRole('article')).toContainText('1ZPULLME')
  await packer.form.getByRole('button', { name: 'Close' }).click()

  // Once postponed, it interrupts again when the station is restarted.
  await packer.reload()
  await expect(packer.alarm).toContainText('1ZPULLME')
  await packer.press('Tab')
  await expect(packer.alarm.getByRole('button', { name: 'Scan ACK or press F2: I pull it' })).toBeFocused()
  await packer.scan(COMMAND_CODES.acknowledge)
  await expect(packer.alarm).toBeHidden()
  await expect(packer.lastScan).toContainText('Pull the parcel.')
  await expect(page.getByText(/1 alarm/)).toHaveCount(0)
  await packer.lookAt('The order was canceled. Pull this parcel.')
  await expect(page.getByRole('region', { name: 'What changed on the marketplace' })).toContainText(
    'The order was canceled: suspected fraud.',
  )
})

test(
  'an alarm is red from a meter away, whatever the last scan was',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: [{ lines: 1 }, { lines: 1 }] })
    const { id } = nth(orders, 0)
    await packer.scanOrder(id)
    await packer.tickAll()
    await packer.pack()
    await packer.everythingIsSent()
    await expect(packer.lastScan).toContainText('Packed')
    await control.changeOrder(id, { action: 'cancelOrder' })
    await packer.syncToAlarm()
    await expect(packer.lastScan).toContainText('An alarm needs you')
    const color = () =>
      packer.lastScan.evaluate((panel) => {
        const band = panel.parentElement
        return band === null ? '' : getComputedStyle(band).backgroundColor
      })
    expect(await color()).toBe('rgb(179, 19, 31)')
    await packer.scan('anything')
    await expect(packer.lastScan).toContainText('NOT accepted: an alarm needs you first')
    expect(await color()).toBe('rgb(179, 19, 31)')
    await packer.press('F2')
    await expect(packer.alarm).toBeHidden()
    // The parcel must still be pulled: what is put off stays red.
    expect(await color()).toBe('rgb(179, 19, 31)')
  },
)

test(
  'an alarm takes the keyboard as soon as it is shown, from a form as well',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: PLAN })
    const { page } = packer
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Wool coat')
    await packer.openDetails()
    await packer.openForm(page.getByRole('button', { name: 'Refund …' }))
    await page.evaluate(noteFocusAtAlarm)
    await control.changeOrder(id, CANCEL)
    await packer.syncToAlarm()
    // An Enter right then must not submit the form below.
    await expect(page.locator('html')).toHaveAttribute('data-focus-at-alarm', 'alertdialog')
  },
)

/** Runs in the page: records the role of the focused element when an alarm appears. */
function noteFocusAtAlarm() {
  const watch = new MutationObserver(() => {
    if (document.querySelector('[role="alertdialog"]') === null) return
    watch.disconnect()
    document.documentElement.dataset['focusAtAlarm'] = document.activeElement?.getAttribute('role') ?? 'none'
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

test(
  'a duplicate shipment interrupts, and ours is canceled from there',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({
      orders: PLAN,
      settings: { secondShipmentOnLine: 'accept' },
    })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.tickAll()
    await packer.pack()
    await packer.everythingIsSent()
    const ours = nth((await control.readOrder(id)).shipments, 0)
    const twin = await control.changeOrder(id, {
      action: 'pack',
      lineIds: goodsOf(await control.readOrder(id)).map((line) => line.id),
      warehouseId: WAREHOUSE_ID,
      ...(ours.packed_at === null ? {} : { packedAt: ours.packed_at }),
    })
    await packer.goTo('Orders')
    await packer.syncToAlarm()
    await expect(packer.alarm).toContainText(`Order ${id}: a shipment may exist twice`)
    await expect(packer.alarm).toContainText('packed here')
    await expect(packer.alarm).toContainText('packed elsewhere')
    await packer.alarm.getByRole('button', { name: 'Cancel ours …' }).click()
    await packer.submitMove('Cancel shipment')
    await expect(packer.form).toBeHidden()
    await packer.everythingIsSent()
    const live = (await control.readOrder(id)).shipments.filter(({ state }) => state === 'packed')
    expect(live.map((shipment) => shipment.id)).toEqual([twin.shipmentId])
    await packer.page.getByRole('button', { name: 'Show', exact: true }).click()
    await packer.form.getByRole('button', { name: 'Seen' }).click()
    await expect(packer.page.getByText(/1 alarm/)).toHaveCount(0)
  },
)

test(
  'a PC whose clock is far off packs nothing until a person says that it is right',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: PLAN, settings: { clockOffsetMs: 900_000 } })
    const { page } = packer
    const wrong = packer.alarms.filter({ hasText: 'The clock of this PC is wrong by' })
    await expect(wrong).toContainText('behind the marketplace’s')
    await packer.open(nth(orders, 0).id)
    await packer.tickAll()
    await packer.packButton.click()
    await expect(packer.packPanel).toContainText('The clock of this PC is wrong')
    await page.getByRole('button', { name: 'The clock of this PC is right' }).click()
    await expect(wrong).toBeHidden()
    await packer.pack()
    await packer.everythingIsSent()
  },
)

test('a busy marketplace shows until when', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  await packer.open(nth(orders, 0).id)
  await control.addFault({ kind: 'status', status: 429, retryAfter: '120', route: '/api/v1.0/orders/*' })
  await packer.tickAll()
  await packer.pack()
  await expect(packer.page.getByRole('status')).toContainText([
    /The marketplace is busy until \d\d:\d\d:\d\d/,
  ])
  await control.clearFaults()
  await packer.sync()
  await packer.everythingIsSent()
  await expect(packer.page.getByText('The marketplace is busy')).toHaveCount(0)
})
