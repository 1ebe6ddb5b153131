import { expect, type Locator } from 'playwright/test'

/** Settings have no button: a text is saved when its field is left, everything else at once. */

/** Waits until the card of this control says that the change is saved. */
export async function isSaved(control: Locator) {
  const card = control.locator('xpath=ancestor::section[1]')
  await expect(card.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
}

export async function saveText(field: Locator, text: string) {
  await field.fill(text)
  await field.blur()
  await isSaved(field)
}
