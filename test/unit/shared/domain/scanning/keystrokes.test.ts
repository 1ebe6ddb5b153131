import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  readKeystroke,
  readSilence,
  silenceMs,
  strokeOf,
  type Burst,
  type Framing,
  type Keystroke,
  type TypedScan,
} from '../../../../../src/shared/domain/scanning/keystrokes'

type Press = { key: string; gapMs: number; command?: boolean; repeat?: boolean }

const ENTER: Framing = { terminator: 'enter', maxGapMs: 50 }
const TAB: Framing = { terminator: 'tab', maxGapMs: 50 }
const NONE: Framing = { terminator: 'none', maxGapMs: 50 }

/** Presses keys one after the other, waits, and returns the recognized codes. */
function press(framing: Framing, ...keys: Press[]): string[] {
  const codes: string[] = []
  let burst: Burst | null = null
  let atMs = 1_000
  const take = ({ text, torn, unended }: TypedScan) =>
    codes.push(`${torn ? 'torn ' : ''}${unended ? 'unended ' : ''}${text}`)
  const listen = () => {
    const silence = readSilence(burst, atMs, framing)
    if (silence === null) return
    burst = silence.burst
    take(silence.scan)
  }
  for (const { key, gapMs, command = false, repeat = false } of keys) {
    atMs += gapMs
    listen()
    const meaning = readKeystroke(burst, { key, atMs, command, repeat }, framing)
    burst = meaning.burst
    if (meaning.kind === 'scanned') take(meaning.scan)
  }
  atMs += 10_000
  listen()
  return codes
}

const fast = (text: string, gapMs = 5): Press[] => [...text].map((key) => ({ key, gapMs }))
const enter: Press = { key: 'Enter', gapMs: 5 }
const tab: Press = { key: 'Tab', gapMs: 5 }

describe('readKeystroke', () => {
  it('recognizes a fast burst ended by Enter as a scan', () => {
    expect(press(ENTER, ...fast('IT-00042'), enter)).toEqual(['IT-00042'])
  })

  it('accepts gaps of exactly 50 ms and refuses 51 ms', () => {
    expect(press(ENTER, ...fast('12345', 50), { key: 'Enter', gapMs: 50 })).toEqual(['12345'])
    expect(press(ENTER, ...fast('12345', 51), enter)).toEqual([])
    expect(press(ENTER, ...fast('123'), { key: 'Enter', gapMs: 51 })).toEqual([])
    expect(press(ENTER, ...fast('12345'), { key: 'Enter', gapMs: 251 })).toEqual([])
  })

  it('forgives a key that the PC delivers late inside a code or before its Enter', () => {
    expect(press(ENTER, ...fast('M4000'), { key: '0', gapMs: 180 }, ...fast('0201'), enter)).toEqual([
      'M400000201',
    ])
    expect(press(ENTER, ...fast('M400000201'), { key: 'Enter', gapMs: 180 })).toEqual(['M400000201'])
  })

  it('forgives it at the beginning of a code too, when the code before ended just then', () => {
    const late = [...fast('IT'), { key: 'E', gapMs: 180 }, ...fast('M43'), enter]
    expect(press(ENTER, ...fast('ITEM42'), enter, ...late)).toEqual(['ITEM42', 'ITEM43'])
    expect(press(ENTER, ...fast('ITEM42'), enter, { key: 'X', gapMs: 300 }, ...late)).toEqual([
      'ITEM42',
      'torn EM43',
    ])
  })

  it('reports a code as torn if another character came shortly before it', () => {
    expect(press(ENTER, ...fast('M4'), { key: '0', gapMs: 180 }, ...fast('0000201'), enter)).toEqual([
      'torn 00000201',
    ])
  })

  it('does not mistake a person rolling two keys and Enter for a torn scan', () => {
    expect(
      press(ENTER, ...fast('10000', 140), { key: '2', gapMs: 140 }, { key: '0', gapMs: 45 }, enter),
    ).toEqual([])
  })

  it('leaves typed text alone, with or without Enter', () => {
    expect(press(ENTER, ...fast('hello', 120), { key: 'Enter', gapMs: 150 })).toEqual([])
    expect(press(ENTER, ...fast('hello', 120))).toEqual([])
  })

  it('starts again after a pause, so that text typed before is not part of the code', () => {
    expect(press(ENTER, ...fast('ab', 120), { key: '7', gapMs: 300 }, ...fast('001'), enter)).toEqual([
      '7001',
    ])
  })

  it('reads 50 codes with no gap between them, in order', () => {
    const codes = Array.from({ length: 50 }, (_, index) => `ITEM${index}`)
    expect(press(ENTER, ...codes.flatMap((code) => [...fast(code), enter]))).toEqual(codes)
  })

  it('ignores the Shift that a scanner presses for capitals', () => {
    expect(
      press(ENTER, { key: 'Shift', gapMs: 5 }, ...fast('A'), { key: 'Shift', gapMs: 5 }, ...fast('B'), enter),
    ).toEqual(['AB'])
  })

  it('gives up on commands, held keys, named keys and a single character', () => {
    expect(press(ENTER, ...fast('12'), { key: 'v', gapMs: 5, command: true }, enter)).toEqual([])
    expect(
      press(
        ENTER,
        ...fast('a'),
        { key: 'a', gapMs: 30, repeat: true },
        { key: 'a', gapMs: 30, repeat: true },
        enter,
      ),
    ).toEqual([])
    expect(press(ENTER, ...fast('12'), { key: 'Backspace', gapMs: 5 }, enter)).toEqual([])
    expect(press(ENTER, ...fast('7'), enter)).toEqual([])
  })

  it('says when a burst starts, so that the focused field can be remembered before it changes', () => {
    const stroke = (key: string, atMs: number): Keystroke => ({ key, atMs, command: false, repeat: false })
    const first = readKeystroke(null, stroke('1', 0), ENTER)
    expect(first.kind).toBe('started')
    const second = readKeystroke(first.burst, stroke('2', 10), ENTER)
    expect(second).toMatchObject({ kind: 'went_on', burst: { text: '12', lastAtMs: 10 } })
    expect(readKeystroke(second.burst, stroke('3', 200), ENTER).kind).toBe('started')
  })

  it('keeps a second terminator from the page, but no Enter of a person', () => {
    const stroke = (key: string, atMs: number): Keystroke => ({ key, atMs, command: false, repeat: false })
    let burst: Burst | null = null
    for (const [index, key] of ['1', '2', 'Enter'].entries())
      burst = readKeystroke(burst, stroke(key, index), ENTER).burst
    expect(readKeystroke(burst, stroke('Tab', 6), ENTER).kind).toBe('echo')
    expect(readKeystroke(burst, stroke('Enter', 200), ENTER).kind).toBe('none')
    expect(press(ENTER, ...fast('12'), enter, tab, ...fast('34'), enter, tab)).toEqual(['12', '34'])
  })
})

describe('how a scan ends', () => {
  it('with Tab if the scanner is set so, from two characters on', () => {
    expect(press(TAB, ...fast('12'), tab, ...fast('34'), tab)).toEqual(['12', '34'])
    expect(press(TAB, ...fast('hello', 120), { key: 'Tab', gapMs: 150 })).toEqual([])
  })

  it('with the other key too, if no person types so much so fast', () => {
    expect(press(ENTER, ...fast('ITEM12'), tab)).toEqual(['ITEM12'])
    expect(press(TAB, ...fast('ITEM12'), enter)).toEqual(['ITEM12'])
    expect(press(ENTER, ...fast('ITEM'), tab)).toEqual([])
  })

  it('with a pause if the scanner sends no terminator', () => {
    expect(press(NONE, ...fast('ITEM1'), { key: 'I', gapMs: 400 }, ...fast('TEM2'))).toEqual([
      'ITEM1',
      'ITEM2',
    ])
    expect(press(NONE, ...fast('ITEM12'), enter)).toEqual(['ITEM12'])
  })

  it('leaves short bursts to fast fingers, unless the scanner is known to be faster', () => {
    expect(press(NONE, ...fast('the'))).toEqual([])
    expect(press({ ...NONE, maxGapMs: 25 }, ...fast('100'))).toEqual(['100'])
    expect(press({ ...NONE, maxGapMs: 25 }, ...fast('the', 31))).toEqual([])
  })

  it('reports keys right after a silent end as torn, never as a code of their own', () => {
    expect(press(NONE, ...fast('M4000'), { key: '0', gapMs: 180 }, ...fast('0201'))).toEqual([
      'M4000',
      'torn 00201',
    ])
  })

  it('reports a missing end when a whole code came without Enter', () => {
    expect(press(ENTER, ...fast('ITEM12'))).toEqual(['unended ITEM12'])
    expect(press(ENTER, ...fast('ITEM1'))).toEqual([])
    expect(press(ENTER, ...fast('ITEM12'), ...fast('A', 600), ...fast('B'), enter)).toEqual([
      'unended ITEM12',
      'AB',
    ])
  })

  it('judges delayed keys by when they were pressed', () => {
    expect(silenceMs(ENTER)).toBe(250)
    expect(silenceMs(NONE)).toBe(100)
    const burst: Burst = {
      text: 'ITEM12',
      firstAtMs: 0,
      lastAtMs: 0,
      hiccups: 0,
      before: 0,
      torn: false,
      over: null,
    }
    expect(readSilence(burst, 250, ENTER)).toBeNull()
    expect(readSilence(burst, 251, ENTER)?.scan).toEqual({
      ...{ text: 'ITEM12', torn: false, unended: true },
      typed: { fromMs: 0, toMs: 0 },
    })
    expect(readSilence({ ...burst, over: 'terminated' }, 900, ENTER)).toBeNull()
  })
})

describe('FNC1 inside a code', () => {
  const stroke = (burst: Burst | null, key: string, command: boolean, code = '') =>
    strokeOf({ key, code, command, shift: false, altGraph: false, atMs: 0, repeat: false }, burst, 'us')
  const inside: Burst = {
    text: '0104',
    firstAtMs: 0,
    lastAtMs: 0,
    hiccups: 0,
    before: 0,
    torn: false,
    over: null,
  }

  it.each([
    ['Ctrl+]', ']', true],
    ['Ctrl+] as its character', '\u001D', true],
    ['F8', 'F8', false],
  ])('comes as GS: %s', (_, key, command) => {
    expect(stroke(inside, key, command)).toMatchObject({ key: '\u001D', command: false })
    expect(stroke(null, key, command)).toMatchObject({ key, command })
    expect(stroke({ ...inside, over: 'terminated' }, key, command)).toMatchObject({ key, command })
  })

  it.each([
    ['Ctrl+6', '6', '\u001E'],
    ['Ctrl+Shift+6', '^', '\u001E'],
    ['Ctrl+D', 'd', '\u0004'],
  ])('and the others of a 2D code come as themselves: %s', (_, key, control) => {
    expect(stroke(inside, key, true)).toMatchObject({ key: control, command: false })
    expect(stroke(inside, key, false)).toMatchObject({ key, command: false })
    expect(stroke(null, key, true)).toMatchObject({ key, command: true })
  })

  it('arrives as GS by its key even if the PC makes another character of it', () => {
    expect(stroke(inside, '$', true, 'BracketRight').key).toBe('\u001D')
  })
})

describe('any keys', () => {
  const text = fc.string({ minLength: 2, maxLength: 60, unit: 'grapheme-ascii' })
  const gap = fc.integer({ min: 0, max: 50 })

  it('any code at the speed of a scanner arrives whole, in order, whatever its gaps', () => {
    const scan = text.chain((code) =>
      fc.record({
        code: fc.constant(code),
        gaps: fc.array(gap, { minLength: code.length, maxLength: code.length }),
        end: gap,
      }),
    )
    fc.assert(
      fc.property(
        fc.array(scan, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(ENTER, TAB),
        (scans, framing) => {
          const key = framing === ENTER ? 'Enter' : 'Tab'
          const keys = scans.flatMap(({ code, gaps, end }) => [
            ...[...code].map((letter, index) => ({ key: letter, gapMs: gaps[index] ?? 0 })),
            { key, gapMs: end },
          ])
          expect(press(framing, ...keys)).toEqual(scans.map(({ code }) => code))
        },
      ),
    )
  })

  it('typing never becomes a scan: no finger is as fast for six characters, or for two and Enter', () => {
    const slow = fc.integer({ min: 51, max: 2_000 })
    const key = fc.oneof(
      fc.string({ minLength: 1, maxLength: 1 }),
      fc.constantFrom('Enter', 'Tab', 'Shift', 'Backspace'),
    )
    const typed = fc.array(fc.record({ key, gapMs: slow }), { maxLength: 80 })
    fc.assert(
      fc.property(typed, fc.constantFrom(ENTER, TAB, NONE), (keys, framing) => {
        expect(press(framing, ...keys)).toEqual([])
      }),
    )
  })

  it('a finger rolling over two keys now and then changes nothing', () => {
    const pair = fc.record({
      letters: fc.string({ minLength: 2, maxLength: 2, unit: 'grapheme-ascii' }),
      first: fc.integer({ min: 90, max: 900 }),
      second: fc.integer({ min: 15, max: 50 }),
    })
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), fc.constantFrom(ENTER, TAB, NONE), (pairs, framing) => {
        const keys = pairs.flatMap(({ letters, first, second }) => [
          { key: letters[0] ?? '', gapMs: first },
          { key: letters[1] ?? '', gapMs: second },
        ])
        expect(press(framing, ...keys, { key: 'Enter', gapMs: 90 })).toEqual([])
      }),
    )
  })
})
