import { isCanceled } from '../../../../shared/domain/orders/order'
import { parcelProblem } from '../../../../shared/domain/orders/order-moves'
import type { Order } from '../../../../shared/partner-api/order'
import { CREATE_SENDS, type Playbook } from '../playbook'
import { refundedSince } from '../../copies/effects'
import { noteCanceled } from '../../copies/apply-copy'
import { orderIdOf, orderLook } from './order-look'

/**
 * Cancels an order, which refunds it: never sent again once the order shows any sign of it, and not without limit.
 * @see partner-api "POST /api/v1.0/orders/{id}/cancel"
 */
export const cancelOrder: Playbook<Order> = {
  ...orderLook,
  readable: () => true,
  // It does not matter who canceled it: the order is canceled.
  judge: (_deps, op, order) =>
    isCanceled(order) || refundedSince(op, order) ? { kind: 'arrived', serverRef: null } : { kind: 'absent' },
  against: (_deps, _op, order) => parcelProblem(order.shipments),
  baseline: (order) => order.refunds.map(({ id }) => id),
  async send({ client }, op) {
    await client.cancelOrder(orderIdOf(op))
    return null
  },
  confirmed: (tx, deps, op, _serverRef, at) => noteCanceled(tx, deps, orderIdOf(op), at),
  sends: CREATE_SENDS,
}
