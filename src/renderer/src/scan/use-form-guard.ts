import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { OpenForm } from './scan-state'
import { useScanStores } from './scan-context'

/**
 * While `open`, scans stop at this form: an unknown code becomes its tracking number if `takeTracking` is given,
 * commands reach its `confirm`, `close` and `commands`, and anything else is refused with a message. Once it is closed, the
 * keyboard is where it was before.
 */
export function useFormGuard(open: boolean, form: Partial<OpenForm> = {}): void {
  const { scan } = useScanStores()
  // The same object while the form is open, always acting as in the last render.
  const live = useRef<OpenForm>({ takeTracking: null })
  useEffect(() => {
    Object.assign(live.current, form)
  })
  useEffect(() => {
    if (open) return scan.getState().openForm(live.current)
    // A new object when it is opened again: a form that only returns from behind the lock keeps its place.
    live.current = { takeTracking: null }
    return undefined
  }, [open, scan])
  // Read as it is drawn: a menu's item that opened it is gone a moment later.
  const opener = useMemo(() => (open ? openerOf(document.activeElement) : null), [open])
  // Mantine gives the focus back only if a dialog stays mounted while it closes.
  useLayoutEffect(() => {
    if (!open) return
    const back = opener?.isConnected === true ? opener : justLeft
    return () => {
      justLeft = back
      setTimeout(() => {
        justLeft = null
        if (document.activeElement !== document.body) return
        back?.focus({ preventScroll: true })
        // A button that is busy cannot have it.
        if (document.activeElement === document.body) topDialog()?.focus()
      })
    }
  }, [open, opener])
}

const topDialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)

/** What opened a form that closes as the next one opens. */
let justLeft: HTMLElement | null = null

/** The button that opened a menu stays, unlike the menu's items. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button === undefined || button === null ? focused : document.getElementById(button)
  return opener instanceof HTMLElement ? opener : null
}
