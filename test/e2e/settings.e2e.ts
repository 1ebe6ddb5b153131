import { expect, test } from '../support/bench'
import { pictureTags, takePictures } from '../support/pictures'
import { openSection } from '../support/operators'
import { isSaved, saveText } from '../support/settings'

/** Settings have no button: they are saved as they are changed, and the last change can be taken back. */

test('a setting is saved when it is changed, and Undo puts back what was there', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  const undo = page.getByRole('button', { name: 'Undo' })
  await openSection(packer, 'Carriers')
  const dueFirst = page.getByRole('switch', { name: 'First due first' })
  await dueFirst.click()
  await isSaved(dueFirst)
  await expect(dueFirst).toBeChecked()
  await undo.click()
  await expect(dueFirst).not.toBeChecked()
  await expect(dueFirst).toBeFocused()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(undo).toBeHidden()

  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'General' }).click()
  const days = page.getByRole('textbox', { name: 'Days in transit' })
  const before = await days.inputValue()
  await days.fill('100')
  await days.press('Enter')
  await expect(days).toHaveAccessibleDescription(/0 to 90/)
  await expect(days, 'what is wrong stays to be corrected').toHaveValue('100')
  await days.press('Escape')
  await expect(days).toHaveValue(before)
  await expect(days).not.toHaveAccessibleDescription(/0 to 90/)
  await saveText(days, '9')
  await undo.click()
  await expect(days).toHaveValue(before)
  await packer.reload()
  await packer.goTo('Settings')
  await expect(days).toHaveValue(before)

  // Leaving the page by a key leaves the field, too.
  await page.getByRole('textbox', { name: 'Usual carrier' }).fill('UPS')
  await packer.goTo('Orders')
  await packer.goTo('Settings')
  await expect(page.getByRole('textbox', { name: 'Usual carrier' })).toHaveValue('UPS')
})

test('every tab of the settings fits', pictureTags(), async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  await packer.goTo('Settings')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await takePictures(page, `settings-${(await tab.innerText()).toLowerCase().replace(' ', '-')}`)
  }
})
