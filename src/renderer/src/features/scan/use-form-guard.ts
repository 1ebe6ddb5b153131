import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStores } from '../../stores/stores'

/**
 * While `open`, scans stop at this form: an unknown code becomes its tracking number where `takeTracking` is given,
 * anything else is refused in words.
 */
export function useFormGuard(
  open: boolean,
  takeTracking: ((code: string) => void) | null,
  alarm = false,
): void {
  const { scan } = useStores()
  const latest = useRef(takeTracking)
  useEffect(() => {
    latest.current = takeTracking
  })
  const takes = takeTracking !== null
  // Before the form is painted: a key or scan that follows at once must meet it.
  useLayoutEffect(() => {
    if (!open) return
    return scan.getState().openForm({ takeTracking: takes ? (code) => latest.current?.(code) : null, alarm })
  }, [open, takes, alarm, scan])
}
