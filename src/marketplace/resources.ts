import type { Core } from './core'
import { writeInstant } from './instants'
import type { ItemRow } from './tables/items'
import { childrenOf, type OrderLineRow, type OrderPaymentRow, type OrderRow } from './tables/orders'
import { refundLinesOf, type RefundLineRow, type RefundRow } from './tables/refunds'
import type { ShipmentRow } from './tables/shipments'

/** Rows as the document's resources. */

/** @see partner-api "Resources / Item": photos and authentication_type are not echoed. */
export function itemResource({ settings }: Core, row: ItemRow) {
  const at = (ms: number) => writeInstant(ms, settings.timestampPrecision)
  return {
    item_number: row.item_number,
    state: row.state,
    title: row.title,
    description: row.description,
    external_id: row.external_id,
    mpn: row.mpn,
    price: row.price,
    listed_price: Math.round((row.price * settings.listedPricePercent) / 100),
    discount: fromJson(row.discount),
    msrp: row.msrp,
    quality: row.quality,
    condition_description: row.condition_description,
    with_tag: row.with_tag === null ? null : row.with_tag === 1,
    created_at: at(row.created_at),
    updated_at: at(row.updated_at),
    category_id: row.category_id,
    brand_id: row.brand_id,
    warehouse_id: row.warehouse_id,
    fulfillment_delay_days: settings.fulfillmentDelayDays,
    size: fromJson(row.size),
    attributes: fromJson(row.attributes),
    listing_error_messages: fromJson(row.listing_error_messages),
  }
}

/** Orders with their payments, lines, shipments and refunds; one query per table, not per order. */
export function orderResources(core: Core, rows: readonly OrderRow[]) {
  const ids = rows.map((row) => row.id)
  const payments = childrenOf<OrderPaymentRow>(core.db, 'order_payments', ids)
  const lines = childrenOf<OrderLineRow>(core.db, 'order_lines', ids)
  const shipments = childrenOf<ShipmentRow>(core.db, 'shipments', ids)
  const refunds = childrenOf<RefundRow>(core.db, 'refunds', ids)
  const refundIds = [...refunds.values()].flat().map((refund) => refund.id)
  const refundLines = refundLinesOf(core.db, refundIds)
  return rows.map((row) => ({
    ...orderHead(core, row),
    order_payments: (payments.get(row.id) ?? []).flatMap((payment) => paymentResources(core, payment)),
    order_lines: (lines.get(row.id) ?? []).map(lineResource),
    shipments: (shipments.get(row.id) ?? []).map((shipment) => shipmentResource(core, shipment)),
    refunds: (refunds.get(row.id) ?? []).map((refund) =>
      refundResource(core, refund, refundLines.get(refund.id) ?? []),
    ),
    cancelation_reason: row.cancelation_reason,
  }))
}

function orderHead({ settings }: Core, row: OrderRow) {
  const at = (ms: number) => writeInstant(ms, settings.timestampPrecision)
  return {
    id: row.id,
    state: row.state,
    customer: { email: row.email, phone_number: row.phone_number },
    amount: row.amount,
    created_at: at(row.created_at),
    updated_at: at(row.updated_at),
    purchased_at: at(row.purchased_at),
    shipping_address: {
      line1: row.line1,
      line2: row.line2,
      city: row.city,
      state: row.address_state,
      zip5: row.zip5,
      name: row.name,
    },
  }
}

/** Above the ID of any payment, so that an authorization has one of its own. */
const AUTHORIZATION_IDS = 100_000_000

function paymentResources({ settings }: Core, row: OrderPaymentRow) {
  const { id, total_collected, transaction_type } = row
  switch (settings.paymentsShown) {
    case 'none':
      return []
    case 'charge':
      return [{ id, total_collected, transaction_type }]
    case 'authorization_and_capture':
      return [
        { id: id + AUTHORIZATION_IDS, total_collected, transaction_type: 'authorization' },
        { id, total_collected, transaction_type: 'capture' },
      ]
  }
}

function lineResource(row: OrderLineRow) {
  return {
    id: row.id,
    item_number: row.item_number,
    listed_item_price: row.listed_item_price,
    amount: row.amount,
    net: row.net,
    discount: row.discount,
    allowed_discount: fromJson(row.allowed_discount),
    tax: row.tax,
    estimated_payout: row.estimated_payout,
    is_shipping_fee: row.is_shipping_fee === 1,
    shipment_id: row.shipment_id,
    external_id: row.external_id,
    mpn: row.mpn,
  }
}

function shipmentResource({ settings }: Core, row: ShipmentRow) {
  const absent = settings.absentCarrierText === 'empty' ? '' : null
  const at = (ms: number | null) => (ms === null ? null : writeInstant(ms, settings.timestampPrecision))
  return {
    id: row.id,
    state: row.state,
    carrier: row.carrier === null ? absent : inCase(row.carrier, settings.carrierCase),
    tracking_number: row.tracking_number ?? absent,
    tracking_url: row.tracking_url ?? absent,
    ...(settings.warehouseEcho === 'absent'
      ? {}
      : { warehouse_id: settings.warehouseEcho === 'null' ? null : row.warehouse_id }),
    packed_at: at(row.packed_at),
    shipped_at: at(row.shipped_at),
    expected_to_deliver_at: at(row.expected_to_deliver_at),
    delivered_at: at(row.delivered_at),
    canceled_at: at(row.canceled_at),
  }
}

function inCase(text: string, shown: Core['settings']['carrierCase']): string {
  if (shown === 'as_given') return text
  return shown === 'upper' ? text.toUpperCase() : text.toLowerCase()
}

function refundResource({ settings }: Core, row: RefundRow, lines: readonly RefundLineRow[]) {
  const sign = settings.refundSign === 'plus' ? 1 : -1
  return {
    id: row.id,
    type: row.type,
    source: row.source,
    state: row.state,
    total_refunded: sign * row.total_refunded,
    refund_lines: lines.map((line) => ({
      id: line.id,
      order_line_id: line.order_line_id,
      amount: sign * line.amount,
      // The document says that it may be absent, so it is left out rather than sent as null.
      ...(line.description === null ? {} : { description: line.description }),
    })),
  }
}

function fromJson(text: string | null): unknown {
  return text === null ? null : (JSON.parse(text) as unknown)
}
