import type { OrderView } from '../../shared/contract/views'
import { NotFoundError, PartnerError } from '../partner/errors'
import { StationError } from '../station-error'
import { inTransaction } from '../store/database'
import { viewOrder } from '../store/order-view'
import { applyOrder } from '../store/orders'
import type { Station } from './station'

/** Shows an order as the station has it. @throws StationError `order_not_found` */
export function openOrder({ db, seal }: Pick<Station, 'db' | 'seal'>, orderId: number): OrderView {
  const view = viewOrder(db, orderId, seal)
  if (view === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  return view
}

/**
 * Reads an order anew from the marketplace and shows it.
 * @throws StationError `order_not_found`, `unauthorized`, `unreachable`
 */
export async function refreshOrder(station: Station, orderId: number): Promise<OrderView> {
  const { client, clock, db, gate, seal, events } = station
  try {
    const order = await client.readOrder(orderId)
    gate.succeeded()
    inTransaction(db, () => applyOrder(db, order, new Date(clock.wallMs()).toISOString(), seal))
  } catch (error) {
    throw asStationError(station, error, orderId)
  }
  events.ordersChanged([orderId])
  return openOrder(station, orderId)
}

function asStationError({ gate }: Station, error: unknown, orderId: number): unknown {
  if (!(error instanceof PartnerError)) return error
  gate.failed(error)
  if (error instanceof NotFoundError)
    return new StationError('order_not_found', `the marketplace has no order ${orderId}`)
  if (error.code === 'unauthorized') return new StationError('unauthorized', 'the token was refused')
  return new StationError('unreachable', `the marketplace did not answer (${error.code})`)
}
