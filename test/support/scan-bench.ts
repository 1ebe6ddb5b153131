import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import { KEPT_BENCH } from '../../src/renderer/src/scan/keep-bench'
import { percentiles } from './measure'
import type { SwitchTimes } from './timed-pages'
import { timeScans, type ScanTimes, type TimedScan } from './timed-scans'

/** Scans of wide orders in a station's page, and of nothing in an empty one, and what is printed of them. */

/** p95 of a scan. */
const SCAN_GOAL_MS = 12
const PANEL = 'section[aria-live=assertive]'
const ANSWER = `${PANEL} > div > div:first-child`

/** Opens the order by scan, then scans each of its lines; a scan counts when its answer is on the screen. */
export async function scanOrder(
  browser: Browser,
  page: Page,
  orderId: number,
  lines: number,
): Promise<ScanTimes> {
  const opened = { selector: 'h1', text: `Order ${orderId}` }
  await timeScans(browser, page, { scans: [{ code: String(orderId), shows: [opened] }], answer: ANSWER })
  const scans = Array.from({ length: lines }, (_, index): TimedScan => {
    const code = `WIDE-${orderId}-${index + 1}`
    const progress = `${index + 1} of ${lines}`
    return {
      code,
      shows: [
        { selector: `${PANEL}[data-kind=line_chosen]`, text: `${code}Scan ${index + 2}` },
        { selector: '[data-testid=progress]', text: progress },
        { selector: '[data-testid=chosen]', text: `${progress} chosen` },
      ],
    }
  })
  return timeScans(browser, page, { scans, answer: ANSWER })
}

/** The least that any page takes here: it handles the same keys and changes one word. */
export async function scanBare(browser: Browser, page: Page, lines: number): Promise<ScanTimes> {
  await page.setContent('<p></p>')
  await page.evaluate(() => {
    let count = 0
    document.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return
      const words = document.createElement('p')
      words.textContent = `scan ${(count += 1)}`
      document.querySelector('p')?.replaceWith(words)
    })
  })
  const scans = Array.from({ length: lines }, (_, index) => ({
    code: `WIDE-${index + 1}`,
    shows: [{ selector: 'p', text: `scan ${index + 1}` }],
  }))
  return timeScans(browser, page, { scans, answer: 'p' })
}

export function addTimes(all: ScanTimes, some: ScanTimes): void {
  all.painted.push(...some.painted)
  all.presented.push(...some.presented)
  all.worked.push(...some.worked)
}

/** Asserts that all scans were timed, and prints the times. @param data of the station, in words */
export function reportScans(ours: ScanTimes, bare: ScanTimes, scans: number, data: string): void {
  for (const times of [ours, bare]) {
    expect(times.painted).toHaveLength(scans)
    expect(times.worked).toHaveLength(scans)
    expect(times.worked.every((ms) => ms > 0)).toBe(true)
    expect(times.presented.length).toBeGreaterThan(0)
  }
  report('painted', ours.painted, bare.painted, data)
  report('on the screen', ours.presented, bare.presented, data)
  report('work of the page alone', ours.worked, bare.worked, data)
}

function report(what: string, ours: readonly number[], bare: readonly number[], data: string): void {
  const [here, least] = [percentiles(ours), percentiles(bare)]
  const shown = ({ p50, p95, p99 }: typeof here, unit = ' ms') =>
    `p50 ${p50.toFixed(1)}${unit}, p95 ${p95.toFixed(1)}${unit}, p99 ${p99.toFixed(1)}${unit}`
  const ratio = { p50: here.p50 / least.p50, p95: here.p95 / least.p95, p99: here.p99 / least.p99 }
  console.log(
    `scan to paint, ${what}, ${data}, ${ours.length} scans: ${shown(here)} ` +
      `(goal: p95 at most ${SCAN_GOAL_MS} ms) · ` +
      `one word in an empty page: ${shown(least)} · ratio ${shown(ratio, '')}`,
  )
}

/** Asserts that all switches were timed, and prints the times. @param goalMs p95 of each page */
export function reportPages(what: string, times: SwitchTimes, rounds: number, goalMs: number): void {
  for (const [name, ms] of times) {
    expect(ms).toHaveLength(rounds)
    const { p50, p95 } = percentiles(ms)
    console.log(
      `${what} to ${name}, ${ms.length} times: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms ` +
        `(goal: p95 at most ${goalMs} ms)`,
    )
  }
}

/** Loads the page again, without the order that it would go on with, until it shows its list. */
export async function beginAnew(page: Page): Promise<void> {
  await page.evaluate((kept) => sessionStorage.removeItem(kept), KEPT_BENCH)
  await page.reload()
  await page.getByRole('listbox', { name: 'List of orders' }).waitFor()
}
