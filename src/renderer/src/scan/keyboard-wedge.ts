import type { Preferences } from '../../../shared/contract/preferences'
import type { KeyPress } from '../../../shared/domain/scanning/keyboard-layout'
import {
  endedBurst,
  readKeystroke,
  readSilence,
  silenceMs,
  strokeOf,
  TERMINATORS,
  type Burst,
  type TypedScan,
} from '../../../shared/domain/scanning/keystrokes'
import { frameScan } from '../../../shared/domain/scanning/scan-frame'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import { extendRun, isOver, isScannersRun, type TypingRun } from '../../../shared/domain/scanning/typing-run'
import { rememberFields, isTextField } from './fields'
import { numbersOf2d, withoutAddress } from './carrier-2d'
import { codesOf } from './gs1-codes'

/** The DOM side of the scanner: gets every key before anything else does. */

type ScannerPreferences = Preferences['scanner']

/** The window's timers; tests provide their own. */
export type Timers = {
  set(callback: () => void, delayMs: number): number
  clear(id: number): void
  nowMs(): number
}

const WINDOW_TIMERS: Timers = {
  set: (callback, delayMs) => window.setTimeout(callback, delayMs),
  clear: (id) => window.clearTimeout(id),
  nowMs: () => performance.now(),
}

/**
 * Calls `onScan` for every scan, wherever the focus is; the key that ends a scan reaches nothing else, and a field that
 * it was typed into is restored. A burst that no person types, but that these settings do not read as a scan, is reported
 * with the problem `uncalibrated`. `settings` is called at every key; `null` while they are unknown.
 * @returns the function that stops listening
 */
export function listenForScans(
  target: Document,
  settings: () => ScannerPreferences | null,
  onScan: (scanned: Scanned) => void,
  timers: Timers = WINDOW_TIMERS,
): () => void {
  let burst: Burst | null = null
  let run: TypingRun | null = null
  let timer = 0
  let pauseTimer = 0
  const fields = rememberFields()
  const runFields = rememberFields()
  const handOn = (scan: TypedScan, scanner: ScannerPreferences) => {
    fields.restore()
    // What came before the torn part is in a field as well.
    if (run !== null && scan.torn && isScannersRun(run)) runFields.restore()
    run = null
    onScan(scannedOf(scan, scanner))
  }
  /** Reports a run that was no scan and is no person's. @returns whether it was one */
  const tellLost = (endMs: number | null): boolean => {
    const over = run
    run = null
    if (over === null || !isScannersRun(over, endMs)) return false
    runFields.restore()
    onScan({ raw: withoutAddress(over.text), codes: [], problem: 'uncalibrated' })
    return true
  }
  const hearPause = (nowMs: number) => {
    if (run !== null && isOver(run, nowMs)) tellLost(null)
  }
  const hearSilence = (nowMs: number, scanner: ScannerPreferences) => {
    const silence = readSilence(burst, nowMs, scanner)
    if (silence === null) return
    burst = silence.burst
    handOn(silence.scan, scanner)
  }
  const followRun = (next: TypingRun | null, lateMs: number) => {
    if (next !== null && next.firstAtMs !== run?.firstAtMs) runFields.forget()
    if (next !== null && next !== run) {
      runFields.remember(target.activeElement)
      timers.clear(pauseTimer)
      pauseTimer = timers.set(() => hearPause(timers.nowMs()), LOST_AFTER_MS + lateMs)
    }
    run = next
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const scanner = settings()
    if (scanner === null) return
    // Key events wait while the page is busy; whether there was a pause is judged by their timestamps.
    hearSilence(event.timeStamp, scanner)
    hearPause(event.timeStamp)
    const press = { ...pressOf(event), atMs: event.timeStamp, repeat: event.repeat }
    const stroke = strokeOf(press, burst, scanner.layout)
    const meaning = readKeystroke(burst, stroke, scanner)
    burst = meaning.burst
    const isEnd = TERMINATORS[stroke.key] !== undefined
    if (meaning.kind === 'none' && isEnd && tellLost(stroke.atMs)) {
      burst = endedBurst(stroke.atMs)
      return swallow(event)
    }
    // A PC too busy to deliver this key in time delivers the next one as late.
    const lateMs = Math.min(Math.max(0, timers.nowMs() - event.timeStamp), MOST_LATE_MS)
    followRun(extendRun(run, stroke), lateMs)
    if (meaning.kind === 'none') return
    timers.clear(timer)
    if (meaning.kind === 'started') fields.forget()
    if (meaning.kind === 'started' || meaning.kind === 'went_on') {
      fields.remember(target.activeElement)
      const waitMs = silenceMs(scanner) + TIMER_SLACK_MS + lateMs
      // The timer runs by the page's clock and may fire early for keys that were pressed late.
      timer = timers.set(() => hearSilence(timers.nowMs(), scanner), waitMs)
    }
    // Outside a text field, a space inside a code would press the focused button.
    const types = meaning.kind === 'started' || (meaning.kind === 'went_on' && isText(event, target))
    if (!types) swallow(event)
    if (meaning.kind === 'scanned') handOn(meaning.scan, scanner)
  }
  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    timers.clear(timer)
    timers.clear(pauseTimer)
    target.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/** After every scan that ends by a pause, and with time for keys that a busy PC delivers late. */
const LOST_AFTER_MS = 600

/** A longer delay is a sleep, or the clock of another machine. */
const MOST_LATE_MS = 2_000

/** `readSilence` requires a pause longer than `silenceMs`, not equal to it. */
const TIMER_SLACK_MS = 5

export function pressOf(event: KeyboardEvent): KeyPress {
  const altGraph = event.getModifierState('AltGraph')
  const command = (event.ctrlKey || event.altKey || event.metaKey) && !altGraph
  return { key: event.key, code: event.code, shift: event.shiftKey, altGraph, command }
}

/** The scan as the station uses it: without its frame, and with every code it may contain. */
function scannedOf(scan: TypedScan, settings: ScannerPreferences): Scanned {
  const { typed } = scan
  const raw = withoutAddress(scan.text)
  const { text, problem } = frameScan(scan, settings)
  if (text === null) return { raw, codes: [], problem, typed }
  if (raw === scan.text) return { raw, codes: codesOf(text, settings.groupSeparator), problem, typed }
  const codes = numbersOf2d(text, settings.groupSeparator)
  return { raw, codes, problem: codes.length === 0 ? 'label_2d' : null, from2d: true, typed }
}

/** Named keys and commands are not text, wherever the focus is: as FNC1 they must not have their usual effect. */
function isText(event: KeyboardEvent, target: Document): boolean {
  const { command, key } = pressOf(event)
  return isTextField(target.activeElement) && !command && key !== 'F8'
}

export function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
