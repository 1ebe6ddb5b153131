import type { StationChange } from '../../../../../shared/contract/views'

/**
 * Whether a change may be one of the order that an operation is on.
 * @param orderId `undefined` while it is not known, `null` for an operation on an item
 */
export function changesOrder(change: StationChange, orderId: number | null | undefined): boolean {
  if (change.kind !== 'orders_changed' || orderId === null) return false
  return change.orderIds === null || orderId === undefined || change.orderIds.includes(orderId)
}
