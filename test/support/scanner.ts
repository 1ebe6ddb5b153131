import type { Page } from 'playwright/test'

/** A hand scanner as the browser sees it: a keyboard that types a code and Enter, far faster than a person. */
export type Scanner = { type(code: string, how?: Typing): Promise<void> }

/** `gapsMs`: before each character but the first, and before the end; the last one counts for all that follow. */
export type Typing = { gapsMs?: readonly number[]; end?: 'Enter' | 'Tab' | null }

const MS_BETWEEN_CHARACTERS = 5

/**
 * A scanner on the page's keyboard. The keys carry the times at which the hardware sent them, as the system's do, so
 * that a busy test machine does not turn a scan into slow typing.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const keyboard = await page.context().newCDPSession(page)
  let lastMs = 0
  return {
    async type(code, { gapsMs = [MS_BETWEEN_CHARACTERS], end = 'Enter' } = {}) {
      const startMs = Math.max(Date.now(), lastMs + MS_BETWEEN_CHARACTERS)
      const keys = [...code].map((character) => ({ key: character, text: character }))
      const ends = end === null ? [] : [{ key: end, text: end === 'Enter' ? '\r' : '' }]
      const sent = [...keys, ...ends].flatMap((stroke, index) => {
        lastMs =
          index === 0 ? startMs : lastMs + (gapsMs[index - 1] ?? gapsMs.at(-1) ?? MS_BETWEEN_CHARACTERS)
        const { key, text } = stroke
        const event = { key, timestamp: lastMs / 1_000, windowsVirtualKeyCode: keyCodeOf(key) }
        return [
          keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, unmodifiedText: text, ...event }),
          keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
        ]
      })
      await Promise.all(sent)
    },
  }
}

function keyCodeOf(key: string): number {
  return key === 'Enter' ? 13 : key === 'Tab' ? 9 : (key.toUpperCase().codePointAt(0) ?? 0)
}
