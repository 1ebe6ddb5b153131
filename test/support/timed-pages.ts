import type { Page } from 'playwright'

/** By the word in the rail: from the press to the end of the page's work on the frame that shows the page, in ms. */
export type SwitchTimes = ReadonlyMap<string, readonly number[]>

/**
 * What each page shows once it is there. The bench's list and the outbox count only with their first row: an empty frame
 * is no page.
 */
const PAGES = [
  ['Dock', 'main h1'],
  ['Outbox', 'main [role=gridcell]'],
  ['Items', 'main h1'],
  ['Reports', 'main h1'],
  ['Settings', 'main h1'],
  ['Pack', 'main [role=option]'],
] as const

/** Goes around all pages; the first round, which loads their code, does not count. */
export async function switchPages(page: Page, rounds: number): Promise<SwitchTimes> {
  // The list is drawn before the rail.
  await page.locator('nav button', { hasText: PAGES[0][0] }).waitFor()
  const times = new Map<string, number[]>(PAGES.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, shows] of PAGES) {
      const ms = await page.evaluate(switchTo, { name, shows })
      if (round > 0) times.get(name)?.push(ms)
    }
  return times
}

/** Runs in the page. */
async function switchTo({ name, shows }: { name: string; shows: string }): Promise<number> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('nav button')]
  const button = buttons.find((one) => one.textContent.startsWith(name))
  if (button === undefined) throw new Error(`no ${name} in the rail`)
  const before = document.querySelector(shows)
  const painted = () =>
    new Promise<boolean>((resolve) => {
      requestAnimationFrame(() => {
        const now = document.querySelector(shows)
        const whole = now !== null && now !== before && button.getAttribute('aria-current') === 'page'
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(whole)
        channel.port2.postMessage(null)
      })
    })
  const start = performance.now()
  button.click()
  while (!(await painted())) if (performance.now() - start > 20_000) throw new Error(`${name} never came`)
  return performance.now() - start
}
