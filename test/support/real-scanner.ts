import { expect, type Page } from 'playwright/test'
import type { ScanEnd, XDisplay } from './x-display'

/** Types codes at an even pace; see `scannerAt`. */
export type RealScanner = {
  type(...codes: readonly string[]): Promise<void>
  typeEnding(end: ScanEnd, ...codes: readonly string[]): Promise<void>
  /** @param keyMs from one key to the next */
  typeAt(keyMs: number, ...codes: readonly string[]): Promise<void>
}

const MOST_TRIES = 10
/** The longest gap between keys that an uncalibrated station accepts within one scan. */
const LONGEST_GAP_MS = 50

/**
 * A scanner that keeps its pace. If the machine delayed its keys, as their timestamps in the page show, `startOver`
 * undoes their effect and they are typed again; a key that the window lost fails the test.
 */
export function scannerAt(page: Page, display: XDisplay, startOver: () => Promise<unknown>): RealScanner {
  const typeEnding = (end: ScanEnd, ...codes: readonly string[]) =>
    typeKeys(codes, end === 'silence' ? 0 : codes.length, () => display.scanEnding(end, ...codes))
  const typeKeys = async (codes: readonly string[], ends: number, scan: () => Promise<void>) => {
    const keys = codes.join('').length + ends
    for (let tries = 1; ; tries += 1) {
      await page.evaluate(forgetKeys)
      await scan()
      await expect.poll(() => page.evaluate(countKeys), 'every key reaches the window').toBe(keys)
      const gapMs = await page.evaluate(longestGapMs)
      if (gapMs <= LONGEST_GAP_MS) return
      if (tries === MOST_TRIES) throw new Error(`the machine held keys up for ${gapMs} ms, ${tries} times`)
      await startOver()
    }
  }
  return {
    typeEnding,
    type: (...codes) => typeEnding('enter', ...codes),
    typeAt: (keyMs, ...codes) => typeKeys(codes, codes.length, () => display.scanAt(keyMs, ...codes)),
  }
}

type Watched = Window & { keyTimes?: number[] }

/** Runs in the page before the app, which may stop keys that it has handled. */
export function watchKeys() {
  const note = ({ key, timeStamp }: KeyboardEvent) => {
    // Caps Lock is the PC's own key and may arrive late.
    if (key !== 'Shift' && key !== 'CapsLock') (window as Watched).keyTimes?.push(timeStamp)
  }
  window.addEventListener('keydown', note, { capture: true })
}

function forgetKeys() {
  ;(window as Watched).keyTimes = []
}

function countKeys(): number {
  return (window as Watched).keyTimes?.length ?? 0
}

function longestGapMs(): number {
  const times = (window as Watched).keyTimes ?? []
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)))
}
