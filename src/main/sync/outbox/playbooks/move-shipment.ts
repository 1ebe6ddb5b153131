import { moveOfOp } from '../../../../shared/domain/outbox/operation'
import { isCanceled } from '../../../../shared/domain/orders/order'
import { verdict } from '../../../../shared/domain/shipments/shipment'
import type { Order } from '../../../../shared/partner-api/order'
import { updateShipmentBody } from '../../../../shared/partner-api/shipment'
import { UnexpectedAnswerError } from '../../../partner/errors'
import type { Op } from '../../../store/tables/outbox'
import { findShipment } from '../../../store/tables/shipments'
import { NO_BOUND, type Finding, type PlayDeps, type Playbook } from '../playbook'
import { updateArrived } from '../../copies/reconcile'
import { bodyOf, knownBody } from '../../copies/op-body'
import { changedSince, orderIdOf, orderLook } from './order-look'

/** Ship, deliver, cancel: sent twice, the result is the same state with the same times. */
export const moveShipment: Playbook<Order> = {
  ...orderLook,
  readable: (op) => bodyOf(op, updateShipmentBody) !== null && moveOfOp(op.kind) !== null,
  judge,
  against: (_deps, op, order) => (op.kind === 'ship_shipment' && isCanceled(order) ? 'order_canceled' : null),
  // The parcel may still be stopped, or its carrier be told.
  changed: changedSince,
  baseline: () => null,
  async send({ client, db }, op) {
    const serverId = serverIdOf(db, op)
    // Its create was reopened since the look, because the shipment in its answer never appeared.
    if (serverId === null)
      throw new UnexpectedAnswerError(`op ${op.seq} has no shipment on the marketplace any more`)
    await client.updateShipment(orderIdOf(op), serverId, knownBody(op, updateShipmentBody))
    return null
  },
  confirmed: () => {},
  sends: NO_BOUND,
}

function judge({ db }: PlayDeps, op: Op, order: Order): Finding {
  const serverId = serverIdOf(db, op)
  if (serverId === null) return { kind: 'stuck', reason: 'shipment_unknown' }
  const there = order.shipments.find(({ id }) => id === serverId)
  if (there === undefined) return { kind: 'absent' }
  if (updateArrived(there, knownBody(op, updateShipmentBody))) return { kind: 'arrived', serverRef: null }
  const move = moveOfOp(op.kind)
  // The marketplace allows shipping a canceled shipment; no packer means that.
  return move !== null && verdict(there.state, move) === 'no'
    ? { kind: 'stuck', reason: 'shipment_changed' }
    : { kind: 'absent' }
}

function serverIdOf(db: PlayDeps['db'], op: Op): number | null {
  return op.shipmentUid === null ? null : (findShipment(db, op.shipmentUid)?.serverId ?? null)
}
