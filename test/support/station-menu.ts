import { expect, type Page } from 'playwright/test'

/** What the foot of the rail opens: connection, colors, language. Found without words, which change with the language. */

export async function openStationMenu(page: Page) {
  const target = page.getByRole('contentinfo').locator('button[aria-expanded]').first()
  if ((await target.getAttribute('aria-expanded')) !== 'true') await target.click()
  await expect(target).toHaveAttribute('aria-expanded', 'true')
}

/** Changes the language, which closes the menu. @param language as the menu names it: "Deutsch" */
export async function speak(page: Page, language: string) {
  await openStationMenu(page)
  await page.getByRole('contentinfo').locator('button[aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: language }).click()
  // The menu fades out; a screenshot of it half gone is not a real screen.
  await expect(page.getByRole('menuitem')).toHaveCount(0)
}
