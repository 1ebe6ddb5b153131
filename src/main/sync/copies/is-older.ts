import { isCanceled } from '../../../shared/domain/orders/order'
import { comesBefore } from '../../../shared/domain/shipments/shipment'
import { readMoment } from '../../../shared/domain/time/timestamps'
import type { Order } from '../../../shared/partner-api/order'
import type { Db } from '../../store/db/database'
import { storedFields } from '../../store/db/stored-json'
import type { OrderRow } from '../../store/tables/orders'
import { shownShipments } from '../../store/tables/shipments'

/**
 * Detects a copy of an order that is older than what the station knows (I12): reads may come from a lagging replica,
 * and answers overtake each other. The order's `updated_at` decides; if two copies have the same, or one has none, the
 * older is the one that lacks something shown before.
 */

/** How far the clocks of the marketplace's machines may differ, plus what whole seconds hide. */
const MARGIN_MS = 2_000

/** Whether the copy is older than the last one that was taken in. */
export function isOlderCopy(db: Db, known: OrderRow, order: Order): boolean {
  const parted = readMoment(order.updated_at) - readMoment(known.updatedAt)
  if (parted < 0) return true
  return !(parted > 0) && takesBack(db, known, order)
}

/**
 * Whether the copy was surely made after this moment of the marketplace's clock, so that anything in effect by then
 * would show in it. Never sure without such a moment.
 * @param moment ISO 8601 UTC
 */
export function surelyAfter(copy: Pick<Order, 'updated_at'>, moment: string | null): boolean {
  return readMoment(copy.updated_at) > readMoment(moment) + MARGIN_MS
}

/** Something shown before is missing. */
function takesBack(db: Db, known: OrderRow, order: Order): boolean {
  const rest = storedFields(db, known.rest, 'orders.rest', order.id)
  const { refunds = [], amount } = rest as { refunds?: Order['refunds']; amount?: number }
  const { state, cancelationReason: cancelation_reason } = known
  const shown = { state, cancelation_reason, refunds, amount }
  return (
    (isCanceled(shown) && !isCanceled(order)) ||
    refunds.some(({ id }) => !order.refunds.some((refund) => refund.id === id)) ||
    shownShipments(db, order.id).some(({ serverId, state: before }) => {
      const there = order.shipments.find(({ id }) => id === serverId)
      return there === undefined || comesBefore(there.state, before)
    })
  )
}
