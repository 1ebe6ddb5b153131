import { MAX_HICCUP_MS, ROLL_GAP_MS, SILENT_KEYS, TERMINATORS, type Keystroke } from './keystrokes'

/**
 * Finds the scans that `readKeystroke` leaves alone, because they are too short or too halting for this station's
 * settings: a scanner that nobody has calibrated must not type into fields unnoticed. Judged is everything typed
 * between two pauses, not its fastest part, so that a person whose fingers roll over two or three keys never counts.
 */

/** The characters typed since the last pause. */
export type TypingRun = {
  text: string
  firstAtMs: number
  lastAtMs: number
  /** The longest gap between two of them. */
  longestMs: number
}

/** Nobody reads a person's two keys as a code, nor scans one so short. */
const MIN_LENGTH = 3
/** From so many gaps on, one stutter among them does not hide the scanner: fewer keys may be fingers rolling. */
const ENOUGH_GAPS = 4

/** The run with one more key; `null` after a key that ends it. Call it for every key that is no part of a scan. */
export function extendRun(
  run: TypingRun | null,
  { key, atMs, command, repeat }: Keystroke,
): TypingRun | null {
  if (SILENT_KEYS.has(key) || TERMINATORS[key] !== undefined) return run
  if (command || repeat || [...key].length !== 1) return null
  if (run === null || isOver(run, atMs)) return { text: key, firstAtMs: atMs, lastAtMs: atMs, longestMs: 0 }
  return {
    text: run.text + key,
    firstAtMs: run.firstAtMs,
    lastAtMs: atMs,
    longestMs: Math.max(run.longestMs, atMs - run.lastAtMs),
  }
}

/** Whether a pause before `nowMs` has ended the run. */
export function isOver({ lastAtMs }: TypingRun, nowMs: number): boolean {
  return nowMs - lastAtMs > MAX_HICCUP_MS
}

/**
 * Whether no person types the whole run so fast. The fastest typists reach 17 keys a second, 60 ms a key, and 35 to 60
 * while rolling over three keys; a scanner needs 1 to 25 ms.
 * @param endMs when the Enter or Tab after it was pressed, if one was
 */
export function isScannersRun(run: TypingRun, endMs: number | null = null): boolean {
  const characters = [...run.text].length
  if (characters < MIN_LENGTH) return false
  const { firstAtMs, lastAtMs, longestMs } = run
  if (isFast(characters - 1, lastAtMs - firstAtMs, longestMs)) return true
  return endMs !== null && isFast(characters, endMs - firstAtMs, Math.max(longestMs, endMs - lastAtMs))
}

function isFast(gaps: number, totalMs: number, longestMs: number): boolean {
  return gaps >= ENOUGH_GAPS ? totalMs <= ROLL_GAP_MS * gaps : longestMs <= ROLL_GAP_MS
}
