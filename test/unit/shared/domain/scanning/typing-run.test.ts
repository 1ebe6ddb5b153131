import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  readKeystroke,
  readSilence,
  type Burst,
  type Framing,
} from '../../../../../src/shared/domain/scanning/keystrokes'
import {
  extendRun,
  isOver,
  isScannersRun,
  type TypingRun,
} from '../../../../../src/shared/domain/scanning/typing-run'

const UNCALIBRATED: Framing = { terminator: 'enter', maxGapMs: 50 }
const TAB: Framing = { terminator: 'tab', maxGapMs: 50 }
const NONE: Framing = { terminator: 'none', maxGapMs: 50 }

type Press = { key: string; gapMs: number }

/** Types as the window hears it, then waits. @returns every scan, and `lost` before what was none but nobody's typing */
function heard(keys: readonly Press[], framing: Framing = UNCALIBRATED): string[] {
  const found: string[] = []
  let burst: Burst | null = null
  let run: TypingRun | null = null
  let atMs = 1_000
  const lose = (endMs: number | null) => {
    if (run !== null && isScannersRun(run, endMs)) found.push(`lost ${run.text}`)
    run = null
  }
  const listen = () => {
    const silence = readSilence(burst, atMs, framing)
    if (silence !== null) {
      burst = silence.burst
      run = null
      found.push(silence.scan.text)
    }
    if (run !== null && isOver(run, atMs)) lose(null)
  }
  for (const { key, gapMs } of keys) {
    atMs += gapMs
    listen()
    const stroke = { key, atMs, command: false, repeat: false }
    const meaning = readKeystroke(burst, stroke, framing)
    burst = meaning.burst
    if (meaning.kind === 'scanned') {
      found.push(meaning.scan.text)
      run = null
    } else if (meaning.kind === 'none' && (key === 'Enter' || key === 'Tab')) lose(atMs)
    else run = extendRun(run, stroke)
  }
  atMs += 10_000
  listen()
  return found
}

/** Letters with the gaps before them; the first comes after a pause. */
const typed = (text: string, ...gapsMs: number[]): Press[] =>
  [...text].map((key, index) => ({
    key,
    gapMs: index === 0 ? 600 : (gapsMs[index - 1] ?? gapsMs.at(-1) ?? 5),
  }))
const then = (key: string, gapMs = 5): Press => ({ key, gapMs })

describe('a burst that no person types', () => {
  it.each([
    ['three characters with Tab', [...typed('A12', 5), then('Tab')], UNCALIBRATED],
    ['three characters with Enter at a station set to Tab', [...typed('A12', 5), then('Enter')], TAB],
    ['three characters without an end', typed('A12', 5), UNCALIBRATED],
    ['three characters without an end, and so calibrated', typed('A12', 8), NONE],
    ['three characters of a slow scanner', typed('A12', 30), UNCALIBRATED],
    [
      'three characters with Shift between them',
      [...typed('A', 5), then('Shift'), then('1'), then('2')],
      NONE,
    ],
    [
      'five characters with a stutter before Enter',
      [...typed('ITEM1', 5, 90, 5, 5), then('Enter')],
      UNCALIBRATED,
    ],
    ['a stutter at its beginning', [...typed('MX7A40', 90, 5, 5, 5, 5), then('Tab')], UNCALIBRATED],
    ['two stutters', typed('M400000201', 5, 90, 5, 5, 90, 5, 5, 5, 5), UNCALIBRATED],
  ])('is never lost: %s', (_, keys, framing) => {
    const text = keys.flatMap(({ key }) => (key.length === 1 ? [key] : [])).join('')
    expect(heard(keys, framing)).toEqual([`lost ${text}`])
  })

  it('is reported once each, also when another follows without a pause', () => {
    const twice = [...typed('A12', 5), then('Tab'), then('B'), then('3'), then('4'), then('Tab')]
    expect(heard(twice)).toEqual(['lost A12', 'lost B34'])
  })

  it('is nothing but the scan itself where the settings read it', () => {
    expect(heard([...typed('A12', 5), then('Tab')], TAB)).toEqual(['A12'])
    expect(heard([...typed('ITEM42', 5), then('Tab')])).toEqual(['ITEM42'])
    expect(heard(typed('ITEM42', 5))).toEqual(['ITEM42'])
    expect(heard(typed('100', 5), { ...NONE, maxGapMs: 25 })).toEqual(['100'])
  })
})

/**
 * Gaps in ms as fast typists leave them, 10 to 14 keys a second with two or three keys rolled over. What separates
 * them from a scanner: over the whole run they need 50 ms a key and more, a scanner at most 30; and three keys that are
 * rolled over and typed alone take more than 30 ms each.
 */
const FAST_TYPISTS: readonly (readonly [words: string, text: string, gapsMs: readonly number[]])[] = [
  ['12 keys a second, a pair rolled over', 'quickly', [95, 28, 104, 82, 31, 118]],
  ['12 keys a second, three rolled over', 'thering', [38, 34, 142, 96, 36, 41]],
  ['14 keys a second, pairs all along', 'committee', [22, 96, 61, 25, 110, 58, 27, 98]],
  ['a burst of 17 keys a second', 'there', [48, 61, 55, 70]],
  ['three keys rolled over, and nothing else', 'the', [34, 41]],
  ['three keys rolled over, a pair of them at once', 'ing', [12, 47]],
  ['two keys at once', 'io', [4]],
  ['a number on the keypad', '4012', [88, 92, 81]],
  ['one finger falling on three neighbors, corrected', 'wer', [9, 44]],
]

describe('a person, however fast', () => {
  it.each(FAST_TYPISTS)('%s', (_, text, gapsMs) => {
    for (const framing of [UNCALIBRATED, TAB, NONE])
      for (const end of [[], [then('Enter', 62)], [then('Tab', 62)], [then(' ', 70)]])
        expect(heard([...typed(text, ...gapsMs), ...end], framing)).toEqual([])
  })

  it('types whole sentences of rolled pairs and triples, at 12 keys a second, into any field', () => {
    const roll = fc.integer({ min: 31, max: 60 })
    const apart = fc.integer({ min: 75, max: 240 })
    const piece = fc.oneof(fc.tuple(apart), fc.tuple(apart, roll), fc.tuple(apart, roll, roll))
    const gaps = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.flat())
    const end = fc.constantFrom('Enter', 'Tab', ' ')
    fc.assert(
      fc.property(gaps, end, fc.constantFrom(UNCALIBRATED, TAB, NONE), (gapsMs, key, framing) => {
        const text = gapsMs.map((_, index) => 'theringand'[index % 10]).join('')
        expect(heard([...typed(text, ...gapsMs.slice(1)), then(key, 60)], framing)).toEqual([])
      }),
    )
  })

  it('who corrects a key, holds one or uses a shortcut is no scanner', () => {
    expect(heard([...typed('A1', 5), then('Backspace'), then('2'), then('3')])).toEqual([])
    const held = extendRun(null, { key: 'a', atMs: 0, command: false, repeat: true })
    expect(held).toBeNull()
    expect(extendRun(held, { key: 'v', atMs: 5, command: true, repeat: false })).toBeNull()
  })
})
