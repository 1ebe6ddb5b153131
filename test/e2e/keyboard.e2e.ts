import { expect, goodsOf, nth, test, writesTo } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Everything with the keyboard alone: no mouse, no scanner. */

const PLAN = [
  { lines: [{ title: 'Silk scarf' }], placedAt: '2026-01-01T08:00:00Z' },
  {
    lines: [{ title: 'Wool coat' }, { title: 'Leather bag' }, { title: 'Felt hat' }],
    placedAt: '2026-01-02T08:00:00Z',
  },
]

test('an order is packed and shipped without the mouse', async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { page } = packer
  const { id } = nth(orders, 1)
  await expect(packer.orderList.getByRole('option')).toHaveCount(2)

  await packer.tabTo(packer.orderList)
  await packer.press('ArrowDown')
  await expect(packer.orderList.getByRole('option', { selected: true })).toContainText(String(id))
  await packer.press('Enter')
  await expect(packer.order(id)).toBeVisible()

  await packer.tabTo(packer.line('Wool coat'))
  await packer.press('Space')
  await packer.press('ArrowDown')
  await packer.press('ArrowDown')
  await packer.press('Space')
  await expect(page.getByTestId('chosen')).toHaveText('2 of 3 chosen')
  await packer.editLabel()
  const tracking = packer.packPanel.getByRole('textbox', { name: 'Tracking number' })
  await packer.tabTo(tracking)
  await packer.type('ZX81')
  await packer.press('F10')
  await expect(packer.shipment(1)).toContainText('ZX81')

  await packer.tabTo(packer.line('Leather bag'))
  await packer.press('Space')
  await packer.press('Control+Enter')
  await expect(packer.shipment(2)).toContainText('Packed')

  await packer.tabTo(packer.shipment(1).getByRole('button', { name: 'Mark as shipped', exact: true }))
  await packer.press('Enter')
  await expect(packer.form).toBeVisible()
  await packer.tabTo(packer.form.getByRole('button', { name: 'Mark as shipped', exact: true }))
  await packer.press('Enter')
  await expect(packer.form).toBeHidden()
  await expect(packer.shipment(1)).toContainText('Shipped')

  await packer.everythingIsSent()
  await packer.press('Escape')
  await expect(packer.orderList).toBeVisible()
  const order = await control.readOrder(id)
  expect(order.shipments.map(({ state, tracking_number }) => [state, tracking_number])).toEqual([
    ['shipped', 'ZX81'],
    ['packed', null],
  ])
  const [first, second] = order.shipments.map((shipment) => shipment.id)
  expect(goodsOf(order).map((line) => line.shipment_id)).toEqual([first, second, first])
})

test(
  'Escape closes what was opened last, and the keyboard is where it was before',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: PLAN })
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Silk scarf')
    await packer.press('F9')
    await packer.startMove(1, 'Cancel shipment')
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
    const { page } = packer
    await expect(packer.shipment(1).getByRole('button', { name: 'Cancel shipment' })).toBeFocused()
    await packer.more.click()
    await packer.openForm(page.getByRole('menuitem', { name: 'Put on hold' }))
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
    await expect(packer.more).toBeFocused()
    await packer.openStation()
    const language = page.getByRole('button', { name: 'Language English' })
    await language.click()
    await expect(page.getByRole('menuitem', { name: 'Deutsch' })).toBeVisible()
    await packer.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await expect(language).toBeFocused()
    await packer.press('Escape')
    await expect(language).toBeHidden()
    await expect(packer.order(id)).toBeVisible()
    await expect(packer.order(id)).toBeVisible()
    await expect(packer.shipment(1)).toContainText('Packed')
  },
)

test('Enter right after typing a search opens the match', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  await expect(packer.orderList.getByRole('option')).toHaveCount(2)
  // Titles are read a moment after their orders; the search finds them from then on.
  await expect(packer.orderList).toContainText('Leather bag')
  const search = packer.page.getByRole('searchbox', { name: 'Search orders' })
  await search.fill('leather')
  await search.press('Enter')
  await expect(packer.order(nth(orders, 1).id)).toBeVisible()
})

test('a bouncing key packs once', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, control, orders } = await openBench({ orders: PLAN })
  const { id } = nth(orders, 1)
  await packer.open(id)
  await packer.chooseLine('Wool coat')
  await packer.pressBouncing('F10')
  await expect(packer.shipment(1)).toContainText('Packed')
  await packer.everythingIsSent()
  expect(await writesTo(control)).toEqual([`/api/v1.0/orders/${id}/shipments`])
})

test(
  'a menu comes at once for who asked for less movement, and fades in for others',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: PLAN })
    const { page } = packer
    await packer.goTo('Items')
    const fades = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      const faded = await page.evaluate(async () => {
        let began = false
        // It bubbles; the fading of the pressed button does not count.
        document.addEventListener('transitionrun', ({ target }) => {
          if (target instanceof Element && target.closest('[role=menu]') === target) began = true
        })
        const button = [...document.querySelectorAll('button')].find((one) => one.innerText === 'Change many')
        button?.click()
        const isThere = () => {
          const menu = document.querySelector('[role=menu]')
          return menu !== null && getComputedStyle(menu).opacity === '1'
        }
        while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
        return began
      })
      await packer.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      return faded
    }
    // The page hears of the setting a moment later.
    await expect.poll(() => fades('no-preference')).toBe(true)
    await expect.poll(() => fades('reduce')).toBe(false)
  },
)
