import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { takePictures } from '../support/pictures'

/** A file of tracking numbers: what it would change, the change, and an order that is packed with its number. */

const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'

test('a file gives orders their numbers after a preview, and one is filled in at the bench', async ({
  openBench,
}) => {
  const bench = await openBench({
    orders: [
      { lines: [{ title: 'Leather bag', mpn: 'BAG-1' }] },
      { lines: [{ title: 'Silk scarf', mpn: 'SCARF-1' }] },
    ],
  })
  const { orders } = bench
  let { packer } = bench
  const [first, second] = [nth(orders, 0).id, nth(orders, 1).id]
  const choose = async (name: string, ...rows: string[]) => {
    const buffer = Buffer.from(['order,carrier,tracking_number', ...rows].join('\n'))
    await packer.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
    // So the same file can be chosen again once it is corrected.
    await expect(packer.page.locator('input[type=file]')).toHaveValue('')
  }
  const open = async () => {
    await packer.goTo('Order desk')
    await packer.page.getByRole('button', { name: 'Tracking numbers' }).click()
  }
  const preview = () => packer.form.getByRole('region', { name: 'What the file changes' })
  const waiting = () => packer.form.getByRole('region', { name: 'Given and not packed yet' })

  await open()
  await expect(waiting()).toContainText('None.')
  await choose('wrong.csv', `${first},UPS,${OTHER}`)
  await expect(preview()).toContainText('wrong.csv: 1 order gets a tracking number.')
  await packer.form.getByRole('button', { name: 'Cancel' }).click()
  await expect(packer.form).toBeHidden()
  await open()
  await expect(waiting()).toContainText('None.')
  await choose('wrong.csv', `${first},UPS,${OTHER}`)
  await packer.form.getByRole('button', { name: 'Give 1 order its number' }).click()
  await expect(packer.form).toContainText('1 order has its tracking number.')
  await expect(waiting()).toContainText('wrong.csv')

  await choose(
    'monday.csv',
    ...[`${first},ups,${UPS}`, `${second},UPS,${OTHER}`, '99999999,UPS,X', `${second},Pigeon,1`],
  )
  await expect(preview().getByRole('status')).toHaveText('monday.csv: 2 orders get a tracking number.')
  await expect(preview()).toContainText('1 of them had another one, which is replaced.')
  await expect(preview()).toContainText(`${OTHER} → ${UPS}`)
  await expect(preview()).toContainText('This station does not have the order (1)')
  await expect(preview()).toContainText('Row 4: order 99999999')
  await expect(preview()).toContainText('The carrier is not in use here')
  await takePictures(packer.page, 'numbers-preview')
  await packer.form.getByRole('button', { name: 'Give 2 orders their numbers' }).click()
  await expect(packer.form).toContainText('2 orders have their tracking numbers.')
  await waiting().getByText('monday.csv').click()
  await expect(waiting()).toContainText(OTHER)
  await takePictures(packer.page, 'numbers-given')
  await waiting()
    .getByRole('button', { name: `Take back the number of order ${second}` })
    .click()
  await expect(waiting()).not.toContainText(OTHER)

  // A power cut forgets nothing of it.
  await bench.station.kill()
  packer = await bench.restart()
  await packer.scan(String(first))
  await packer.scan('BAG-1')
  await expect(packer.page.getByRole('region', { name: 'Label', exact: true })).toContainText(
    'The tracking number is from monday.csv',
  )
  await takePictures(packer.page, 'numbers-filled')
  // What is in the parcel already does not vanish with the file's word for it.
  await open()
  await waiting().getByText('monday.csv').click()
  await waiting()
    .getByRole('button', { name: `Take back the number of order ${first}` })
    .click()
  await expect(waiting()).toContainText('None.')
  await packer.form.getByRole('button', { name: 'Close' }).last().click()
  await packer.scan(String(first))
  await expect(packer.page.getByRole('alert')).toContainText(`${UPS} has been taken back`)
  await takePictures(packer.page, 'numbers-taken-back')
  await packer.scan(COMMAND_CODES.confirm)
  await expect(packer.shipment(1)).toContainText(UPS)

  await packer.scan(String(second))
  await packer.scan('SCARF-1')
  await expect(packer.page.getByRole('region', { name: 'Pack' }).first()).toBeVisible()
  await expect(packer.page.getByRole('region', { name: 'Label', exact: true })).toBeHidden()
  await open()
  await expect(waiting()).toContainText('None.')

  // What keeps a row out is mended where the carriers are.
  await choose('other.csv', `${second},Pigeon,1`)
  await preview().getByRole('button', { name: 'Carriers' }).click()
  await expect(packer.page.getByRole('tab', { name: 'Carriers' })).toHaveAttribute('aria-selected', 'true')
})

test('what has changed since the preview is shown again before anything is given', async ({ openBench }) => {
  const bag = { lines: [{ title: 'Leather bag', mpn: 'BAG-1' }] }
  const { packer, orders, control } = await openBench({ orders: [bag, bag] })
  const [first, second] = [nth(orders, 0).id, nth(orders, 1).id]
  const { page, form } = packer
  await packer.goTo('Order desk')
  await page.getByRole('button', { name: 'Tracking numbers' }).click()
  const buffer = Buffer.from(`order,tracking\n${first},${UPS}\n${second},${OTHER}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'monday.csv', mimeType: 'text/csv', buffer })
  await expect(form.getByRole('button', { name: 'Give 2 orders their numbers' })).toBeVisible()
  await control.changeOrder(second, { action: 'cancelOrder', reason: 'customer_changed_mind' })
  // The desk behind the dialog has read it.
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: String(second) })
  await expect(row).toContainText('Canceled')
  await form.getByRole('button', { name: 'Give 2 orders their numbers' }).click()
  await expect(form).toContainText('Nothing was changed; check the preview again.')
  await expect(form).toContainText('The order is canceled (1)')
  await form.getByRole('button', { name: 'Give 1 order its number' }).click()
  await expect(form).toContainText('1 order has its tracking number.')
})
