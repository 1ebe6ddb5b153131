import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { OrderView } from '../../../shared/contract/views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { holdOrder, releaseOrder } from '../../store/tables/order-holds'
import { whoWorksHere } from '../station/capture'
import { openOrder } from '../packing/open-order'
import type { Station } from '../station/station'

/**
 * Puts an order on hold on this station, with a reason, or releases it. The marketplace is not notified: its API has no
 * such state.
 * @throws StationError `order_not_found`
 */
export function changeHold(station: Station, { orderId, reason }: ParsedRequestOf<'orders:hold'>): OrderView {
  const { db, clock, events } = station
  openOrder(station, orderId)
  inTransaction(db, (tx) => {
    if (reason === null) releaseOrder(tx, orderId)
    else
      holdOrder(tx, orderId, {
        reason,
        heldBy: whoWorksHere(station),
        heldAt: formatInstant(clock.wallMs()),
      })
  })
  events.ordersChanged([orderId])
  return openOrder(station, orderId)
}
