import { randomUUID } from 'node:crypto'
import type { ValueOf } from '../../../shared/contract/bridge'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { OP_OF_MOVE } from '../../../shared/domain/outbox/operation'
import { carrierIsLocked, isWaiting, transition, verdict } from '../../../shared/domain/shipments/shipment'
import { checkMoveTimes, formatInstant } from '../../../shared/domain/time/timestamps'
import { updateShipmentBody, type UpdateShipmentBody } from '../../../shared/partner-api/shipment'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { CHANGED } from '../../store/tables/changed-parcels'
import { endNotices } from '../../store/tables/notices'
import { findHold } from '../../store/tables/order-holds'
import { findOrder, recountWork } from '../../store/tables/orders'
import { advance, cancelWaits, enqueue, openOpsOfShipment } from '../../store/tables/outbox'
import { findShipment, changesOfParcels, saveShipment, type ShipmentRow } from '../../store/tables/shipments'
import { captureNow, whoWorksHere } from '../station/capture'
import { isNeverSent } from './never-sent'
import { openOrder } from './open-order'
import { announce, type Station } from '../station/station'
import { refuseBadTrackingUrl } from './tracking-url'
import { refuseUsedLabel } from './used-label'

type Request = ParsedRequestOf<'packing:move'>

/**
 * Ships, delivers or cancels a shipment locally and queues the update, both in one durable commit (I1). The shipment
 * need not be on the marketplace yet. Canceling a shipment that was never sent removes both ops, and nothing goes out.
 * @throws StationError `shipment_not_found`, `move_not_allowed`, `order_canceled`, `order_on_hold`, `confirmation_needed`,
 *   `time_problem` with a problem per field, `carrier_locked`, `tracking_url`, `label_used`, `clock_differs`,
 *   `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}"
 */
export function moveShipment(station: Station, request: Request): ValueOf['packing:move'] {
  const { orderId, seq } = inTransaction(station.db, (tx) => queueMove(tx, station, request))
  announce(station, orderId)
  return { seq, order: openOrder(station, orderId) }
}

/** Does what `moveShipment` does, without announcing it. @throws StationError as `moveShipment` */
export function queueMove(tx: Tx, station: Station, request: Request): { orderId: number; seq: number } {
  const shipment = findShipment(tx, request.shipmentId)
  if (shipment === null)
    throw new StationError('shipment_not_found', `shipment ${request.shipmentId} is not on this station`)
  refuseForbiddenMove(station, shipment, request)
  refuseBadTimes(shipment, request, station.clock.wallMs())
  const moved = afterMove(shipment, request)
  if (moved.trackingUrl !== shipment.trackingUrl) refuseBadTrackingUrl(moved.trackingUrl)
  if (moved.trackingNumber !== shipment.trackingNumber)
    refuseUsedLabel(station, { ...moved, labelConfirmed: request.labelConfirmed })
  saveShipment(tx, moved)
  const queued = enqueue(tx, {
    opUid: randomUUID(),
    kind: OP_OF_MOVE[request.move],
    orderId: shipment.orderId,
    shipmentUid: shipment.shipmentUid,
    body: JSON.stringify(bodyOf(moved, request)),
    capture: captureNow(tx, station),
  })
  if (request.move === 'cancel') {
    annihilateUnsent(tx, station, shipment)
    endNotices(
      tx,
      { ...shipment, kinds: CHANGED },
      formatInstant(station.clock.wallMs()),
      whoWorksHere(station),
    )
  }
  recountWork(tx, shipment.orderId)
  return { orderId: shipment.orderId, seq: queued }
}

function refuseForbiddenMove({ db }: Station, shipment: ShipmentRow, request: Request): void {
  const offered = verdict(shipment.state, request.move)
  if (offered === 'no')
    throw new StationError('move_not_allowed', `a ${shipment.state} shipment cannot ${request.move}`)
  if (openOpsOfShipment(db, shipment.orderId, shipment.shipmentUid).some(({ state }) => state === 'held'))
    throw new StationError('move_not_allowed', 'an earlier operation of this shipment needs a person first')
  if (isWaiting(shipment.state) && request.move !== 'cancel') refuseStopped(db, shipment)
  if (offered === 'unusual' && !request.confirmedUnusual)
    throw new StationError('confirmation_needed', `${request.move} from ${shipment.state} is unusual`)
}

/** As at the dock: a parcel that must stay does not leave by another way. */
function refuseStopped(db: Db, { orderId, shipmentUid }: ShipmentRow): void {
  if (findOrder(db, orderId)?.canceled === 1 || cancelWaits(db, orderId))
    throw new StationError('order_canceled', `order ${orderId} is canceled, or will be`)
  if (findHold(db, orderId) !== null) throw new StationError('order_on_hold', `order ${orderId} is on hold`)
  const change = changesOfParcels(db, orderId).get(shipmentUid) ?? null
  if (change !== null) throw new StationError('move_not_allowed', `shipment ${shipmentUid}: ${change}`)
}

function refuseBadTimes(shipment: ShipmentRow, request: Request, nowMs: number): void {
  const problems = checkMoveTimes(request.move, request, shipment, nowMs)
  if (Object.keys(problems).length > 0)
    throw new StationError('time_problem', `impossible times for ${request.move}`, problems)
}

function afterMove(shipment: ShipmentRow, request: Request): ShipmentRow {
  return {
    ...shipment,
    ...carrierAfter(shipment, request),
    state: transition(shipment.state, request.move),
    ...(request.move === 'ship'
      ? { shippedAt: request.shippedAt, expectedToDeliverAt: request.expectedToDeliverAt }
      : {}),
    ...(request.move === 'deliver' ? { deliveredAt: request.deliveredAt } : {}),
    ...(request.move === 'cancel' ? { canceledAt: request.canceledAt } : {}),
  }
}

const CARRIER_FIELDS = ['carrier', 'trackingNumber', 'trackingUrl'] as const

/** Carrier fields change with the move that ships; after that they are locked. */
function carrierAfter(
  shipment: ShipmentRow,
  request: Request,
): Pick<ShipmentRow, (typeof CARRIER_FIELDS)[number]> {
  const after = {
    carrier: request.carrier ?? shipment.carrier,
    trackingNumber: request.trackingNumber ?? shipment.trackingNumber,
    trackingUrl: request.trackingUrl ?? shipment.trackingUrl,
  }
  const changed = CARRIER_FIELDS.filter((field) => after[field] !== shipment[field])
  if (changed.length > 0 && (request.move !== 'ship' || carrierIsLocked(shipment)))
    throw new StationError(
      'carrier_locked',
      'carrier and tracking change with the move that ships, and not after it',
      Object.fromEntries(changed.map((field) => [field, 'locked'])),
    )
  return after
}

function bodyOf(moved: ShipmentRow, { move }: Request): UpdateShipmentBody {
  switch (move) {
    case 'ship':
      return updateShipmentBody.parse({
        // Some marketplaces show an empty text for what nobody gave, and would refuse it as an address.
        ...(isFilled(moved.carrier) ? { carrier: moved.carrier } : {}),
        ...(isFilled(moved.trackingNumber) ? { tracking_number: moved.trackingNumber } : {}),
        ...(isFilled(moved.trackingUrl) ? { tracking_url: moved.trackingUrl } : {}),
        state: 'shipped',
        shipped_at: moved.shippedAt,
        expected_to_deliver_at: moved.expectedToDeliverAt,
      })
    case 'deliver':
      return updateShipmentBody.parse({ state: 'delivered', delivered_at: moved.deliveredAt })
    case 'cancel':
      return updateShipmentBody.parse({ state: 'canceled', canceled_at: moved.canceledAt })
  }
}

function isFilled(text: string | null): text is string {
  return text !== null && text !== ''
}

/** A create and a cancel that were never sent undo each other; the ops stay in the history. */
function annihilateUnsent(tx: Tx, { clock }: Station, shipment: ShipmentRow): void {
  const ops = openOpsOfShipment(tx, shipment.orderId, shipment.shipmentUid)
  if (!isNeverSent(shipment, ops)) return
  for (const op of ops)
    advance(tx, op, 'annihilate', { at: formatInstant(clock.wallMs()), discardReason: 'never_sent' })
}
