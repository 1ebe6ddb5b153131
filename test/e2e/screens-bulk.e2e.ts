import { Buffer } from 'node:buffer'
import { expect, test } from '../support/bench'
import { pictureTags, takePictures } from '../support/pictures'

// Many screenshots, each checked by axe.
test.slow()

/** The screens of changes to many items. */

const HEAD = 'Reference,Title,Price,MSRP,Category,Brand,Quality,Notes,front,color'
const PHOTO = 'https://example.com/pictures/2026/autumn/a-very-long-name-of-a-picture-of-a-bag.jpg'
const line = (sku: string, price: string, category = '5101') =>
  [
    sku,
    `Leather tote ${sku} with a detachable strap`,
    price,
    '199.00',
    category,
    '12',
    'good',
    '',
    PHOTO,
    'black',
  ].join(',')

test('changes to many items fit, from the draft to the result', pictureTags(), async ({ openBench }) => {
  const { packer, marketplace } = await openBench({
    orders: [],
    items: 40,
    settings: { itemWriteLimit: 2, itemWriteWindowMs: 1_000 },
  })
  const { page } = packer
  const toItems = async (choice: string) => {
    await packer.goTo('Items')
    await expect(page.getByText(/^\d+ items? · kept here/)).toBeVisible()
    await page.getByRole('button', { name: 'Change many' }).click()
    await expect(page.getByRole('menuitem', { name: choice })).toBeVisible()
  }
  await toItems('All bulk changes')
  await takePictures(page, 'bulk-menu')
  await page.getByRole('menuitem', { name: 'All bulk changes' }).click()
  await expect(page.getByText('No bulk changes yet.', { exact: false })).toBeVisible()
  await takePictures(page, 'bulk-empty')

  await toItems('From a CSV file …')
  await page.getByRole('menuitem', { name: 'From a CSV file …' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'autumn.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        HEAD,
        line('T-1', '99.50'),
        line('T-2', '1,5'),
        line('T-3', '80', '1'),
        line('T-1', '70'),
        line('', ''),
      ].join('\n'),
    ),
  })
  const mapping = page.getByRole('region', { name: 'Columns' })
  await mapping.getByRole('button', { name: 'Assign columns' }).click()
  await mapping.getByLabel('Reference').selectOption('external_id')
  await mapping.getByLabel('front').selectOption('photo.front')
  await takePictures(page, 'bulk-columns')
  await mapping.getByRole('button', { name: 'Use these columns' }).click()
  await expect(page.getByText('4 rows have problems.', { exact: false })).toBeVisible()
  await mapping.getByRole('button', { name: 'Hide columns' }).click()
  await takePictures(page, 'bulk-new-items')
  await packer.openForm(page.getByRole('button', { name: 'Correct row 5' }))
  await takePictures(page, 'bulk-correct')
  await packer.press('Escape')
  await expect(packer.form).toBeHidden()

  await toItems('Change prices of these 40 items …')
  await page.getByRole('menuitem', { name: 'Change prices of these 40 items …' }).click()
  await expect(page.getByText('Choose how the values change, then press Preview.')).toBeVisible()
  await takePictures(page, 'bulk-new-draft')
  await page.getByLabel('Percent', { exact: true }).fill('31')
  await page.getByLabel('Rounding').selectOption('ninety_nine')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('checkbox', { name: /below the floor/ })).toBeVisible()
  await page
    .getByRole('button', { name: /^Leave out/ })
    .nth(1)
    .click()
  await expect(page.getByText('Left out', { exact: true })).toBeVisible()
  await takePictures(page, 'bulk-preview')
  await page.getByRole('checkbox', { name: /below the floor/ }).check()
  await marketplace.goOffline()
  const action = page.getByRole('button', { name: /^Change \d+ prices$/ })
  await packer.openForm(action)
  await takePictures(page, 'bulk-confirm')
  await packer.form.getByRole('button', { name: /^Change \d+ prices$/ }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await takePictures(page, 'bulk-paused')
  await marketplace.goOnline()
  await packer.sync()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/The marketplace accepts about \d+ changes a minute/)).toBeVisible()
  await expect(page.getByText(/\d+ a minute · .* left/)).toBeVisible()
  await takePictures(page, 'bulk-under-way')
  await page.getByRole('button', { name: 'Back to bulk changes' }).click()
  await expect(page.getByText('Change prices · 37 items')).toBeVisible()
  await takePictures(page, 'bulk-list')
})
