import { readKeystroke, type Burst } from '../../../../shared/domain/keystrokes'
import type { Scanned } from '../../../../shared/domain/scanned'

/** The DOM side of the scanner: hears every key before anything else does. */

/** Puts the focused field back to what it was before the scan typed into it. */
type Undo = () => void

/**
 * Calls `onScan` for every scan, whatever has the focus; a scan's Enter reaches nothing else.
 * @returns the function that stops listening.
 */
export function listenForScans(target: Document, onScan: (scanned: Scanned) => void): () => void {
  let burst: Burst | null = null
  let undo: Undo = () => undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const meaning = readKeystroke(burst, {
      key: event.key,
      atMs: event.timeStamp,
      command: (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph'),
      repeat: event.repeat,
    })
    burst = meaning.burst
    if (meaning.kind === 'started') undo = rememberField(target.activeElement)
    // Outside a text field a blank inside a code would press the focused button.
    if (meaning.kind === 'went_on' && !isTextField(target.activeElement)) swallow(event)
    if (meaning.kind !== 'scanned') return
    swallow(event)
    undo()
    const { code, torn } = meaning
    onScan({ raw: code, codes: torn ? [] : [code], problem: torn ? 'torn' : null })
  }
  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => target.removeEventListener('keydown', onKeyDown, { capture: true })
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLInputElement) return element.type !== 'checkbox' && element.type !== 'radio'
  return element instanceof HTMLTextAreaElement
}

function rememberField(element: Element | null): Undo {
  if (!isTextField(element)) return () => undefined
  const { value, selectionStart, selectionEnd } = element
  return () => {
    if (element.value === value) return
    writeValue(element, value)
    // Fields such as number or email have no selection to restore.
    if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Through the element's own prototype: React overrides `value` on the instance and would miss the change. */
function writeValue(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype =
    element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
