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
