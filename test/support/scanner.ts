import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright/test'

/** A hand scanner as the browser sees it: a keyboard that types a code and Enter, far faster than a person. */
export type Scanner = { type(code: string, how?: Typing): Promise<void> }

/** `gapsMs`: before each character but the first, and before the end; the last one counts for all that follow. */
export type Typing = { gapsMs?: readonly number[]; end?: 'Enter' | 'Tab' | null }

const MS_BETWEEN_CHARACTERS = 5
/** A hand that presents a second item with the same code is no faster. */
const HAND_MS = 400

/**
 * A scanner on the page's keyboard. The keys carry the times at which the hardware sent them, as the system's do, so
 * that a busy test machine does not turn a scan into slow typing.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const keyboard = await page.context().newCDPSession(page)
  let lastMs = 0
  let last = { code: '', startMs: 0 }
  return {
    async type(code, how) {
      const handMs = code === last.code ? last.startMs + HAND_MS : 0
      const startMs = Math.max(Date.now(), lastMs + MS_BETWEEN_CHARACTERS, handMs)
      const { strokes, endMs } = strokesOf(code, startMs, how)
      lastMs = endMs
      last = { code, startMs }
      // No key comes before it is pressed: the page's timers would end the code too early.
      if (startMs > Date.now()) await sleep(startMs - Date.now())
      await Promise.all(strokes.map((stroke) => keyboard.send('Input.dispatchKeyEvent', stroke)))
    },
  }
}

/** An event of Chromium's `Input.dispatchKeyEvent`; `timestamp` in seconds since 1970. */
type Stroke = {
  type: 'keyDown' | 'keyUp'
  key: string
  text?: string
  unmodifiedText?: string
  timestamp: number
  windowsVirtualKeyCode: number
}

/** The keys of one code, the first of them at `startMs` since 1970. @returns also when the last one is pressed */
export function strokesOf(
  code: string,
  startMs: number,
  { gapsMs = [MS_BETWEEN_CHARACTERS], end = 'Enter' }: Typing = {},
): { strokes: Stroke[]; endMs: number } {
  const keys = [...code].map((character) => ({ key: character, text: character }))
  const ends = end === null ? [] : [{ key: end, text: end === 'Enter' ? '\r' : '' }]
  let lastMs = startMs
  const strokes = [...keys, ...ends].flatMap(({ key, text }, index): Stroke[] => {
    if (index > 0) lastMs += gapsMs[index - 1] ?? gapsMs.at(-1) ?? MS_BETWEEN_CHARACTERS
    const event = { key, timestamp: lastMs / 1_000, windowsVirtualKeyCode: keyCodeOf(key) }
    return [
      { type: 'keyDown', text, unmodifiedText: text, ...event },
      { type: 'keyUp', ...event },
    ]
  })
  return { strokes, endMs: lastMs }
}

function keyCodeOf(key: string): number {
  return key === 'Enter' ? 13 : key === 'Tab' ? 9 : (key.toUpperCase().codePointAt(0) ?? 0)
}
