import { isCanceled } from '../../../../shared/domain/orders/order'
import { refundProblem } from '../../../../shared/domain/orders/refund-rest'
import type { Order } from '../../../../shared/partner-api/order'
import { createRefundBody } from '../../../../shared/partner-api/refund'
import { UnexpectedAnswerError } from '../../../partner/errors'
import type { Db } from '../../../store/db/database'
import { wasReleased } from '../../../store/tables/op-events'
import { opsOfLane, type Op } from '../../../store/tables/outbox'
import { knownThen, restToRefund } from '../../../store/views/refund-rest'
import { isOurRefund } from '../created-answer'
import type { Finding, PlayDeps, Playbook } from '../playbook'
import { bodyOf, knownBody } from '../../copies/op-body'
import { orderIdOf, orderLook } from './order-look'

/**
 * Money: a refund that has become more than what is left is held for a person. One with an unknown outcome is looked for
 * among those that did not exist before, and the station never sends it again.
 * @see partner-api "POST /api/v1.0/orders/{id}/refund"
 */
export const createRefund: Playbook<Order> = {
  ...orderLook,
  readable: (op) => bodyOf(op, createRefundBody) !== null,
  judge: findOwn,
  against({ db }, op, order) {
    if (isCanceled(order)) return 'order_canceled'
    return isAboveRest(db, op, order) ? 'above_rest' : null
  },
  baseline: (order) => order.refunds.map(({ id }) => id),
  async send({ client, db }, op) {
    const body = knownBody(op, createRefundBody)
    const answer = await client.createRefund(orderIdOf(op), body)
    const { id } = answer
    if (op.baseline?.includes(id) === true || otherRefunds(db, op).has(String(id)))
      throw new UnexpectedAnswerError(`the refund created for order ${orderIdOf(op)} was there before`)
    if (!isOurRefund(answer, orderIdOf(op), body.amount))
      throw new UnexpectedAnswerError(`a refund of order ${orderIdOf(op)} was answered with something else`)
    return String(id)
  },
  confirmed: () => {},
  looksAlike: true,
  sends: 1,
}

/**
 * More than a supervisor allowed, too: they knew what was left, and which refunds there were.
 */
function isAboveRest(db: Db, op: Op, order: Order): boolean {
  const rest = restToRefund(db, orderIdOf(op), order, op)
  if (refundProblem(knownBody(op, createRefundBody).amount, rest) === null) return false
  const { refunds, aboveRest } = knownThen(op)
  if (aboveRest === undefined) return true
  if (rest !== null) return aboveRest.restCents === null || rest < aboveRest.restCents
  const others = otherRefunds(db, op)
  return (
    aboveRest.restCents !== null ||
    order.refunds.some(({ id }) => !refunds.includes(id) && !others.has(String(id)))
  )
}

function findOwn({ db, earlierSeq }: PlayDeps, op: Op, order: Order): Finding {
  const { baseline, serverRef } = op
  // An op from a backup that succeeded after it was made.
  if (serverRef !== null && order.refunds.some(({ id }) => String(id) === serverRef))
    return { kind: 'arrived', serverRef }
  // An op from a backup or a file may have been sent after all, and nobody knows what existed before.
  if (baseline === null) {
    // A refund that the database has never sent may have been sent from a newer database: an equal one that was unknown
    // here when this one was requested may be it. Only a person can tell.
    const doubtful =
      op.state === 'unknown' ||
      (op.seq <= earlierSeq &&
        alikeSince(db, op, order, knownThen(op).refunds).length > 0 &&
        !wasReleased(db, op.seq))
    return doubtful ? { kind: 'stuck', reason: 'unconfirmed' } : { kind: 'absent' }
  }
  const [one, second] = alikeSince(db, op, order, baseline)
  if (one === undefined) return { kind: 'absent' }
  if (second !== undefined) return { kind: 'stuck', reason: 'duplicate' }
  // The document does not say which source our refunds show: one that names another is for a person to recognize.
  const own = one.source === 'dropshipper' || (one.source ?? '') === ''
  return own ? { kind: 'arrived', serverRef: String(one.id) } : { kind: 'stuck', reason: 'unconfirmed' }
}

function alikeSince(db: Db, op: Op, order: Order, before: readonly (number | string)[]): Order['refunds'] {
  const { amount } = knownBody(op, createRefundBody)
  const others = otherRefunds(db, op)
  return order.refunds.filter(
    (refund) =>
      !before.includes(refund.id) &&
      !others.has(String(refund.id)) &&
      Math.abs(refund.total_refunded ?? 0) === amount &&
      refund.type !== 'cancellation',
  )
}

/** Refunds created by other ops on the order. */
function otherRefunds(db: Db, op: Op): ReadonlySet<string | null> {
  return new Set(opsOfLane(db, op.lane).map(({ seq, serverRef }) => (seq === op.seq ? null : serverRef)))
}
