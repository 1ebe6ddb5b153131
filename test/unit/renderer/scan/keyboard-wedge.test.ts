import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForScans } from '../../../../src/renderer/src/scan/keyboard-wedge'
import { parsePreferences } from '../../../../src/shared/contract/preferences'
import { pressFor } from '../../../../src/shared/domain/scanning/keyboard-layout'
import type { Scanned } from '../../../../src/shared/domain/scanning/scanned'

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

function scan(text: string): Scanned[] {
  const heard: Scanned[] = []
  let onKeyDown: (event: KeyboardEvent) => void = () => undefined
  const target = {
    activeElement: null,
    addEventListener: (_: string, listener: typeof onKeyDown) => (onKeyDown = listener),
    removeEventListener: () => undefined,
  } as unknown as Document
  const timers = { set: () => 0, clear: () => undefined, nowMs: () => 0 }
  listenForScans(
    target,
    () => parsePreferences({}).scanner,
    (scanned) => heard.push(scanned),
    timers,
  )
  const strokes = [...text].map((character) => {
    const code = CONTROLS[character]
    if (code !== undefined) return { key: '', code, ctrlKey: true, shiftKey: code === 'Digit6' }
    const press = pressFor(character, 'us')
    return { key: character, code: press?.code ?? '', ctrlKey: false, shiftKey: press?.shift ?? false }
  })
  for (const [index, stroke] of [...strokes, { key: 'Enter', code: 'Enter' }].entries())
    onKeyDown({
      ...stroke,
      timeStamp: 1_000 + index * GAP_MS,
      repeat: false,
      getModifierState: () => false,
      preventDefault: () => undefined,
      stopImmediatePropagation: () => undefined,
    } as unknown as KeyboardEvent)
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
