import { isCanceled } from '../../../../shared/domain/orders/order'
import type { Order } from '../../../../shared/partner-api/order'
import { createShipmentBody } from '../../../../shared/partner-api/shipment'
import { UnexpectedAnswerError } from '../../../partner/errors'
import { packedEchoes } from '../../../store/views/confirmed-ops'
import type { Op } from '../../../store/tables/outbox'
import { mapServerId, ownServerIds } from '../../../store/tables/shipments'
import { isOurShipment } from '../created-answer'
import { CREATE_SENDS, type Finding, type PlayDeps, type Playbook } from '../playbook'
import { findCreated, isSameMillisecond, linesTaken, precisionOf } from '../../copies/reconcile'
import { bodyOf, knownBody } from '../../copies/op-body'
import { changedSince, orderIdOf, orderLook } from './order-look'

/** Not idempotent, and without a key: a lost create is recognized by its contents. */
export const createShipment: Playbook<Order> = {
  ...orderLook,
  readable: (op) => bodyOf(op, createShipmentBody) !== null && op.shipmentUid !== null,
  judge: findOwn,
  against(deps, op, order) {
    if (isCanceled(order)) return 'order_canceled'
    if (!linesTaken(order, knownBody(op, createShipmentBody).order_line_ids)) return null
    // Perhaps by this very op: nobody else is named then.
    return findOwn(deps, op, order).kind === 'unsettled' ? null : 'line_taken'
  },
  changed: changedSince,
  sentUnknown({ db, earlierSeq }, op, order) {
    const others = ownServerIds(db, orderIdOf(op), op.shipmentUid ?? '')
    const body = knownBody(op, createShipmentBody)
    const finding = findCreated(order, body, [], others)
    // The same lines, the same label, and the same time to the millisecond: nobody else packs that. A coarser time may be
    // another station's; then only what was queued before this start can be of a file that was put back meanwhile.
    if (op.seq <= earlierSeq) return finding.kind === 'found' || finding.kind === 'duplicate'
    return finding.kind === 'found' && isSameMillisecond(finding.shipment.packed_at, body.packed_at)
  },
  baseline: (order) => order.shipments.map(({ id }) => id),
  async send({ client, db }, op) {
    const orderId = orderIdOf(op)
    const body = knownBody(op, createShipmentBody)
    const answer = await client.createShipment(orderId, body)
    const { id } = answer
    // Trusted as it is, the answer would merge two shipments into one; reading back shows which one was made.
    if (op.baseline?.includes(id) === true || ownServerIds(db, orderId, op.shipmentUid ?? '').has(id))
      throw new UnexpectedAnswerError(`the shipment created for order ${orderId} was there before`)
    if (!isOurShipment(answer, orderId, body))
      throw new UnexpectedAnswerError(`a create for order ${orderId} was answered with something else`)
    return String(id)
  },
  confirmed(tx, _deps, op, serverRef) {
    if (op.shipmentUid !== null && serverRef !== null)
      mapServerId(tx, op.shipmentUid, orderIdOf(op), Number(serverRef))
  },
  sends: CREATE_SENDS,
}

function findOwn({ db }: PlayDeps, op: Op, order: Order): Finding {
  // An op from a backup that succeeded after it was made: the ID that the marketplace gave it then counts, whatever
  // changed since.
  if (op.serverRef !== null && order.shipments.some(({ id }) => String(id) === op.serverRef))
    return { kind: 'arrived', serverRef: op.serverRef }
  // Without a baseline it was never sent, so any shipment like it is somebody else's.
  if (op.baseline === null) return { kind: 'absent' }
  const others = ownServerIds(db, orderIdOf(op), op.shipmentUid ?? '')
  const finding = findCreated(
    order,
    knownBody(op, createShipmentBody),
    op.baseline,
    others,
    precisionOf(packedEchoes(db)),
  )
  switch (finding.kind) {
    case 'found':
      return { kind: 'arrived', serverRef: String(finding.shipment.id) }
    case 'duplicate':
      return { kind: 'stuck', reason: 'duplicate' }
    case 'taken':
      return { kind: 'stuck', reason: 'line_taken' }
    case 'unlinked':
      return { kind: 'unsettled', reason: 'unconfirmed' }
    case 'absent':
      return { kind: 'absent' }
  }
}
