import { instructionsOpen } from '../../../../shared/domain/orders/instruction'
import { useStoreOf } from '../../stores/stores'

/** The chosen line whose instructions are to be confirmed next; `null` without one. */
export function useToFollow(): number | null {
  return useStoreOf(
    'order',
    ({ order, chosen, followed }) => instructionsOpen(order?.lines ?? [], chosen, followed)[0] ?? null,
  )
}
