import { useEffect, useLayoutEffect } from 'react'
import { isCovered } from './scan-state'
import { useScanStores } from './scan-context'

/** While the page is shown, Escape calls this, unless a dialog is open above it. */
export function useEscape(goBack: () => void): void {
  const { screen } = useScanStores()
  useEffect(() => screen.getState().onEscape(goBack), [goBack, screen])
}

/** Each closes itself: a menu, the list of a field, the station's menu. */
const MENUS = '[role=menu], [role=combobox][aria-expanded=true], [data-closes-itself]'
const isMenuOpen = () => document.querySelector(MENUS) !== null

/**
 * Gets Escape before any dialog does, because a dialog that has handled it is already gone: one Escape closes one
 * thing. Dialogs start listening in effects that run after this one, even when they return from behind the lock.
 */
export function useEscapeKey(): void {
  const { scan, screen } = useScanStores()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isMenuOpen()) return
      const { forms, blocked } = scan.getState()
      const close = forms.length > 1 && blocked === null ? forms.at(-1)?.close : undefined
      if (close !== undefined) {
        // The dialog underneath listens, too, and what was typed there would be gone.
        event.stopImmediatePropagation()
        close()
      } else if (!isCovered(scan.getState())) screen.getState().escape()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [scan, screen])
}
