import { formatInstant, parseInstant } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import { packedTimesBeside, type ShipmentRow } from '../../store/tables/shipments'

/**
 * The same moment, or the first milliseconds after it that no other shipment of the order was packed at: it is part of
 * what a lost create is recognised by. A text that is no moment comes back as it is.
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
