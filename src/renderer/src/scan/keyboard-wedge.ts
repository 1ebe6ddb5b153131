import type { Preferences } from '../../../shared/contract/preferences'
import type { KeyPress } from '../../../shared/domain/scanning/keyboard-layout'
import {
  readKeystroke,
  readSilence,
  silenceMs,
  strokeOf,
  type Burst,
  type TypedScan,
} from '../../../shared/domain/scanning/keystrokes'
import { frameScan } from '../../../shared/domain/scanning/scan-frame'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import { rememberFields, isTextField } from './fields'
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
 * it was typed into is restored. `settings` is called at every key; `null` while they are unknown.
 * @returns the function that stops listening
 */
export function listenForScans(
  target: Document,
  settings: () => ScannerPreferences | null,
  onScan: (scanned: Scanned) => void,
  timers: Timers = WINDOW_TIMERS,
): () => void {
  let burst: Burst | null = null
  let timer = 0
  const fields = rememberFields()
  const handOn = (scan: TypedScan, scanner: ScannerPreferences) => {
    fields.restore()
    onScan(scannedOf(scan, scanner))
  }
  const hearSilence = (nowMs: number, scanner: ScannerPreferences) => {
    const silence = readSilence(burst, nowMs, scanner)
    if (silence === null) return
    burst = silence.burst
    handOn(silence.scan, scanner)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const scanner = settings()
    if (scanner === null) return
    // Key events wait while the page is busy; whether there was a pause is judged by their timestamps.
    hearSilence(event.timeStamp, scanner)
    const press = { ...pressOf(event), atMs: event.timeStamp, repeat: event.repeat }
    const meaning = readKeystroke(burst, strokeOf(press, burst, scanner.layout), scanner)
    burst = meaning.burst
    if (meaning.kind === 'none') return
    timers.clear(timer)
    if (meaning.kind === 'started') fields.forget()
    if (meaning.kind === 'started' || meaning.kind === 'went_on') {
      fields.remember(target.activeElement)
      // The timer runs by the page's clock and may fire early for keys that were pressed late.
      timer = timers.set(() => hearSilence(timers.nowMs(), scanner), silenceMs(scanner) + TIMER_SLACK_MS)
    }
    // Outside a text field, a space inside a code would press the focused button.
    const types = meaning.kind === 'started' || (meaning.kind === 'went_on' && isText(event, target))
    if (!types) swallow(event)
    if (meaning.kind === 'scanned') handOn(meaning.scan, scanner)
  }
  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    timers.clear(timer)
    target.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/** `readSilence` requires a pause longer than `silenceMs`, not equal to it. */
const TIMER_SLACK_MS = 5

export function pressOf(event: KeyboardEvent): KeyPress {
  const altGraph = event.getModifierState('AltGraph')
  const command = (event.ctrlKey || event.altKey || event.metaKey) && !altGraph
  return { key: event.key, code: event.code, shift: event.shiftKey, altGraph, command }
}

/** The scan as the station uses it: without its frame, and with every code it may contain. */
function scannedOf(scan: TypedScan, settings: ScannerPreferences): Scanned {
  const { text, problem } = frameScan(scan, settings)
  const codes = text === null ? [] : codesOf(text, settings.groupSeparator)
  return { raw: scan.text, codes, problem }
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
