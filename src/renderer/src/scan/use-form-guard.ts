import { useEffect, useRef } from 'react'
import type { OpenForm } from './scan-state'
import { useScanStores } from './scan-context'

/**
 * While `open`, scans stop at this form: an unknown code becomes its tracking number if `takeTracking` is given,
 * commands reach its `confirm`, `close` and `commands`, and anything else is refused with a message.
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
}
