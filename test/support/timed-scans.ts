import type { Browser, Page } from 'playwright'

/** Times scans where the packer sees them: in the page. */

/** What shows the answer to a scan: the element at `selector`, whose text ends with `text`. */
export type Shown = { selector: string; text: string }
export type TimedScan = { code: string; shows: readonly Shown[] }

export type ScanTimes = {
  /** From the last key to the end of the page's work on the frame with the whole answer, in ms. */
  painted: number[]
  /** From the last key until that frame was on the screen, by the browser's own clock, which has steps of 4 ms. */
  presented: number[]
  /** The page's share of `painted`, by its thread's CPU clock, which stops while other processes run. */
  worked: number[]
}

export type TimedScans = { scans: readonly TimedScan[]; answer: string }

/**
 * Types each code as a scanner does and times its answer. Throws when an answer appears before its scan, or not within
 * ten seconds after it.
 * @param timed `answer` is the element of the answer's first text
 */
export async function timeScans(browser: Browser, page: Page, timed: TimedScans): Promise<ScanTimes> {
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  const times = await page.evaluate(scanInPage, timed)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly Mark[] }
  return { ...times, worked: workOf(trace.traceEvents) }
}

/** An entry of a trace; `tts` is the thread's CPU clock in microseconds. */
type Mark = { name: string; tts?: number }

function workOf(marks: readonly Mark[]): number[] {
  const at = (name: string) => marks.filter((mark) => mark.name === name).map(({ tts }) => tts ?? Number.NaN)
  const ends = at('answered')
  return at('scanned').map((start, index) => ((ends[index] ?? Number.NaN) - start) / 1_000)
}

/**
 * Runs in the page. Skips frames that show less than the whole answer. `presented` is known for answers whose first
 * text has an element of its own, and then for nearly all.
 */
async function scanInPage({ scans, answer }: TimedScans): Promise<Omit<ScanTimes, 'worked'>> {
  /** Less than a scanner takes for one code. No frame is requested: after an empty one the next has to wait. */
  const PAUSE_MS = 20
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
  // The same time for all keys of a code: a machine that is too busy for the page is not a slow scanner.
  const press = (key: string, atMs: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }
  const isShown = ({ selector, text }: Shown) =>
    document.querySelector(selector)?.textContent.endsWith(text) === true
  /** Checks the page right before a frame is made of it, and waits until it matches. */
  const painted = (shows: readonly Shown[]) =>
    new Promise<boolean>((resolve) => {
      requestAnimationFrame(() => {
        const whole = shows.every(isShown)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(whole)
        channel.port2.postMessage(null)
      })
    })
  const onScreen = new Map<string, number>()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      identifier: string
      renderTime: number
    })[])
      onScreen.set(entry.identifier, entry.renderTime)
  }).observe({ type: 'element' })
  let present = ''
  const marking = new MutationObserver(() =>
    document.querySelector(answer)?.setAttribute('elementtiming', present),
  )
  marking.observe(document.body, { childList: true, subtree: true })

  const started = new Map<string, number>()
  const times: number[] = []
  for (const { code, shows } of scans) {
    await pause()
    if (shows.every(isShown)) throw new Error(`The answer to ${code} is there before its scan`)
    present = code
    const startMs = performance.now()
    for (const character of code) press(character, startMs)
    performance.mark('scanned')
    const lastKeyMs = performance.now()
    press('Enter', startMs)
    while (!(await painted(shows))) {
      if (performance.now() - lastKeyMs > 10_000) {
        const there = shows.map(({ selector }) => document.querySelector(selector)?.textContent ?? 'nothing')
        throw new Error(
          `No answer to ${code}: ${document.querySelector(answer)?.textContent} · ${there.join(' · ')}`,
        )
      }
    }
    times.push(performance.now() - lastKeyMs)
    performance.mark('answered')
    started.set(code, lastKeyMs)
  }
  await pause()
  await painted([])
  await pause()
  marking.disconnect()
  const presented = [...onScreen].map(([code, atMs]) => atMs - (started.get(code) ?? Number.NaN))
  return { painted: times, presented }
}
