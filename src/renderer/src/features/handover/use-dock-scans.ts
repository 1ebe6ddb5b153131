import { useCallback } from 'react'
import type { ScanFeedback } from '../../stores/scan-feedback'
import { useStores } from '../../stores/stores'
import { useFormGuard } from '../scan/use-form-guard'

/**
 * While the dock is on screen every code is a parcel's, CONFIRM marks the round, and CANCEL goes back to the orders.
 * @param mark tells whether the round was marked
 */
export function useDockScans(mark: () => Promise<boolean>): void {
  const { handover, screen } = useStores()
  const take = useCallback(
    async (codes: readonly string[]): Promise<ScanFeedback> => {
      const code = codes[0] ?? ''
      const round = handover.getState().carrier
      const answer = await handover.getState().takeScan(codes)
      return answer.ok
        ? { kind: 'dock', code, answer: answer.value, round }
        : { kind: 'failed', code, error: answer.error }
    },
    [handover],
  )
  useFormGuard(true, { takeTracking: null, take, confirm: mark, close: () => screen.getState().go('queue') })
}
