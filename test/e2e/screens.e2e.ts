import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG, ELECTRON_FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { PICTURES_TAG, pictureTags, takePicture, takePictures } from '../support/pictures'

// Many screenshots, each checked by axe.
test.slow()

/** The screens: both themes, both sizes, and a screenshot of each for people to judge. */

const LONG = 'Double-breasted long wool coat with a detachable faux-fur collar and horn buttons, unworn'
const PLAN = [
  { lines: [{ title: LONG, mpn: 'COAT-1' }, { title: 'Leather bag' }], shippingFee: true },
  { lines: 9 },
  { lines: 1 },
  { lines: 3, shippingFee: true },
]

test('the chosen theme stays', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, restart, station } = await openBench({ orders: [] })
  const background = () => station.page().evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await packer.useColors('dark')
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await packer.reload()
  await expect.poll(background).toBe(dark)
  const again = await restart()
  await expect.poll(background).toBe(dark)
  await again.useColors('light')
  await expect.poll(background).toBe(light)
})

test(
  'every screen fits, at both sizes in both themes',
  { tag: [PICTURES_TAG, BROWSER_TAG] },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({ orders: PLAN, items: 12 })
    const { page } = packer
    const picture = (name: string) => takePictures(page, name)
    await expect(packer.orderList.getByRole('option').first()).toBeVisible()
    await picture('queue')
    await workThrough(packer, nth(orders, 0).id, picture)
    await lookAtItems(packer, picture)
    await packer.goTo('Settings')
    await picture('settings')
    await packer.goTo('Orders')
    const canceled = nth(orders, 2).id
    await packer.open(canceled)
    await control.changeOrder(canceled, { action: 'cancelOrder' })
    await packer.sync()
    await expect(packer.alarms.first()).toBeVisible()
    await picture('canceled')
    await marketplace.goOffline()
    await packer.scanOrder(nth(orders, 3).id)
    await packer.tickAll()
    await packer.pack()
    await packer.goTo('Outbox')
    await expect(packer.gate).toHaveText('Offline')
    await expect(packer.operations.filter({ hasText: 'Waiting' })).toHaveCount(1)
    await picture('outbox-offline')
  },
)

/** An order before, during and after packing, with its form, and the outbox. */
async function workThrough(packer: Packer, orderId: number, picture: (name: string) => Promise<void>) {
  const { page } = packer
  await packer.open(orderId)
  await picture('order')
  await packer.more.click()
  await expect(page.getByRole('menuitem', { name: 'Timeline' })).toBeVisible()
  await picture('order-more')
  await packer.openForm(page.getByRole('menuitem', { name: 'Tick all by hand' }))
  await picture('order-tick-all')
  await packer.press('Escape')
  await packer.more.click()
  await packer.openForm(page.getByRole('menuitem', { name: 'Put on hold' }))
  await picture('order-hold')
  await packer.press('Escape')
  await packer.openStation()
  await page.getByRole('button', { name: 'Language English' }).click()
  await expect(page.getByRole('menuitem', { name: 'Deutsch' })).toBeVisible()
  await picture('station-menu')
  await packer.press('Escape', 'Escape')
  await packer.scan('nothing-has-this-code')
  await expect(packer.error).toBeVisible()
  await picture('blocking-error')
  await packer.clearError()
  await packer.tickAll()
  await picture('order-chosen')
  await packer.pack()
  await picture('order-packed')
  await packer.startMove(1, 'Mark as shipped')
  await packer.field('Shipped at').fill('tomorrow')
  await packer.submitMove('Mark as shipped')
  await expect(packer.field('Shipped at')).toHaveAttribute('aria-invalid', 'true')
  await picture('ship-form')
  await packer.press('Escape')
  await expect(packer.form).toBeHidden()
  await packer.goTo('Outbox')
  await page.getByText('All', { exact: true }).click()
  await expect(packer.operations.first()).toBeVisible()
  await picture('outbox')
}

/** The list of items, one item, its confirmation, and the form of a new one: empty, refused and filled in. */
async function lookAtItems(packer: Packer, picture: (name: string) => Promise<void>) {
  const { page } = packer
  const rows = page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
  await packer.goTo('Items')
  await expect(rows.first()).toBeVisible()
  await picture('items')
  // Only a listed item can be delisted. Which items come first depends on when each was read.
  const listed = rows.filter({ has: page.getByText('Listed', { exact: true }) }).first()
  await rows.first().hover()
  await expect(async () => {
    if ((await listed.count()) === 0) await page.mouse.wheel(0, 300)
    await expect(listed).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await listed.click()
  await page.getByLabel('New price').fill('1,234')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByLabel('New price')).toHaveAttribute('aria-invalid', 'true')
  await picture('item')
  await packer.openForm(page.getByRole('button', { name: 'Delist item' }))
  await picture('item-delist')
  await packer.press('Escape')
  await expect(packer.form).toBeHidden()
  await page.getByRole('button', { name: 'Back to items' }).click()
  await page.getByRole('button', { name: 'New item' }).click()
  await page.getByRole('button', { name: 'List this item' }).click()
  await expect(page.getByText('fields to fix')).toBeVisible()
  await picture('item-form')
  const category = page.getByRole('combobox', { name: 'Category', exact: true })
  await category.fill('boots')
  await expect(page.getByRole('option').first()).toBeVisible()
  await picture('item-form-category')
  await packer.press('ArrowDown')
  await packer.press('Enter')
  await page.getByLabel('View of photo 1').fill('front')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await page.getByRole('button', { name: 'Add a material' }).click()
  await page.getByRole('button', { name: 'List this item' }).click()
  await page.getByLabel('Address of photo 2').scrollIntoViewIfNeeded()
  await picture('item-form-filled')
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await page.getByRole('button', { name: 'Back to items' }).click()
}

test(
  'empty pages of the desk fit, also on a small screen and zoomed',
  pictureTags(),
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [], items: 0 })
    const { page } = packer
    for (const name of ['Outbox', 'Handover', 'Items', 'Settings'] as const) {
      await packer.goTo(name)
      await takePictures(page, `empty-${name}`)
      for (const [width, height] of [
        [1024, 768],
        [640, 400],
      ] as const) {
        await page.setViewportSize({ width, height })
        await takePicture(page, `empty-${name}-light-${width}`)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  },
)
