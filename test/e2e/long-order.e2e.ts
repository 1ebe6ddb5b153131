import type { Locator, Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'

/** Orders with hundreds of lines: all of them are reachable, however a packer moves through them. */

const LINES = 500
const nameOf = (index: number) => `Piece ${String(index).padStart(3, '0')}`
const PLAN = {
  orders: [
    {
      lines: Array.from({ length: LINES }, (_, index) => ({ title: nameOf(index), mpn: `PIECE-${index}` })),
    },
  ],
}
const LAST = LINES - 1

test(
  'every line is reached by keyboard and by scrolling, and chosen by click',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench(PLAN)
    const { page } = packer
    await packer.open(nth(orders, 0).id)
    await expect(packer.line(nameOf(LAST))).toHaveCount(1)
    expect(await namesOf(boxes(packer))).toEqual(Array.from({ length: LINES }, (_, index) => nameOf(index)))

    // Across the edges of the blocks that are rendered together.
    await expect(packer.line(nameOf(0))).toBeFocused()
    for (let index = 1; index <= 42; index += 1) {
      await packer.press(index % 2 === 0 ? 'Tab' : 'ArrowDown')
      await expect(packer.line(nameOf(index))).toBeFocused()
    }
    await expect(packer.line(nameOf(42))).toBeInViewport()
    await packer.press('Space')
    await expect(packer.line(nameOf(42))).toBeChecked()

    await packer.line(nameOf(LAST - 5)).scrollIntoViewIfNeeded()
    await packer.line(nameOf(LAST - 5)).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 100)
      await expect(packer.line(nameOf(LAST))).toBeInViewport({ timeout: 200 })
    }).toPass()
    await packer.chooseLine(nameOf(LAST))
    await page.getByText(nameOf(LAST - 1), { exact: true }).click()
    await expect(packer.line(nameOf(LAST - 1))).toBeChecked()
    await expect(page.getByTestId('chosen')).toHaveText(`3 of ${LINES} chosen`)
  },
)

test(
  'what is scanned sinks out of the middle and the end, and the next lines are in sight',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench(PLAN)
    const { page } = packer
    await packer.open(nth(orders, 0).id)
    await packer.line(nameOf(LAST)).scrollIntoViewIfNeeded()
    await packer.line(nameOf(LAST)).focus()
    await packer.scan(`PIECE-${LAST}`)
    await expect(packer.lastScan).toContainText(nameOf(LAST))
    await expect(page.getByTestId('progress')).toHaveText(`1 of ${LINES}`)
    await expect(packer.line(nameOf(0))).toBeInViewport()
    await expect(packer.line(nameOf(LAST))).toBeFocused()

    await packer.scan('PIECE-0', 'PIECE-25', 'PIECE-40')
    await expect(page.getByTestId('progress')).toHaveText(`4 of ${LINES}`)
    const names = await namesOf(boxes(packer))
    expect(names).toHaveLength(LINES)
    expect(names.slice(0, 2)).toEqual([nameOf(1), nameOf(2)])
    expect(names.slice(-4)).toEqual([nameOf(40), nameOf(25), nameOf(0), nameOf(LAST)])
    await expect(packer.line(nameOf(1))).toBeInViewport()
    for (const index of [0, 25, 40, LAST]) await expect(packer.line(nameOf(index))).toBeChecked()
  },
)

function boxes({ page }: { page: Page }): Locator {
  return page.getByRole('region', { name: 'Items' }).getByRole('checkbox')
}

function namesOf(all: Locator): Promise<(string | undefined)[]> {
  return all.evaluateAll((found) =>
    found.map((box) => box.getAttribute('aria-label')?.replace('Choose ', '')),
  )
}
