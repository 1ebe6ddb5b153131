import type { z } from 'zod'
import type {
  TimelineEvidence,
  TimelineFacts,
  TimelineOp,
} from '../../../shared/domain/orders/timeline-facts'
import { readOrderPayment } from '../../../shared/partner-api/order'
import { createRefundBody, readRefund } from '../../../shared/partner-api/refund'
import type { BuyerSeal } from '../db/buyer-seal'
import type { Db } from '../db/database'
import { storedFields } from '../db/stored-json'
import { noticesOfOrder } from '../tables/notices'
import { historyOfOp } from '../tables/op-events'
import { findHold } from '../tables/order-holds'
import type { SealedBuyer } from '../tables/order-copy'
import { findOrder } from '../tables/orders'
import { opsOfLane, orderLane, type Op } from '../tables/outbox'
import { photosOfOrder } from '../tables/photos'
import { viewChanges } from './order-changes'
import { linesByHand, linesOfShipment, shipmentsOfOrder, type ShipmentRow } from '../tables/shipments'

/**
 * What the station knows of an order's past; `null` when `file` does not have the order.
 * @param file the station's own, or one of the archive
 */
export function timelineFacts(
  db: Db,
  orderId: number,
  { file, month }: { file: Db; month: string | null },
  { seal, evidence }: { seal: BuyerSeal; evidence: readonly TimelineEvidence[] },
): TimelineFacts | null {
  const order = findOrder(file, orderId)
  if (order === null) return null
  const { state, canceled, cancelationReason, purchasedAt, amountCents } = order
  const rest = storedFields(file, order.rest, 'orders.rest', orderId)
  const buyer = order.buyer === null ? null : (seal.open(orderId, order.buyer) as SealedBuyer | null)
  return {
    ...{ state, cancelationReason, purchasedAt, amountCents, archivedIn: month, evidence },
    canceled: canceled === 1,
    payments: listOf(rest['order_payments']).map(payment),
    refunds: listOf(rest['refunds']).map(refund),
    shipments: shipmentsOfOrder(file, orderId).map((shipment) => shipmentFacts(file, shipment)),
    ops: opsOfLane(file, orderLane(orderId)).map((op) => opFacts(file, op)),
    changes: viewChanges(db, order, buyer, file),
    alarms: noticesOfOrder(file, orderId),
    // Neither goes to the archive.
    hold: findHold(db, orderId),
    photos: photosOfOrder(db, orderId).map(({ shipmentUid: shipmentId, takenAt, takenBy }) => {
      return { shipmentId, takenAt, takenBy }
    }),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function payment(raw: unknown): TimelineFacts['payments'][number] {
  const read: z.output<typeof readOrderPayment> | undefined = readOrderPayment.safeParse(raw).data
  return { type: read?.transaction_type ?? null, cents: read?.total_collected ?? null }
}

function refund(raw: unknown): TimelineFacts['refunds'][number] {
  const read = readRefund.safeParse(raw).data
  const parts = (read?.refund_lines ?? []).flatMap(({ description }) => description ?? [])
  return {
    id: read?.id ?? null,
    cents: read?.total_refunded ?? null,
    type: read?.type ?? null,
    source: read?.source ?? null,
    state: read?.state ?? null,
    parts: parts.filter((words) => words !== ''),
  }
}

function shipmentFacts(file: Db, shipment: ShipmentRow): TimelineFacts['shipments'][number] {
  const { shipmentUid: shipmentId, state, carrier, trackingNumber, ...times } = shipment
  const { packedAt, shippedAt, expectedToDeliverAt, deliveredAt, canceledAt } = times
  return {
    ...{ shipmentId, state, carrier, trackingNumber },
    ...{ packedAt, shippedAt, expectedToDeliverAt, deliveredAt, canceledAt },
    items: linesOfShipment(file, shipmentId).length,
    byHand: linesByHand(file, shipmentId)?.length ?? null,
  }
}

function opFacts(file: Db, { seq, kind, state, shipmentUid, serverRef, body }: Op): TimelineOp {
  const asked = storedFields(file, body, 'outbox.body', seq)
  const textOf = (name: string): string | null => {
    const value = asked[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const refund = kind === 'create_refund' ? createRefundBody.safeParse(asked).data : undefined
  return {
    ...{ seq, kind, state, shipmentId: shipmentUid, serverRef },
    label: { carrier: textOf('carrier'), trackingNumber: textOf('tracking_number') },
    cents: refund?.amount ?? null,
    history: historyOfOp(file, seq),
  }
}
