import { GROUP_SEPARATOR } from './scanned'
import { meantKey, type KeyboardLayout, type KeyPress } from './keyboard-layout'

/**
 * Tells a keyboard-wedge scanner from a person by speed: a scanner types a whole code with tiny gaps and ends it with
 * Enter, Tab or a pause. Times are milliseconds of one monotonic clock.
 */

/** How this station's scanner types. */
export type Framing = {
  terminator: 'enter' | 'tab' | 'none'
  /** The usual longest gap between two keys of a scan, and before its end. */
  maxGapMs: number
}

/** Nobody types two characters and Enter this fast; one character and Enter can be rolling fingers. */
export const MIN_SCAN_LENGTH = 2
/** More text than a person types at once: a scan even without its proper end. */
export const MIN_UNENDED_LENGTH = 6
/** A busy PC delivers some keys late. One gap up to this long inside a scan is forgiven … */
export const MAX_HICCUP_MS = 250
/** … after this many characters too fast for a person, preceding scans included, and once per as many. */
export const CHARACTERS_PER_HICCUP = 4
/** Fingers rolling over three keys stay slower than this. */
export const ROLL_GAP_MS = 30

/** One key press and its time. */
export type Keystroke = {
  /** One character, or a name such as `Enter` or `Shift`. */
  key: string
  atMs: number
  /** Ctrl, Alt or Meta is down, so the key is a command, not text. */
  command: boolean
  /** The key is held down: repeats are as fast as a scanner. */
  repeat: boolean
}

/** Characters that may become a scan, or the trace of one that has ended. */
export type Burst = {
  text: string
  firstAtMs: number
  lastAtMs: number
  hiccups: number
  /** Equally fast characters before this burst, in scans that ended without a pause. */
  before: number
  /** Another character came so shortly before that this may be the end of a longer code. */
  torn: boolean
  /** The scan was delivered: at its terminator, or after a pause. */
  over: 'terminated' | 'silent' | null
}

/** One scan as typed. */
export type TypedScan = {
  text: string
  /** Its beginning may be missing. */
  torn: boolean
  /** It lacks the Enter or Tab that it should have ended with. */
  unended: boolean
  /** When its first and last character came. */
  typed: { fromMs: number; toMs: number }
}

/**
 * `started`: the first character of a possible scan, so the field must be remembered now; `went_on`: one more
 * character; `scanned`: the key that completes a scan; `echo`: another terminator of the completed scan; `none`: not
 * part of a scan.
 */
export type KeystrokeMeaning =
  | { kind: 'none'; burst: Burst | null }
  | { kind: 'started'; burst: Burst }
  | { kind: 'went_on'; burst: Burst }
  | { kind: 'echo'; burst: Burst }
  | { kind: 'scanned'; burst: Burst; scan: TypedScan }

/** Scanners press these between the characters of a code. */
export const SILENT_KEYS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt'])
export const TERMINATORS: Readonly<Record<string, Framing['terminator']>> = { Enter: 'enter', Tab: 'tab' }

/** How scanners type the control characters of a carrier's 2D code: with Ctrl, and the key of the same bits. */
const WITH_CTRL: Readonly<Record<string, string>> = {
  ...{ ']': GROUP_SEPARATOR, [GROUP_SEPARATOR]: GROUP_SEPARATOR },
  ...{ '^': '\u001E', '6': '\u001E', '\u001E': '\u001E', d: '\u0004', D: '\u0004', '\u0004': '\u0004' },
}

/** The stroke that a scanner set to `layout` meant. F8 is how some scanners type FNC1 (GS) inside a code. */
export function strokeOf(
  press: KeyPress & { atMs: number; repeat: boolean },
  burst: Burst | null,
  layout: KeyboardLayout,
): Keystroke {
  const { atMs, repeat, command } = press
  const key = meantKey(press, layout)
  const control = key === 'F8' ? GROUP_SEPARATOR : command ? WITH_CTRL[key] : undefined
  const inside = burst !== null && burst.over === null
  return control !== undefined && inside
    ? { key: control, atMs, repeat, command: false }
    : { key, atMs, repeat, command }
}

/** Judges one key press after the burst so far. Call `readSilence` first. */
export function readKeystroke(burst: Burst | null, stroke: Keystroke, framing: Framing): KeystrokeMeaning {
  if (SILENT_KEYS.has(stroke.key)) return { kind: 'none', burst }
  if (stroke.command || stroke.repeat) return { kind: 'none', burst: null }
  const gap = burst === null ? 'pause' : gapAfter(burst, stroke.atMs, framing)
  const terminator = TERMINATORS[stroke.key]
  if (terminator !== undefined) return readTerminator(burst, gap, terminator, stroke.atMs, framing)
  if ([...stroke.key].length !== 1) return { kind: 'none', burst: null }
  const open = burst !== null && burst.over === null
  if (open && (gap === 'fast' || gap === 'hiccup')) {
    const hiccups = burst.hiccups + (gap === 'hiccup' ? 1 : 0)
    return {
      kind: 'went_on',
      burst: { ...burst, text: burst.text + stroke.key, lastAtMs: stroke.atMs, hiccups },
    }
  }
  const torn = burst !== null && burst.over !== 'terminated' && gap !== 'pause'
  const follows = burst?.over === 'terminated' && stroke.atMs - burst.lastAtMs <= 2 * framing.maxGapMs
  const before = follows ? burst.before : 0
  return {
    kind: 'started',
    burst: {
      ...{ text: stroke.key, firstAtMs: stroke.atMs, lastAtMs: stroke.atMs },
      ...{ hiccups: 0, before, torn, over: null },
    },
  }
}

/** The pause after which `readSilence` says that a scan is over. */
export function silenceMs({ terminator, maxGapMs }: Framing): number {
  return terminator === 'none' ? Math.min(2 * maxGapMs, MAX_HICCUP_MS) : MAX_HICCUP_MS
}

/**
 * The scan that ended by a pause before `nowMs`: whole if the scanner ends its codes that way, else `unended`. `null`
 * while it may continue, and if a person may have typed it.
 */
export function readSilence(
  burst: Burst | null,
  nowMs: number,
  framing: Framing,
): { burst: Burst; scan: TypedScan } | null {
  if (burst === null || burst.over !== null || nowMs - burst.lastAtMs <= silenceMs(framing)) return null
  if (burst.text.length < leastUnended(framing)) return null
  const { text, torn } = burst
  const scan = { text, torn, unended: framing.terminator !== 'none', typed: timesOf(burst) }
  return { burst: over(burst, 'silent'), scan }
}

function leastUnended({ terminator, maxGapMs }: Framing): number {
  if (terminator !== 'none') return MIN_UNENDED_LENGTH
  return maxGapMs <= ROLL_GAP_MS ? MIN_SCAN_LENGTH + 1 : MIN_UNENDED_LENGTH - 1
}

type Gap = 'fast' | 'hiccup' | 'slow' | 'pause'

function gapAfter(burst: Burst, atMs: number, framing: Framing): Gap {
  const gapMs = atMs - burst.lastAtMs
  if (gapMs <= framing.maxGapMs) return 'fast'
  if (gapMs > MAX_HICCUP_MS) return 'pause'
  const forgiven = gapMs <= silenceMs(framing)
  const fast = burst.over === null ? burst.before + burst.text.length : 0
  return forgiven && fast >= CHARACTERS_PER_HICCUP * (burst.hiccups + 1) ? 'hiccup' : 'slow'
}

function readTerminator(
  burst: Burst | null,
  gap: Gap,
  terminator: Framing['terminator'],
  atMs: number,
  framing: Framing,
): KeystrokeMeaning {
  const typed: KeystrokeMeaning = { kind: 'none', burst: null }
  if (burst === null || gap === 'slow' || gap === 'pause') return typed
  if (burst.over !== null) {
    // Scanners may end a code twice, as in CR LF; the second end must not press the focused button.
    return gap === 'fast' ? { kind: 'echo', burst: { ...burst, lastAtMs: atMs } } : typed
  }
  if (burst.text.length < leastEnded(burst, terminator, framing)) return typed
  const { text, torn } = burst
  return {
    kind: 'scanned',
    burst: over({ ...burst, lastAtMs: atMs }, 'terminated'),
    scan: { text, torn, unended: false, typed: timesOf(burst) },
  }
}

function timesOf({ firstAtMs, lastAtMs }: Burst): TypedScan['typed'] {
  return { fromMs: firstAtMs, toMs: lastAtMs }
}

/** A person typing may roll two fingers and Enter; a torn scan has more characters left. */
function leastEnded(burst: Burst, terminator: Framing['terminator'], framing: Framing): number {
  if (terminator !== framing.terminator) return leastUnended(framing)
  return burst.torn ? CHARACTERS_PER_HICCUP : MIN_SCAN_LENGTH
}

/** As after a scan: a second Enter or Tab right after `atMs` must not press the focused button. */
export function endedBurst(atMs: number): Burst {
  return { text: '', firstAtMs: atMs, lastAtMs: atMs, hiccups: 0, before: 0, torn: false, over: 'terminated' }
}

function over(burst: Burst, how: NonNullable<Burst['over']>): Burst {
  const before = Math.min(burst.before + burst.text.length, CHARACTERS_PER_HICCUP)
  return { ...burst, text: '', hiccups: 0, before, torn: false, over: how }
}
