/** Text fields that a scan may be typed into before it is recognized as a scan. */

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Remembers the content of fields before a scan types into them. A dialog may take the focus in the middle of a scan.
 */
export function rememberFields() {
  const undos = new Map<Element, () => void>()
  return {
    forget: () => undos.clear(),
    remember(element: Element | null) {
      if (isTextField(element) && !undos.has(element)) undos.set(element, undoOf(element))
    },
    restore() {
      for (const undo of undos.values()) undo()
      undos.clear()
    },
  }
}

export function isTextField(element: Element | null): element is TextField {
  if (element instanceof HTMLInputElement) return element.type !== 'checkbox' && element.type !== 'radio'
  return element instanceof HTMLTextAreaElement
}

function undoOf(element: TextField): () => void {
  const { value, selectionStart, selectionEnd } = element
  return () => {
    if (element.value === value) return
    writeValue(element, value)
    // Fields such as number or email have no selection to restore.
    if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Through the element's own prototype: React overrides `value` on the instance and would miss the change. */
function writeValue(element: TextField, value: string): void {
  const prototype =
    element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
