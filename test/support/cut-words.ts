import { expect, type Page } from 'playwright/test'

/** What of the band, or of the window's alarm, cannot be read: cut by its own box, or out of the window's reach. */
const cutIn = (page: Page) =>
  page.evaluate(() => {
    const shown = document.querySelector('dialog[open]') ?? document.querySelector('[data-level]')
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const { top, bottom, right } = element.getBoundingClientRect()
      return (
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1) ||
        [top < -1, bottom > innerHeight + 1, right > innerWidth + 1].includes(true)
      )
    }
    // A hidden text for screen readers is one pixel large.
    return [...(shown?.querySelectorAll('*') ?? [])]
      .filter((element) => element.clientHeight > 4 && isCut(element))
      .map((element) => element.textContent)
  })

/** At 1280 and 1024 pixels, and at 200 % zoom. */
export async function expectNothingCut(page: Page, what: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect.soft(await cutIn(page), `${what} at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
