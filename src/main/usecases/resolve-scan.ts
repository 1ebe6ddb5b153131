import type { ScanResolution } from '../../shared/contract/views'
import { resolveCodes } from '../store/queue'
import { findOrder } from '../store/orders'
import type { Station } from './station'

/** What a scan means to the station as a whole. What another station works on is taken only when nothing else fits. */
export function resolveScan(
  { db, neighbours }: Pick<Station, 'db' | 'neighbours'>,
  codes: readonly string[],
): ScanResolution {
  const packed = neighbours.ordersTold().flatMap((orderId) => {
    const order = findOrder(db, orderId)
    return order === null ? [] : [...neighbours.packedElsewhere(orderId, order.readAt).keys()]
  })
  return resolveCodes(db, codes, { orderIds: neighbours.ordersElsewhere(), lineIds: packed })
}
