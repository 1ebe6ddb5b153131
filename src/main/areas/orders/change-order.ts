import { randomUUID } from 'node:crypto'
import type { ValueOf } from '../../../shared/contract/bridge'
import type { Preferences } from '../../../shared/contract/preferences'
import { cancelProblem } from '../../../shared/domain/orders/order-moves'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { refundProblem } from '../../../shared/domain/orders/refund-rest'
import { createRefundBody } from '../../../shared/partner-api/refund'
import { StationError } from '../../base/station-error'
import { inTransaction, type Tx } from '../../store/db/database'
import { cancelWaits, enqueue } from '../../store/tables/outbox'
import type { KnownOfRefund } from '../../store/views/refund-rest'
import { captureNow } from '../station/capture'
import { openOrder } from '../packing/open-order'
import { announce, type Station } from '../station/station'
import { withdrawPacks } from './withdraw-packs'

/**
 * Asks the marketplace to cancel the order, which refunds it. Packs that were never sent are withdrawn in the same
 * commit; all other ops of the order go out first.
 * @throws StationError `order_not_found`, `order_canceled` also when a cancellation is already waiting,
 *   `order_shipped`, `parcel_unknown`, `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/cancel"
 */
export function cancelOrder(
  station: Station,
  { orderId }: ParsedRequestOf<'orders:cancel'>,
): ValueOf['orders:cancel'] {
  let withdrawn: readonly number[] = []
  const done = change(station, orderId, (tx) => {
    const order = openOrder(station, orderId)
    const canceled = order.canceled || cancelWaits(tx, orderId)
    const problem = cancelProblem({ canceled, shipments: order.shipments })
    if (problem !== null) throw new StationError(problem, `order ${orderId} cannot be canceled: ${problem}`)
    const capture = captureNow(tx, station)
    withdrawn = withdrawPacks(tx, orderId, capture)
    return enqueue(tx, {
      opUid: randomUUID(),
      kind: 'cancel_order',
      orderId,
      shipmentUid: null,
      body: '{}',
      capture,
    })
  })
  if (withdrawn.length > 0) station.events.noticesChanged()
  return { ...done, withdrawn }
}

/**
 * Asks the marketplace for a refund in cents: at most what is left (`refundRest`). With a `reason`, which only a
 * supervisor may give, also for more.
 * @throws StationError `order_not_found`, `order_canceled`, `refund_amount` with the remaining amount in `fields.rest`,
 *   `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/refund"
 */
export function refundOrder(
  station: Station,
  { orderId, amountCents, reason }: ParsedRequestOf<'orders:refund'>,
): ValueOf['orders:refund'] {
  return change(station, orderId, (tx) => {
    const order = openOrder(station, orderId)
    if (!order.moves.refund) throw new StationError('order_canceled', `order ${orderId} is canceled`)
    const rest = order.refundRestCents
    const problem = refundProblem(amountCents, rest)
    if (problem === 'zero' || (problem !== null && reason === undefined))
      throw new StationError('refund_amount', `${amountCents} cents of ${rest} cannot be refunded`, {
        amountCents: problem,
        ...(rest === null ? {} : { rest: String(rest) }),
      })
    const known: KnownOfRefund = {
      refunds: order.refunds.map(({ id }) => id),
      ...(problem === null || reason === undefined ? {} : { aboveRest: { restCents: rest, reason } }),
    }
    return enqueue(tx, {
      opUid: randomUUID(),
      kind: 'create_refund',
      orderId,
      shipmentUid: null,
      body: JSON.stringify(createRefundBody.parse({ amount: amountCents })),
      known,
      capture: captureNow(tx, station),
    })
  })
}

/**
 * Refunds as `refundOrder` does, but above the limit only after a second confirmation.
 * @throws StationError as `refundOrder`, `confirmation_needed` with the limit in `fields.limit`
 */
export function refundAskedTwice(
  station: Station,
  request: ParsedRequestOf<'orders:refund'>,
  { refundAskAboveCents }: Preferences['money'],
): ValueOf['orders:refund'] {
  const { orderId, amountCents, reason, confirmedLarge } = request
  const problem = refundProblem(amountCents, openOrder(station, orderId).refundRestCents)
  const refusedAnyway = problem !== null && reason === undefined
  if (amountCents > refundAskAboveCents && confirmedLarge !== true && !refusedAnyway)
    throw new StationError(
      'confirmation_needed',
      `a refund of ${amountCents} cents needs a second confirmation`,
      {
        amountCents: 'above_limit',
        limit: String(refundAskAboveCents),
      },
    )
  return refundOrder(station, request)
}

function change(station: Station, orderId: number, queue: (tx: Tx) => number): ValueOf['orders:refund'] {
  const seq = inTransaction(station.db, queue)
  announce(station, orderId)
  return { seq, order: openOrder(station, orderId) }
}
