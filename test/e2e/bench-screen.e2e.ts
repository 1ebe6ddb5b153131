import { expect, nth, test } from '../support/bench'
import { expectNothingCut } from '../support/cut-words'
import { pictureTags, SIZES, takeAtSizes, takePictures } from '../support/pictures'
import type { Page } from 'playwright/test'
import { plugInScanner } from '../support/scanner'
import { speak } from '../support/station-menu'
import { ELECTRON_FULL_TAG } from '../support/full'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'

/** The order as a packer sees it from a meter away. */

const LINES = ['Wool coat', 'Leather bag', 'Silk scarf'].map((title, index) => ({ title, mpn: `M-${index}` }))

test('shows the next step, and moves scanned lines to the bottom', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: LINES, shippingFee: true }] })
  const { page } = packer
  const next = page.getByRole('region', { name: 'Next step' })
  const commands = page.getByRole('group', { name: 'Commands' })
  const boxes = page.getByRole('region', { name: 'Items' }).getByRole('checkbox')
  const names = () =>
    boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')?.replace('Choose ', '')))

  await packer.open(nth(orders, 0).id)
  await expect(next).toContainText('Scan 3 items')
  await expect(page.getByTestId('progress')).toHaveText('0 of 3')
  await expect(commands.getByRole('button')).toHaveText(['F6 NEXT'])
  await packer.scan('M-0')
  await expect(next).toContainText('Scan 2 more items')
  expect(await names()).toEqual(['Leather bag', 'Silk scarf', 'Wool coat'])
  await expect(commands.getByRole('button')).toHaveText(['F4 CANCEL', 'F3 UNDO', 'F10 PACK PART'])
  await packer.scan('M-1', 'M-2')
  await expect(next).toContainText('Scan the label, or CONFIRM')
  await packer.scan('1Z999AA10123456784')
  await expect(next).toContainText('CONFIRM: scan it or press F9')
  await expect(page.getByTestId('progress')).toHaveText('3 of 3')
  await commands.getByRole('button', { name: 'F9 CONFIRM' }).click()
  await expect(next).toContainText('All packed. SHIP, or scan the next order')
})

/** Lines still to be chosen that are fully visible. */
const linesInSight = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('checkbox', { checked: false })
    .evaluateAll(
      (boxes) =>
        boxes.filter((box) => {
          const row = box.parentElement
          if (row === null) return false
          const { left, top, bottom } = row.getBoundingClientRect()
          return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + 12, y)))
        }).length,
    )

const MANY = [
  'Leather ankle boots with a side zip',
  'Double-breasted wool coat',
  'Silk scarf with a hand-rolled edge',
  'Canvas tote bag with leather straps',
  'Cashmere roll-neck jumper',
  'High-waisted wide-leg jeans',
  'Suede loafers with a fringe',
  'Pleated midi skirt',
  'Quilted shoulder bag on a chain',
].map((title, index) => ({ title, mpn: `MANY-${index}` }))

test(
  'six items that are still to be scanned are shown at both sizes',
  pictureTags(),
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: MANY, shippingFee: true }] })
    const { page } = packer
    const showsSix = async (when: string) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height })
        expect(await linesInSight(page), `${when} at ${width}`).toBeGreaterThanOrEqual(6)
      }
    }
    await packer.open(nth(orders, 0).id)
    await expect(page.getByRole('region', { name: 'Items' }).getByRole('checkbox')).toHaveCount(9)
    await takePictures(page, 'bench-many')
    await showsSix('at first')
    await packer.scan('MANY-3')
    await expect(packer.lastScan).toContainText('Accepted')
    await takePictures(page, 'bench-many-scanned')
    await showsSix('after a scan')
    for (const language of ['Deutsch', 'Français', 'Español']) {
      await speak(page, language)
      await showsSix(language)
      await takeAtSizes(page, `bench-many-${language}`)
    }
  },
)

test('a checkbox that moves keeps the keyboard focus', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: LINES }] })
  await packer.open(nth(orders, 0).id)
  await packer.line('Wool coat').focus()
  await packer.scan('M-0')
  await expect(packer.line('Wool coat')).toBeChecked()
  await expect(packer.line('Wool coat')).toBeFocused()
})

test('the band says how old the data is, and the rail leads to the scanner’s settings', async ({
  openBench,
}) => {
  const { packer } = await openBench({ orders: [] })
  const { page } = packer
  for (const [language, since] of [
    ['Deutsch', /^Stand/],
    ['Français', /^Données lues/],
    ['Español', /^Datos leídos/],
    ['English', /^Data from/],
  ] as const) {
    await speak(page, language)
    const age = page.getByText(since)
    const isWhole = () =>
      age.evaluate((words) => words.scrollWidth <= (words.parentElement?.clientWidth ?? 0))
    await expect.poll(isWhole, `${language}: nothing of the age is cut`).toBe(true)
  }
  await page.getByRole('contentinfo').getByRole('button', { name: 'scanner' }).click()
  await expect(page.getByRole('tab', { name: 'Scanner' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Calibrate the scanner' })).toBeVisible()
})

test('the band says what is next as soon as an error is cleared', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: LINES }] })
  await packer.open(nth(orders, 0).id)
  await packer.scan('M-0', 'NOBODY-HAS-IT')
  await expect(packer.error).toBeVisible()
  const shown = await packer.lastScan.evaluateHandle((panel) => {
    const kinds: (string | undefined)[] = []
    new MutationObserver(() => kinds.push(panel.dataset['kind'])).observe(panel, {
      attributeFilter: ['data-kind'],
    })
    return kinds
  })
  await packer.clearError()
  await expect(packer.lastScan).toHaveAttribute('data-last-kind', 'acknowledged')
  await expect(packer.page.getByRole('region', { name: 'Next step' })).toContainText('Scan 2 more items')
  expect(await shown.jsonValue()).toEqual(['idle'])
})

const LONG = 'Handmade merino wool turtleneck sweater with contrast stitching, ivory'

test(
  'no words of the band or of an alarm are cut: at 1280, 1024 and 200 % zoom',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const named = (mpn: string) => ({ title: LONG, mpn })
    const { packer, orders } = await openBench({
      orders: [{ lines: [named('M-0'), named('M-1')] }, { lines: [named('M-2')] }],
    })
    const { page } = packer
    const scanner = await plugInScanner(page)
    // In another language, whose words are longer, the packer's words are not on the screen.
    await speak(page, 'Deutsch')
    const answer = page.locator('section[data-scans]')
    const nothingIsCut = (what: string) => expectNothingCut(page, what)
    await nothingIsCut('the queue')
    await scanner.type(String(nth(orders, 0).id))
    await expect(answer).toHaveAttribute('data-kind', 'order_opened')
    await expect(answer).toHaveAttribute('data-kind', 'idle')
    await nothingIsCut('an open order')
    await scanner.type('M-0')
    await expect(answer).toHaveAttribute('data-last-kind', 'line_chosen')
    await scanner.type('M-0')
    await expect(answer).toHaveAttribute('data-kind', /already_scanned|counted_once/)
    await nothingIsCut('an item scanned twice')
    await scanner.type('M-2')
    await expect(packer.error).toBeVisible()
    await nothingIsCut('a wrong item')
    await packer.press('F2')
    await expect(packer.error).toBeHidden()
    await packer.press('F4')
    await expect(answer).toHaveAttribute('data-kind', 'drop_asked')
    await nothingIsCut('a question')
  },
)

test(
  'no language cuts what the band says of a packed and a shipped order, at the dock, and at the put wall',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: LINES }] })
    const { page } = packer
    /** English last: by its words the packer finds the next page. */
    const nothingIsCut = async (what: string) => {
      for (const language of ['Deutsch', 'Français', 'Español', 'English']) {
        await speak(page, language)
        // The answer to the last scan hides the next step for a moment.
        await expect(page.locator('section[data-scans]')).toHaveAttribute('data-kind', 'idle')
        await expectNothingCut(page, `${what}, ${language}`)
      }
    }
    await packer.open(nth(orders, 0).id)
    await packer.scan('M-0', 'M-1', 'M-2', COMMAND_CODES.confirm)
    await expect(packer.shipment(1)).toContainText('Packed')
    await nothingIsCut('a packed order')
    await packer.everythingIsSent()
    await packer.ship(1, { 'Tracking number': '1Z999AA10123456784' })
    await nothingIsCut('a shipped order')
    await packer.goTo('Handover')
    await nothingIsCut('the dock')
    await packer.press('F4')
    await packer.scan(COMMAND_CODES.put_wall)
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('Put wall')
    await nothingIsCut('the put wall')
  },
)
