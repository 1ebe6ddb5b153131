import type { Page } from 'playwright/test'
import { askStation } from '../support/ask-station'
import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { saveText } from '../support/settings'

/** An unattended station, and what waits behind its lock. */

const lockFromMain = (page: Page) => askStation(page, 'operators:lock')

// It watches and makes requests that only the browser host has.
test(
  'an idle station locks, and continues where it was left',
  { tag: BROWSER_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 2 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { pin: '2468' })
    await saveText(page.getByLabel('until it locks'), '1')
    const reported = page.waitForRequest(/operators:active$/)
    await packer.goTo('Orders')
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await packer.scan(nth(nth(orders, 0).order_lines, 0).item_number ?? '')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    // Main measures idle time by what the window reports.
    await reported

    await packer.page.getByTestId('operator').click()
    await page.getByRole('menuitem', { name: 'Lock the station' }).click()
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)

    await packer.editLabel()
    const carrier = packer.packPanel.getByRole('combobox', { name: 'Carrier' })
    await carrier.focus()
    // As main does when idle time is over; see test/contract/app/lock.test.ts.
    await lockFromMain(page)
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await expect(page.getByText(`Order ${nth(orders, 0).id}`).first()).toBeHidden()
    await packer.scan(nth(nth(orders, 0).order_lines, 1).item_number ?? '')
    await expect(packer.lastScan).toContainText('NOT accepted')
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(packer.lastScan).toContainText('Hello Ada')
    await expect(carrier).toBeFocused()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  },
)

test(
  'a blocking error waits behind the lock, and covers everything again after the badge',
  { tag: FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { pin: '2468' })
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await packer.scan('NOBODY-KNOWS-THIS')
    await expect(packer.error).toContainText('Unknown code')
    await page.getByTestId('operator').dispatchEvent('click')
    await page.getByText('Lock the station').dispatchEvent('click')
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await expect(packer.error).toBeHidden()
    for (const digit of '2468') await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(packer.error).toContainText('Unknown code')
    await packer.press('Enter', 'Space', 'Escape')
    await expect(packer.error).toBeVisible()
    await packer.clearError()
    await packer.goTo('Orders')
    await expect(packer.orderList.getByRole('option')).toHaveCount(1)
  },
)

/** What a person without tools can find on the page: by eye, by selecting everything, with the browser's search. */
const findable = (page: Page, words: string) =>
  page.evaluate((text) => {
    getSelection()?.selectAllChildren(document.body)
    const selected = getSelection()?.toString() ?? ''
    getSelection()?.removeAllRanges()
    const { find } = window as unknown as { find(words: string): boolean }
    return document.body.innerText.includes(text) || selected.includes(text) || find.call(window, text)
  }, words)

test(
  'a half-filled form waits behind the lock, unreachable, and returns after the badge',
  { tag: FULL_TAG },
  async ({ openBench, dataDir }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 2 }, { lines: 1 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { pin: '2468' })
    const order = nth(orders, 0)
    const buyer = order.shipping_address?.name ?? 'nobody'
    const locked = page.getByRole('heading', { name: /^Locked/ })
    const lock = async () => {
      // Idle time locks it whatever covers this button.
      await page.getByTestId('operator').dispatchEvent('click')
      await page.getByText('Lock the station').dispatchEvent('click')
      await expect(locked).toBeVisible()
    }
    await packer.scan(badgeOf(dataDir, 'Ada'))

    await packer.goTo('Orders')
    await packer.open(order.id)
    await packer.editLabel()
    await packer.packPanel.getByRole('textbox', { name: 'Tracking URL' }).fill('https://example.com/half')
    await packer.tickAll()
    await packer.pack()
    await packer.openDetails()
    await packer.startMove(1, 'Mark as shipped')
    await packer.field('Tracking number').fill('HALF-TYPED')
    expect(await findable(page, buyer)).toBe(true)
    await lock()

    for (const secret of [buyer, 'HALF-TYPED', String(order.id)])
      expect(await findable(page, secret)).toBe(false)
    await expect(packer.form).toBeHidden()
    await packer.press('F1', 'Escape', 'F9', 'Enter', 'Control+Enter')
    for (let presses = 0; presses < 30; presses += 1) {
      await packer.press('Tab')
      const inside = await page.evaluate(() => document.activeElement?.closest('main')?.ariaLabel ?? 'none')
      expect(['Sign in', 'none']).toContain(inside)
    }
    await packer.scan('1Z999AA10123456784')
    await expect(packer.lastScan).toContainText('NOT accepted')

    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(locked).toBeHidden()
    await expect(packer.field('Tracking number')).toHaveValue('HALF-TYPED')
    await expect(packer.form).toHaveCount(1)
    await packer.scan('1Z999AA10123456784')
    await expect(packer.field('Tracking number')).toHaveValue('1Z999AA10123456784')
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
    await expect(packer.order(order.id)).toBeVisible()

    await packer.goTo('Items')
    await page.getByRole('button', { name: 'New item' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a coat')
    await lock()
    expect(await findable(page, 'New item')).toBe(false)
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a coat')
    await expect(page.getByRole('menu')).toBeHidden()
    await packer.goTo('Orders')
    await expect(packer.orderList.getByRole('option')).toHaveCount(1)
    await packer.open(nth(orders, 1).id)
  },
)

test(
  'a locked station stays locked after a restart, and shows its orders after the badge',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const bench = await openBench({ orders: [{ lines: 1 }] })
    const { page } = bench.packer
    await openSection(bench.packer, 'Operators')
    await addOperator(bench.packer, 'Ada', { pin: '2468' })
    await bench.packer.scan(badgeOf(dataDir, 'Ada'))
    await page.getByTestId('operator').click()
    await page.getByRole('menuitem', { name: 'Lock the station' }).click()
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await bench.station.stop()
    const packer = await bench.restart()
    await expect(packer.page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    expect(await packer.page.content()).not.toContain(String(nth(bench.orders, 0).id))
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(packer.orderList.getByRole('option')).toHaveCount(1)
  },
)
