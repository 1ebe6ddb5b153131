import { isLost, type NotedChange, type OrderNews } from '../../../shared/domain/orders/order-change'
import type { OpKind } from '../../../shared/domain/outbox/operation'
import { hasLeft, isLive } from '../../../shared/domain/shipments/shipment'
import { sql, type Db, type Tx } from '../db/database'
import { jsonIn } from '../db/stored-json'
import { addNotice, endNotices, isNoticed } from './notices'
import { openOpsOfShipment } from './outbox'
import { linesOfShipment, scansOfShipment, shipmentsOfOrder, type ShipmentRow } from './shipments'

/**
 * Parcels that were packed here and no longer fit their order: what is in them is not what their lines mean now, or their
 * label is for another address. An open alarm says so, and stops them until a person has dealt with it.
 */
export const CHANGED = ['items_changed', 'address_changed'] as const
export type Changed = (typeof CHANGED)[number]

/**
 * Raises the alarms about parcels that these changes of their order no longer fit, unless the same one is still open.
 * @returns whether it raised any
 */
export function stopChanged(tx: Tx, orderId: number, changes: readonly NotedChange[], at: string): boolean {
  let raised = false
  for (const shipment of shipmentsOfOrder(tx, orderId)) {
    const { shipmentUid } = shipment
    if (changes.length === 0 || !isHere(tx, shipment)) continue
    for (const kind of changedBy(tx, shipmentUid, changes)) {
      if (isNoticed(tx, { kind, orderId, shipmentUid }, 'open')) continue
      addNotice(tx, { kind, orderId, shipmentUids: [shipmentUid], count: null, at })
      raised = true
    }
  }
  return raised
}

/** Which of both these changes mean for a parcel. */
export function changedBy(db: Db, shipmentUid: string, changes: readonly OrderNews[]): Changed[] {
  const lines = new Set(linesOfShipment(db, shipmentUid))
  const scans = scansOfShipment(db, shipmentUid)
  const items = changes.some(
    (change) =>
      change.what !== 'address' &&
      lines.has(change.lineId) &&
      isLost(change, scans[String(change.lineId)] ?? null),
  )
  const address = changes.some(({ what }) => what === 'address')
  return [...(items ? ['items_changed' as const] : []), ...(address ? ['address_changed' as const] : [])]
}

/** Why a person must see to the parcel; `null` if nobody must. */
export function openChange(db: Db, orderId: number, shipmentUid: string): Changed | null {
  return CHANGED.find((kind) => isNoticed(db, { kind, orderId, shipmentUid }, 'open')) ?? null
}

/** Ends the alarms about parcels of the order that have left, or are canceled, by whomever. @param at ISO 8601 UTC */
export function endChanged(tx: Tx, orderId: number, at: string): void {
  const open = sql(
    tx,
    `SELECT DISTINCT value FROM notices, json_each(${jsonIn('shipment_uids')})
      WHERE order_id = ? AND acknowledged_at IS NULL AND kind IN ('items_changed', 'address_changed')`,
  ).pluck()
  const named = open.all(orderId) as string[]
  if (named.length === 0) return
  const here = new Set(
    shipmentsOfOrder(tx, orderId)
      .filter((shipment) => isHere(tx, shipment))
      .map(({ shipmentUid }) => shipmentUid),
  )
  for (const shipmentUid of named)
    if (!here.has(shipmentUid)) endNotices(tx, { orderId, shipmentUid, kinds: CHANGED }, at, null)
}

/** Packed here, and not known to have left: it stands here, or its departure is still in the outbox. */
function isHere(db: Db, shipment: ShipmentRow): boolean {
  const { orderId, shipmentUid, state, packedHere } = shipment
  if (packedHere === 0 || !isLive(state)) return false
  if (!hasLeft(state)) return true
  return openOpsOfShipment(db, orderId, shipmentUid).some(({ kind }) => tellsOfLeaving(kind, shipment))
}

/** Whether the marketplace learns from such an op that the parcel has left; a delivery may come without a departure. */
export function tellsOfLeaving(kind: OpKind, { shippedAt }: Pick<ShipmentRow, 'shippedAt'>): boolean {
  if (kind === 'deliver_shipment') return shippedAt === null
  return kind === 'create_shipment' || kind === 'ship_shipment'
}
