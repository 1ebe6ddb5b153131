import { expect, nth, test } from '../support/bench'
import { pictureTags, takePictures } from '../support/pictures'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { speak } from '../support/station-menu'

/** What happened to an order, in the window. */

const PLAN = [
  {
    lines: [
      { title: 'Wool coat', externalId: 'COAT-1' },
      { title: 'Leather bag', externalId: 'BAG-1' },
    ],
  },
]

test('a packer packs an order, ships it, and finds both in its timeline', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  const { timeline, page } = packer
  await packer.open(nth(orders, 0).id)
  await packer.openTimeline()
  const entries = timeline.getByRole('listitem')
  await expect(entries).toHaveText([/^\d\d:\d\d:\d\dBought\$/, /^Paid/])
  await packer.scan('COAT-1', 'BAG-1', COMMAND_CODES.confirm)
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.openTimeline()
  await expect(entries).toHaveText([/Bought/, /^\d\d:\d\d:\d\dPacked\S+Shipment 1 · 2 items$/, /Paid/])
  await packer.everythingIsSent()
  await packer.ship(1, { 'Tracking number': '1Z999AA10123456784' })
  await packer.openTimeline()
  await expect(entries.filter({ hasText: 'Label' })).toContainText('1Z999AA10123456784')
  await expect(entries.filter({ hasText: /\dShipped/ })).toContainText(
    /Shipment 1 · 2 items · Expected \d{4}/,
  )

  await expect(timeline).not.toContainText('On the marketplace')
  const sending = timeline.getByRole('button', { name: 'Sending' })
  await sending.click()
  await expect(sending).toHaveAttribute('aria-pressed', 'true')
  await expect(entries.filter({ hasText: 'Pack: On the marketplace' })).toHaveCount(1)
  await timeline.getByRole('button', { name: 'Evidence log' }).click()
  await expect(entries.filter({ hasText: 'Scanned' })).toHaveCount(2)
  await sending.click()
  await expect(timeline).not.toContainText('On the marketplace')

  // The list comes back with the next press.
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect(timeline).toBeHidden()
})

test('the timeline of an order', pictureTags(), async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  await packer.open(nth(orders, 0).id)
  await packer.scan('COAT-1', 'BAG-1', COMMAND_CODES.confirm)
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.everythingIsSent()
  await packer.ship(1, { 'Tracking number': '1Z999AA10123456784' })
  await packer.everythingIsSent()
  await packer.openTimeline()
  await takePictures(packer.page, 'timeline')
  for (const group of ['Sending', 'Evidence log'])
    await packer.timeline.getByRole('button', { name: group }).click()
  await expect(packer.timeline).toContainText('Scanned')
  await takePictures(packer.page, 'timeline-everything')
  for (const language of ['Deutsch', 'Français', 'Español']) {
    await speak(packer.page, language)
    await takePictures(packer.page, `timeline-${language}`)
  }
})
