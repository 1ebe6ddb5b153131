import { expect } from './bench'
import type { Packer } from './packer'
import { openPreferences } from '../../src/main/areas/settings/preferences'

/** Operators for the tests. */

type Person = { name: string; badge: string }

/** Read from the sealed file: a badge is never shown on the screen. */
export function badgeOf(dataDir: string, name: string): string {
  const operators = openPreferences(dataDir, console.error).readPrivate('operators') as Person[]
  return operators.find((one) => one.name === name)?.badge ?? ''
}

export async function openSection(
  packer: Packer,
  name:
    | 'Carriers'
    | 'Diagnostics'
    | 'Evidence'
    | 'Instructions'
    | 'Label folder'
    | 'Operators'
    | 'Printing'
    | 'Stations',
) {
  await packer.goTo('Settings')
  await packer.page.getByRole('tab', { name }).click()
}

export async function addOperator(
  packer: Packer,
  name: string,
  over: { pin?: string; supervisor?: boolean } = {},
) {
  const { page, form } = packer
  await page.getByRole('button', { name: 'Add an operator' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  if (over.supervisor === true) await form.getByText('Supervisor', { exact: true }).click()
  if (over.pin !== undefined) await form.getByLabel('PIN', { exact: true }).fill(over.pin)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}
