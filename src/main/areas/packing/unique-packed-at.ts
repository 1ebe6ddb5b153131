import { formatInstant, parseInstant } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import { packedTimesBeside, type ShipmentRow } from '../../store/tables/shipments'

/**
 * The same moment, or the first millisecond after it at which no other shipment of the order was packed: a lost create
 * is recognized by it, among other things. A text that is not a time is returned unchanged.
 */
export function uniquePackedAt(
  db: Db,
  { orderId, shipmentUid }: Pick<ShipmentRow, 'orderId' | 'shipmentUid'>,
  packedAt: string,
): string {
  const taken = new Set(packedTimesBeside(db, orderId, shipmentUid).map(parseInstant))
  let ms = parseInstant(packedAt)
  if (ms === null || !taken.has(ms)) return packedAt
  while (taken.has(ms)) ms += 1
  return formatInstant(ms)
}
