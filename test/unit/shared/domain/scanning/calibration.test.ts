import { describe, expect, it } from 'vitest'
import {
  CALIBRATION_CODES,
  judgeCalibration,
  readCalibrationCode,
  type CalibrationStep,
  type Observation,
} from '../../../../../src/shared/domain/scanning/calibration'
import {
  meantKey,
  pressFor,
  type KeyPress,
  type KeyboardLayout,
} from '../../../../../src/shared/domain/scanning/keyboard-layout'

type Setup = {
  /** The layout that the scanner is set to, and the one that the PC uses. */
  scanner?: KeyboardLayout
  pc?: KeyboardLayout
  around?: [prefix: string, suffix: string]
  ending?: Observation['ending']
  gapMs?: number
  change?: (press: KeyPress) => KeyPress
}

function scan(text: string, setup: Setup = {}): Observation {
  const {
    scanner = 'us',
    pc = 'us',
    around: [prefix, suffix] = ['', ''],
    ending = 'enter',
    gapMs = 5,
  } = setup
  const presses = [...(prefix + text + suffix)].map((character) => {
    const press = pressFor(character, scanner)
    if (press === null) throw new Error(`no key for ${character}`)
    const seen = { ...press, key: meantKey(press, pc) }
    return setup.change === undefined ? seen : setup.change(seen)
  })
  return { presses, ending, gapsMs: presses.map(() => gapMs), capsLock: false }
}

const textOf = (step: CalibrationStep) => CALIBRATION_CODES.find((code) => code.step === step)?.text ?? ''
const sheet = (setup: Setup = {}, other: Partial<Record<CalibrationStep, Setup>> = {}) => {
  const of = (step: CalibrationStep) => scan(textOf(step), other[step] ?? setup)
  return judgeCalibration({
    small: of('small'),
    capitals: of('capitals'),
    signs: of('signs'),
    long: of('long'),
  })
}
const found = (setup: Setup = {}) => {
  const verdict = sheet(setup)
  return verdict.kind === 'passed' ? verdict.found : verdict.problem
}

it('keeps the printed codes as they are', () => {
  expect(CALIBRATION_CODES.map(({ text }) => text)).toEqual([
    '1abcdefghijklmnopqrstuvwxyz',
    '2ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '0123456789-./$+%:#@',
    '3141592653589793238462643383279502884197',
  ])
})

describe('a scanner that passes', () => {
  const AS_BOUGHT = { layout: 'us', prefix: '', suffix: '', terminator: 'enter', maxGapMs: 50 }

  it.each(['us', 'uk', 'fr', 'de'] as const)('is read alike by a PC set to %s', (pc) => {
    expect(found({ pc })).toEqual(AS_BOUGHT)
  })

  it.each(['us', 'uk', 'fr', 'de'] as const)('is found out to be set to %s', (scanner) => {
    expect(found({ scanner, pc: scanner })).toEqual({ ...AS_BOUGHT, layout: scanner })
    expect(found({ scanner, pc: 'us' })).toEqual({ ...AS_BOUGHT, layout: scanner })
  })

  it('is read with Caps Lock on, which changes characters but not keys', () => {
    const change = (press: KeyPress) => ({ ...press, key: swap(press.key) })
    expect(found({ change })).toEqual(AS_BOUGHT)
  })

  it('may have a prefix, suffix, other ends, and symbology identifiers, which count as neither', () => {
    expect(found({ around: ['*', '#'], ending: 'tab' })).toMatchObject({
      prefix: '*',
      suffix: '#',
      terminator: 'tab',
    })
    expect(found({ around: [']C0', ''] })).toMatchObject({ prefix: '' })
    expect(found({ ending: 'none' })).toMatchObject({ terminator: 'none', maxGapMs: 25 })
  })

  it('sets the gap from its speed', () => {
    expect(found({ gapMs: 40 })).toMatchObject({ maxGapMs: 60 })
  })
})

describe('a scanner that is refused', () => {
  const why = (step: CalibrationStep, observation: Observation) => {
    const reading = readCalibrationCode(observation, step)
    return reading.kind === 'refused' ? reading.problem : reading
  }
  const placeless = (press: KeyPress) => ({ ...press, code: '' })

  it('turns small letters into capitals, and capitals into small ones', () => {
    const change = (press: KeyPress) =>
      press.code.startsWith('Key') ? { ...press, shift: !press.shift } : press
    expect(why('small', scan(textOf('small'), { change }))).toBe('caps_lock')
    expect(why('capitals', scan(textOf('capitals'), { change }))).toBe('caps_lock')
    expect(why('small', scan(textOf('capitals'), { change }))).not.toMatchObject({ kind: 'read' })
  })

  it.each(['fr', 'de'] as const)('comes without keys over a PC set to %s', (pc) => {
    expect(why('signs', scan(textOf('signs'), { pc, change: placeless }))).toBe('pc_layout')
    expect(why('small', scan(textOf('small'), { pc, change: placeless }))).toBe('pc_layout')
  })

  it('loses keys', () => {
    const whole = scan(textOf('long'))
    const presses = whole.presses.filter((_, index) => index % 9 !== 4)
    expect(why('long', { ...whole, presses })).toBe('keys_lost')
  })

  it('is too slow to be told from a person', () => {
    expect(why('long', scan(textOf('long'), { gapMs: 61 }))).toBe('too_slow')
    expect(found({ gapMs: 61 })).toBe('too_slow')
  })

  it('forgives one key that came late', () => {
    const whole = scan(textOf('long'))
    expect(
      why('long', { ...whole, gapsMs: whole.gapsMs.map((gapMs, index) => (index === 7 ? 200 : gapMs)) }),
    ).toEqual({ kind: 'read', step: 'long' })
  })

  it('types one code differently from another', () => {
    expect(sheet({}, { long: { ending: 'tab' } })).toEqual({ kind: 'refused', problem: 'endings_differ' })
    expect(sheet({}, { long: { around: ['*', ''] } })).toEqual({ kind: 'refused', problem: 'marks_differ' })
    expect(sheet({}, { signs: { scanner: 'fr' } })).toEqual({ kind: 'refused', problem: 'layouts_differ' })
  })

  it('types anything else', () => {
    expect(why('small', scan('ITEM42'))).toBe('unreadable')
  })
})

it('accepts the codes in any order', () => {
  expect(readCalibrationCode(scan(textOf('long')), 'small')).toEqual({ kind: 'read', step: 'long' })
})

const swap = (key: string) => (key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase())
