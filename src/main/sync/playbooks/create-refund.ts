import { isCanceled } from '../../../shared/domain/order'
import type { Order } from '../../../shared/partner-api/order'
import { createRefundBody } from '../../../shared/partner-api/refund'
import { UnexpectedAnswerError } from '../../partner/errors'
import type { Database } from '../../store/database'
import { opsOfLane, type Op } from '../../store/outbox'
import type { Finding, PlayDeps, Playbook } from '../playbook'
import { bodyOf, knownBody, orderIdOf, orderLook } from './order-look'

/**
 * Money: one of unknown outcome is looked for by what was not there before, and never sent again by the station.
 * @see partner-api "POST /api/v1.0/orders/{id}/refund"
 */
export const createRefund: Playbook<Order> = {
  ...orderLook,
  readable: (op) => bodyOf(op, createRefundBody) !== null,
  judge: findOwn,
  against: (_deps, _op, order) => (isCanceled(order) ? 'order_canceled' : null),
  baseline: (order) => order.refunds.map(({ id }) => id),
  async send({ client, db }, op) {
    const { id } = await client.createRefund(orderIdOf(op), knownBody(op, createRefundBody))
    if (op.baseline?.includes(id) === true || otherRefunds(db, op).has(String(id)))
      throw new UnexpectedAnswerError(`the refund created for order ${orderIdOf(op)} was there before`)
    return String(id)
  },
  confirmed: () => {},
  sends: 1,
}

function findOwn({ db }: PlayDeps, op: Op, order: Order): Finding {
  const { baseline, serverRef } = op
  // One of a backup that went through after it.
  if (serverRef !== null && order.refunds.some(({ id }) => String(id) === serverRef))
    return { kind: 'arrived', serverRef }
  // One from a backup or a file may have been sent after all, and nobody knows what was there before.
  if (baseline === null)
    return op.state === 'unknown' ? { kind: 'stuck', reason: 'unconfirmed' } : { kind: 'absent' }
  const { amount } = knownBody(op, createRefundBody)
  const others = otherRefunds(db, op)
  const alike = order.refunds.filter(
    (refund) =>
      !baseline.includes(refund.id) &&
      !others.has(String(refund.id)) &&
      refund.total_refunded === amount &&
      refund.type !== 'cancellation',
  )
  const [one, second] = alike
  if (one === undefined) return { kind: 'absent' }
  if (second !== undefined) return { kind: 'stuck', reason: 'duplicate' }
  // Which source a refund of ours shows is not said: one that names another is for a person to recognise.
  const own = one.source === 'dropshipper' || (one.source ?? '') === ''
  return own ? { kind: 'arrived', serverRef: String(one.id) } : { kind: 'stuck', reason: 'unconfirmed' }
}

/** What other ops on the order created. */
function otherRefunds(db: Database, op: Op): ReadonlySet<string | null> {
  return new Set(opsOfLane(db, op.lane).map(({ seq, serverRef }) => (seq === op.seq ? null : serverRef)))
}
