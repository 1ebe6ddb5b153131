import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { takePictures } from '../support/pictures'

/** Half an hour before a carrier's truck leaves, the station says what is not at the dock. */

const LABELS = ['1Z5R89390357567127', '1Z879E930346834440'] as const
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A moment so many minutes from now, as the settings of a station in this zone name it. */
function timeIn(minutes: number, timeZone = 'UTC'): { weekday: string; time: string } {
  const moment = new Date(Date.now() + minutes * MINUTE_MS)
  return {
    weekday: moment.toLocaleDateString('en', { timeZone, weekday: 'long' }),
    time: moment.toLocaleTimeString('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'UPS leaves at' })

test('a truck that leaves soon is announced until all its parcels are at the dock', async ({
  openBench,
  timezoneId,
}) => {
  const bench = await openBench({
    orders: [...LABELS, null].map(() => ({ lines: 2 })),
    before: async (marketplace, placed) => {
      for (const [index, trackingNumber] of LABELS.entries())
        await marketplace.changeOrder(nth(placed, index).id, {
          action: 'pack',
          carrier: 'UPS',
          trackingNumber,
          // Three hours before yesterday's truck, and ten minutes before it.
          packedAt: new Date(Date.now() + (index === 0 ? -160 : 10) * MINUTE_MS - DAY_MS).toISOString(),
        })
    },
  })
  let { packer } = bench
  const { page } = packer
  const { weekday, time } = timeIn(20, timezoneId)
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Carriers' }).click()
  await page.getByRole('button', { name: 'Change UPS' }).click()
  // A truck comes on holidays, too, or this would fail on some.
  await page.getByRole('combobox', { name: 'Country of delivery' }).click()
  await page.getByRole('option', { name: 'None: weekends only' }).click()
  await packer.field(weekday).fill('4 pm')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(packer.form).toContainText('Enter a time such as 16:30.')
  await takePictures(page, 'carrier-trucks')
  await packer.field(weekday).fill(time)
  await packer.field(timeIn(20 - 24 * 60, timezoneId).weekday).fill(time)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(packer.form).toBeHidden()
  await expect(noticeOf(page)).toContainText(`UPS leaves at ${time}: 2 parcels to hand over.`)
  await packer.goTo('Orders')
  await takePictures(page, 'truck-notice')

  await packer.goTo('Handover')
  const missing = page.getByRole('region', { name: 'Still missing' })
  await expect(missing).toContainText(`Leaves at ${time}`)
  await packer.scan(LABELS[0])
  await expect(packer.lastScan).toContainText('1 of 2 UPS parcels')
  await bench.station.kill()
  packer = await bench.restart()
  await expect(noticeOf(packer.page)).toContainText(`UPS leaves at ${time}: 1 parcel not at the dock.`)
  await packer.goTo('Handover')
  await takePictures(packer.page, 'truck-dock')
  await packer.scan(LABELS[1])
  await expect(noticeOf(packer.page)).toBeHidden()

  await packer.goTo('Statistics')
  const trucks = packer.page.getByRole('region', { name: 'Missed trucks' })
  await expect(trucks.getByRole('row', { name: /^UPS, .*1 1$/ })).toHaveCount(1)
  await takePictures(packer.page, 'truck-report')
  const wall = new URL('/wall', packer.page.url())
  wall.search = new URL(packer.page.url()).search
  await packer.page.goto(String(wall))
  await expect(packer.page.getByRole('region', { name: 'Trucks' })).toContainText('2 to hand over')
  await takePictures(packer.page, 'truck-wall')
})
