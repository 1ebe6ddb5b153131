import { saysPaid } from '../../../shared/domain/orders/order'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import { confirmedOfOrder, keepConfirmation, type ConfirmedOp } from '../../store/tables/confirmed'
import { markShown } from '../../store/tables/op-notes'
import type { Db, Tx } from '../../store/db/database'
import { markGoingAhead } from '../../store/tables/orders'
import { advance } from '../../store/tables/outbox'
import { findShipment, forgetServerId, mapServerId, placesOnServer } from '../../store/tables/shipments'
import { surelyAfter } from './is-older'
import { isTakenBack, showsEffect, type OwnShipment } from './effects'
import { changesSince } from './seen-changes'
import { notify, type NotifyDeps } from './notify'

/**
 * Compares confirmed ops with what the marketplace shows (I13). An op whose effect was shown once is done. An effect
 * missing from a copy that is surely newer, or gone again, is reopened for a person and announced. In any other case
 * the copy may be from before, and the next one decides.
 */

/**
 * Checks each confirmed op on the order. Call it before the copy is stored; the copy must not be older than what is
 * known.
 * @returns whether a cancellation accepted here stands although the copy need not show it
 */
export function checkConfirmed(
  tx: Tx,
  deps: NotifyDeps,
  order: Order,
  at: string,
): { cancelStands: boolean } {
  let cancelStands = false
  const ops = confirmedOfOrder(tx, order.id)
  let own = ops.length === 0 ? () => null : ownShipments(tx, order.id)
  for (const op of ops) {
    const shown = showsEffect(op, order, own(op))
    if (op.state === 'held') {
      if (!shown) continue
      appear(tx, op, at)
      own = ownShipments(tx, order.id)
      continue
    }
    if (shown) {
      if (op.shownAt === null) markShown(tx, op.seq, at)
    } else if (op.shownAt === null ? surelyAfter(order, op.effectiveBy) : isTakenBack(op, order, own(op))) {
      vanish(tx, deps, op, order, at)
      own = ownShipments(tx, order.id)
      continue
    }
    cancelStands ||= op.kind === 'cancel_order'
  }
  return { cancelStands }
}

/** Reopens a confirmed op whose effect is missing: a person decides. */
export function vanish(tx: Tx, deps: NotifyDeps, op: ConfirmedOp, order: Order | null, at: string): void {
  const { orderId, shipmentUid } = op
  const shipment = shipmentUid === null ? null : findShipment(tx, shipmentUid)
  // Canceled in the meantime, so it is gone on purpose.
  if (op.kind === 'create_shipment' && shipment !== null && !isLive(shipment.state))
    return markShown(tx, op.seq, at)
  // The document does not say how a canceled order reads: only `paid` shows that it is not canceled.
  if (op.kind === 'cancel_order' && order !== null && !saysPaid(order)) return markShown(tx, op.seq, at)
  keepConfirmation(tx, op)
  const changes = order === null ? [] : changesSince(tx, order, at)
  const finding = JSON.stringify({ explanations: [], changes, at })
  advance(tx, op, 'vanish', { at, heldReason: 'vanished', finding })
  if (op.kind === 'create_shipment' && shipment !== null) forgetServerId(tx, shipment.shipmentUid)
  if (op.kind === 'cancel_order' && orderId !== null) markGoingAhead(tx, orderId)
  const shipmentUids = shipmentUid === null ? [] : [shipmentUid]
  const kind = orderId === null ? 'item_vanished' : 'vanished'
  notify(tx, deps, { kind, orderId, shipmentUids, count: null, at })
}

/** The effect shows after all: nothing is left to decide. */
function appear(tx: Tx, op: ConfirmedOp, at: string): void {
  advance(tx, op, 'appear', { at, shownAt: at })
  if (
    op.kind === 'create_shipment' &&
    op.shipmentUid !== null &&
    op.orderId !== null &&
    op.serverRef !== null
  )
    mapServerId(tx, op.shipmentUid, op.orderId, Number(op.serverRef))
}

/** Finds each op's shipment as the station knows it. */
export function ownShipments(db: Db, orderId: number): (op: ConfirmedOp) => OwnShipment | null {
  const places = placesOnServer(db, orderId)
  return ({ shipmentUid }) => (shipmentUid === null ? null : (places.get(shipmentUid) ?? null))
}
