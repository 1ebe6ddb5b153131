import { GROUP_SEPARATOR } from './scanned'
import { meantKey, type KeyboardLayout, type KeyPress } from './keyboard-layout'

/**
 * Tells a keyboard-wedge scanner from a person by speed: a scanner types a whole code with tiny gaps and ends it with
 * Enter, with Tab or with silence. Times are milliseconds of one monotonic clock.
 */

/** How this station's scanner types. */
export type Framing = {
  terminator: 'enter' | 'tab' | 'none'
  /** The usual longest gap between two keys of a scan, and before its end. */
  maxGapMs: number
}

/** Nobody types two characters and Enter this fast; one character and Enter can be a finger that rolls. */
export const MIN_SCAN_LENGTH = 2
/** As much text as no person types at once: it is a scan even when it does not end as one should. */
export const MIN_UNENDED_LENGTH = 6
/** A busy PC delivers some keys late. A gap up to this long inside a scan is forgiven … */
export const MAX_HICCUP_MS = 250
/** … after this many characters too fast for a person, those of scans just before too, and once per as many. */
export const CHARACTERS_PER_HICCUP = 4
/** Fingers that roll over three keys stay slower than this. */
const ROLL_GAP_MS = 30

/** One key press and when it came. */
export type Keystroke = {
  /** One character, or a name such as `Enter` or `Shift`. */
  key: string
  atMs: number
  /** Ctrl, Alt or Meta is down, so that the key is a command and no text. */
  command: boolean
  /** The key is held down: a repeat is as fast as a scanner. */
  repeat: boolean
}

/** Characters that may turn out to be a scan, or the trace of one that has ended. */
export type Burst = {
  text: string
  lastAtMs: number
  hiccups: number
  /** Characters before this burst that came as fast, in scans that ended without a pause. */
  before: number
  /** Another character came so shortly before that this may be the rest of a longer code. */
  torn: boolean
  /** The scan was handed on: at its terminator, or because nothing more came. */
  over: 'terminated' | 'silent' | null
}

/** One scan as it was typed. */
export type TypedScan = {
  text: string
  /** Its beginning may be missing. */
  torn: boolean
  /** It should have ended with Enter or Tab and did not. */
  unended: boolean
}

/**
 * `started`: the first character of what may become a scan, so what it changes must be remembered now; `went_on`: one
 * more character; `scanned`: the key that completes one; `echo`: another terminator of the scan that is over; `none`:
 * nothing of a scan.
 */
export type KeystrokeMeaning =
  | { kind: 'none'; burst: Burst | null }
  | { kind: 'started'; burst: Burst }
  | { kind: 'went_on'; burst: Burst }
  | { kind: 'echo'; burst: Burst }
  | { kind: 'scanned'; burst: Burst; scan: TypedScan }

/** Scanners press these between the characters of a code. */
const SILENT_KEYS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt'])
const TERMINATORS: Readonly<Record<string, Framing['terminator']>> = { Enter: 'enter', Tab: 'tab' }

/** The stroke that a scanner set to `layout` meant. Inside a code, Ctrl+] and F8 are how scanners type FNC1 (GS). */
export function strokeOf(
  press: KeyPress & { atMs: number; repeat: boolean },
  burst: Burst | null,
  layout: KeyboardLayout,
): Keystroke {
  const { atMs, repeat, command } = press
  const key = meantKey(press, layout)
  const separates = key === 'F8' || (command && (key === ']' || key === GROUP_SEPARATOR))
  const inside = burst !== null && burst.over === null
  return separates && inside
    ? { key: GROUP_SEPARATOR, atMs, repeat, command: false }
    : { key, atMs, repeat, command }
}

/** Judges one key press after the burst so far. Ask `readSilence` first. */
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
    burst: { text: stroke.key, lastAtMs: stroke.atMs, hiccups: 0, before, torn, over: null },
  }
}

/** How long nothing may come until `readSilence` says that a scan is over. */
export function silenceMs({ terminator, maxGapMs }: Framing): number {
  return terminator === 'none' ? Math.min(2 * maxGapMs, MAX_HICCUP_MS) : MAX_HICCUP_MS
}

/**
 * The scan that is over because nothing more came until `nowMs`: whole when the scanner ends its codes so, else
 * `unended`. `null` while it may go on, and when a person may have typed it.
 */
export function readSilence(
  burst: Burst | null,
  nowMs: number,
  framing: Framing,
): { burst: Burst; scan: TypedScan } | null {
  if (burst === null || burst.over !== null || nowMs - burst.lastAtMs <= silenceMs(framing)) return null
  if (burst.text.length < leastUnended(framing)) return null
  const { text, torn } = burst
  return { burst: over(burst, 'silent'), scan: { text, torn, unended: framing.terminator !== 'none' } }
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
    // Scanners may be set to end a code twice, as in CR LF; the second must not press what has the focus.
    return gap === 'fast' ? { kind: 'echo', burst: { ...burst, lastAtMs: atMs } } : typed
  }
  if (burst.text.length < leastEnded(burst, terminator, framing)) return typed
  const { text, torn } = burst
  return {
    kind: 'scanned',
    burst: over({ ...burst, lastAtMs: atMs }, 'terminated'),
    scan: { text, torn, unended: false },
  }
}

/** A person who types on may roll two fingers and Enter; a torn scan has more left than that. */
function leastEnded(burst: Burst, terminator: Framing['terminator'], framing: Framing): number {
  if (terminator !== framing.terminator) return leastUnended(framing)
  return burst.torn ? CHARACTERS_PER_HICCUP : MIN_SCAN_LENGTH
}

function over(burst: Burst, how: NonNullable<Burst['over']>): Burst {
  const before = Math.min(burst.before + burst.text.length, CHARACTERS_PER_HICCUP)
  return { text: '', lastAtMs: burst.lastAtMs, hiccups: 0, before, torn: false, over: how }
}
