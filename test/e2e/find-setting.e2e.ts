import { findSettings } from '../../src/renderer/src/features/settings/find-setting'
import { expect, test } from '../support/bench'
import { DICTIONARIES } from '../support/dictionaries'
import { FULL_TAG } from '../support/full'
import { atRest } from '../support/keyboard'
import { takePictures } from '../support/pictures'
import { speak } from '../support/station-menu'
import type { TFunction } from 'i18next'

/** Nobody has to know in which section a setting is. */

test('a setting is found by a word of it, and shown with its field in focus', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await packer.goTo('Settings')
  const search = page.getByRole('searchbox', { name: 'Find a setting' })
  const found = page.getByRole('search')
  await search.fill('you thank')
  await expect(found.getByRole('button')).toHaveText(['Thank-you linePrinting'])
  await takePictures(page, 'settings-search')
  await search.press('Enter')
  await expect(page.getByRole('tab', { name: 'Printing' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Thank-you line' })).toBeFocused()
  await expect(search).toHaveValue('')

  await search.fill('nothing of it')
  await expect(found).toContainText('No setting is called that.')

  await speak(page, 'Deutsch')
  await page.getByRole('searchbox', { name: 'Einstellung suchen' }).fill('drucker')
  await found.getByRole('button', { name: /^Etikettendrucker/ }).click()
  await expect(page.getByRole('tab', { name: 'Drucken' })).toHaveAttribute('aria-selected', 'true')
})

/** As the window looks up its words. */
const english = ((key: string) => key.split('.').reduce<unknown>(inside, DICTIONARIES.en)) as TFunction
function inside(words: unknown, name: string) {
  return (words as Record<string, unknown>)[name]
}

test('each field of the settings is found by its words', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await packer.goTo('Settings')
  const tabs = page.getByRole('tab')
  const words = JSON.stringify(DICTIONARIES.en)
  for (const tab of await tabs.all()) {
    await tab.click()
    const panel = page.getByRole('tabpanel')
    await expect(panel).not.toBeEmpty()
    await atRest(page)
    await expect(panel.locator('.mantine-Loader-root')).toHaveCount(0)
    const labels = await panel
      .locator('label, legend')
      .evaluateAll((all) => all.map((label) => label.textContent.replace(/\s*\*$/, '').trim()))
    // Names of carriers and operators are no settings.
    const own = labels.filter((label) => words.includes(JSON.stringify(label)))
    const unknown = own.filter((label) => !findSettings(english, label).some((one) => one.words === label))
    expect.soft(unknown, `of ${await tab.textContent()}`).toEqual([])
  }
})
