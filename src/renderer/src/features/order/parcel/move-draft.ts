import type { RequestOf } from '../../../../../shared/contract/requests'
import type { ShipmentView } from '../../../../../shared/contract/views'
import {
  REQUIRED_TIMESTAMPS,
  STATE_AFTER_MOVE,
  type ShipmentMove,
} from '../../../../../shared/domain/shipments/shipment'
import {
  checkMoveTimes,
  inOrder,
  type TimeField,
  type TimeProblems,
} from '../../../../../shared/domain/time/timestamps'
import { type StationZone } from '../../../parts/time/station-time'
import { addDays, entryOf, entryToIso, NO_TIME, type TimeEntry } from '../../../parts/time/typed-time'

/** The content of a move's form, before it becomes a request. */

export type MoveTimeField = Exclude<TimeField, 'packedAt'>

export type MoveDraft = {
  times: Readonly<Record<MoveTimeField, TimeEntry>>
  carrier: string
  trackingNumber: string
  trackingUrl: string
}

const FIELD_OF_TIMESTAMP = {
  packed_at: null,
  shipped_at: 'shippedAt',
  expected_to_deliver_at: 'expectedToDeliverAt',
  delivered_at: 'deliveredAt',
  canceled_at: 'canceledAt',
} as const satisfies Record<string, MoveTimeField | null>

/** The times that the move requires, in the document's order. */
export function timeFieldsOf(move: ShipmentMove): MoveTimeField[] {
  const demanded: readonly (keyof typeof FIELD_OF_TIMESTAMP)[] = REQUIRED_TIMESTAMPS[STATE_AFTER_MOVE[move]]
  return demanded.map((name) => FIELD_OF_TIMESTAMP[name]).filter((field) => field !== null)
}

/**
 * A new form: shipping and canceling happen at the bench, so now is proposed; a delivery happened elsewhere at a time
 * that only the packer knows, unless the form was opened by a scan.
 */
export function freshDraft(
  shipment: ShipmentView,
  transitDays: number,
  nowMs: number,
  zone: StationZone,
  proposeDelivery = false,
): MoveDraft {
  const now = entryOf(nowMs, zone)
  return {
    times: {
      shippedAt: now,
      expectedToDeliverAt: entryOf(addDays(nowMs, transitDays, zone), zone),
      deliveredAt: proposeDelivery ? now : NO_TIME,
      canceledAt: now,
    },
    carrier: shipment.carrier ?? '',
    trackingNumber: shipment.trackingNumber ?? '',
    trackingUrl: shipment.trackingUrl ?? '',
  }
}

/** The request for a draft; times that the move does not use and locked carrier fields are left out. */
export function requestOf(
  draft: MoveDraft,
  shipment: ShipmentView,
  move: ShipmentMove,
  zone: StationZone,
): RequestOf<'packing:move'> {
  const used = new Set(timeFieldsOf(move))
  const iso = (field: MoveTimeField, floor: string | null = null) =>
    used.has(field) ? inOrder(entryToIso(draft.times[field], zone), floor) : null
  const latest = shipment.shippedAt ?? shipment.packedAt
  const carried = takesCarrier(shipment, move)
  return {
    shipmentId: shipment.shipmentId,
    move,
    carrier: carried ? draft.carrier : null,
    trackingNumber: carried ? draft.trackingNumber : null,
    trackingUrl: carried ? draft.trackingUrl : null,
    shippedAt: iso('shippedAt', shipment.packedAt),
    expectedToDeliverAt: iso('expectedToDeliverAt'),
    deliveredAt: iso('deliveredAt', latest),
    canceledAt: iso('canceledAt', shipment.packedAt),
    confirmedUnusual: shipment.moves[move] === 'unusual',
  }
}

/** Carrier and tracking can be completed up to the move that locks them. */
export function takesCarrier(shipment: ShipmentView, move: ShipmentMove): boolean {
  return move === 'ship' && !shipment.carrierLocked
}

/** Checks a request's times locally, by the same rules as main's. */
export function problemsOf(
  request: RequestOf<'packing:move'>,
  shipment: ShipmentView,
  nowMs: number,
): TimeProblems {
  const { packedAt, shippedAt } = shipment
  return checkMoveTimes(request.move, request, { packedAt, shippedAt }, nowMs)
}
