import type { ScanResolution } from '../../shared/contract/views'
import { resolveCodes } from '../store/queue'
import { findOrder } from '../store/orders'
import type { Station } from './station'

/** What a scan means to the station as a whole. What another station works on is taken only when nothing else fits. */
export function resolveScan(
  { db, neighbours }: Pick<Station, 'db' | 'neighbours'>,
  codes: readonly string[],
): ScanResolution {
  const orderIds = neighbours.ordersElsewhere()
  const passedOver = new Set<number>()
  for (;;) {
    const found = resolveCodes(db, codes, { orderIds, lineIds: [...passedOver] })
    if (found.kind !== 'item' || passedOver.has(found.lineId)) return found
    const readAt = findOrder(db, found.orderId)?.readAt ?? ''
    if (!neighbours.packedElsewhere(found.orderId, readAt).has(found.lineId)) return found
    passedOver.add(found.lineId)
  }
}
