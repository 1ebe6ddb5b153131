import { instructionsOpen } from '../../../../shared/domain/orders/instruction'
import { serialsOpen } from '../../../../shared/domain/orders/unit-serial'
import { useStoreOf } from '../../stores/stores'

/** The chosen line whose instructions are to be confirmed next; `null` without one. */
export function useToFollow(): number | null {
  return useStoreOf(
    'order',
    ({ order, chosen, followed }) => instructionsOpen(order?.lines ?? [], chosen, followed)[0] ?? null,
  )
}

/** The chosen line whose unit's serial number is to be scanned next; `null` without one. */
export function useToProve(): number | null {
  return useStoreOf(
    'order',
    ({ order, chosen, serials }) => serialsOpen(order?.lines ?? [], chosen, serials)[0] ?? null,
  )
}
