import type { OrderView } from '../../../shared/contract/views'
import { StationError } from '../../base/station-error'
import { openOrder, type Shown } from './open-order'
import type { Station } from '../station/station'

/**
 * Takes an order over from the station that has it on its bench. An order on no bench is simply put on this one.
 * @throws StationError `order_not_found`
 */
export function takeOver(
  station: Shown,
  orderId: number,
  onBench: (orderId: number) => void,
): { from: string | null; order: OrderView } {
  const from = openOrder(station, orderId).bench
  onBench(orderId)
  return {
    from: from === null ? null : [from.station, from.operator].filter(Boolean).join(', '),
    order: openOrder(station, orderId),
  }
}

/** @throws StationError `order_elsewhere` while another station has the order on its bench */
export function refuseElsewhere({ neighbors }: Pick<Station, 'neighbors'>, orderId: number): void {
  const holder = neighbors.holderOf(orderId)
  if (holder === null) return
  const { station, operator } = holder
  throw new StationError('order_elsewhere', `order ${orderId} is on another bench`, { station, operator })
}
