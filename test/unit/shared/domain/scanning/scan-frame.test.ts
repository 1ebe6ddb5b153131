import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BADGE_PREFIX } from '../../../../../src/shared/domain/scanning/badge'
import { COMMAND_CODES, COMMAND_NAMES } from '../../../../../src/shared/domain/scanning/command'
import { MIN_DOUBLED_LENGTH, frameScan } from '../../../../../src/shared/domain/scanning/scan-frame'

const NO_MARKS = { prefix: '', suffix: '' }
const frame = (text: string, marks = NO_MARKS, how: { torn?: boolean; unended?: boolean } = {}) => {
  const { text: code, problem } = frameScan(
    { text, torn: false, unended: false, typed: { fromMs: 0, toMs: 0 }, ...how },
    marks,
  )
  return problem ?? code
}

describe('the frame of a code', () => {
  it('is stripped', () => {
    expect(frame('ITEM1')).toBe('ITEM1')
    expect(frame('*ITEM1#', { prefix: '*', suffix: '#' })).toBe('ITEM1')
    expect(frame('SKSK1', { prefix: 'SK', suffix: '' })).toBe('SK1')
  })

  it.each([
    ['no prefix', 'ITEM1#'],
    ['no suffix', '*ITEM1'],
    ['nothing inside', '*#'],
  ])('if incomplete means a truncated code: %s', (_, text) => {
    expect(frame(text, { prefix: '*', suffix: '#' })).toBe('truncated')
  })

  it('is not whole when prefix and suffix are the same sign, scanned once', () => {
    expect(frame('*', { prefix: '*', suffix: '*' })).toBe('truncated')
    expect(frame('*1*', { prefix: '*', suffix: '*' })).toBe('1')
  })

  it('is missing at the end of a code without its terminator, and at the start of a torn one', () => {
    expect(frame('ITEM12', NO_MARKS, { unended: true })).toBe('truncated')
    expect(frame('ITEM12', NO_MARKS, { torn: true })).toBe('torn')
    expect(frame('ITEM\uFFFD12')).toBe('truncated')
  })
})

describe('a doubled code', () => {
  it.each([
    ['twice', 'ITEM42ITEM42'],
    ['three times', 'ITEM42ITEM42ITEM42'],
    ['an EAN twice', '40063813339314006381333931'],
    ['with its symbology identifier', ']C0ITEM42]C0ITEM42'],
  ])('is refused: %s', (_, text) => expect(frame(text)).toBe('doubled'))

  it('is recognized despite its prefix and suffix', () => {
    expect(frame('*ITEM1#*ITEM1#', { prefix: '*', suffix: '#' })).toBe('doubled')
    expect(frame('*ITEM42ITEM42#', { prefix: '*', suffix: '#' })).toBe('doubled')
  })

  it.each([
    '11',
    '1212',
    '123123',
    '1234512345',
    '00000000',
    'AAAAAAAAAAAA',
    'ABABABABABAB',
    'ITEM42-ITEM42',
  ])('is not assumed for a genuine code that repeats a short piece: %s', (text) =>
    expect(frame(text)).toBe(text),
  )

  it.each(['100002100002', '12345641234564', '123457123457123457'])(
    'is no trade or parcel number whose check digit is right: %s',
    (text) => expect(frame(text)).not.toBe('doubled'),
  )

  it('is every piece of six characters and more that is no repetition itself, and never the piece', () => {
    const piece = fc
      .stringMatching(/^[A-Z][0-9A-Z]{5,15}$/)
      .filter((text) => (text + text).indexOf(text, 1) === text.length)
    fc.assert(
      fc.property(piece, fc.integer({ min: 2, max: 4 }), (text, times) => {
        expect(text.length).toBeGreaterThanOrEqual(MIN_DOUBLED_LENGTH)
        expect(frame(text.repeat(times))).toBe('doubled')
        expect(frame(text)).not.toBe('doubled')
      }),
    )
  })
})

describe('merged codes', () => {
  it.each([
    ['two terminated ones', 'ITEM1\rITEM2'],
    ['two with symbology identifiers', ']C0ITEM1]E04006381333931'],
    ['an item and a command', `ITEM1${COMMAND_CODES.confirm}`],
    ['a command and an item, in small letters', `${COMMAND_CODES.confirm}ITEM1`.toLowerCase()],
    ['two commands', COMMAND_CODES.confirm + COMMAND_CODES.next],
    ['a badge and an item', `${BADGE_PREFIX}BCDEFGHIJKLNITEM1`],
  ])('are refused: %s', (_, text) => expect(frame(text)).toBe('merged'))

  it('are detected by the frame between them', () => {
    expect(frame('*ITEM1#*ITEM2#', { prefix: '*', suffix: '#' })).toBe('merged')
    expect(frame('*ITEM1*ITEM2', { prefix: '*', suffix: '' })).toBe('merged')
    expect(frame('ABCITEM1ABCITEM2', { prefix: 'ABC', suffix: '' })).toBe('merged')
  })

  it('are not assumed for every code that contains the prefix letter', () => {
    expect(frame('ABANANA', { prefix: 'A', suffix: '' })).toBe('BANANA')
  })

  it('are not single commands, badges, or codes with a bracket', () => {
    for (const command of COMMAND_NAMES) expect(frame(COMMAND_CODES[command])).toBe(COMMAND_CODES[command])
    expect(frame(`]C0${COMMAND_CODES.next}`)).toBe(`]C0${COMMAND_CODES.next}`)
    expect(frame(`${BADGE_PREFIX}BCDEFGHIJKLN`)).toBe(`${BADGE_PREFIX}BCDEFGHIJKLN`)
    expect(frame('BOLT[M8]A2')).toBe('BOLT[M8]A2')
  })
})
