import type { Order } from '../../../../shared/partner-api/order'
import type { Tx } from '../../../store/db/database'
import { changedBy, openChange, tellsOfLeaving, type Changed } from '../../../store/tables/changed-parcels'
import { newsIn } from '../../../store/tables/order-changes'
import { findOrder } from '../../../store/tables/orders'
import type { Op } from '../../../store/tables/outbox'
import { findShipment } from '../../../store/tables/shipments'
import { isBehind } from '../../copies/behind'
import type { PlayDeps, Playbook } from '../playbook'
import { applyCopy } from '../../copies/apply-copy'

/** What all ops on an order share: reading and storing the order. */
export const orderLook = {
  look: ({ client }: PlayDeps, op: Op) => client.readOrder(orderIdOf(op)),
  keep: (tx: Tx, deps: PlayDeps, _op: Op, order: Order, at: string) => void applyCopy(tx, deps, order, at),
  behind: ({ db }: PlayDeps, order: Order, since: string) => isBehind(db, order, since),
} satisfies Partial<Playbook<Order>>

/** For ops that tell the marketplace of a parcel: a change that nobody has dealt with, or that this very copy shows. */
export function changedSince({ db, seal }: PlayDeps, op: Op, order: Order): Changed | null {
  if (op.shipmentUid === null || op.orderId === null) return null
  const shipment = findShipment(db, op.shipmentUid)
  if (shipment === null || !tellsOfLeaving(op.kind, shipment)) return null
  const open = openChange(db, op.orderId, op.shipmentUid)
  const known = findOrder(db, op.orderId)
  if (open !== null || known === null) return open
  return changedBy(db, op.shipmentUid, newsIn(db, known, order, seal))[0] ?? null
}

/** The order an op is about. */
export function orderIdOf(op: Op): number {
  if (op.orderId === null) throw new Error(`op ${op.seq} has no order`)
  return op.orderId
}
