import type { Page } from 'playwright/test'
import { words as en } from '../../src/locales/en/rest'
import { formatCents } from '../../src/shared/domain/orders/money'
import { WAREHOUSE_ID } from '../support/bench'
import { expect, test } from '../support/fixtures'
import { fillItem, fillOrder, ORDER_ID, serveRecords, type FilledField } from '../support/every-field'
import { packerAt } from '../support/packer'

/** Every field of the Partner API's resources can be seen, and every field that this version does not know. */

const ZONE = 'Europe/Berlin'

/** How a value may be shown: as it came, as money, or as a time. */
function forms({ value }: FilledField): string[] {
  if (typeof value === 'number')
    return [String(value), formatCents(value, 'USD', 'en-GB'), formatCents(value, 'USD', 'en')]
  if (!/^\d{4}-.*Z$/.test(String(value))) return [String(value)]
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' })
  return [parts.format(new Date(String(value)))]
}

/** The fields whose values are not in `text`. A yes is looked for beside the field's name. */
async function notIn(page: Page, text: string, fields: readonly FilledField[]): Promise<string[]> {
  const missing: string[] = []
  for (const field of fields) {
    const seen =
      field.value === true
        ? await saysYes(page, field.name)
        : forms(field).some((form) => text.includes(form))
    if (!seen) missing.push(`${field.path}: ${String(field.value)}`)
  }
  return missing
}

async function saysYes(page: Page, name: string): Promise<boolean> {
  const words = { ...en.items.fields, ...en.order.fields } as Record<string, string>
  const row = page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(words[name] ?? name, { exact: true }) })
  return (await row.getByText(en.items.yes, { exact: true }).count()) > 0
}

/** An order's and an item's texts; the rail and the list of orders show some of them as well. */
const textOf = (page: Page) => page.locator('main').innerText()

test('every field of an order and of an item is on a screen', async ({ openStation }) => {
  const [order, item] = [fillOrder(), fillItem()]
  const marketplace = await serveRecords(order.record, item.record)
  try {
    const station = await openStation({
      env: {
        PACKBENCH_API_BASE_URL: marketplace.baseUrl,
        PACKBENCH_ACCESS_TOKEN: 'a-token-for-this-test',
        PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID),
      },
    })
    const page = station.page()
    const packer = await packerAt(page)
    await expect(page.getByText(/^Data from/)).toBeVisible()
    await page.getByText('All', { exact: true }).click()
    await packer.open(ORDER_ID)
    await packer.openDetails()
    await page.getByText(en.order.allFields).click()
    await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible()
    const left = order.fields.filter(({ path }) => path !== 'order.id')
    expect(left.length).toBeGreaterThan(50)
    expect(await notIn(page, await textOf(page), left)).toEqual([])

    await packer.goTo('Items')
    await page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row').first().click()
    await expect(page.getByRole('region', { name: 'Everything the marketplace sent' })).toBeVisible()
    const ofItem = item.fields.filter(({ path }) => path !== 'item.item_number')
    expect(ofItem.length).toBeGreaterThan(40)
    expect(await notIn(page, await textOf(page), ofItem)).toEqual([])
  } finally {
    marketplace.close()
  }
})
