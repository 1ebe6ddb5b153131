import { readFileSync } from 'node:fs'
import { expect, nth, test } from '../support/bench'
import { IS_FULL } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { takePicture } from '../support/pictures'

/** What a supervisor asks the station: are we on time, who packs how much, which scans fail, and what happened? */

const ALL_LOOKS = [
  ['light', 1280, 800],
  ['dark', 1024, 768],
  ['light', 640, 400],
] as const
const LOOKS = IS_FULL ? ALL_LOOKS : ALL_LOOKS.slice(0, 1)

test('statistics and evidence answer by operator, reason and day, fold empty days, and go into files', async ({
  openBench,
  dataDir,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: 2 }, { lines: 2 }, { lines: 1 }] })
  const { page } = packer
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ada')
  await addOperator(packer, '=Bob')
  for (const [index, name] of ['Ada', '=Bob'].entries()) {
    await packer.scan(badgeOf(dataDir, name))
    await packer.goTo('Orders')
    const [first, second] = nth(orders, index).order_lines
    await packer.scan(first?.item_number ?? '', 'NOBODY-KNOWS-THIS')
    // A command that is refused meanwhile is no scan.
    await packer.press('F9')
    await packer.clearError()
    await packer.scan(second?.item_number ?? '')
    await packer.pack()
  }
  await packer.everythingIsSent()

  await packer.goTo('Statistics')
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const plan = page.locator('dl')
  await expect(plan).toContainText('Packed today2')
  await expect(plan).toContainText('Needs you0')
  const row = (name: string) => region('By operator').getByRole('row', { name })
  // Badge, items and the unknown code.
  await expect(row('Ada')).toContainText('Ada1241 (25%)')
  await expect(row('=Bob')).toContainText('=Bob1241 (25%)')
  const refused = region('Refused scans').getByRole('row').nth(1)
  await expect(refused).toContainText(/Ada 1 · =Bob 1|=Bob 1 · Ada 1/)
  await expect(refused.getByRole('cell')).toHaveText('2')
  await expect(region('By day').getByRole('row')).toHaveCount(3)
  await expect(region('By day').getByRole('row').last()).toContainText(/\d to .*\d: nothing done/)
  // Above the fold.
  for (const name of ['By operator', 'Refused scans'])
    await expect(region(name).getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })

  const saved = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    const status = page.getByRole('status').filter({ hasText: '.csv' })
    await expect(status).toContainText(button.startsWith('Save as CSV: By operator') ? 'operators-' : '.csv')
    return readFileSync(/\S+\.csv/.exec((await status.textContent()) ?? '')?.[0] ?? '', 'utf8')
  }
  const file = await saved('Save as CSV: By operator')
  expect(file).toMatch(/^\uFEFFFirst day \(.+\),Last day/)
  expect(file).toMatch(/\r\n[\d-]+,[\d-]+,'=Bob,1,2,4,1,/)
  for (const [theme, width, height] of LOOKS) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), theme)
    await page.setViewportSize({ width, height })
    await takePicture(page, `reports-${theme}-${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await openSection(packer, 'Evidence')
  const rows = page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
  const choose = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Operator', 'Ada')
  await choose('What happened', 'Packed')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Order ${nth(orders, 0).id}`)
  await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entry passes the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear: Day' }).click()
  await page.getByRole('button', { name: 'Clear: What happened' }).click()
  // ACK is filed under the order that its error was about.
  await page.getByRole('searchbox', { name: 'Order number' }).fill(String(nth(orders, 0).id))
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Error cleared' })).toHaveCount(1)
  await expect(rows.filter({ hasText: /[{}"]/ })).toHaveCount(0)
  const list = await saved('Save as CSV')
  expect(list.split('\r\n')).toHaveLength(2 + (await rows.count()))
  expect(list).toMatch(/\r\n\d+,\d{4}-\d\d-\d\dT[\d:.]+Z,[^,]+,Ada,Error cleared,/)
  for (const [theme, width, height] of LOOKS) {
    await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), theme)
    await page.setViewportSize({ width, height })
    await takePicture(page, `evidence-${theme}-${width}`)
  }
})
