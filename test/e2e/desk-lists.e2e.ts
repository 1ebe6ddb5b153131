import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

/** The lists of the desk: sorted as a whole, and saved as files. */

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const status = (page: Page) => page.getByRole('status').filter({ hasText: '.csv' })

test('operations are sorted by column head, by keyboard too, and saved as listed', async ({ openBench }) => {
  const plan = Array.from({ length: 3 }, () => ({ lines: 1 }))
  const { packer, marketplace, orders } = await openBench({ orders: plan })
  const { page } = packer
  await marketplace.goOffline()
  const ids = orders.map(({ id }) => id)
  for (const index of [1, 0, 2]) {
    await packer.open(nth(ids, index))
    await packer.tickAll()
    await packer.pack()
    await packer.leaveOrder()
  }
  await packer.goTo('Outbox')
  const listed = async () => {
    const texts = await packer.operations.allInnerTexts()
    return texts.map((text) => Number(/Order (\d+)/.exec(text)?.[1]))
  }
  const [first, second, third] = [nth(ids, 0), nth(ids, 1), nth(ids, 2)]
  await expect.poll(listed).toEqual([second, first, third])
  await expect(head(page, 'Confirmed')).toHaveAttribute('aria-sort', 'ascending')

  const byOrder = head(page, 'Order or item')
  await byOrder.getByRole('button').focus()
  await packer.press('Enter')
  await expect(byOrder).toHaveAttribute('aria-sort', 'ascending')
  await expect(head(page, 'Confirmed')).toHaveAttribute('aria-sort', 'none')
  await expect.poll(listed).toEqual([first, second, third])
  await packer.press('Enter')
  await expect(byOrder).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(listed).toEqual([third, second, first])

  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(status(page)).toContainText('3 operations are in')
  const path = /are in (.+\.csv)\./.exec(await status(page).innerText())?.[1] ?? ''
  const lines = readFileSync(path, 'utf8').trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[2]))).toEqual([third, second, first])

  await page.getByText('All', { exact: true }).click()
  await expect(head(page, 'Confirmed')).toHaveAttribute('aria-sort', 'descending')
  await expect(byOrder).not.toHaveAttribute('aria-sort')
  await expect.poll(listed).toEqual([third, first, second])
})

test(
  'items are sorted as a whole and saved as they are filtered',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [], items: 130 })
    const { page } = packer
    await packer.goTo('Items')
    const rows = page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
    await expect(page.getByText(/^130 items/)).toBeVisible()
    const prices = async () => {
      const texts = await rows.allInnerTexts()
      return texts.map((text) => Number((/\$([\d,.]+)/.exec(text)?.[1] ?? '').replaceAll(',', '')))
    }
    const isRising = (numbers: number[]) =>
      numbers.length > 5 && numbers.every((number, index) => number >= (numbers[index - 1] ?? 0))
    const price = head(page, 'Price')
    await price.getByRole('button').focus()
    await packer.press('Enter')
    await expect(price).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => isRising(await prices())).toBe(true)
    const least = (await prices())[0]
    await price.getByRole('button').click()
    await expect(price).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => isRising((await prices()).toReversed())).toBe(true)
    const most = (await prices())[0]

    await packer.choose('Save as CSV')
    await expect(status(page)).toContainText('130 items are in')
    const path = /are in (.+\.csv)\./.exec(await status(page).innerText())?.[1] ?? ''
    const lines = readFileSync(path, 'utf8').trim().split('\r\n')
    const column = lines[0]?.split(',').findIndex((name) => name.startsWith('Price')) ?? -1
    const saved = lines.slice(1).map((line) => Number(line.split(',')[column]))
    expect(saved).toHaveLength(130)
    expect([saved[0], saved.at(-1)]).toEqual([most, least])
    expect(isRising(saved.toReversed())).toBe(true)
  },
)

test('a column keeps the width that it was given, by mouse and by keyboard', async ({ openBench }) => {
  const { packer, restart } = await openBench({ orders: [], items: 30 })
  const edgeOf = (page: Page, name: string) => page.getByRole('separator', { name: `Width of “${name}”` })
  const widthOf = (page: Page, name: string) =>
    head(page, name).evaluate((element) => element.getBoundingClientRect().width)
  const drag = async (page: Page, name: string, byPx: number) => {
    const box = (await edgeOf(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byPx, y, { steps: 4 })
    await page.mouse.up()
  }
  const { page } = packer
  await packer.goTo('Items')
  await expect(page.getByText(/^30 items/)).toBeVisible()
  const usual = { sku: await widthOf(page, 'Your SKU'), price: await widthOf(page, 'Price') }
  const reset = page.getByRole('button', { name: 'Usual column widths' })
  await expect(reset).toBeHidden()

  // Right of the title, a column grows to the left: its edge stays under the pointer.
  const title = await widthOf(page, 'Item')
  await drag(page, 'Your SKU', -60)
  await expect.poll(() => widthOf(page, 'Your SKU')).toBeCloseTo(usual.sku + 60, 0)
  await expect.poll(() => widthOf(page, 'Item')).toBeCloseTo(title - 60, 0)
  await packer.tabTo(edgeOf(page, 'State'))
  const state = await widthOf(page, 'State')
  await packer.press('ArrowRight')
  await packer.press('ArrowRight')
  await expect.poll(() => widthOf(page, 'State')).toBeCloseTo(state + 32, 0)
  await expect(edgeOf(page, 'State')).toHaveAttribute('aria-valuenow', String(Math.round(state + 32)))
  // An amount is never cut.
  await drag(page, 'Price', 200)
  expect(await widthOf(page, 'Price')).toBeCloseTo(usual.price, 0)

  const later = await restart()
  const list = later.page.getByRole('grid', { name: 'Items' })
  await later.goTo('Items')
  await expect(later.page.getByText(/^30 items/)).toBeVisible()
  await expect.poll(() => widthOf(later.page, 'Your SKU')).toBeCloseTo(usual.sku + 60, 0)
  await later.tabTo(edgeOf(later.page, 'State'))
  await later.press('End')
  await expect.poll(() => widthOf(later.page, 'State')).toBeGreaterThan(state + 200)
  await later.page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await later.page.setViewportSize({ width: 1280, height: 800 })
  await later.press('Enter')
  await expect.poll(() => widthOf(later.page, 'State')).toBeCloseTo(state, 0)
  await later.page.getByRole('button', { name: 'Usual column widths' }).click()
  await expect(list).toBeFocused()
  await expect.poll(() => widthOf(later.page, 'Your SKU')).toBeCloseTo(usual.sku, 0)
  await expect(later.page.getByRole('button', { name: 'Usual column widths' })).toBeHidden()
})

test(
  'the filter of items is shown as chips, which remove it',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [], items: 30 })
    const { page } = packer
    await packer.goTo('Items')
    const chips = page.getByRole('list', { name: 'Filters in use' }).getByRole('button')
    const all = page.getByText(/^30 items/)
    await expect(all).toBeVisible()
    await expect(chips).toHaveCount(0)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const state = page.getByRole('combobox', { name: 'State' })
    await state.click()
    await page.getByRole('option', { name: /^Listed \(\d+\)$/ }).click()
    await packer.press('Escape')
    await page.getByRole('textbox', { name: 'Your SKU' }).fill('STK1000012')
    await packer.press('Enter')
    await expect(chips).toHaveText(['State: Listed', 'Your SKU: STK1000012'])
    await page.getByRole('button', { name: 'Remove filter State: Listed' }).focus()
    await packer.press('Enter')
    await expect(chips).toHaveText(['Your SKU: STK1000012'])
    await expect(chips.first()).toBeFocused()
    await packer.press('Enter')
    await expect(chips).toHaveCount(0)
    await expect(all).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your SKU' })).toHaveValue('')

    await page.getByRole('textbox', { name: 'Price from' }).fill('100')
    await packer.press('Enter')
    await expect(chips).toHaveText(['Price from: $100.00'])
    await page.getByRole('textbox', { name: 'Discount to (%)' }).fill('many')
    await packer.press('Enter')
    await expect(page.getByText('This cannot be read.')).toBeVisible()
    await page.getByRole('textbox', { name: 'MPN' }).fill('no such number')
    await packer.press('Enter')
    await expect(page.getByText('No items match.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(chips).toHaveCount(0)
    await expect(all).toBeVisible()
  },
)
