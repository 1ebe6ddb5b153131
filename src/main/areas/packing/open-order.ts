import type { OrderCopy } from '../../../shared/contract/copy-views'
import type { OrderView } from '../../../shared/contract/views'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { findSetAside } from '../../store/tables/set-aside'
import { viewOrderCopy } from '../../store/views/order-copy-view'
import { viewOrder } from '../../store/views/order-view'
import type { Station } from '../station/station'
import { serialAsked } from './asks-serial'

/** What an order is shown from. */
export type Shown = Pick<Station, 'db' | 'seal' | 'neighbors' | 'instructions' | 'serialRule'>

/**
 * Returns an order as the station has it, with what other stations have done with it and what the warehouse says about
 * its items.
 * @throws StationError `order_not_found`, `order_unreadable`
 */
export function openOrder(
  { db, seal, neighbors, instructions, serialRule }: Shown,
  orderId: number,
): OrderView {
  const rule = serialRule()
  const view = viewOrder(db, orderId, seal, (item) => serialAsked(db, rule, item))
  if (view === null) throw notHere(db, orderId)
  const packed = neighbors.packedElsewhere(orderId, view.readAt)
  return {
    ...view,
    bench: neighbors.holderOf(orderId),
    lines: view.lines.map((line) => ({
      ...line,
      ...instructions.guideOf(line),
      elsewhere: packed.get(line.lineId) ?? null,
    })),
  }
}

function notHere(db: Db, orderId: number): StationError {
  return findSetAside(db, 'orders', String(orderId)) === null
    ? new StationError('order_not_found', `order ${orderId} is not on this station`)
    : new StationError('order_unreadable', `order ${orderId} cannot be read`)
}

/** Returns every field of an order as the marketplace last sent it. @throws StationError `order_not_found` */
export function copyOfOrder({ db, seal }: Pick<Station, 'db' | 'seal'>, orderId: number): OrderCopy {
  const copy = viewOrderCopy(db, orderId, seal)
  if (copy === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  return copy
}

/**
 * Reads an order from the marketplace again and returns it.
 * @throws StationError `order_not_found`, `order_unreadable`, `unauthorized`, `unreachable`
 */
export async function refreshOrder(station: Station, orderId: number): Promise<OrderView> {
  const outcome = await station.refresh(orderId)
  switch (outcome) {
    case 'fresh':
      station.events.ordersChanged([orderId])
      return openOrder(station, orderId)
    case 'not_found':
      throw new StationError('order_not_found', `the marketplace has no order ${orderId}`)
    case 'unreadable':
      station.events.ordersChanged([orderId])
      throw new StationError('order_unreadable', `order ${orderId} cannot be read`)
    case 'unauthorized':
      throw new StationError('unauthorized', 'the token was refused')
    case 'unreachable':
      throw new StationError('unreachable', 'the marketplace did not answer')
  }
}
