import type { Locator } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'

/** What people do at the desk, and in how many steps: presses, and fields that are filled. A screen that needs one more says why. */

test('five tasks of a desk take few steps', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer, marketplace, orders } = await openBench({
    orders: [{ lines: [{ title: 'Wool coat', priceCents: 10_000 }] }],
  })
  const { page } = packer
  let steps = 0
  const press = async (control: Locator) => {
    steps += 1
    await control.click()
  }
  const fill = async (field: Locator, text: string) => {
    steps += 1
    await field.fill(text)
  }
  const task = (name: string, most: number, act: () => Promise<void>) =>
    test.step(name, async () => {
      steps = 0
      await act()
      expect(steps, name).toBeLessThanOrEqual(most)
    })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const goTo = (name: string) =>
    press(page.getByRole('navigation').getByRole('button', { name, exact: true }))
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

  await task('find an order of last week', 6, async () => {
    await goTo('Orders')
    await press(button('Filter'))
    await fill(page.getByLabel('Bought on or after'), day(7))
    await fill(page.getByLabel('Bought before'), day(-1))
    await press(button('Show orders'))
    await expect(page.getByRole('button', { name: /^Save filter/ })).toBeVisible()
    await press(page.getByRole('row').filter({ hasText: String(nth(orders, 0).id) }))
    await expect(packer.order(nth(orders, 0).id)).toBeVisible()
  })
  await marketplace.goOffline()
  await task('refund part of it', 4, async () => {
    await press(button('Order details'))
    await press(button('Refund …'))
    await fill(packer.form.getByRole('textbox', { name: 'Amount in USD' }), '19.99')
    await press(packer.form.getByRole('button', { name: 'Refund $19.99' }))
    await expect(packer.form).toBeHidden()
  })
  await task('have slips printed on label paper', 4, async () => {
    await goTo('Settings')
    await fill(page.getByRole('searchbox', { name: 'Find a setting' }), 'label paper')
    await press(page.getByRole('search').getByRole('button').first())
    await press(page.getByRole('checkbox', { name: 'Packing slips' }))
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Packing slips' })).toBeChecked()
  })
  await task('add an operator with a badge', 5, async () => {
    await press(page.getByRole('tab', { name: 'Operators' }))
    await press(button('Add an operator'))
    await fill(packer.form.getByRole('textbox', { name: 'Name' }), 'Ada')
    await press(packer.form.getByRole('button', { name: 'Save' }))
    await press(button('Print the badge of Ada'))
    await expect(page.getByText('Given to the browser to print.')).toBeVisible()
  })
  await expect(packer.gate).toHaveText('Offline')
  await task('say why an operation waits', 2, async () => {
    await goTo('Outbox')
    await press(page.getByRole('row').filter({ hasText: 'Refund' }))
    await expect(page.getByRole('main')).toContainText('cannot be sent now: Offline')
  })
})
