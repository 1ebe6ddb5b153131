import type { ScanResolution } from '../../../shared/contract/views'
import { numbersIn, type Carrier } from '../../../shared/domain/carriers/carrier'
import { StationError } from '../../base/station-error'
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
 * @throws StationError `order_unreadable` for an order whose number is too long for any order here
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
  const [code = ''] = codes
  const orderId = Number(code)
  const aside = findSetAside(station.db, 'orders', code)
  if (!Number.isSafeInteger(orderId)) {
    if (aside === null) return found
    throw new StationError('order_unreadable', `order ${code} cannot be read`)
  }
  // To open one that cannot be read says so.
  return (findArchived(station.db, orderId) ?? aside) === null ? found : { kind: 'order', orderId }
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
