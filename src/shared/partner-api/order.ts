import { z } from 'zod'
import { DISCOUNT_PRIVACY, readDiscount } from './item'
import type { PrivacyTable } from './privacy'
import { REFUND_PRIVACY, readRefund } from './refund'
import { readShipment } from './shipment'
import { neededFields } from './tolerant'
import { readTimestamp } from './time'

/**
 * An order line: one unit of one item, or the shipping fee. Demands `id` only.
 * @see partner-api "Resources / OrderLine"
 */
export const readOrderLine = z.looseObject({
  id: z.int(),
  item_number: z.string().nullish(),
  listed_item_price: z.int().nullish(),
  amount: z.int().nullish(),
  net: z.int().nullish(),
  discount: z.int().nullish(),
  allowed_discount: readDiscount.nullish(),
  tax: z.int().nullish(),
  estimated_payout: z.int().nullish(),
  is_shipping_fee: z.boolean().nullish(),
  shipment_id: z.int().nullish(),
  external_id: z.string().nullish(),
  mpn: z.string().nullish(),
})

export const ORDER_LINE_PRIVACY = {
  id: 'clear',
  item_number: 'clear',
  listed_item_price: 'clear',
  amount: 'clear',
  net: 'clear',
  discount: 'clear',
  allowed_discount: DISCOUNT_PRIVACY,
  tax: 'clear',
  estimated_payout: 'clear',
  is_shipping_fee: 'clear',
  shipment_id: 'clear',
  external_id: 'clear',
  mpn: 'clear',
} as const satisfies PrivacyTable<typeof readOrderLine>

/** Personal data of the buyer. @see partner-api "Resources / Order" */
export const readCustomer = z.looseObject({
  email: z.string().nullish(),
  phone_number: z.string().nullish(),
})

/** Personal data of the buyer. @see partner-api "Resources / Order" */
export const readShippingAddress = z.looseObject({
  line1: z.string().nullish(),
  line2: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  zip5: z.string().nullish(),
  name: z.string().nullish(),
})

/** @see partner-api "Resources / OrderPayment" */
export const readOrderPayment = z.looseObject({
  id: z.int().nullish(),
  total_collected: z.int().nullish(),
  transaction_type: z.string().nullish(),
  currency: z.unknown().optional(),
})

export const ORDER_PAYMENT_PRIVACY = {
  id: 'clear',
  total_collected: 'clear',
  transaction_type: 'clear',
  currency: 'clear in any form',
} as const satisfies PrivacyTable<typeof readOrderPayment>

/**
 * An order as the server returns it. Demands `id`, `state` and `order_lines`: without them nothing can be packed.
 * Absent `shipments` and `refunds` read as empty. Unknown fields and states survive.
 * @see partner-api "Resources / Order"
 */
export const readOrder = z.looseObject({
  id: z.int(),
  state: z.string(),
  customer: readCustomer.nullish(),
  amount: z.int().nullish(),
  currency: z.unknown().optional(),
  created_at: readTimestamp.nullish(),
  updated_at: readTimestamp.nullish(),
  purchased_at: readTimestamp.nullish(),
  shipping_address: readShippingAddress.nullish(),
  order_payments: z.array(readOrderPayment).nullish(),
  order_lines: z.array(readOrderLine),
  shipments: z
    .array(readShipment)
    .nullish()
    .transform((shipments) => shipments ?? []),
  refunds: z
    .array(readRefund)
    .nullish()
    .transform((refunds) => refunds ?? []),
  cancelation_reason: z.string().nullish(),
})
export type Order = z.infer<typeof readOrder>

export const ORDER_PRIVACY = {
  id: 'clear',
  state: 'clear',
  customer: 'buyer',
  amount: 'clear',
  currency: 'clear in any form',
  created_at: 'clear',
  updated_at: 'clear',
  purchased_at: 'clear',
  shipping_address: 'buyer',
  order_payments: ORDER_PAYMENT_PRIVACY,
  order_lines: 'table',
  shipments: 'table',
  refunds: REFUND_PRIVACY,
  cancelation_reason: 'clear',
} as const satisfies PrivacyTable<typeof readOrder>

/** What packing needs: which order, what of it is to be packed, what is in a shipment, and whether it was canceled. */
neededFields.add(readOrder, {
  needed: [
    'id',
    'state',
    'cancelation_reason',
    'order_lines',
    'order_lines.id',
    'order_lines.item_number',
    'order_lines.shipment_id',
    'order_lines.is_shipping_fee',
    'shipments',
    'shipments.id',
    'shipments.state',
    'refunds',
    'refunds.id',
    'refunds.type',
  ],
})

/**
 * Query of `GET /api/v1.0/orders`. Both `…_after` are inclusive ("at or after"), both `…_before` exclusive.
 * @see partner-api "GET /api/v1.0/orders"
 */
export type ListOrdersQuery = {
  page_size?: number
  created_after?: string
  created_before?: string
  updated_after?: string
  updated_before?: string
}
