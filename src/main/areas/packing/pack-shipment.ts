import { randomUUID } from 'node:crypto'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { ValueOf } from '../../../shared/contract/bridge'
import { selectionProblem } from '../../../shared/domain/orders/selection'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { CreateShipmentBody } from '../../../shared/partner-api/shipment'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { findHold } from '../../store/tables/order-holds'
import { findOrderToPack, recountWork } from '../../store/tables/orders'
import { cancelWaits, enqueue } from '../../store/tables/outbox'
import { addPackedShipment } from '../../store/tables/shipments'
import { timeOrderedUid } from '../../base/time-ordered-uid'
import { captureNow } from '../station/capture'
import { openOrder } from './open-order'
import { announce, type Station } from '../station/station'
import { refuseBadTrackingUrl } from './tracking-url'
import { refuseElsewhere } from './take-over'
import { uniquePackedAt } from './unique-packed-at'
import { refuseUsedLabel } from './used-label'

type Request = ParsedRequestOf<'shipment:pack'>

/**
 * Packs the chosen lines as a shipment now and queues its creation, both in one durable commit (I1).
 * @throws StationError `order_not_found`, `order_canceled`, `order_on_hold`, `order_elsewhere`, `no_lines`,
 *   `line_unknown`, `line_is_fee`, `line_taken`, `line_elsewhere`, `tracking_url`, `label_used`, `clock_differs`,
 *   `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/shipments"
 */
export function packShipment(station: Station, request: Request): ValueOf['shipment:pack'] {
  const { db, clock } = station
  const shipmentId = timeOrderedUid(clock.wallMs())
  const lineIds = [...new Set(request.lineIds)]
  const seq = inTransaction(db, (tx) => {
    refuseBadSelection(station, request.orderId, lineIds)
    refuseBadTrackingUrl(request.trackingUrl)
    refuseUsedLabel(station, request)
    const packedAt = uniquePackedAt(
      tx,
      { orderId: request.orderId, shipmentUid: shipmentId },
      formatInstant(clock.wallMs()),
    )
    addPackedShipment(
      tx,
      {
        shipmentUid: shipmentId,
        orderId: request.orderId,
        carrier: request.carrier,
        trackingNumber: request.trackingNumber,
        trackingUrl: request.trackingUrl,
        warehouseId: request.warehouseId,
        packedAt,
      },
      lineIds,
    )
    const queued = enqueue(tx, {
      opUid: randomUUID(),
      kind: 'create_shipment',
      orderId: request.orderId,
      shipmentUid: shipmentId,
      body: JSON.stringify(bodyOf(request, lineIds, packedAt)),
      capture: { ...captureNow(tx, station), at: packedAt },
    })
    recountWork(tx, request.orderId)
    return queued
  })
  announce(station, request.orderId)
  return { shipmentId, seq, order: openOrder(station, request.orderId) }
}

function bodyOf(request: Request, lineIds: number[], packedAt: string): CreateShipmentBody {
  return {
    ...(request.carrier === null ? {} : { carrier: request.carrier }),
    ...(request.trackingNumber === null ? {} : { tracking_number: request.trackingNumber }),
    ...(request.trackingUrl === null ? {} : { tracking_url: request.trackingUrl }),
    warehouse_id: request.warehouseId,
    order_line_ids: lineIds,
    packed_at: packedAt,
  }
}

function refuseBadSelection(station: Station, orderId: number, lineIds: readonly number[]): void {
  const { db, neighbors } = station
  const order = findOrderToPack(db, orderId)
  if (order === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  const canceled = order.canceled || cancelWaits(db, orderId)
  const packed = neighbors.packedElsewhere(orderId, order.readAt)
  const lines = order.lines.map((line) => ({ ...line, elsewhere: packed.get(line.lineId) ?? null }))
  const problem = selectionProblem({ lines, canceled }, lineIds)
  if (problem !== null) throw new StationError(problem.code, `lines ${lineIds.join(', ')}: ${problem.code}`)
  if (findHold(db, orderId) !== null) throw new StationError('order_on_hold', `order ${orderId} is on hold`)
  refuseElsewhere(station, orderId)
}
