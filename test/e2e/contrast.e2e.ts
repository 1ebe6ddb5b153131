import type { Locator } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'

/** Contrast themes of the system, which take the colors of all grounds away. */

const PLAN = [
  {
    lines: [
      { title: 'Silk scarf', mpn: 'SCARF' },
      { title: 'Wool coat', mpn: 'COAT' },
    ],
  },
  { lines: 1 },
]

/** What of an element shows that it is chosen: its ground and the line around it. */
const lookOf = (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    const { backgroundColor, outlineStyle, outlineWidth } = getComputedStyle(element)
    // No ground reads as a clear one of the same color.
    const ground = /\d+, \d+, \d+/.exec(backgroundColor)?.[0] ?? ''
    return `${ground}; ${outlineStyle === 'none' ? 'no line' : outlineWidth}`
  })

const looksOf = async (all: Locator) => Promise.all((await all.all()).map(lookOf))

async function differs(one: Locator, others: Locator): Promise<void> {
  const [look, rest] = [await lookOf(one), await looksOf(others)]
  expect(rest.length).toBeGreaterThan(0)
  expect.soft(rest).not.toContain(look)
}

const bottomOf = (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    const { borderBottomStyle, borderBottomWidth } = getComputedStyle(element)
    return `${borderBottomStyle} ${borderBottomWidth}`
  })

for (const theme of ['light', 'dark'] as const)
  test(
    `a contrast theme shows the open page, what is chosen and the progress, ${theme}`,
    { tag: theme === 'light' ? ELECTRON_FULL_TAG : FULL_TAG },
    async ({ openBench }) => {
      const { packer, orders } = await openBench({ orders: PLAN })
      const { page } = packer
      await page.emulateMedia({ forcedColors: 'active', colorScheme: theme })
      await expect(packer.orderList.getByRole('option')).toHaveCount(2)

      const links = page.getByRole('navigation').getByRole('button')
      const pack = links.filter({ hasText: 'Pack' })
      const elsewhere = links.filter({ hasNotText: 'Pack' })
      await differs(pack, elsewhere)
      const [view, filter] = ['.mantine-SegmentedControl-label', '.mantine-Chip-label']
      await differs(page.locator(`${view}[data-active]`), page.locator(`${view}:not([data-active])`))
      await differs(page.locator(`${filter}[data-checked]`), page.locator(`${filter}:not([data-checked])`))
      await packer.tabTo(packer.orderList)
      await packer.press('ArrowDown')
      const rows = (selected: boolean) => packer.orderList.getByRole('option', { selected })
      await differs(rows(true), rows(false))
      await packer.tabTo(links.first())
      expect.soft(await lookOf(links.first())).toContain('; 3px')
      await packer.tabTo(page.getByRole('searchbox'))
      expect.soft(await lookOf(page.getByRole('searchbox'))).toContain('; 2px')

      const band = page.locator('[data-level]').first()
      const idle = await bottomOf(band)
      await packer.scan(String(nth(orders, 0).id), 'SCARF')
      await expect(band).toHaveAttribute('data-level', 'good')
      const good = await bottomOf(band)
      await expect(band).toHaveAttribute('data-level', 'idle')
      const pieces = page.getByRole('progressbar').locator('span')
      await expect(pieces).toHaveCount(2)
      await differs(pieces.first(), pieces.last())
      expect.soft(await bottomOf(pieces.last())).toBe('solid 1px')
      // An order belongs to the list that it was opened from.
      await links.first().blur()
      await differs(pack, elsewhere)
      await packer.scan('NOBODY-KNOWS-THIS')
      await expect(band).toHaveAttribute('data-level', 'block')
      expect.soft(new Set([idle, good, await bottomOf(band)]).size).toBe(3)
    },
  )
