import type { CandidateView } from '../../../shared/contract/op-views'
import type { OpKind } from '../../../shared/domain/outbox/operation'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import { createShipmentBody } from '../../../shared/partner-api/shipment'
import { lastReadOrder } from '../../store/tables/orders'
import { opsOfLane, type Op } from '../../store/tables/outbox'
import {
  linesOfShipment,
  ownServerIds,
  shipmentsOfOrder,
  type ShipmentRow,
} from '../../store/tables/shipments'
import { sameInstant } from '../../sync/copies/reconcile'
import { bodyOf } from '../../sync/copies/op-body'
import type { Station } from '../station/station'

type Finder = (station: Pick<Station, 'db'>, op: Op, orderId: number) => CandidateView[]

const FINDERS: Readonly<Partial<Record<OpKind, Finder>>> = {
  create_shipment: shipmentCandidates,
  create_refund: refundCandidates,
}

/** Marketplace records that may be the op's effect and belong to no other op of this station. */
export function candidatesOf(station: Pick<Station, 'db'>, op: Op): CandidateView[] {
  return op.orderId === null ? [] : (FINDERS[op.kind]?.(station, op, op.orderId) ?? [])
}

/** Shipments that contain a requested line or were packed at the same time. */
function shipmentCandidates({ db }: Pick<Station, 'db'>, op: Op, orderId: number): CandidateView[] {
  const body = bodyOf(op, createShipmentBody)
  if (body === null) return []
  const asked = new Set(body.order_line_ids)
  const others = ownServerIds(db, orderId, op.shipmentUid ?? '')
  const copy = lastReadOrder(db, orderId)
  return shipmentsOfOrder(db, orderId).flatMap((shipment) => {
    const { serverId } = shipment
    if (serverId === null || others.has(serverId)) return []
    const carried = linesOfShipment(db, shipment.shipmentUid)
    const near = carried.some((id) => asked.has(id)) || sameInstant(shipment.packedAt, body.packed_at)
    if (!near) return []
    const lineIds = linesNow(copy, shipment, carried)
    const { shipmentUid: shipmentId, state, carrier, trackingNumber, packedAt } = shipment
    return [{ serverId, shipmentId, state, carrier, trackingNumber, packedAt, lineIds, amountCents: null }]
  })
}

/** The lines of a live shipment in the last copy: the marketplace may have moved lines between shipments. */
function linesNow(copy: Order | null, { serverId, state }: ShipmentRow, carried: number[]): number[] {
  if (copy === null || !isLive(state)) return carried
  return copy.order_lines.filter((line) => line.shipment_id === serverId).map(({ id }) => id)
}

/** Refunds that did not exist before the first send and that no other op of this station made. */
function refundCandidates({ db }: Pick<Station, 'db'>, op: Op, orderId: number): CandidateView[] {
  const others = new Set(opsOfLane(db, op.lane).map(({ serverRef }) => serverRef))
  const baseline = new Set(op.baseline)
  return (lastReadOrder(db, orderId)?.refunds ?? [])
    .filter(({ id, type }) => !others.has(String(id)) && !baseline.has(id) && type !== 'cancellation')
    .map((refund) => ({
      serverId: refund.id,
      shipmentId: null,
      state: refund.state ?? null,
      carrier: null,
      trackingNumber: null,
      packedAt: null,
      lineIds: [],
      amountCents: refund.total_refunded ?? null,
    }))
}
