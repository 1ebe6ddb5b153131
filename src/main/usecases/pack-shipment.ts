import { randomUUID } from 'node:crypto'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import type { ValueOf } from '../../shared/contract/bridge'
import { selectionProblem } from '../../shared/domain/selection'
import { formatInstant, parseInstant } from '../../shared/domain/timestamps'
import { createShipmentBody } from '../../shared/partner-api/shipment'
import { StationError } from '../station-error'
import { inTransaction } from '../store/database'
import { findOrder, linesOfOrder, refreshSummary } from '../store/orders'
import { enqueue } from '../store/outbox'
import { addPackedShipment, shipmentsOfOrder } from '../store/shipments'
import { openOrder } from './open-order'
import { announce, type Station } from './station'

type Request = ParsedRequestOf<'shipment:pack'>

/**
 * Makes the chosen lines a shipment, packed now, and queues its creation; both in one durable commit (I1).
 * @throws StationError `order_not_found`, `order_canceled`, `no_lines`, `line_unknown`, `line_is_fee`, `line_taken`,
 *   `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/shipments"
 */
export function packShipment(station: Station, request: Request): ValueOf['shipment:pack'] {
  const { db } = station
  const shipmentId = randomUUID()
  const opUid = randomUUID()
  const lineIds = [...new Set(request.lineIds)]
  inTransaction(db, () => {
    refuseBadSelection(station, request.orderId, lineIds)
    const packedAt = uniquePackedAt(station, request.orderId)
    addPackedShipment(
      db,
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
    enqueue(db, {
      opUid,
      kind: 'create_shipment',
      orderId: request.orderId,
      shipmentUid: shipmentId,
      body: JSON.stringify(bodyOf(request, lineIds, packedAt)),
      capturedAt: packedAt,
    })
    refreshSummary(db, request.orderId)
  })
  announce(station, request.orderId)
  return { shipmentId, opUid, order: openOrder(station, request.orderId) }
}

function bodyOf(request: Request, lineIds: readonly number[], packedAt: string) {
  return createShipmentBody.parse({
    ...(request.carrier === null ? {} : { carrier: request.carrier }),
    ...(request.trackingNumber === null ? {} : { tracking_number: request.trackingNumber }),
    ...(request.trackingUrl === null ? {} : { tracking_url: request.trackingUrl }),
    warehouse_id: request.warehouseId,
    order_line_ids: lineIds,
    packed_at: packedAt,
  })
}

function refuseBadSelection({ db }: Station, orderId: number, lineIds: readonly number[]): void {
  const order = findOrder(db, orderId)
  if (order === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  const lines = linesOfOrder(db, orderId).map((line) => ({
    lineId: line.lineId,
    isShippingFee: line.isShippingFee === 1,
    shipmentId: line.shipmentUid,
  }))
  const problem = selectionProblem({ canceled: order.canceled === 1, lines }, lineIds)
  if (problem !== null) throw new StationError(problem.code, `lines ${lineIds.join(', ')}: ${problem.code}`)
}

/** Now, in milliseconds, and unique per order on this station: it is part of what a lost create is recognised by. */
function uniquePackedAt({ db, clock }: Station, orderId: number): string {
  const taken = new Set(shipmentsOfOrder(db, orderId).map(({ packedAt }) => parseInstant(packedAt ?? '')))
  let ms = clock.wallMs()
  while (taken.has(ms)) ms += 1
  return formatInstant(ms)
}
