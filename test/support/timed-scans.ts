import type { Browser, Page } from 'playwright'

/** Scans that are timed where the packer sees them: in the page. */

/** What is on the screen with the answer to a scan: the element at `selector`, whose text ends with `text`. */
export type Shown = { selector: string; text: string }
export type TimedScan = { code: string; shows: readonly Shown[] }

export type ScanTimes = {
  /** From the last key to the end of the page's work on the frame that has the whole answer, in ms. */
  painted: number[]
  /** From the last key until that frame was on the screen, by the browser's own clock, which goes in steps of 4 ms. */
  presented: number[]
  /** What the page worked for `painted`, as its thread's own clock says, which stops while others have the processor. */
  worked: number[]
}

export type TimedScans = { scans: readonly TimedScan[]; answer: string }

/**
 * Types each code as a scanner does and times its answer. Throws when an answer is there before its scan, or not within
 * ten seconds after it.
 * @param timed `answer` is where the answer's first text stands.
 */
export async function timeScans(browser: Browser, page: Page, timed: TimedScans): Promise<ScanTimes> {
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  const times = await page.evaluate(scanInPage, timed)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly Mark[] }
  return { ...times, worked: workOf(trace.traceEvents) }
}

/** An entry of a trace; `tts` is the thread's own clock in microseconds. */
type Mark = { name: string; tts?: number }

function workOf(marks: readonly Mark[]): number[] {
  const at = (name: string) => marks.filter((mark) => mark.name === name).map(({ tts }) => tts ?? Number.NaN)
  const ends = at('answered')
  return at('scanned').map((start, index) => ((ends[index] ?? Number.NaN) - start) / 1_000)
}

/**
 * Runs in the page. Frames that show less than the whole answer are waited past. `presented` is known of answers whose
 * first text stands in an element of its own, and then of nearly all.
 */
async function scanInPage({ scans, answer }: TimedScans): Promise<Omit<ScanTimes, 'worked'>> {
  /** Less than a scanner takes for one code. No frame is asked for: after an empty one the next has to wait. */
  const PAUSE_MS = 20
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
  // One time for all keys of a code: a machine that has no time for the page is not a slow scanner.
  const press = (key: string, atMs: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }
  const isShown = ({ selector, text }: Shown) =>
    document.querySelector(selector)?.textContent.endsWith(text) === true
  /** Looks at the page last before a frame is made of it, and waits until it is. */
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
