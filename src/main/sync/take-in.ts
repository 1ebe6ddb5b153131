import { isCanceled } from '../../shared/domain/order'
import { isLive } from '../../shared/domain/shipment'
import type { Order } from '../../shared/partner-api/order'
import type { BuyerSeal } from '../store/buyer-seal'
import type { Database } from '../store/database'
import { raiseNotice, type NewNotice } from '../store/notices'
import { applyOrder, findOrder, markCanceled } from '../store/orders'
import { openOpsOfLane, orderLane } from '../store/outbox'
import { linesOfShipment, shipmentsOfOrder, type ShipmentRow } from '../store/shipments'
import { noteNews } from './order-news'
import { sameInstant } from './reconcile'

export type TakeInDeps = {
  db: Database
  seal: BuyerSeal
  /** A notice was raised; the transaction that raised it is not over yet. */
  onNotice: () => void
}

/**
 * Takes in an order as the marketplace shows it now, and raises what people must not miss in it: parcels to pull, and
 * shipments that exist twice or lost their lines. Call it inside a transaction.
 * @param readAt when it was read, ISO 8601 UTC
 */
export function takeIn(deps: TakeInDeps, order: Order, readAt: string): void {
  const { db, seal } = deps
  const known = findOrder(db, order.id)
  const wasCanceled = known?.canceled === 1
  if (known !== null) noteNews(db, order, readAt)
  applyOrder(db, order, readAt, seal)
  const nowCanceled = isCanceled(order) && !wasCanceled
  if (order.shipments.length === 0 && !nowCanceled) return
  const own = shipmentsOfOrder(db, order.id).filter(({ packedHere }) => packedHere === 1)
  if (own.length === 0) return
  if (nowCanceled) raisePull(deps, order.id, readAt)
  verifyOwn(deps, order, own, readAt)
}

/** Notes that a cancellation asked for here was accepted: the order need not show it. @param at ISO 8601 UTC */
export function noteCanceled(deps: TakeInDeps, orderId: number, at: string): void {
  const { db } = deps
  if (findOrder(db, orderId)?.canceled !== 0) return
  markCanceled(db, orderId)
  raisePull(deps, orderId, at)
}

/** The parcels that stand here, or were packed here and not yet known to the marketplace. */
function raisePull(deps: TakeInDeps, orderId: number, at: string): void {
  const { db } = deps
  const own = shipmentsOfOrder(db, orderId).filter(({ packedHere }) => packedHere === 1)
  const busy = new Set(openOpsOfLane(db, orderLane(orderId)).map(({ shipmentUid }) => shipmentUid))
  const parcels = own.filter(
    ({ state, shipmentUid }) => state === 'packed' || (isLive(state) && busy.has(shipmentUid)),
  )
  if (parcels.length === 0) return
  const shipmentUids = parcels.map(({ shipmentUid }) => shipmentUid)
  raise(deps, { kind: 'order_canceled', orderId, shipmentUids, count: null, at })
}

/** Each line set that was packed here must be in one live shipment, and in that of this station (I3). */
function verifyOwn(deps: TakeInDeps, order: Order, own: readonly ShipmentRow[], at: string): void {
  const { db } = deps
  const live = order.shipments.filter(({ state }) => isLive(state))
  // It takes another live one to be a twin, or to carry lines of ours.
  if (live.length < 2) return
  const all = shipmentsOfOrder(db, order.id)
  for (const mine of own) {
    if (mine.serverId === null || !live.some(({ id }) => id === mine.serverId)) continue
    const lines = new Set(linesOfShipment(db, mine.shipmentUid))
    const twins = live.filter(
      (other) =>
        other.id !== mine.serverId &&
        !own.some(({ serverId }) => serverId === other.id) &&
        other.warehouse_id === mine.warehouseId &&
        mine.packedAt !== null &&
        sameInstant(other.packed_at, mine.packedAt) &&
        // With lines that ours has not, it is another parcel of the same moment.
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
      raise(deps, { kind, orderId: order.id, shipmentUids, count: null, at })
    }
    if (twins.length > 0) report('duplicate', twins)
    else if (elsewhere.length > 0) report('lines_elsewhere', elsewhere)
  }
}

function raise({ db, onNotice }: TakeInDeps, notice: NewNotice): void {
  if (raiseNotice(db, notice)) onNotice()
}
