import { expect, nth, test } from '../support/bench'
import { takePictures } from '../support/pictures'
import { plugInScanner, type Typing } from '../support/scanner'

/** A scanner that nobody has calibrated: what it types is answered, and stays in no field. */

const BURSTS: readonly (readonly [code: string, how: Typing])[] = [
  ['A12', { end: 'Tab' }],
  ['A12', { end: null }],
  ['ITEM1', { gapsMs: [5, 90, 5, 5, 5], end: 'Enter' }],
  ['M40000', { gapsMs: [90, 5, 5, 5, 5, 5], end: 'Tab' }],
]
/** As fast as people type: 12 keys a second, with pairs and triples rolled over. */
const FAST: Typing = { gapsMs: [95, 28, 104, 82, 36, 41, 150, 38, 34, 118], end: null }

test('no burst of an uncalibrated scanner is lost, and no fast typing is taken for one', async ({
  openBench,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [{ title: 'Coat' }] }] })
  const { page } = packer
  const scanner = await plugInScanner(page)
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill('co')
  await search.focus()
  let scans = 0
  const isTold = async (code: string) => {
    scans += 1
    await expect(packer.lastScan).toHaveAttribute('data-scans', String(scans))
    await expect(packer.lastScan).toContainText('NOT accepted: calibrate the scanner')
    await expect(packer.lastScan).toContainText(`Scanned: ${code}`)
  }
  for (const [code, how] of BURSTS) {
    await scanner.type(code, how)
    await isTold(code)
    await expect(search).toHaveValue('co')
    await expect(search).toBeFocused()
  }
  await takePictures(page, 'uncalibrated')

  await scanner.type('mmittee and', FAST)
  await expect(search).toHaveValue('committee and')
  await scanner.type('the', { gapsMs: [34, 41, 62], end: 'Tab' })
  await expect(search).toHaveValue('committee andthe')
  await expect(search).not.toBeFocused()

  // On a button, whose press it must not be.
  await search.fill('')
  await packer.open(nth(orders, 0).id)
  await packer.more.focus()
  await scanner.type('A 1', { end: 'Enter', gapsMs: [5, 5, 30] })
  await expect(packer.lastScan).toHaveAttribute('data-scans', String(scans + 1))
  scans += 1
  await packer.clearError()
  await packer.more.focus()
  await scanner.type('B12', { end: 'Tab' })
  await isTold('B12')
  await expect(packer.more).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(packer.line('Coat')).not.toBeChecked()

  await packer.goTo('Settings')
  await expect(packer.lastScan).toHaveAttribute('data-kind', 'idle')
  await page.getByRole('tab', { name: 'Evidence' }).click()
  await expect(page.getByRole('tabpanel').getByText('NOT accepted: calibrate the scanner')).toHaveCount(5)
})
