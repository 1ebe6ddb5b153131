import type { ScanResolution } from '../../../shared/contract/views'
import { numbersIn, type Carrier } from '../../../shared/domain/carriers/carrier'
import { findArchived } from '../../store/archive/archive'
import { resolveCodes } from '../../store/views/queue'
import { findOrder } from '../../store/tables/orders'
import { findSetAside } from '../../store/tables/set-aside'
import type { Station } from '../station/station'
import { findLabel } from './used-label'

type Bench = Pick<Station, 'db' | 'clock' | 'neighbors'>

/**
 * What a scan means to the whole station; the label of a parcel names its order if no order and no item has the code.
 * Last, it may be the number of an order in the archive, or of one that cannot be read.
 * Orders on another station's bench match only when nothing else does.
 */
export function resolveScan(
  station: Bench,
  carriers: readonly Carrier[],
  codes: readonly string[],
): ScanResolution {
  const found = orderOrItem(station, codes)
  if (found.kind !== 'unknown') return found
  const orders = findLabel(station, numbersIn(codes, carriers))
  if (orders.length > 0) return { kind: 'label', orders }
  const orderId = Number(codes[0])
  if (!Number.isSafeInteger(orderId)) return found
  // To open one that cannot be read says so.
  const isKnown = findArchived(station.db, orderId) ?? findSetAside(station.db, 'orders', String(orderId))
  return isKnown === null ? found : { kind: 'order', orderId }
}

function orderOrItem({ db, neighbors }: Bench, codes: readonly string[]): ScanResolution {
  const orderIds = neighbors.ordersElsewhere()
  const passedOver = new Set<number>()
  for (;;) {
    const found = resolveCodes(db, codes, { orderIds, lineIds: [...passedOver] })
    if (found.kind !== 'item' || passedOver.has(found.lineId)) return found
    const readAt = findOrder(db, found.orderId)?.readAt ?? ''
    if (!neighbors.packedElsewhere(found.orderId, readAt).has(found.lineId)) return found
    passedOver.add(found.lineId)
  }
}
