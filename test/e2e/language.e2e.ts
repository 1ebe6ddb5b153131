import { expect, goodsOf, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { DICTIONARIES } from '../support/dictionaries'
import { pictureTags, SIZES, takePicture } from '../support/pictures'
import { plugInScanner } from '../support/scanner'
import { openStationMenu, speak } from '../support/station-menu'

/** The station in other languages: switched at once, saved, and with space for longer words. */

test('an order is packed and shipped in German, and the language stays', async ({ openBench }) => {
  const lines = [{ title: 'Wool coat' }, { title: 'Leather bag' }]
  const { packer, orders, station } = await openBench({ orders: [{ lines }] })
  const { page } = packer
  const order = nth(orders, 0)
  const [coat, bag] = goodsOf(order)
  const scanner = await plugInScanner(page)
  const lastScan = page.getByRole('region', { name: 'Letzter Scan' })

  await speak(page, 'Deutsch')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('option').getByTitle(/^\d\d\.\d\d\.\d{4} \d\d:\d\d/)).toBeVisible()
  await scanner.type(String(order.id))
  await expect(page.getByRole('heading', { level: 1, name: `Bestellung ${order.id}` })).toBeVisible()
  // Titles are read a moment after the order: until then an item has its number for a name.
  await expect(page.getByRole('checkbox', { name: 'Wool coat wählen' })).toBeVisible()
  await scanner.type(coat?.item_number ?? '')
  await expect(lastScan).toContainText('Angenommen: Wool coat')
  await scanner.type(bag?.item_number ?? '')
  await expect(lastScan).toContainText('2 von 2')
  await page.getByRole('button', { name: '2 Artikel packen' }).click()
  const shipment = page.getByRole('article', { name: 'Sendung 1' })
  await expect(shipment).toContainText('Gepackt')

  await shipment.getByRole('button', { name: 'Als versendet melden' }).click()
  const form = page.getByRole('dialog')
  const expected = form.getByRole('textbox', { name: 'Zustellung erwartet am' })
  await expected.fill('2099-01-01 12:00')
  await form.getByRole('button', { name: 'Als versendet melden' }).click()
  await expect(form).toContainText('Das ist mehr als ein Jahr voraus.')
  await form.getByRole('button', { name: '+3 Tage' }).click()
  await expect(expected).toHaveValue(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
  await form.getByRole('button', { name: 'Als versendet melden' }).click()
  await expect(form).toBeHidden()
  await expect(shipment).toContainText('Versendet')

  await station.restart()
  await expect(station.page().getByRole('navigation', { name: 'Seiten' })).toContainText('Packen')
})

test('dates follow the settings, whatever the language', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 1 }] })
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('combobox', { name: 'Dates' }).selectOption({ label: '11/21/2026' })
  await packer.goTo('Orders')
  await expect(page.getByRole('option').getByTitle(/^\d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await packer.goTo('Settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  await openStationMenu(page)
  await expect(page.getByRole('contentinfo')).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
})

test(
  'the state of an order is translated, and an unknown one is shown in its own words',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders, control } = await openBench({
      orders: [{ lines: 1 }],
      settings: { orderStateAfterCancel: 'void_by_seller' },
    })
    const { page } = packer
    const { id } = nth(orders, 0)
    await packer.open(id)
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
    await speak(page, 'Deutsch')
    await expect(page.getByText('Bezahlt', { exact: true })).toBeVisible()
    await control.changeOrder(id, { action: 'cancelOrder' })
    await openStationMenu(page)
    await page.getByRole('button', { name: 'Abgleichen' }).click()
    await expect(page.getByText('void by seller', { exact: true })).toBeVisible()
  },
)

const LONG = 'Double-breasted long wool coat with a detachable faux-fur collar and horn buttons, unworn'
const PLAN = [
  { lines: [{ title: LONG, mpn: 'COAT-1' }, { title: 'Leather bag' }], shippingFee: true },
  { lines: 9 },
]
const LANGUAGES = [
  ['Deutsch', DICTIONARIES.de],
  ['Français', DICTIONARIES.fr],
  ['Español', DICTIONARIES.es],
] as const

for (const [name, words] of LANGUAGES) {
  test(`${name} fits at both sizes`, pictureTags(), async ({ openBench }) => {
    const { packer, orders, marketplace } = await openBench({ orders: PLAN, items: 3 })
    const { page } = packer
    const scanner = await plugInScanner(page)
    await speak(page, name)
    const picture = async (screen: string) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        await takePicture(page, `${screen}-${name}-${width}`)
        const header = await page.locator('header').first().boundingBox()
        expect(header?.height, `one row of pages on ${screen}`).toBeLessThan(70)
      }
    }
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
    const tickAll = async () => {
      await press(words.order.moreMenu)
      await page.getByRole('menuitem', { name: words.lines.tickAll }).click()
      await packer.press('F9')
    }
    const go = (label: string) =>
      page.getByRole('navigation', { name: words.nav.label }).getByRole('button', { name: label }).click()
    await expect(page.getByRole('option')).toHaveCount(2)
    await picture('queue')
    await scanner.type(String(nth(orders, 0).id))
    await tickAll()
    await picture('order-chosen')
    await packer.press('F9')
    const shipment = page.getByRole('article')
    await expect(shipment).toContainText(words.shipments.states.packed)
    await picture('order-packed')
    await shipment.getByRole('button', { name: words.shipments.moves.ship, exact: true }).click()
    await page.getByRole('textbox', { name: words.moveForm.shippedAt }).fill('2026-10-25 02:30')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words.moveForm.submit.ship, exact: true })
      .click()
    await picture('ship-form')
    await packer.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await go(words.nav.items)
    await expect(
      page.getByRole('rowgroup', { name: words.items.list }).getByRole('row').first(),
    ).toBeVisible()
    await picture('items')
    await press(words.items.new)
    await press(words.items.form.submit)
    await picture('item-form')
    await go(words.nav.settings)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await picture('settings')
    await marketplace.goOffline()
    await scanner.type(String(nth(orders, 1).id))
    await tickAll()
    await go(words.nav.outbox)
    await page.getByText(words.outbox.views.all, { exact: true }).click()
    const operations = page.getByRole('rowgroup', { name: words.outbox.list }).getByRole('row')
    await expect(operations.first()).toBeVisible()
    await picture('outbox')
    await operations.first().click()
    await expect(page.getByRole('heading', { name: words.op.asked })).toBeVisible()
    await picture('operation')
  })
}
