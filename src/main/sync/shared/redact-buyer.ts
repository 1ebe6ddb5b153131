import { isCanceled } from '../../../shared/domain/orders/order'
import { isLive, needsBuyer } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import type { Db } from '../../store/db/database'
import { isBuyerDeleted } from '../../store/tables/buyers'
import { clearLine, clearShipment, splitOrder } from '../../store/tables/order-copy'

/**
 * The order as other stations are told of it. Nobody needs the buyer of an order that is delivered or canceled, and what
 * the hub has stays there: so it has buyers of open orders only.
 */
export function redactBuyer(db: Db, order: Order): unknown {
  return isFinished(order) || isBuyerDeleted(db, order.id) ? withoutBuyer(order) : order
}

/** Nobody needs the buyer for any parcel of it. */
function isFinished(order: Order): boolean {
  if (isCanceled(order)) return true
  const live = order.shipments.filter(({ state }) => isLive(state))
  const delivered = new Set(live.filter(({ state }) => !needsBuyer(state)).map(({ id }) => id))
  const goods = order.order_lines.filter(({ is_shipping_fee: fee }) => fee !== true)
  return (
    delivered.size > 0 &&
    delivered.size === live.length &&
    goods.every(({ shipment_id: id }) => typeof id === 'number' && delivered.has(id))
  )
}

/** Fields that this version does not know may be a buyer's, too. */
function withoutBuyer(order: Order): unknown {
  return {
    ...splitOrder(order).rest,
    order_lines: order.order_lines.map(clearLine),
    shipments: order.shipments.map(clearShipment),
  }
}
