import { useEffect, useLayoutEffect } from 'react'
import { isCovered } from './scan-state'
import { useScanStores } from './scan-context'

/** While the page is shown, Escape does this, unless a dialog is open above it. */
export function useEscape(goBack: () => void): void {
  const { screen } = useScanStores()
  useEffect(() => screen.getState().onEscape(goBack), [goBack, screen])
}

/**
 * Hears Escape before any dialog does, which is gone when it has heard it: an Escape closes one thing. Dialogs begin to
 * listen in effects that run after this one, also when they come back from behind the lock.
 */
export function useEscapeKey(): void {
  const { scan, screen } = useScanStores()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isCovered(scan.getState())) screen.getState().escape()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [scan, screen])
}
