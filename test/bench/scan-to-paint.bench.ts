import { chromium, type Browser, type Page } from 'playwright'
import { expect, it } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { fillStation, startBenchStation } from '../support/bench-station'
import { percentiles } from '../support/measure'
import { tempDir } from '../support/temp-dir'
import { timeScans, type ScanTimes, type TimedScan } from '../support/timed-scans'

const SIZE = { orders: 50_000, finished: 0, open: 100_000 } as const
const WIDE = { orderIds: [500_001, 500_002], lines: 500 } as const
const FRAME_MS = 16.7
const VIEW = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' } as const
const PANEL = 'section[aria-live=assertive]'
const ANSWER = `${PANEL} > div > div:first-child`

/** Opens the order by scan, then scans each of its lines; a scan counts when its answer is on the screen. */
async function scanOrder(browser: Browser, page: Page, orderId: number): Promise<ScanTimes> {
  const opened = { selector: 'h1', text: `Order ${orderId}` }
  await timeScans(browser, page, { scans: [{ code: String(orderId), shows: [opened] }], answer: ANSWER })
  const scans = Array.from({ length: WIDE.lines }, (_, index): TimedScan => {
    const code = `WIDE-${orderId}-${index + 1}`
    const progress = `${index + 1} of ${WIDE.lines}`
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
async function scanBare(browser: Browser): Promise<ScanTimes> {
  const page = await browser.newPage(VIEW)
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
  const scans = Array.from({ length: WIDE.lines }, (_, index) => ({
    code: `WIDE-${index + 1}`,
    shows: [{ selector: 'p', text: `scan ${index + 1}` }],
  }))
  const times = await timeScans(browser, page, { scans, answer: 'p' })
  await page.close()
  return times
}

it('scan to paint', async () => {
  const dataDir = tempDir()
  fillStation(dataDir, SIZE, WIDE)
  const station = await startBenchStation(dataDir)
  const browser = await chromium.launch({
    executablePath: needChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    // A frame is painted as soon as there is something to paint, so that work is measured and not waiting.
    args: ['--disable-gpu-vsync', '--disable-frame-rate-limit'],
  })
  try {
    const page = await browser.newPage(VIEW)
    await page.goto(station.url())
    await page.getByRole('listbox', { name: 'List of orders' }).waitFor()
    const ours: ScanTimes = { painted: [], presented: [], worked: [] }
    const bare: ScanTimes = { painted: [], presented: [], worked: [] }
    for (const orderId of WIDE.orderIds) {
      add(bare, await scanBare(browser))
      await page.bringToFront()
      add(ours, await scanOrder(browser, page, orderId))
      await page.reload()
      await page.getByRole('listbox', { name: 'List of orders' }).waitFor()
    }
    for (const times of [ours, bare]) {
      const scans = WIDE.orderIds.length * WIDE.lines
      expect(times.painted).toHaveLength(scans)
      expect(times.worked).toHaveLength(scans)
      expect(times.worked.every((ms) => ms > 0)).toBe(true)
      expect(times.presented.length).toBeGreaterThan(0)
    }
    report('painted', ours.painted, bare.painted)
    report('on the screen', ours.presented, bare.presented)
    report('work of the page alone', ours.worked, bare.worked)
  } finally {
    await browser.close()
    await station.stop()
  }
})

function add(all: ScanTimes, some: ScanTimes): void {
  all.painted.push(...some.painted)
  all.presented.push(...some.presented)
  all.worked.push(...some.worked)
}

function report(what: string, ours: readonly number[], bare: readonly number[]): void {
  const [here, least] = [percentiles(ours), percentiles(bare)]
  const shown = ({ p50, p95, p99 }: typeof here, unit = ' ms') =>
    `p50 ${p50.toFixed(1)}${unit}, p95 ${p95.toFixed(1)}${unit}, p99 ${p99.toFixed(1)}${unit}`
  const ratio = { p50: here.p50 / least.p50, p95: here.p95 / least.p95, p99: here.p99 / least.p99 }
  console.log(
    `scan to paint, ${what}, ${WIDE.lines} lines open, ${SIZE.orders.toLocaleString('en')} orders, ` +
      `${SIZE.open.toLocaleString('en')} open ops, ${ours.length} scans: ${shown(here)} ` +
      `(goals: p95 under ${FRAME_MS} ms, p99 under ${(2 * FRAME_MS).toFixed(1)} ms) · ` +
      `one word in an empty page: ${shown(least)} · ratio ${shown(ratio, '')}`,
  )
}
