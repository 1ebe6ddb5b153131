/** Types codes as a scanner does: one key after the other without a pause, and Enter at the end. */
export function typeScans(target: Document, codes: readonly string[]): void {
  const press = (key: string, code: string, shiftKey = false) =>
    target.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
    )
  for (const text of codes) {
    for (const key of text) press(key, codeOfKey(key), /[A-Z]/.test(key))
    press('Enter', 'Enter')
  }
}

/** The character's key on a US keyboard, the layout of the examples' scanner. */
function codeOfKey(key: string): string {
  if (/\d/.test(key)) return `Digit${key}`
  return key === '-' ? 'Minus' : `Key${key.toUpperCase()}`
}
