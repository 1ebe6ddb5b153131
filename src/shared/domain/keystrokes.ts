/**
 * Tells a keyboard-wedge scanner from a person by speed: a scanner types a whole code with tiny gaps and ends it with
 * Enter. Times are milliseconds of one monotonic clock.
 */

/** The longest gap between two keys of a scan, and before its Enter. */
export const MAX_SCAN_GAP_MS = 50
/** Nobody types two characters and Enter this fast; one character and Enter can be a finger that rolls. */
export const MIN_SCAN_LENGTH = 2

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
export type Burst = { text: string; lastAtMs: number }

/**
 * `started`: the first character of what may become a scan, so what it changes must be remembered now; `went_on`: one
 * more character; `scanned`: the Enter that completes one; `none`: nothing of a scan.
 */
export type KeystrokeMeaning =
  | { kind: 'none'; burst: Burst | null }
  | { kind: 'started'; burst: Burst }
  | { kind: 'went_on'; burst: Burst }
  | { kind: 'scanned'; burst: null; code: string }

/** Scanners press these between the characters of a code. */
const SILENT_KEYS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph'])

/** Judges one key press after the burst so far. */
export function readKeystroke(burst: Burst | null, stroke: Keystroke): KeystrokeMeaning {
  if (SILENT_KEYS.has(stroke.key)) return { kind: 'none', burst }
  if (stroke.command || stroke.repeat) return { kind: 'none', burst: null }
  const inTime = burst !== null && stroke.atMs - burst.lastAtMs <= MAX_SCAN_GAP_MS
  if (stroke.key === 'Enter') {
    return inTime && burst.text.length >= MIN_SCAN_LENGTH
      ? { kind: 'scanned', burst: null, code: burst.text }
      : { kind: 'none', burst: null }
  }
  if ([...stroke.key].length !== 1) return { kind: 'none', burst: null }
  return inTime
    ? { kind: 'went_on', burst: { text: burst.text + stroke.key, lastAtMs: stroke.atMs } }
    : { kind: 'started', burst: { text: stroke.key, lastAtMs: stroke.atMs } }
}
