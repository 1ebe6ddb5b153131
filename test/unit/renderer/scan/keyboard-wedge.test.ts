import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForScans, type Timers } from '../../../../src/renderer/src/scan/keyboard-wedge'
import { parsePreferences } from '../../../../src/shared/contract/preferences'
import { pressFor } from '../../../../src/shared/domain/scanning/keyboard-layout'
import type { Scanned } from '../../../../src/shared/domain/scanning/scanned'
import { createManualClock } from '../../../support/clock'

/** Scans of control characters, key by key as a wedge types them; `test/e2e/scanner-*.e2e.ts` have a real keyboard. */

const CONTROLS: Readonly<Record<string, string>> = {
  '\u0004': 'KeyD',
  '\u001D': 'BracketRight',
  '\u001E': 'Digit6',
}
const GAP_MS = 4

// Nothing has the focus, but the listener asks what would be a field.
beforeEach(() => {
  for (const name of ['HTMLElement', 'HTMLInputElement', 'HTMLTextAreaElement']) vi.stubGlobal(name, class {})
})
afterEach(() => void vi.unstubAllGlobals())

const NO_TIMERS: Timers = { set: () => 0, clear: () => undefined, nowMs: () => 0 }

function listen(timers: Timers = NO_TIMERS) {
  const heard: Scanned[] = []
  let onKeyDown: (event: KeyboardEvent) => void = () => undefined
  const target = {
    activeElement: null,
    addEventListener: (_: string, listener: typeof onKeyDown) => (onKeyDown = listener),
    removeEventListener: () => undefined,
  } as unknown as Document
  listenForScans(
    target,
    () => parsePreferences({}).scanner,
    (scanned) => heard.push(scanned),
    timers,
  )
  const press = (stroke: object, timeStamp: number) =>
    onKeyDown({
      ...stroke,
      timeStamp,
      repeat: false,
      getModifierState: () => false,
      preventDefault: () => undefined,
      stopImmediatePropagation: () => undefined,
    } as unknown as KeyboardEvent)
  return { heard, press }
}

function scan(text: string): Scanned[] {
  const { heard, press } = listen()
  const strokes = [...text].map((character) => {
    const code = CONTROLS[character]
    if (code !== undefined) return { key: '', code, ctrlKey: true, shiftKey: code === 'Digit6' }
    const place = pressFor(character, 'us')
    return { key: character, code: place?.code ?? '', ctrlKey: false, shiftKey: place?.shift ?? false }
  })
  for (const [index, stroke] of [...strokes, { key: 'Enter', code: 'Enter' }].entries())
    press(stroke, 1_000 + index * GAP_MS)
  return heard
}

describe('a carrier’s 2D code', () => {
  const address = 'JANE DOE'
  const code = `[)>\u001E01\u001D0298101\u001D840\u001D019\u001D7982213403170201\u001DFDEB\u001D${address}\u001E\u0004`

  it('is one scan, of which only the number goes further', () => {
    const heard = scan(code)
    expect(heard).toMatchObject([{ raw: '[)>', codes: ['798221340317'], problem: null, from2d: true }])
    expect(JSON.stringify(heard)).not.toContain('JANE')
  })

  it('leaves no address behind when its beginning was lost', () => {
    expect(JSON.stringify(scan(code.slice(30)))).not.toContain('JANE')
  })

  it('is refused without a number in it', () => {
    expect(scan(code.replace('FDEB', 'OTHER'))).toMatchObject([{ codes: [], problem: 'label_2d' }])
  })
})

it('says when a code was typed', () => {
  expect(scan('ITEM1')).toMatchObject([{ raw: 'ITEM1', typed: { fromMs: 1_000, toMs: 1_000 + 4 * GAP_MS } }])
})

describe('a busy PC that delivers keys late', () => {
  /** Presses the keys of a code, 4 ms apart; the last three, with Enter, are delivered `pauseMs` after the others. */
  function delivered({ lateMs, pauseMs }: { lateMs: number; pauseMs: number }) {
    const clock = createManualClock()
    const cancels: (() => void)[] = []
    const { heard, press } = listen({
      set: (callback, delayMs) => cancels.push(clock.after(delayMs, callback)),
      clear: (id) => cancels[id - 1]?.(),
      nowMs: () => clock.monotonicMs(),
    })
    let waitedMs = 0
    for (const [index, key] of [...'ITEM1234', 'Enter'].entries()) {
      clock.advance(GAP_MS)
      if (index === 6) clock.advance((waitedMs = pauseMs))
      press({ key, code: '' }, clock.monotonicMs() - lateMs - waitedMs)
    }
    return heard
  }

  it.each([
    [200, 400],
    [500, 700],
  ])('is given as long again for the end of the code: %i ms', (lateMs, pauseMs) => {
    expect(delivered({ lateMs, pauseMs })).toMatchObject([{ raw: 'ITEM1234', problem: null }])
  })

  it('is not waited for when it was in time', () => {
    expect(delivered({ lateMs: 0, pauseMs: 400 })).toMatchObject([{ raw: 'ITEM12', problem: 'truncated' }])
  })

  it('is not waited for as long as it slept', () => {
    const anHour = { lateMs: 3_600_000, pauseMs: 3_000 }
    expect(delivered(anHour)).toMatchObject([{ raw: 'ITEM12', problem: 'truncated' }])
  })
})
