import type { Observation } from '../../../../shared/domain/scanning/calibration'
import { meantKey, type KeyPress } from '../../../../shared/domain/scanning/keyboard-layout'
import { isTextField, rememberFields } from '../../scan/fields'
import { pressOf, swallow } from '../../scan/keyboard-wedge'

/** Records whole codes key by key, whatever their ending and speed, before the scan listener hears them. */

const MAX_GAP_MS = 250
/** The shortest code of the sheet is far longer. */
const MIN_KEYS = 6
const ENDINGS: Readonly<Record<string, Observation['ending']>> = { Enter: 'enter', Tab: 'tab' }
const SILENT: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'F8'])

type Seen = { presses: KeyPress[]; gapsMs: number[]; lastAtMs: number; capsLock: boolean }

/** @returns the function that stops listening. */
export function listenForCodes(target: Window, onCode: (observation: Observation) => void): () => void {
  let seen: Seen | null = null
  let endedAtMs = -Infinity
  let timer = 0
  const fields = rememberFields()
  const deliver = (ending: Observation['ending']) => {
    const code = seen
    seen = null
    target.clearTimeout(timer)
    if (code === null || code.presses.length < MIN_KEYS) return
    fields.restore()
    onCode({ presses: code.presses, gapsMs: code.gapsMs, ending, capsLock: code.capsLock })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const press = pressOf(event)
    const key = meantKey(press, 'us')
    const atMs = event.timeStamp
    if (seen !== null && atMs - seen.lastAtMs > MAX_GAP_MS) deliver('none')
    if (SILENT.has(key)) return
    const ending = ENDINGS[key]
    if (ending !== undefined) {
      const isWhole = seen !== null && seen.presses.length >= MIN_KEYS
      // Scanners may be set to end a code twice.
      if (!isWhole && atMs - endedAtMs > MAX_GAP_MS) return deliver('none')
      swallow(event)
      seen?.gapsMs.push(atMs - seen.lastAtMs)
      endedAtMs = atMs
      return deliver(ending)
    }
    if (press.command || event.repeat || ([...key].length !== 1 && press.key !== 'Process')) {
      seen = null
      return
    }
    if (seen === null) fields.forget()
    fields.remember(target.document.activeElement)
    seen = withPress(seen, press, atMs, event.getModifierState('CapsLock'))
    target.clearTimeout(timer)
    timer = target.setTimeout(() => deliver('none'), 2 * MAX_GAP_MS)
    if (seen.presses.length === 1) return
    event.stopImmediatePropagation()
    if (!isTextField(target.document.activeElement)) event.preventDefault()
  }
  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    target.clearTimeout(timer)
    target.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

function withPress(seen: Seen | null, press: KeyPress, atMs: number, capsLock: boolean): Seen {
  if (seen === null) return { presses: [press], gapsMs: [], lastAtMs: atMs, capsLock }
  return {
    presses: [...seen.presses, press],
    gapsMs: [...seen.gapsMs, atMs - seen.lastAtMs],
    lastAtMs: atMs,
    capsLock: seen.capsLock || capsLock,
  }
}
