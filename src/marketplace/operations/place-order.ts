import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { addOrder, addOrderLine, type OrderLineRow, type OrderRow } from '../tables/orders'

/** One unit that a customer buys. Prices in cents. */
export type BoughtUnit = {
  itemNumber: string
  externalId: string | null
  mpn: string | null
  priceCents: number
  /** JSON of a Discount. */
  allowedDiscount: string | null
  discountPercent: number
}

export type Purchase = {
  accountId: number
  buyer: Pick<
    OrderRow,
    'email' | 'phone_number' | 'line1' | 'line2' | 'city' | 'address_state' | 'zip5' | 'name'
  >
  units: readonly BoughtUnit[]
  shippingFee: boolean
  atMs: number
}

/** Sales tax and the partner's share, in percent; the document shows amounts, not how they are calculated. */
const TAX_PERCENT = 8
const PAYOUT_PERCENT = 80

/** Adds a paid order as a customer would place it and returns its ID. */
export function placeOrder(core: Core, purchase: Purchase): number {
  const atMs = keepPrecision(purchase.atMs, core.settings.timestampPrecision)
  const lines = purchase.units.map(goodsLine)
  if (purchase.shippingFee) lines.push(FEE_LINE)
  const orderId = addOrder(core.db, {
    account_id: purchase.accountId,
    state: 'paid',
    ...purchase.buyer,
    amount: lines.reduce((total, line) => total + line.amount + line.tax, 0),
    created_at: atMs,
    updated_at: atMs,
    purchased_at: atMs,
    cancelation_reason: null,
    canceled_at: null,
  })
  for (const line of lines) addOrderLine(core.db, { order_id: orderId, ...line })
  return orderId
}

type NewLine = Omit<OrderLineRow, 'id' | 'order_id'>

/** @see partner-api "Resources / OrderLine": null item number, null shipment, zero amounts */
const FEE_LINE: NewLine = {
  item_number: null,
  listed_item_price: 0,
  amount: 0,
  net: 0,
  discount: 0,
  allowed_discount: null,
  tax: 0,
  estimated_payout: 0,
  is_shipping_fee: 1,
  shipment_id: null,
  external_id: null,
  mpn: null,
}

function goodsLine(unit: BoughtUnit): NewLine {
  const discount = Math.round((unit.priceCents * unit.discountPercent) / 100)
  const amount = unit.priceCents - discount
  return {
    item_number: unit.itemNumber,
    listed_item_price: unit.priceCents,
    amount,
    net: amount,
    discount,
    allowed_discount: unit.allowedDiscount,
    tax: Math.round((amount * TAX_PERCENT) / 100),
    estimated_payout: Math.round((amount * PAYOUT_PERCENT) / 100),
    is_shipping_fee: 0,
    shipment_id: null,
    external_id: unit.externalId,
    mpn: unit.mpn,
  }
}
