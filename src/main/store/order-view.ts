import type { Database } from 'better-sqlite3'
import type { BuyerView, LineView, OrderView, ShipmentView } from '../../shared/contract/views'
import { carrierIsLocked, verdict, type MoveVerdict, type ShipmentMove } from '../../shared/domain/shipment'
import { readOrderLine } from '../../shared/partner-api/order'
import { readRefund } from '../../shared/partner-api/refund'
import type { BuyerSeal } from './buyer-seal'
import { findItem } from './items'
import { findOrder, linesOfOrder, type OrderLineRow, type SealedBuyer } from './orders'
import { countOpenByShipment, type OutboxCounts } from './outbox'
import { linesOfShipment, shipmentsOfOrder, type ShipmentRow } from './shipments'

/** Order fields that the view shows elsewhere, so that what is left over is what this version does not know. */
const KNOWN_REST = new Set([
  'id',
  'state',
  'amount',
  'created_at',
  'updated_at',
  'purchased_at',
  'order_payments',
  'refunds',
  'cancelation_reason',
])

/** The order as people see it, or `null` when the station has not read it. */
export function viewOrder(db: Database, orderId: number, seal: BuyerSeal): OrderView | null {
  const order = findOrder(db, orderId)
  if (order === null) return null
  const rest = JSON.parse(order.rest) as Record<string, unknown>
  const open = countOpenByShipment(db, orderId)
  return {
    orderId,
    state: order.state,
    canceled: order.canceled === 1,
    cancelationReason: order.cancelationReason,
    purchasedAt: order.purchasedAt,
    updatedAt: order.updatedAt,
    amountCents: order.amountCents,
    buyer: order.buyer === null ? null : viewBuyer(seal.open(order.buyer) as SealedBuyer | null),
    lines: linesOfOrder(db, orderId).map((line) => viewLine(db, line)),
    shipments: shipmentsOfOrder(db, orderId).map((shipment) =>
      viewShipment(
        shipment,
        linesOfShipment(db, shipment.shipmentUid),
        open.get(shipment.shipmentUid) ?? { waiting: 0, held: 0 },
      ),
    ),
    refunds: viewRefunds(rest['refunds']),
    readAt: order.readAt,
    unknownFields: Object.fromEntries(Object.entries(rest).filter(([name]) => !KNOWN_REST.has(name))),
  }
}

function viewBuyer(buyer: SealedBuyer | null): BuyerView | null {
  if (buyer === null) return null
  const { customer, shipping_address: address } = buyer
  const cityLine = [address?.city, [address?.state, address?.zip5].filter(Boolean).join(' ')].filter(Boolean)
  return {
    name: address?.name ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone_number ?? null,
    address: [address?.line1, address?.line2, cityLine.join(', ')].filter((line): line is string =>
      Boolean(line),
    ),
  }
}

function viewLine(db: Database, line: OrderLineRow): LineView {
  const copy = readOrderLine.parse(JSON.parse(line.serverCopy))
  const item = line.itemNumber === null ? null : findItem(db, line.itemNumber)
  return {
    lineId: line.lineId,
    itemNumber: line.itemNumber,
    externalId: line.externalId,
    mpn: line.mpn,
    title: item?.title ?? null,
    size: item?.size?.name ?? null,
    quality: item?.quality ?? null,
    condition: item?.condition_description ?? null,
    amountCents: copy.amount ?? null,
    isShippingFee: line.isShippingFee === 1,
    shipmentId: line.shipmentUid,
  }
}

function viewShipment(shipment: ShipmentRow, lineIds: readonly number[], open: OutboxCounts): ShipmentView {
  const { shipmentUid, orderId: _orderId, ...shown } = shipment
  // What waits for a person must be settled first: a further move would only queue up behind it.
  const offered = (move: ShipmentMove): MoveVerdict => (open.held > 0 ? 'no' : verdict(shipment.state, move))
  return {
    ...shown,
    shipmentId: shipmentUid,
    lineIds,
    carrierLocked: carrierIsLocked(shipment),
    moves: { ship: offered('ship'), deliver: offered('deliver'), cancel: offered('cancel') },
    ...open,
  }
}

function viewRefunds(raw: unknown): OrderView['refunds'] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((element) => {
    const refund = readRefund.safeParse(element)
    if (!refund.success) return []
    const { id, type, source, state, total_refunded } = refund.data
    return [
      {
        id,
        type: type ?? null,
        source: source ?? null,
        state: state ?? null,
        totalCents: total_refunded ?? null,
      },
    ]
  })
}
