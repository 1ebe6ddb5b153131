import { useEffect, useRef } from 'react'
import type { OpenForm } from './scan-state'
import { useScanStores } from './scan-context'

/**
 * While `open`, scans stop at this form: an unknown code becomes its tracking number where `takeTracking` is given,
 * commands reach its `confirm`, `close` and `commands`, anything else is refused in words.
 */
export function useFormGuard(open: boolean, form: Partial<OpenForm> = {}): void {
  const { scan } = useScanStores()
  // One object for as long as the form is open, which always does what the last render says.
  const live = useRef<OpenForm>({ takeTracking: null })
  useEffect(() => {
    Object.assign(live.current, form)
  })
  useEffect(() => {
    if (open) return scan.getState().openForm(live.current)
    // Another one when it is opened again: a form that only comes back behind the lock keeps its place.
    live.current = { takeTracking: null }
    return undefined
  }, [open, scan])
}
