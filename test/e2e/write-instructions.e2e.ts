import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, nth, test } from '../support/bench'
import { LOGO_PNG } from '../support/logo'
import { openSection } from '../support/operators'
import { takePictures } from '../support/pictures'

/** Packing instructions that a supervisor writes in the app. */

const BAG = { title: 'Leather bag', mpn: 'BAG-1', externalId: 'OWN-1' }

test('an instruction is written at the item, shown at the bench, changed and removed in the settings', async ({
  openBench,
  dataDir,
}) => {
  const dir = join(dataDir, 'instructions')
  const path = join(dir, 'instructions.csv')
  const fillers = Array.from({ length: 20 }, (_, index) => `F-${index},,Fold it ${index},,\r\n`)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'ribbon.png'), LOGO_PNG)
  const first = ['sku,condition,text,picture,confirm\r\n', ...fillers].join('')
  writeFileSync(path, first)
  // Almost as large as a picture may be.
  const large = Buffer.concat([LOGO_PNG, Buffer.alloc(990_000 - LOGO_PNG.length)])
  const { packer, orders } = await openBench({ orders: [{ lines: [BAG] }] })
  const { page, form } = packer

  await packer.goTo('Items')
  await page.getByRole('row', { name: 'Leather bag' }).click()
  const card = page.getByRole('region', { name: 'Packing instruction' })
  await expect(card).toContainText('There is no instruction for this item.')
  await packer.openForm(card.getByRole('button', { name: 'Write an instruction' }))
  const text = form.getByRole('textbox', { name: 'What the packer does' })
  await expect(text).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'For' })).toHaveValue('SKU OWN-1')
  await text.fill('Tie the red ribbon,\nthen add a card')
  await form.getByRole('combobox', { name: 'Picture' }).click()
  await page.getByRole('option', { name: 'ribbon.png' }).click()
  const picture = form.getByRole('img', { name: 'Picture of the instruction' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await form.getByText('The packer confirms it before').click()
  await takePictures(page, 'instruction-write')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card).toContainText('SKU OWN-1 · The packer confirms it')
  await expect(card.getByRole('status')).toContainText('Saved.')
  await takePictures(page, 'instruction-at-item')
  const row = 'OWN-1,,"Tie the red ribbon,\nthen add a card",ribbon.png,yes\r\n'
  expect(readFileSync(path, 'utf8')).toBe(first + row)

  // A spreadsheet saves the table meanwhile.
  await packer.openForm(card.getByRole('button', { name: 'Change: Tie' }))
  await text.fill('Blue ribbon')
  const second = first.replace('Fold it 0', 'Roll it 0') + row
  writeFileSync(path, second)
  const file = page.locator('input[type=file]')
  const tooLarge = Buffer.alloc(1_000_001)
  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: tooLarge })
  await expect(form.getByRole('alert')).toContainText('This picture cannot be shown at the bench.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Nothing was written. instructions.csv has changed since this was opened.',
  )
  await takePictures(page, 'instruction-changed')
  await form.getByRole('combobox', { name: 'Picture' }).click()
  await page.getByRole('option', { name: 'No picture' }).click()
  await expect(form.getByRole('alert')).toBeHidden()
  await form.getByRole('button', { name: 'Cancel' }).click()
  expect(readFileSync(path, 'utf8')).toBe(second)
  await packer.openForm(card.getByRole('button', { name: 'Change: Tie' }))
  await text.fill('Blue ribbon')
  await file.setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: large })
  await expect(form).toContainText('blue.png is copied into the folder when you save.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Blue ribbon')
  expect(readFileSync(join(dir, 'blue.png')).equals(large)).toBe(true)

  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  await expect(page.getByRole('region', { name: 'Packing instruction' })).toContainText('Blue ribbon')

  await openSection(packer, 'Instructions')
  const list = page.getByRole('region', { name: 'All instructions' })
  await expect(list.getByRole('listitem')).toHaveCount(21)
  await takePictures(page, 'instruction-list')
  await packer.openForm(list.getByRole('button', { name: 'Write an instruction' }))
  await expect(form.getByRole('textbox', { name: 'Item number, SKU or MPN' })).toBeFocused()
  await text.fill('Show the flaw')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByRole('textbox', { name: 'Condition' }).fill('Fair')
  await takePictures(page, 'instruction-write-any')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(list).toContainText('Every item in the condition Fair')
  const third = second.replace(row, '') + 'OWN-1,,Blue ribbon,blue.png,yes\r\n,Fair,Show the flaw,,\r\n'
  expect(readFileSync(path, 'utf8')).toBe(third)
  await list.getByRole('searchbox', { name: 'Find an instruction' }).fill('blue')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await packer.openForm(list.getByRole('button', { name: 'Remove: Blue ribbon' }))
  await expect(form).toContainText('Remove this instruction?')
  await takePictures(page, 'instruction-remove')
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toContainText('No instruction contains “blue”.')
  expect(readFileSync(path, 'utf8')).toBe(third.replace(/OWN-1.*\r\n/, ''))

  // A table that cannot be read is not an empty one.
  const broken = 'sku,text\nOWN-1,"Blue'
  writeFileSync(path, broken)
  await page.getByRole('button', { name: 'Read the folder again' }).click()
  const reason = 'The table cannot be read: a quotation mark is missing.'
  await expect(list).toContainText(reason)
  await expect(list).not.toContainText('There are no instructions yet.')
  await expect(page.getByRole('region', { name: 'In the folder' })).not.toContainText('0 instructions')
  await takePictures(page, 'instruction-list-broken')
  await packer.goTo('Items')
  await expect(card).toContainText(reason)
  await expect(card).not.toContainText('There is no instruction for this item.')

  await openSection(packer, 'Evidence')
  const entries = page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
  await expect(entries.filter({ hasText: 'Packing instruction removed' })).toHaveCount(1)
  await expect(entries.filter({ hasText: 'Packing instruction written' })).toHaveCount(4)
  await takePictures(page, 'instruction-evidence')
})
