import { expect, test } from 'playwright/test'
import { serveWorkshop } from '../support/workshop'

/** The text of the last scan's panel in each state of the bench, and other signs of that state. */
const STATES: readonly [name: string, answer: string, shows: string | RegExp][] = [
  ['Orders to pack', 'idle', '100061'],
  ['Nothing to pack', 'idle', 'Well done'],
  ['Order open', 'order_opened', 'Fountain pen'],
  ['Item accepted', 'line_chosen', '1 of 3 chosen'],
  ['Item scanned twice', 'already_scanned', 'Already scanned: Single ring, silver'],
  ['Everything chosen', 'line_chosen', '3 of 3 chosen'],
  ['Packed', 'packed', '1Z999AA10123456784'],
  ['Item of another order', 'foreign', '100052'],
  ['Unknown code', 'unknown', '5012345678900'],
  ['Order canceled', 'order_canceled', 'CANCELED'],
  ['Packed order canceled', 'order_canceled', 'Pull the parcel'],
  ['Another bench was first', 'order_opened', 'its items are in another shipment'],
  ['Shipment canceled elsewhere', 'order_opened', 'its shipment was canceled'],
  ['Order on hold', 'order_opened', 'Waiting for a ring size'],
  ['Order on another bench', 'opened_elsewhere', 'Station 2'],
  ['Parcel packed before', 'order_opened', '1Z999AA10123456784'],
  ['An alarm', 'idle', '1Z999AA10123456784'],
  ['Offline', 'order_opened', '12'],
  ['Token refused', 'idle', /token/i],
  ['Two need you', 'idle', /Outbox[^S]*2/],
  ['Disk full', 'order_opened', /disk/i],
  ['Disk fails', 'order_opened', /disk/i],
  ['Clock wrong', 'idle', /clock/i],
  ['First import', 'idle', '1,240'],
  ['Locked', 'idle', 'Everything stays as you left it'],
]

test('shows each piece and every state of the bench without a station @full', async ({ page }) => {
  test.setTimeout(300_000)
  const { url, close } = await serveWorkshop()
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  try {
    await page.goto(url)
    await expect(page.getByRole('region', { name: 'States of an operation' })).toContainText('Needs you')
    const names = await page.getByRole('navigation').getByRole('link').allTextContents()
    expect(names).toEqual(STATES.map(([name]) => name))
    for (const [index, [name, answer, shows]] of STATES.entries()) {
      await page.goto(`${url}?state=${index}`)
      const panel = page.getByLabel('Last scan')
      // An accepted answer may have faded by now.
      await expect(panel, name).toHaveAttribute(answer === 'idle' ? 'data-kind' : 'data-last-kind', answer)
      await expect(page.locator('body'), name).toContainText(shows)
    }
    expect(failures).toEqual([])
  } finally {
    await close()
  }
})
