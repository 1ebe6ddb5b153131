import { randomUUID } from 'node:crypto'
import type { ValueOf } from '../../shared/contract/bridge'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import { createRefundBody } from '../../shared/partner-api/refund'
import { StationError } from '../station-error'
import { inTransaction, type Database } from '../store/database'
import { enqueue } from '../store/outbox'
import { captureNow } from './capture'
import { openOrder } from './open-order'
import { announce, type Station } from './station'

/**
 * Asks the marketplace to cancel the order, which refunds it; the op goes out after what waits for the order.
 * @throws StationError `order_not_found`, `order_canceled` also when that was asked for already, `order_shipped`,
 *   `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/cancel"
 */
export function cancelOrder(
  station: Station,
  { orderId }: ParsedRequestOf<'order:cancel'>,
): ValueOf['order:cancel'] {
  return change(station, orderId, (db) => {
    const order = openOrder(station, orderId)
    if (order.shipments.some(({ state }) => state === 'shipped'))
      throw new StationError('order_shipped', `order ${orderId} has a shipment that is on its way`)
    if (!order.moves.cancel) throw new StationError('order_canceled', `order ${orderId} is canceled`)
    return enqueue(db, {
      opUid: randomUUID(),
      kind: 'cancel_order',
      orderId,
      shipmentUid: null,
      body: '{}',
      capture: captureNow(station),
    })
  })
}

/**
 * Asks the marketplace for a refund in cents, at most what is left of the order's amount after the refunds that the
 * station knows of and those that wait here.
 * @throws StationError `order_not_found`, `order_canceled`, `refund_amount` with what is left in `fields.rest`,
 *   `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/refund"
 */
export function refundOrder(
  station: Station,
  { orderId, amountCents }: ParsedRequestOf<'order:refund'>,
): ValueOf['order:refund'] {
  return change(station, orderId, (db) => {
    const order = openOrder(station, orderId)
    if (!order.moves.refund) throw new StationError('order_canceled', `order ${orderId} is canceled`)
    const rest = order.refundRestCents
    if (amountCents < 1 || (rest !== null && amountCents > rest))
      throw new StationError('refund_amount', `${amountCents} cents of ${rest} cannot be refunded`, {
        amountCents: amountCents < 1 ? 'missing' : 'above_rest',
        ...(rest === null ? {} : { rest: String(rest) }),
      })
    return enqueue(db, {
      opUid: randomUUID(),
      kind: 'create_refund',
      orderId,
      shipmentUid: null,
      body: JSON.stringify(createRefundBody.parse({ amount: amountCents })),
      capture: captureNow(station),
    })
  })
}

function change(station: Station, orderId: number, queue: (db: Database) => number): ValueOf['order:cancel'] {
  const { db } = station
  const seq = inTransaction(db, () => queue(db))
  announce(station, orderId)
  return { seq, order: openOrder(station, orderId) }
}
