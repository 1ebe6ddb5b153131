import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, nth, writesTo } from '../support/bench'
import { FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { test } from '../support/real-keys'
import { scannerAt } from '../support/real-scanner'
import { isSaved, saveText } from '../support/settings'

/** How a code begins and ends, with real keys in a real window, wherever the focus is. */

const LINES = ['Wool coat', 'Leather bag', 'Silk scarf', 'Felt hat', 'Linen shirt']
const PLAN = { orders: [{ lines: LINES.map((title) => ({ title })) }] }

type Change = Partial<Record<'Before every code' | 'After every code', string>>

async function setScanner({ page, goTo }: Packer, end: string | null, marks: Change = {}) {
  await goTo('Settings')
  await page.getByRole('tab', { name: 'Scanner' }).click()
  if (end !== null) {
    await page.getByRole('combobox', { name: 'A code ends with' }).click()
    await page.getByRole('option', { name: end, exact: true }).click()
    await isSaved(page.getByRole('combobox', { name: 'A code ends with' }))
  }
  for (const [label, text] of Object.entries(marks))
    await saveText(page.getByRole('textbox', { name: label }), text)
  await goTo('Orders')
}

for (const [words, end] of [
  ['Enter', 'enter'],
  ['Tab', 'tab'],
  ['nothing', 'silence'],
] as const) {
  test(
    `codes that end with ${words} arrive once, wherever the focus is`,
    { tag: FULL_TAG },
    async ({ openBench, display }) => {
      const { packer, orders } = await openBench(PLAN)
      const { page } = packer
      const [first, second, third, fourth, fifth] = goodsOf(nth(orders, 0)).map(
        (line) => line.item_number ?? '',
      ) as [string, string, string, string, string]
      if (end !== 'enter') await setScanner(packer, words)
      const scanner = scannerAt(page, display, () => {
        throw new Error('the machine stuttered in the midst of a packing')
      })
      const chosen = page.getByTestId('chosen')

      await test.step('in a text field with text in it', async () => {
        const search = page.getByRole('searchbox', { name: 'Search orders' })
        await search.fill('wool')
        await scanner.typeEnding(end, first)
        await expect(chosen).toHaveText('1 of 5 chosen')
        await expect(packer.lastScan).toContainText(`Scanned: ${first}Scan 1`)
        await packer.editLabel()
        const carrier = packer.packPanel.getByRole('combobox', { name: 'Carrier' })
        await carrier.fill('UPS')
        await scanner.typeEnding(end, second)
        await expect(packer.lastScan).toContainText(`Scanned: ${second}Scan 2`)
        await expect(carrier).toHaveValue('UPS')
        await expect(carrier).toBeFocused()
      })

      await test.step('on a button', async () => {
        const button = packer.more
        await button.focus()
        await scanner.typeEnding(end, third)
        await expect(packer.lastScan).toContainText(`Scanned: ${third}Scan 3`)
        await expect(chosen).toHaveText('3 of 5 chosen')
        await expect(button).toBeFocused()
      })

      await test.step('nowhere', async () => {
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        await scanner.typeEnding(end, fourth)
        await expect(packer.lastScan).toContainText(`Scanned: ${fourth}Scan 4`)
        await expect(chosen).toHaveText('4 of 5 chosen')
        await expect(page.locator(':focus')).toHaveCount(0)
      })

      await test.step('in the field of a dialog', async () => {
        await packer.pack()
        await packer.startMove(1, 'Mark as shipped')
        const url = packer.field('Tracking URL')
        await url.fill('https://example.com/')
        await scanner.typeEnding(end, fifth)
        await expect(packer.lastScan).toContainText(`A form is open`)
        await expect(packer.lastScan).toContainText(`Scanned: ${fifth}Scan 5`)
        await expect(url).toHaveValue('https://example.com/')
        await expect(url).toBeFocused()
        await scanner.typeEnding(end, '1Z999AA10123456784')
        await expect(packer.field('Tracking number')).toHaveValue('1Z999AA10123456784')
        await expect(packer.lastScan).toContainText('Scan 6')
        await expect(url).toBeFocused()
      })

      await test.step('on the button of a dialog, which it does not press', async () => {
        await packer.form.getByRole('button', { name: 'Mark as shipped' }).focus()
        await scanner.typeEnding(end, fifth)
        await expect(packer.lastScan).toContainText('Scan 7')
        await expect(packer.form).toBeVisible()
        await expect(packer.shipment(1)).toContainText('Packed')
      })
    },
  )
}

test(
  'ten codes that end with Tab arrive as ten without a pause, and the focus does not move',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 10 }] })
    const order = nth(orders, 0)
    const codes = goodsOf(order).map((line) => line.item_number ?? '')
    await setScanner(packer, 'Tab')
    await packer.open(order.id)
    const scanner = scannerAt(packer.page, display, async () => {
      await packer.reload()
      await packer.open(order.id)
    })
    await scanner.typeEnding('tab', ...codes)
    await expect(packer.page.getByTestId('chosen')).toHaveText('10 of 10 chosen')
    await expect(packer.lastScan).toContainText(`Scanned: ${codes.at(-1)}Scan 10`)
    await expect(packer.more).not.toBeFocused()
  },
)

test(
  'prefix and suffix are stripped, and a code without them is refused',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    const { packer, orders } = await openBench(PLAN)
    const [first, second] = goodsOf(nth(orders, 0)).map((line) => line.item_number ?? '') as [string, string]
    await setScanner(packer, null, { 'Before every code': '*[', 'After every code': '#' })
    const scanner = scannerAt(packer.page, display, () => packer.press('F2'))
    await scanner.type(`*[${first}#`)
    await expect(packer.page.getByTestId('chosen')).toHaveText('1 of 5 chosen')
    await expect(packer.lastScan).toContainText(`Scanned: ${first}Scan 1`)
    for (const cut of [`*[${second}`, `${second}#`, second]) {
      await scanner.type(cut)
      await expect(packer.error).toContainText('the end of the code is missing')
      await expect(packer.error.getByText('Scanned:')).toHaveText(`Scanned: ${cut}`)
      await packer.clearError()
      await expect(packer.page.getByTestId('chosen')).toHaveText('1 of 5 chosen')
    }
  },
)

test(
  'a doubled, merged or truncated code is shown as received, and changes nothing',
  { tag: FULL_TAG },
  async ({ openBench, display }) => {
    const { packer, orders, control } = await openBench(PLAN)
    const order = nth(orders, 0)
    const [first, second] = goodsOf(order).map((line) => line.item_number ?? '') as [string, string]
    const chosen = packer.page.getByTestId('chosen')
    const scanner = scannerAt(packer.page, display, () => packer.press('F2'))
    await packer.open(order.id)
    await packer.editLabel()
    const field = packer.packPanel.getByRole('textbox', { name: 'Tracking number' })
    await field.focus()
    const cases = [
      ['the same code arrived twice', first + first, 'enter'],
      ['several codes ran together', first + COMMAND_CODES.confirm, 'enter'],
      ['several codes ran together', `]C1${first}]C1${second}`, 'enter'],
      ['the end of the code is missing', first, 'silence'],
    ] as const
    for (const [words, raw, end] of cases) {
      await scanner.typeEnding(end, raw)
      await expect(packer.error).toContainText(words)
      await expect(packer.error.getByText('Scanned:')).toHaveText(`Scanned: ${raw}`)
      await packer.clearError()
      await expect(chosen).toHaveText('0 of 5 chosen')
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
    }
    await expect(packer.waiting).toHaveText('All sent')
    expect(await writesTo(control)).toEqual([])
    await scanner.type(first)
    await expect(chosen).toHaveText('1 of 5 chosen')
  },
)
