import { useEffect } from 'react'
import { useStores } from '../../stores/stores'

/** Escape goes back, except where it closes a dialog or would lose what was typed. */
export function useEscape(goBack: () => void): void {
  const { scan } = useStores()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && scan.getState().forms.length === 0) goBack()
    }
    // Before a dialog hears of it and is gone: an Escape closes one thing.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [goBack, scan])
}
