import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { lender } from '../../bridge/delegated-approval'
import { findOrder } from '../../store/tables/orders'
import type { Station } from '../station/station'
import type { HandPermits } from './hand-permits'

/**
 * Allows these items to be packed although nobody scanned them. The call's permission says who may.
 * @throws StationError `order_not_found`
 */
export function forceScan(
  { db }: Pick<Station, 'db'>,
  permits: HandPermits,
  { orderId, lineIds }: ParsedRequestOf<'packing:force-scan'>,
): null {
  if (findOrder(db, orderId) === null)
    throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  permits.grant(orderId, lineIds, lender())
  return null
}
