/**
 * Tells a keyboard-wedge scanner from a person by speed: a scanner types a whole code with tiny gaps and ends it with
 * Enter. Times are milliseconds of one monotonic clock.
 */

/** The usual longest gap between two keys of a scan, and before its Enter. */
export const MAX_SCAN_GAP_MS = 50
/** Nobody types two characters and Enter this fast; one character and Enter can be a finger that rolls. */
export const MIN_SCAN_LENGTH = 2
/** A busy PC delivers some keys late. A gap up to this long inside a scan is forgiven … */
export const MAX_HICCUP_MS = 250
/** … after this many characters too fast for a person, and once per as many characters. */
export const CHARACTERS_PER_HICCUP = 4

/** One key press, as a keyboard event tells it. */
export type Keystroke = {
  /** The DOM's `key`: one character, or a name such as `Enter` or `Shift`. */
  key: string
  atMs: number
  /** Ctrl, Alt or Meta is down, so that the key is a command and no text. AltGr text does not count. */
  command: boolean
  /** The key is held down: a repeat is as fast as a scanner. */
  repeat: boolean
}

/** Characters that may turn out to be a scan. */
export type Burst = {
  text: string
  lastAtMs: number
  hiccups: number
  /** Another character came so shortly before that this may be the rest of a longer code. */
  torn: boolean
}

/**
 * `started`: the first character of what may become a scan, so what it changes must be remembered now; `went_on`: one
 * more character; `scanned`: the Enter that completes one; `none`: nothing of a scan. A `torn` code may lack its
 * beginning and must be refused, never guessed.
 */
export type KeystrokeMeaning =
  | { kind: 'none'; burst: Burst | null }
  | { kind: 'started'; burst: Burst }
  | { kind: 'went_on'; burst: Burst }
  | { kind: 'scanned'; burst: null; code: string; torn: boolean }

/** Scanners press these between the characters of a code. */
const SILENT_KEYS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph'])

/** Judges one key press after the burst so far. */
export function readKeystroke(burst: Burst | null, stroke: Keystroke): KeystrokeMeaning {
  if (SILENT_KEYS.has(stroke.key)) return { kind: 'none', burst }
  if (stroke.command || stroke.repeat) return { kind: 'none', burst: null }
  const gap = burst === null ? 'pause' : gapAfter(burst, stroke.atMs)
  if (stroke.key === 'Enter') return readEnter(burst, gap)
  if ([...stroke.key].length !== 1) return { kind: 'none', burst: null }
  const fresh = { text: stroke.key, lastAtMs: stroke.atMs, hiccups: 0, torn: gap === 'slow' }
  if (burst === null || gap === 'pause' || gap === 'slow') return { kind: 'started', burst: fresh }
  const hiccups = burst.hiccups + (gap === 'hiccup' ? 1 : 0)
  return {
    kind: 'went_on',
    burst: { text: burst.text + stroke.key, lastAtMs: stroke.atMs, hiccups, torn: burst.torn },
  }
}

type Gap = 'fast' | 'hiccup' | 'slow' | 'pause'

function gapAfter(burst: Burst, atMs: number): Gap {
  const gapMs = atMs - burst.lastAtMs
  if (gapMs <= MAX_SCAN_GAP_MS) return 'fast'
  if (gapMs > MAX_HICCUP_MS) return 'pause'
  return burst.text.length >= CHARACTERS_PER_HICCUP * (burst.hiccups + 1) ? 'hiccup' : 'slow'
}

function readEnter(burst: Burst | null, gap: Gap): KeystrokeMeaning {
  const typed: KeystrokeMeaning = { kind: 'none', burst: null }
  if (burst === null || gap === 'slow' || gap === 'pause') return typed
  // A person who types on may roll two fingers and Enter; a torn scan has more left than that.
  const needed = burst.torn ? CHARACTERS_PER_HICCUP : MIN_SCAN_LENGTH
  if (burst.text.length < needed) return typed
  return { kind: 'scanned', burst: null, code: burst.text, torn: burst.torn }
}
