import { describe, expect, it } from 'vitest'
import { readKeystroke, type Burst, type Keystroke } from '../../../../src/shared/domain/keystrokes'

type Press = { key: string; gapMs: number; command?: boolean; repeat?: boolean }

/** Presses keys one after the other and returns the codes that were recognised. */
function press(...keys: Press[]): string[] {
  const codes: string[] = []
  let burst: Burst | null = null
  let atMs = 1_000
  for (const { key, gapMs, command = false, repeat = false } of keys) {
    atMs += gapMs
    const stroke: Keystroke = { key, atMs, command, repeat }
    const meaning = readKeystroke(burst, stroke)
    burst = meaning.burst
    if (meaning.kind === 'scanned') codes.push(meaning.torn ? `torn ${meaning.code}` : meaning.code)
  }
  return codes
}

const fast = (text: string, gapMs = 5): Press[] => [...text].map((key) => ({ key, gapMs }))
const enter: Press = { key: 'Enter', gapMs: 5 }

describe('readKeystroke', () => {
  it('takes a fast burst ended by Enter for a scan', () => {
    expect(press(...fast('IT-00042'), enter)).toEqual(['IT-00042'])
  })

  it('accepts gaps of exactly 50 ms and refuses 51 ms', () => {
    expect(press(...fast('12345', 50), { key: 'Enter', gapMs: 50 })).toEqual(['12345'])
    expect(press(...fast('12345', 51), enter)).toEqual([])
    expect(press(...fast('123'), { key: 'Enter', gapMs: 51 })).toEqual([])
    expect(press(...fast('12345'), { key: 'Enter', gapMs: 251 })).toEqual([])
  })

  it('forgives a key that the PC delivers late inside a code or before its Enter', () => {
    expect(press(...fast('M4000'), { key: '0', gapMs: 180 }, ...fast('0201'), enter)).toEqual(['M400000201'])
    expect(press(...fast('M400000201'), { key: 'Enter', gapMs: 180 })).toEqual(['M400000201'])
  })

  it('calls a code torn when another character came shortly before it', () => {
    expect(press(...fast('M4'), { key: '0', gapMs: 180 }, ...fast('0000201'), enter)).toEqual([
      'torn 00000201',
    ])
  })

  it('does not take a person who rolls two keys and Enter for a torn scan', () => {
    expect(press(...fast('10000', 140), { key: '2', gapMs: 140 }, { key: '0', gapMs: 45 }, enter)).toEqual([])
  })

  it('leaves typed text alone, with or without Enter', () => {
    expect(press(...fast('hello', 120), { key: 'Enter', gapMs: 150 })).toEqual([])
    expect(press(...fast('hello', 120))).toEqual([])
  })

  it('starts anew after a pause, so text typed before is no part of the code', () => {
    expect(press(...fast('ab', 120), { key: '7', gapMs: 300 }, ...fast('001'), enter)).toEqual(['7001'])
  })

  it('reads 50 codes with no gap between them, in order', () => {
    const codes = Array.from({ length: 50 }, (_, index) => `ITEM${index}`)
    expect(press(...codes.flatMap((code) => [...fast(code), enter]))).toEqual(codes)
  })

  it('ignores the Shift that a scanner presses for capitals', () => {
    expect(
      press({ key: 'Shift', gapMs: 5 }, ...fast('A'), { key: 'Shift', gapMs: 5 }, ...fast('B'), enter),
    ).toEqual(['AB'])
  })

  it('gives up on commands, held keys, named keys and one single character', () => {
    expect(press(...fast('12'), { key: 'v', gapMs: 5, command: true }, enter)).toEqual([])
    expect(
      press(
        ...fast('a'),
        { key: 'a', gapMs: 30, repeat: true },
        { key: 'a', gapMs: 30, repeat: true },
        enter,
      ),
    ).toEqual([])
    expect(press(...fast('12'), { key: 'Backspace', gapMs: 5 }, enter)).toEqual([])
    expect(press(...fast('7'), enter)).toEqual([])
  })

  it('says when a burst starts, so that the focused field can be remembered before it changes', () => {
    const first = readKeystroke(null, { key: '1', atMs: 0, command: false, repeat: false })
    expect(first.kind).toBe('started')
    const second = readKeystroke(first.burst, { key: '2', atMs: 10, command: false, repeat: false })
    expect(second).toMatchObject({ kind: 'went_on', burst: { text: '12', lastAtMs: 10 } })
    expect(readKeystroke(second.burst, { key: '3', atMs: 200, command: false, repeat: false }).kind).toBe(
      'started',
    )
  })
})
