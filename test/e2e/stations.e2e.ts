import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, goodsOf, nth } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { othersOf, test } from '../support/neighbors'
import { HAS_NATS, makeNatsServer } from '../support/nats-process'
import { PICTURES_TAG, takePictures } from '../support/pictures'
import { speak } from '../support/station-menu'
import { saveText } from '../support/settings'

/** Two packers, one order, no server between their stations. */

const COAT = { title: 'Wool coat', mpn: 'COAT' }
const BAG = { title: 'Leather bag', mpn: 'BAG' }
const SCARF = { title: 'Silk scarf', mpn: 'SCARF' }

test('the second station shows who has the order, cannot pack it, and takes it over by scanner alone', async ({
  openTwoBenches,
}) => {
  const { first, second, orders } = await openTwoBenches([{ lines: [COAT, BAG] }, { lines: [SCARF] }])
  const { id } = nth(orders, 0)
  await first.scanOrder(id)
  await first.scan('COAT')
  await expect(second.orderList.getByRole('option').filter({ hasText: String(id) })).toContainText(
    'At Bench 1',
  )

  await second.scanOrder(id)
  const { banner } = othersOf(second)
  await expect(banner).toContainText(/On the bench at Bench 1, .+, since \d\d:\d\d/)
  await expect(second.line('Wool coat')).toBeDisabled()
  await expect(second.page.getByRole('button', { name: 'On another bench' })).toBeDisabled()
  await second.more.click()
  await expect(second.page.getByRole('menuitem', { name: 'Tick all by hand' })).toBeDisabled()
  await second.press('Escape')
  await expect(second.page.getByRole('menu')).toBeHidden()
  await expect(second.order(id)).toBeVisible()
  await second.scan('BAG')
  await expect(second.error).toContainText('NOT accepted: the order is on the bench at Bench 1')
  await second.scan('PBXSEEN')
  await expect(second.error).toBeHidden()

  await second.scan('PBXGO')
  await expect(second.lastScan).toContainText('Take the order over from Bench 1')
  await second.scan('PBXGO')
  await expect(banner).toBeHidden()
  const lost = othersOf(first)
  await expect(lost.banner).toContainText(/Taken over by Bench 2, .+, at \d\d:\d\d/)
  // What was scanned there is still chosen, and none of it is packed.
  await expect(first.line('Wool coat')).toBeChecked()
  await expect(first.page.getByRole('button', { name: 'On another bench' })).toBeDisabled()
  await first.scan('BAG')
  await expect(first.error).toContainText('NOT accepted: the order is on the bench at Bench 2')
  await first.clearError()

  await lost.takeOver.click()
  await expect(lost.banner).toBeHidden()
  await expect(banner).toContainText('Taken over by Bench 1')
  await first.scan('BAG', 'PBXGO')
  await expect(first.shipment(1)).toContainText('Packed')
  await expect(second.line('Wool coat')).toBeDisabled()
})

test(
  'NEXT and items skip orders on other benches, which are free once left',
  { tag: ELECTRON_FULL_TAG },
  async ({ openTwoBenches }) => {
    const { first, second, orders } = await openTwoBenches([
      { lines: [COAT] },
      { lines: [COAT] },
      { lines: [COAT] },
    ])
    const [oldest, middle] = [nth(orders, 0), nth(orders, 1)]
    await first.scanOrder(oldest.id)
    await expect(second.orderList.getByText('At Bench 1')).toHaveCount(1)
    await second.scan('PBXNEXT')
    await expect(second.order(middle.id)).toBeVisible()
    await second.leaveOrder()
    await second.scan('COAT')
    await expect(second.order(middle.id)).toBeVisible()
    await expect(first.page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await first.leaveOrder()
    await expect(first.orderList.getByRole('option').filter({ hasText: String(middle.id) })).toContainText(
      'At Bench 2',
    )
    await expect(second.orderList.getByText('At Bench 1')).toHaveCount(0)
  },
)

test(
  'lines that one station packs offline cannot be packed by the other',
  { tag: FULL_TAG },
  async ({ openTwoBenches }) => {
    const { first, second, orders, marketplace, control } = await openTwoBenches([{ lines: [COAT, BAG] }])
    const order = nth(orders, 0)
    // Titles are read in the background, and not without a network.
    for (const { orderList } of [first, second]) await expect(orderList).toContainText('Wool coat')
    await marketplace.goOffline()
    await first.scanOrder(order.id)
    await first.scan('COAT', 'PBXPIECE')
    await expect(first.shipment(1)).toContainText('Not on the marketplace yet')
    await first.leaveOrder()

    await second.scanOrder(order.id)
    await expect(second.page.getByText(/^Packed at Bench 1/)).toBeVisible()
    await expect(second.line('Wool coat')).toBeDisabled()
    await second.scan('COAT')
    await expect(second.error).toContainText(/Already packed at Bench 1, .+: Wool coat/)
    await second.clearError()
    await second.scan('BAG', 'PBXGO')
    await expect(second.shipment(1)).toContainText('Packed')
    // The other station no longer shows the order, and learns about it when it opens it.
    await first.scanOrder(order.id)
    await expect(first.page.getByText(/^Packed at Bench 2/)).toBeVisible()

    await marketplace.goOnline()
    for (const { waiting } of [first, second])
      await expect(waiting).toHaveText('All sent', { timeout: 40_000 })
    const { shipments, order_lines: lines } = await control.readOrder(order.id)
    expect(shipments).toHaveLength(2)
    expect(new Set(lines.map((line) => line.shipment_id)).size).toBe(goodsOf(order).length)
  },
)

test(
  'an order is free once its station loses power',
  { tag: FULL_TAG },
  async ({ openTwoBenches, pageWatch }) => {
    const { first, second, orders, secondStation } = await openTwoBenches([{ lines: [COAT] }])
    const { id } = nth(orders, 0)
    await second.scanOrder(id)
    await first.scanOrder(id)
    await expect(othersOf(first).banner).toBeVisible()
    pageWatch.allow(/ERR_/)
    await secondStation.kill()
    await expect(othersOf(first).banner).toBeHidden()
    await first.scan('COAT', 'PBXGO')
    await expect(first.shipment(1)).toContainText('Packed')
  },
)

test(
  'the settings list the other stations, and change how they are found',
  { tag: FULL_TAG },
  async ({ openTwoBenches }) => {
    const { first, second, orders } = await openTwoBenches([{ lines: [COAT] }])
    await second.scanOrder(nth(orders, 0).id)
    await first.goTo('Settings')
    const { page } = first
    await page.getByRole('tab', { name: 'Stations' }).click()
    const others = page.getByRole('region', { name: 'Other stations' })
    await expect(others).toContainText('1 other station is heard.')
    await expect(others.getByRole('listitem')).toContainText(`Order ${nth(orders, 0).id} since`)

    await saveText(page.getByRole('textbox', { name: 'Name of this station' }), 'Packing table North')
    await second.goTo('Settings')
    await second.page.getByRole('tab', { name: 'Stations' }).click()
    await expect(second.page.getByRole('listitem')).toContainText('Packing table North')

    await page.getByLabel('Passphrase').fill('short')
    await page.getByRole('button', { name: 'Use this passphrase' }).click()
    await expect(page.getByText('At least 8 characters.')).toBeVisible()
    await page.getByLabel('Passphrase').fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Use this passphrase' }).click()
    await expect(others).toContainText('No other stations are heard.')
    await page.getByRole('button', { name: 'Back to the token' }).click()
    await expect(others).toContainText('1 other station is heard.')

    await page.getByRole('switch', { name: 'Tell other stations what is packed here' }).click()
    await expect(others).toContainText('Switched off')
    await expect(second.page.getByRole('region', { name: 'Other stations' })).toContainText(
      'No other stations are heard.',
    )
  },
)

test('pictures of two stations', { tag: FULL_TAG }, async ({ openTwoBenches }) => {
  test.setTimeout(180_000)
  const { first, second, orders, marketplace } = await openTwoBenches([
    { lines: [COAT, BAG, SCARF] },
    { lines: [BAG, SCARF] },
    { lines: [SCARF] },
  ])
  const { id } = nth(orders, 0)
  await marketplace.goOffline()
  await first.scanOrder(id)
  await first.scan('COAT', 'PBXPIECE')
  await first.scan('BAG')
  await expect(second.orderList.getByText('At Bench 1')).toHaveCount(1)
  await takePictures(second.page, 'stations-queue')
  await second.scanOrder(id)
  await expect(othersOf(second).banner).toBeVisible()
  await takePictures(second.page, 'stations-held')
  await second.scan('BAG')
  await takePictures(second.page, 'stations-refused')
  await second.clearError()
  await othersOf(second).takeOver.click()
  await expect(othersOf(first).banner).toBeVisible()
  await takePictures(first.page, 'stations-taken-over')
  // German words are the longest.
  await speak(first.page, 'Deutsch')
  await expect(first.page.getByText(/^Übernommen von/)).toBeVisible()
  await takePictures(first.page, 'stations-german')
  await second.goTo('Settings')
  await second.page.getByRole('tab', { name: 'Stations' }).click()
  await expect(second.page.getByText('1 other station is heard.')).toBeVisible()
  await takePictures(second.page, 'stations-settings')
})

test(
  'the settings say since when the hub is connected or away, and packing needs none of it',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openBench }) => {
    test.skip(!HAS_NATS, 'nats-server is not installed')
    const dataDir = mkdtempSync(path.join(tmpdir(), 'packbench-hub-'))
    const hub = await makeNatsServer(['-js', '-sd', dataDir])
    try {
      const { packer, orders } = await openBench({
        orders: [{ lines: [COAT] }],
        env: { PACKBENCH_HUB_URL: hub.url },
      })
      const { page } = packer
      const state = page.getByRole('status').filter({ hasText: hub.url })
      const showStations = async () => {
        await packer.goTo('Settings')
        await page.getByRole('tab', { name: 'Stations' }).click()
      }
      await showStations()
      await expect(state).toContainText(/No connection to the warehouse’s hub since .*\d\d:\d\d/)
      await expect(page.getByLabel('Name of this station')).toBeVisible()
      // Multicast is off.
      await expect(page.getByLabel('UDP port')).toHaveCount(0)
      await takePictures(page, 'stations-hub-away')
      await packer.goTo('Orders')
      await packer.open(nth(orders, 0).id)
      await packer.chooseLine('Wool coat')
      await packer.pack()
      await packer.everythingIsSent()

      await hub.start()
      await showStations()
      await expect(state).toContainText(/Connected to the warehouse’s hub since .*\d\d:\d\d/)
      await takePictures(page, 'stations-hub')
    } finally {
      await hub.kill()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
