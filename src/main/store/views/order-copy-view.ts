import type { MarketplaceFields, OrderCopy } from '../../../shared/contract/copy-views'
import { moneyOf } from '../../../shared/domain/orders/order-money'
import { isCanceled } from '../../../shared/domain/orders/order'
import { expectedPayout } from '../../../shared/domain/orders/payout'
import { readCustomer, readShippingAddress } from '../../../shared/partner-api/order'
import { NOT_READ } from '../../../shared/partner-api/tolerant'
import type { BuyerSeal } from '../db/buyer-seal'
import { sql, type Db } from '../db/database'
import { storedFields } from '../db/stored-json'
import { joinRecords, type SealedBuyer } from '../tables/order-copy'
import { findOrder, lastReadOrder, lineCopy, linesOfOrder } from '../tables/orders'

type Fields = Record<string, unknown>

/**
 * The order as last read from the marketplace, every field of it; sealed ones as long as the station has the buyer's
 * data and its key. `null` when the station has not read it.
 */
export function viewOrderCopy(db: Db, orderId: number, seal: BuyerSeal): OrderCopy | null {
  const row = findOrder(db, orderId)
  const read = lastReadOrder(db, orderId, row)
  if (row === null || read === null) return null
  const { order_payments: payments, refunds, ...order } = storedFields(db, row.rest, 'orders.rest', orderId)
  const sealed = row.buyer === null ? null : (seal.open(orderId, row.buyer) as SealedBuyer | null)
  const money = moneyOf(read)
  const lines = linesOfOrder(db, orderId).map((line) => lineCopy(db, orderId, line))
  return {
    order,
    unknown: byPath({ ...sealed?.more, ...unknownOfBuyer(sealed) }),
    payments: joinRecords('order_payments', listOf(payments), sealed),
    lines: joinRecords('order_lines', lines, sealed),
    shipments: joinRecords('shipments', shipmentCopies(db, orderId), sealed),
    refunds: joinRecords('refunds', listOf(refunds), sealed),
    money: { ...money, payoutCents: expectedPayout(isCanceled(read), money.payoutCents) },
  }
}

/** A field that could not be read stands among the unknown ones, under its path. */
function byPath({ [NOT_READ]: notRead, ...fields }: Fields): Fields {
  return { ...fields, ...(notRead as Fields | undefined) }
}

/** What the buyer's card has no place for. */
function unknownOfBuyer(sealed: SealedBuyer | null): MarketplaceFields {
  const customer = without(sealed?.customer ?? {}, Object.keys(readCustomer.shape))
  const address = without(sealed?.shipping_address ?? {}, Object.keys(readShippingAddress.shape))
  return {
    ...(Object.keys(customer).length === 0 ? {} : { customer }),
    ...(Object.keys(address).length === 0 ? {} : { shipping_address: address }),
  }
}

function shipmentCopies(db: Db, orderId: number): Fields[] {
  const copies = sql(
    db,
    'SELECT shipment_uid, server_copy FROM shipments WHERE order_id = +? AND server_copy IS NOT NULL ORDER BY packed_at, server_id',
  ).raw()
  return (copies.all(orderId) as [string, string][]).map(([uid, copy]) =>
    storedFields(db, copy, 'shipments.server_copy', uid),
  )
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function without(fields: MarketplaceFields, names: readonly string[]): Fields {
  const left = new Set(names)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name)))
}
