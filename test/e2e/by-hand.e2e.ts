import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { isSaved } from '../support/settings'
import { takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'

/** Nothing is packed without a trace: what is ticked by hand, where that is allowed, and a part of an order. */

const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }
const { confirm } = COMMAND_CODES
const PLAN = [{ lines: [COAT, BAG] }]

const row = (packer: Packer, title: string) =>
  packer.page
    .locator('[class*=line]')
    .filter({ has: packer.line(title) })
    .last()
const entries = (packer: Packer) =>
  packer.page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')

test('what is ticked by hand says so while packing, after it and after a restart, and is counted', async ({
  openBench,
}) => {
  const { packer: first, orders, restart } = await openBench({ orders: PLAN })
  let packer = first
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.scan('COAT-1')
  await packer.line('Leather bag').click()
  await expect(row(packer, 'Leather bag')).toContainText('By hand')
  await expect(row(packer, 'Wool coat')).not.toContainText('By hand')
  // A scan is the better proof, also of what was ticked.
  await packer.scan('BAG-1')
  await expect(packer.lastScan).toContainText('2 of 2')
  await expect(row(packer, 'Leather bag')).not.toContainText('By hand')
  await packer.line('Leather bag').click()
  await packer.tabTo(packer.line('Leather bag'))
  await packer.press('Space')
  await expect(row(packer, 'Leather bag')).toContainText('By hand')
  await packer.press('F9')
  await expect(packer.shipment(1)).toContainText('1 ticked by hand')
  await packer.openTimeline()
  await expect(packer.timeline.getByRole('listitem').filter({ hasText: 'Packed' })).toContainText(
    '1 ticked by hand',
  )

  packer = await restart()
  await packer.page.getByText('All', { exact: true }).click()
  await packer.open(id)
  await expect(packer.shipment(1)).toContainText('1 ticked by hand')
  await expect(row(packer, 'Leather bag')).toContainText('By hand')
  await expect(row(packer, 'Wool coat')).not.toContainText('By hand')
  await openSection(packer, 'Evidence')
  await expect(entries(packer).filter({ hasText: 'The order is complete' })).toContainText(
    'Ticked by hand: 1',
  )
  await packer.goTo('Statistics')
  const operators = packer.page.getByRole('region', { name: 'By operator' }).getByRole('table')
  await expect(operators.getByRole('columnheader', { name: 'By hand' })).toBeVisible()
  await expect(operators.getByRole('row').last()).toContainText(/2\s*2\s*0\s*1/)
})

test(
  'where every item must be scanned, ticking is refused in words, and a supervisor’s badge allows it',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, orders, control } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    const { page } = packer
    await openSection(packer, 'Operators')
    const rule = page.getByRole('region', { name: 'Packing by hand' })
    await rule.getByRole('switch', { name: 'Every item must be scanned' }).click()
    await isSaved(rule.getByRole('switch', { name: 'Every item must be scanned' }))
    await addOperator(packer, 'Pat', { pin: '1357' })
    await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
    // The first supervisor is signed in by the PIN just saved.
    await expect(page.getByTestId('operator')).toHaveText('Sam')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await packer.goTo('Orders')
    await packer.open(id)

    const lend = page.getByRole('dialog', { name: 'A supervisor is needed' })
    await packer.tabTo(packer.line('Leather bag'))
    await packer.press('Space')
    await expect(lend).toBeVisible()
    await expect(packer.lastScan).toContainText('Every item must be scanned here')
    await packer.press('Escape')
    await expect(lend).toBeHidden()
    await expect(packer.lastScan).toContainText('Scan this item')
    await expect(packer.line('Leather bag')).not.toBeChecked()
    await packer.choose('Tick all by hand')
    await expect(packer.lastScan).toContainText('Scan these 2 items')
    await lend.getByRole('button', { name: 'Go back' }).click()
    await expect(packer.line('Wool coat')).not.toBeChecked()

    await packer.scan('COAT-1')
    await packer.line('Leather bag').click()
    await expect(lend).toBeVisible()
    await packer.scan(badgeOf(dataDir, 'Sam'))
    await expect(lend).toBeHidden()
    await expect(packer.lastScan).toContainText('Allowed once by Sam')
    await expect(packer.line('Leather bag')).toBeChecked()
    await expect(row(packer, 'Leather bag')).toContainText('By hand')
    await takePictures(page, 'by-hand-allowed')
    await packer.scan(confirm)
    await expect(packer.shipment(1)).toContainText('1 ticked by hand')
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).shipments).toHaveLength(1)

    await packer.scan(badgeOf(dataDir, 'Sam'))
    await openSection(packer, 'Evidence')
    const allowed = entries(packer).filter({ hasText: 'Items to pack without a scan' })
    await expect(allowed.filter({ hasText: 'Approved by: Sam' }).first()).toContainText('Pat')
    await expect(allowed.filter({ hasText: 'REFUSED' }).first()).toContainText('Only a supervisor')
    await expect(entries(packer).filter({ hasText: 'The order is complete' })).toContainText(
      'Approved by: Sam',
    )
  },
)

test(
  'with items missing, the main button asks like CONFIRM',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders, control } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    const { page } = packer
    await packer.open(id)
    await packer.scan('COAT-1')
    const part = page.getByRole('button', { name: 'Pack part (1 of 2)' })
    const yes = page.getByRole('button', { name: 'Yes, pack 1 item now' })
    await expect(yes).toBeHidden()
    await part.click()
    await expect(packer.lastScan).toContainText('1 item is still missing')
    await expect(packer.shipment(1)).toBeHidden()
    await expect(yes).toBeVisible()
    await takePictures(page, 'pack-part-asked')
    // Pressed twice it asks twice, by touch and by key.
    await part.click()
    await packer.press('F9')
    await expect(packer.shipment(1)).toBeHidden()
    // Scanning on does not answer the question.
    await packer.scan('BAG-1')
    await expect(packer.packButton).toHaveText('Pack 2 items')
    await expect(yes).toBeHidden()
    await packer.press('F3')
    await part.click()
    await packer.tabTo(yes)
    await packer.press('Enter')
    await expect(packer.shipment(1)).toContainText('1 item')
    await expect(packer.shipment(1)).not.toContainText('by hand')
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).shipments).toHaveLength(1)
  },
)
