import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { isSaved } from '../support/settings'
import { takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'
import { ELECTRON_FULL_TAG } from '../support/full'

/** The serial number of the unit that was sold is scanned after its item, where a supervisor has set that. */

const WATCH = { title: 'Steel watch', mpn: 'WATCH-1' }
const { confirm, acknowledge } = COMMAND_CODES
const PLAN = [
  {
    lines: [
      { ...WATCH, serialNumber: 'SN 001' },
      { ...WATCH, serialNumber: 'SN 002' },
      { title: 'Leather strap', mpn: 'STRAP-1' },
    ],
  },
]

const nextStep = ({ page }: Packer) => page.getByRole('region', { name: 'Next step' })

const ruleOf = ({ page }: Packer) => page.getByRole('region', { name: 'Packing by hand' })

async function askForSerials(packer: Packer, whose = 'Of every item'): Promise<void> {
  await openSection(packer, 'Operators')
  await ruleOf(packer).getByRole('combobox', { name: 'Serial numbers to scan' }).click()
  await packer.page.getByRole('option', { name: whose }).click()
  await isSaved(ruleOf(packer).getByRole('combobox', { name: 'Serial numbers to scan' }))
}

test('another unit of the model stops the hands, and the one that was sold is packed', async ({
  openBench,
}) => {
  const { packer, orders, restart } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 0)
  const { page } = packer
  await askForSerials(packer)
  await packer.goTo('Orders')
  await packer.open(id)
  await expect(page.getByText('Serial number SN 001')).toBeVisible()
  await packer.scan('SN-001')
  await expect(packer.lastScan).toContainText('Scan the item first: Steel watch')
  await packer.scan('WATCH-1')
  await expect(packer.lastScan).toContainText('Now scan its serial number, SN 001')
  await expect(nextStep(packer)).toContainText('Scan the serial number')
  await takePictures(packer.page, 'unit-serial-due')
  await packer.scan('SN-003')
  await expect(packer.error).toContainText('Not the serial number SN 001')
  await expect(packer.error).toContainText('it is not the unit that was sold')
  await takePictures(packer.page, 'unit-serial-wrong')
  await packer.scan(acknowledge, 'SN-002')
  await expect(packer.lastScan).toContainText('The right unit: Steel watch')
  await packer.scan('STRAP-1', 'WATCH-1', confirm)
  await expect(packer.lastScan).toContainText('Scan the serial number first')
  await packer.scan('SN-001', confirm)
  await expect(packer.lastScan).toContainText('Packed')
  const again = await restart()
  await openSection(again, 'Evidence')
  const packed = again.page.getByRole('row').filter({ hasText: 'The order is complete' })
  await expect(packed).toContainText('Serial numbers: SN-002, SN-001')
})

test(
  'a unit whose serial number cannot be read is packed with a supervisor’s badge',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    const { page } = packer
    await askForSerials(packer)
    await addOperator(packer, 'Pat', { pin: '1357' })
    await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
    await expect(page.getByTestId('operator')).toHaveText('Sam')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await packer.goTo('Orders')
    await packer.open(id)
    await packer.scan('STRAP-1', 'WATCH-1', 'SN-001', 'WATCH-1', confirm)
    await expect(packer.lastScan).toContainText('a supervisor can allow this unit')
    await packer.scan(confirm)
    await expect(page.getByRole('dialog', { name: 'A supervisor is needed' })).toBeVisible()
    await packer.scan(badgeOf(dataDir, 'Sam'))
    await expect(page.getByRole('dialog', { name: 'A supervisor is needed' })).toBeHidden()
    await expect(nextStep(packer)).toContainText('Scan the label')
    await packer.scan(confirm)
    await expect(packer.lastScan).toContainText('Packed')
  },
)

test(
  'categories are chosen by name, and kept over a restart',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer: first, restart } = await openBench({ orders: PLAN })
    await askForSerials(first, 'Of chosen categories')
    const rule = ruleOf(first)
    const categories = rule.getByRole('combobox', { name: 'Categories' })
    await categories.fill('Women')
    const option = first.page.getByRole('option', { name: /Women/ }).first()
    const name = (await option.textContent()) ?? ''
    await option.click()
    await first.press('Escape')
    await isSaved(categories)
    await takePictures(first.page, 'unit-serial-rule')
    const packer = await restart()
    await openSection(packer, 'Operators')
    await expect(ruleOf(packer)).toContainText(name)
  },
)
