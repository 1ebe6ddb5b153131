import { isCanceled } from '../../../shared/domain/orders/order'
import { isLive, isWaiting } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Tx } from '../../store/db/database'
import { endChanged, stopChanged } from '../../store/tables/changed-parcels'
import { newsIn } from '../../store/tables/order-changes'
import { applyOrder, findOrder, markCanceled } from '../../store/tables/orders'
import { isSameInArchive, takeBack } from '../../store/archive/archive'
import { checkConfirmed } from './check-confirmed'
import { isOlderCopy } from './is-older'
import { openOpsOfLane, orderLane } from '../../store/tables/outbox'
import { linesOfShipment, shipmentsOfOrder, type ShipmentRow } from '../../store/tables/shipments'
import { noteChanges } from './seen-changes'
import { notify, type NotifyDeps } from './notify'
import { sameInstant } from './reconcile'

export type ApplyCopyDeps = NotifyDeps & { seal: BuyerSeal }

/**
 * Takes in an order as the marketplace shows it now, and raises notices that people must see: parcels to pull
 * or that no longer fit their order, shipments that exist twice or lost their lines, and confirmed effects that are
 * missing. A copy that is older than
 * what is known is ignored (I12).
 * @param readAt when it was read, ISO 8601 UTC
 * @returns whether it was taken in
 */
export function applyCopy(tx: Tx, deps: ApplyCopyDeps, order: Order, readAt: string): boolean {
  if (isUnchangedInArchive(tx, order)) return false
  const known = findOrder(tx, order.id)
  if (known !== null && isOlderCopy(tx, known, order)) return false
  const wasCanceled = known?.canceled === 1
  let cancelStands = false
  if (known !== null) {
    noteChanges(tx, known, order, readAt)
    ;({ cancelStands } = checkConfirmed(tx, deps, order, readAt))
  }
  const nowCanceled = isCanceled(order) && !wasCanceled
  // A box whose shipment is canceled, with its order or alone, stands here all the same.
  const mayLose = known !== null && order.shipments.some(({ state }) => !isLive(state))
  const stood = mayLose ? packedBoxes(tx, order.id) : []
  const since = known === null ? {} : { since: { known, news: newsIn(tx, known, order, deps.seal) } }
  const changes = applyOrder(tx, order, readAt, deps.seal, { cancelStands, ...since })
  // Of a canceled order every parcel is pulled anyway.
  if (!isCanceled(order) && stopChanged(tx, order.id, changes, readAt)) deps.onNotice()
  if (order.shipments.length === 0 && !nowCanceled) return true
  const own = shipmentsOfOrder(tx, order.id).filter(({ packedHere }) => packedHere === 1)
  if (own.length === 0) return true
  if (nowCanceled) raisePull(tx, deps, order.id, readAt, stood)
  else if (stood.length > 0) raiseCanceled(tx, deps, own, stood, readAt)
  verifyOwn(tx, deps, order, own, readAt)
  endChanged(tx, order.id, readAt)
  return true
}

/**
 * Whether the order is in the archive and the marketplace shows nothing new about it. One that has changed is taken out
 * of the archive first, with all that is known of it here.
 */
function isUnchangedInArchive(tx: Tx, order: Order): boolean {
  if (isSameInArchive(tx, order)) return true
  takeBack(tx, order.id)
  return false
}

/** Notes that a cancellation requested here was accepted; the order may not show it. @param at ISO 8601 UTC */
export function noteCanceled(tx: Tx, deps: ApplyCopyDeps, orderId: number, at: string): void {
  if (findOrder(tx, orderId)?.canceled !== 0) return
  markCanceled(tx, orderId)
  raisePull(tx, deps, orderId, at)
}

/** By the station's ID, the parcels that were packed here and have not left. */
function packedBoxes(tx: Tx, orderId: number): string[] {
  const own = shipmentsOfOrder(tx, orderId).filter(({ packedHere }) => packedHere === 1)
  return own.filter(({ state }) => isWaiting(state)).map(({ shipmentUid }) => shipmentUid)
}

/** Includes parcels packed here that the marketplace does not know yet. @param stood what `packedBoxes` was before */
function raisePull(
  tx: Tx,
  deps: ApplyCopyDeps,
  orderId: number,
  at: string,
  stood: readonly string[] = [],
): void {
  const own = shipmentsOfOrder(tx, orderId).filter(({ packedHere }) => packedHere === 1)
  const busy = new Set(openOpsOfLane(tx, orderLane(orderId)).map(({ shipmentUid }) => shipmentUid))
  const parcels = own.filter(
    ({ state, shipmentUid }) =>
      isWaiting(state) ||
      (!isLive(state) && stood.includes(shipmentUid)) ||
      (isLive(state) && busy.has(shipmentUid)),
  )
  if (parcels.length === 0) return
  const shipmentUids = parcels.map(({ shipmentUid }) => shipmentUid)
  notify(tx, deps, { kind: 'order_canceled', orderId, shipmentUids, count: null, at })
}

/** Once for each parcel. @param stood what `packedBoxes` was before */
function raiseCanceled(
  tx: Tx,
  deps: ApplyCopyDeps,
  own: readonly ShipmentRow[],
  stood: readonly string[],
  at: string,
): void {
  for (const { shipmentUid, orderId, state } of own)
    if (!isLive(state) && stood.includes(shipmentUid))
      notify(tx, deps, { kind: 'shipment_canceled', orderId, shipmentUids: [shipmentUid], count: null, at })
}

/** Each set of lines packed here must be in exactly one live shipment: this station's (I3). */
function verifyOwn(tx: Tx, deps: ApplyCopyDeps, order: Order, own: readonly ShipmentRow[], at: string): void {
  const live = order.shipments.filter(({ state }) => isLive(state))
  raiseUnlinked(tx, deps, order, own, at)
  // Only a live shipment that is not ours can be a twin, or carry lines of ours.
  if (live.every(({ id }) => own.some(({ serverId }) => serverId === id))) return
  const all = shipmentsOfOrder(tx, order.id)
  for (const mine of own) {
    const shown = order.shipments.find(({ id }) => id === mine.serverId)
    if (shown === undefined) continue
    const lines = new Set(linesOfShipment(tx, mine.shipmentUid))
    const twins = live.filter(
      (other) =>
        other.id !== mine.serverId &&
        !own.some(({ serverId }) => serverId === other.id) &&
        // A missing warehouse says nothing.
        (other.warehouse_id ?? mine.warehouseId) === mine.warehouseId &&
        mine.packedAt !== null &&
        sameInstant(other.packed_at, mine.packedAt) &&
        // If it has lines that ours has not, it is another parcel packed at the same moment.
        order.order_lines.every((line) => line.shipment_id !== other.id || lines.has(line.id)),
    )
    const elsewhere = live.filter(
      (other) =>
        other.id !== mine.serverId &&
        order.order_lines.some((line) => lines.has(line.id) && line.shipment_id === other.id),
    )
    const uidsOf = (ids: readonly number[]): string[] =>
      all.filter(({ serverId }) => serverId !== null && ids.includes(serverId)).map((row) => row.shipmentUid)
    const report = (kind: 'duplicate' | 'lines_elsewhere', others: readonly { id: number }[]): void => {
      const shipmentUids = [mine.shipmentUid, ...uidsOf(others.map(({ id }) => id))]
      notify(tx, deps, { kind, orderId: order.id, shipmentUids, count: null, at })
    }
    if (twins.length > 0) report('duplicate', twins)
    // A shipment canceled here has released its lines; a lost send of it may still take effect later.
    else if (elsewhere.length > 0 && isLive(shown.state)) report('lines_elsewhere', elsewhere)
  }
}

/** A live shipment of ours that the marketplace shows without its lines: there they count as not packed. */
function raiseUnlinked(
  tx: Tx,
  deps: ApplyCopyDeps,
  order: Order,
  own: readonly ShipmentRow[],
  at: string,
): void {
  const live = new Set(order.shipments.filter(({ state }) => isLive(state)).map(({ id }) => id))
  const loose = order.order_lines.filter(({ shipment_id }) => !live.has(shipment_id ?? 0))
  if (loose.length === 0) return
  for (const { serverId, shipmentUid, state } of own) {
    if (serverId === null || !live.has(serverId) || !isLive(state)) continue
    const lines = new Set(linesOfShipment(tx, shipmentUid))
    if (loose.some(({ id }) => lines.has(id)))
      notify(tx, deps, { kind: 'vanished', orderId: order.id, shipmentUids: [shipmentUid], count: null, at })
  }
}
