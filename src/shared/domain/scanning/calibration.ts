import {
  KEYBOARD_LAYOUTS,
  UNREADABLE,
  meantKey,
  pressFor,
  type KeyPress,
  type KeyboardLayout,
} from './keyboard-layout'
import type { Framing } from './keystrokes'

/**
 * Calibration: a few printed codes, scanned one after another, show how this scanner types and how this PC reads it.
 */

/**
 * The codes of the printed sheet (Code 128), in scanning order. Printed sheets stay in use: never change a text, only
 * add. `small` and `capitals` detect layout and Caps Lock, `signs` the layout, `long` lost keys. Their digits keep a
 * code in the wrong case from being taken for another.
 */
export const CALIBRATION_CODES = [
  { step: 'small', text: '1abcdefghijklmnopqrstuvwxyz' },
  { step: 'capitals', text: '2ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  { step: 'signs', text: '0123456789-./$+%:#@' },
  { step: 'long', text: '3141592653589793238462643383279502884197' },
] as const
export type CalibrationStep = (typeof CALIBRATION_CODES)[number]['step']

/** One code as its keys arrived. */
export type Observation = {
  presses: readonly KeyPress[]
  ending: Framing['terminator']
  /** Gaps between the keys and before the end, in milliseconds. */
  gapsMs: readonly number[]
  capsLock: boolean
}

/** The values that calibration saves. */
export type FoundScanner = Framing & { prefix: string; suffix: string; layout: KeyboardLayout }

export type CalibrationProblem =
  | 'caps_lock'
  | 'pc_layout'
  | 'keys_lost'
  | 'too_slow'
  | 'unreadable'
  | 'layouts_differ'
  | 'marks_differ'
  | 'endings_differ'

export type CodeReading =
  | { kind: 'read'; step: CalibrationStep }
  | { kind: 'refused'; problem: CalibrationProblem; came: string }

export type Verdict =
  /** `capsLock`: it was on, but harmless. */
  | { kind: 'passed'; found: FoundScanner; capsLock: boolean }
  | { kind: 'refused'; problem: CalibrationProblem }

/** A slower scanner cannot be told from a person. */
const SLOWEST_GAP_MS = 60
const LATE_KEYS = 0.05
const MARGIN = 1.5
const LEAST_GAP_MS = 50
/** If a pause ends a code, a smaller gap allows shorter codes. */
const LEAST_GAP_TO_SILENCE_MS = 25
const MAX_MARK_LENGTH = 20
const AIM_AT_END = /\][A-Za-z][0-9A-Za-z]$/

/** Finds which code of the sheet was scanned, in any order; a failure is explained by `awaited`. */
export function readCalibrationCode(observation: Observation, awaited: CalibrationStep): CodeReading {
  const found = CALIBRATION_CODES.find(({ text }) => readings(observation, text).length > 0)
  const came = textOf(observation, 'us')
  const refused = (problem: CalibrationProblem): CodeReading => ({ kind: 'refused', problem, came })
  if (found === undefined) return refused(whyUnreadable(observation, textOfStep(awaited)))
  if (usualGapMs(observation) > SLOWEST_GAP_MS) return refused('too_slow')
  return { kind: 'read', step: found.step }
}

/** Judges all codes of the sheet together: the values to save, or why this scanner fails. */
export function judgeCalibration(seen: Readonly<Record<CalibrationStep, Observation>>): Verdict {
  const refused = (problem: CalibrationProblem): Verdict => ({ kind: 'refused', problem })
  const codes = CALIBRATION_CODES.map(({ step, text }) => ({
    observation: seen[step],
    read: readings(seen[step], text),
  }))
  const layout = KEYBOARD_LAYOUTS.find((one) =>
    codes.every(({ read }) => read.some((reading) => reading.layout === one)),
  )
  if (layout === undefined) return refused('layouts_differ')
  const marks = codes.map(({ read }) => read.find((reading) => reading.layout === layout))
  const { prefix = '', suffix = '' } = marks[0] ?? {}
  if (marks.some((mark) => mark?.prefix !== prefix || mark.suffix !== suffix)) return refused('marks_differ')
  if (Math.max(prefix.length, suffix.length) > MAX_MARK_LENGTH) return refused('unreadable')
  const endings = new Set(codes.map(({ observation }) => observation.ending))
  const [terminator] = endings
  if (endings.size !== 1 || terminator === undefined) return refused('endings_differ')
  const slowest = Math.max(...codes.map(({ observation }) => usualGapMs(observation)))
  if (slowest > SLOWEST_GAP_MS) return refused('too_slow')
  const least = terminator === 'none' ? LEAST_GAP_TO_SILENCE_MS : LEAST_GAP_MS
  const maxGapMs = Math.max(least, Math.ceil(slowest * MARGIN))
  const capsLock = codes.some(({ observation }) => observation.capsLock)
  return { kind: 'passed', found: { layout, prefix, suffix, terminator, maxGapMs }, capsLock }
}

type Reading = { layout: KeyboardLayout; prefix: string; suffix: string }

/** The layouts that turn the keys into the printed text, and the text around it. */
function readings(observation: Observation, printed: string): readonly Reading[] {
  return KEYBOARD_LAYOUTS.flatMap((layout) => {
    const text = textOf(observation, layout)
    const at = text.indexOf(printed)
    if (at === -1) return []
    // A symbology identifier names the kind of code and is not part of this scanner's set-up.
    return [
      { layout, prefix: text.slice(0, at).replace(AIM_AT_END, ''), suffix: text.slice(at + printed.length) },
    ]
  })
}

function textOf({ presses }: Observation, layout: KeyboardLayout): string {
  return presses
    .map((press) => meantKey(press, layout))
    .filter((key) => [...key].length === 1)
    .join('')
}

function whyUnreadable(observation: Observation, printed: string): CalibrationProblem {
  const texts = KEYBOARD_LAYOUTS.map((layout) => textOf(observation, layout))
  const turned = CALIBRATION_CODES.map(({ text }) => swapCase(text))
  if (texts.some((text) => turned.some((code) => text.includes(code)))) return 'caps_lock'
  const hasPlaces = observation.presses.some(({ code }) => code !== '')
  if (!hasPlaces && garbledLayout(texts[0] ?? '', printed) !== null) return 'pc_layout'
  if (texts.some((text) => text.length > printed.length / 2 && isPartOf(text, printed))) return 'keys_lost'
  return 'unreadable'
}

/** The layout that makes `text` of the keys by which a US scanner types `printed`. */
function garbledLayout(text: string, printed: string): KeyboardLayout | null {
  const found = KEYBOARD_LAYOUTS.find((layout) => {
    const garbled = [...printed].map((character) => {
      const press = pressFor(character, 'us')
      return press === null ? character : meantKey(press, layout)
    })
    const same = (sign: string, index: number) =>
      sign === UNREADABLE || sign.toLowerCase() === garbled[index]?.toLowerCase()
    return text.length === garbled.length && [...text].every(same)
  })
  return found ?? null
}

/** Whether `text` is `printed` with characters left out. */
function isPartOf(text: string, printed: string): boolean {
  let at = -1
  return [...text].every((character) => (at = printed.indexOf(character, at + 1)) !== -1)
}

function usualGapMs({ gapsMs }: Observation): number {
  const sorted = [...gapsMs].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * (1 - LATE_KEYS))] ?? 0
}

function textOfStep(step: CalibrationStep): string {
  return CALIBRATION_CODES.find((code) => code.step === step)?.text ?? ''
}

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}
