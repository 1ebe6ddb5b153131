import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'

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
    await page.getByRole('button', { name: 'Choose all' }).click()
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

  await page.getByRole('button', { name: 'CSV of this list' }).click()
  await expect(status(page)).toContainText('3 operations are in')
  const path = /are in (.+\.csv)\./.exec(await status(page).innerText())?.[1] ?? ''
  const lines = readFileSync(path, 'utf8').trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(',')[2]))).toEqual([third, second, first])

  await page.getByText('All', { exact: true }).click()
  await expect(head(page, 'Confirmed')).toHaveAttribute('aria-sort', 'descending')
  await expect(byOrder).not.toHaveAttribute('aria-sort')
  await expect.poll(listed).toEqual([third, first, second])
})

test('items are sorted over all pages and saved as they are filtered', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [], items: 130 })
  const { page } = packer
  await packer.goTo('Items')
  const rows = page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
  await expect(rows).toHaveCount(100)
  const prices = async () => {
    const texts = await rows.allInnerTexts()
    return texts.map((text) => Number((/\$([\d,.]+)/.exec(text)?.[1] ?? '').replaceAll(',', '')))
  }
  const isRising = (numbers: number[]) =>
    numbers.every((number, index) => number >= (numbers[index - 1] ?? 0))
  const price = head(page, 'Price')
  await price.getByRole('button').focus()
  await packer.press('Enter')
  await expect(price).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText(/as read on \d{4}-/)).toBeVisible()
  // The rows follow the head's arrow.
  await expect.poll(async () => isRising(await prices())).toBe(true)
  const first = await prices()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^Page 2 ·/)).toBeVisible()
  await expect(rows).not.toHaveCount(100)
  await expect.poll(async () => isRising(await prices())).toBe(true)
  const second = await prices()
  expect(second[0]).toBeGreaterThanOrEqual(first.at(-1) ?? Infinity)
  await price.getByRole('button').click()
  await expect(price).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await prices())[0]).toBe(second.at(-1))

  await page.getByRole('button', { name: 'CSV of this list' }).click()
  const count = first.length + second.length
  await expect(status(page)).toContainText(`${count} items are in`)
  const path = /are in (.+\.csv)\./.exec(await status(page).innerText())?.[1] ?? ''
  const lines = readFileSync(path, 'utf8').trim().split('\r\n')
  const column = lines[0]?.split(',').findIndex((name) => name.startsWith('Price')) ?? -1
  const saved = lines.slice(1).map((line) => Number(line.split(',')[column]))
  expect(saved).toEqual([...first, ...second].toReversed())
  await price.getByRole('button').click()
  await expect(price).toHaveAttribute('aria-sort', 'none')
})

test('the filter of items is shown as chips, which remove it', async ({ openBench }) => {
  const { packer } = await openBench({ orders: [], items: 30 })
  const { page } = packer
  await packer.goTo('Items')
  const rows = page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
  const chips = page.getByRole('list', { name: 'Filters in use' }).getByRole('button')
  const state = page.getByRole('combobox', { name: 'State' })
  await expect(rows.first()).toBeVisible()
  await expect(chips).toHaveCount(0)
  const all = await rows.count()
  await state.fill('listed, sold out')
  await page.getByRole('textbox', { name: 'Your SKU' }).fill('STK1000012')
  await packer.press('Enter')
  await expect(chips).toHaveText(['State: Listed', 'State: sold out', 'Your SKU: STK1000012'])
  await expect(page.getByRole('textbox', { name: 'Your SKU' })).toBeFocused()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Remove filter State: Listed' }).focus()
  await packer.press('Enter')
  await expect(chips).toHaveText(['State: sold out', 'Your SKU: STK1000012'])
  await expect(chips.first()).toBeFocused()
  await expect(state).toHaveValue('sold out')
  await expect(page.getByText('No items match.')).toBeVisible()
  await packer.press('Enter')
  await expect(rows).toHaveCount(1)
  await packer.press('Enter')
  await expect(chips).toHaveCount(0)
  await expect(rows).toHaveCount(all)
  await expect(page.getByRole('textbox', { name: 'Your SKU' })).toHaveValue('')
  await expect(state).toBeFocused()

  await page.getByRole('textbox', { name: 'MPN' }).fill('no such number')
  await packer.press('Enter')
  await expect(page.getByText('No items match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(chips).toHaveCount(0)
  await expect(rows).toHaveCount(all)
  await expect(page.getByRole('textbox', { name: 'MPN' })).toHaveValue('')
})
