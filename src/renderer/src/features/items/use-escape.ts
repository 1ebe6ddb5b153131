import { useEffect } from 'react'
import { isCovered } from '../../stores/scan-store'
import { useStores } from '../../stores/stores'

/** Escape goes back, except where it closes a dialog or would lose what was typed. */
export function useEscape(goBack: () => void): void {
  const { scan } = useStores()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isCovered(scan.getState())) goBack()
    }
    // Before a dialog hears of it and is gone: an Escape closes one thing.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [goBack, scan])
}
