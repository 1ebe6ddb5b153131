import type { Database } from 'better-sqlite3'
import { isCanceled } from '../../shared/domain/order'
import type { Order } from '../../shared/partner-api/order'
import type { BuyerSeal } from './buyer-seal'
import { sql, writeOne } from './database'
import { openOpsOfShipment } from './outbox'
import { addServerShipment, assignLines, keepServerCopy, mappedServerIds, takeServerTruth } from './shipments'

export type OrderRow = {
  orderId: number
  state: string
  canceled: 0 | 1
  cancelationReason: string | null
  purchasedAt: string | null
  updatedAt: string | null
  amountCents: number | null
  buyer: Buffer | null
  rest: string
  readAt: string
}

export type OrderLineRow = {
  lineId: number
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  isShippingFee: 0 | 1
  shipmentUid: string | null
  serverCopy: string
}

/** What a buyer's sealed column holds. */
export type SealedBuyer = Pick<Order, 'customer' | 'shipping_address'>

/** The order, or `null` when the station has not read it yet. */
export function findOrder(db: Database, orderId: number): OrderRow | null {
  const row = sql(
    db,
    `SELECT order_id AS orderId, state, canceled, cancelation_reason AS cancelationReason, purchased_at AS purchasedAt,
            updated_at AS updatedAt, amount_cents AS amountCents, buyer, rest, read_at AS readAt
       FROM orders WHERE order_id = ?`,
  ).get(orderId)
  return (row as OrderRow | undefined) ?? null
}

/** The order's lines as the marketplace lists them. */
export function linesOfOrder(db: Database, orderId: number): OrderLineRow[] {
  return sql(
    db,
    `SELECT line_id AS lineId, item_number AS itemNumber, external_id AS externalId, mpn,
            is_shipping_fee AS isShippingFee, shipment_uid AS shipmentUid, server_copy AS serverCopy
       FROM order_lines WHERE order_id = ? ORDER BY position`,
  ).all(orderId) as OrderLineRow[]
}

/**
 * Takes an order in as the marketplace shows it now. What waits in the outbox stays as the packer confirmed it: the
 * marketplace's older view of such a shipment is kept beside it, not over it. Call it inside a transaction.
 * @param readAt when it was read, ISO 8601 UTC
 */
export function applyOrder(db: Database, order: Order, readAt: string, seal: BuyerSeal): void {
  upsertOrder(db, order, readAt, seal)
  applyShipments(db, order)
  applyLines(db, order)
  refreshSummary(db, order.id)
}

function upsertOrder(db: Database, order: Order, readAt: string, seal: BuyerSeal): void {
  const { customer, shipping_address, order_lines: _lines, shipments: _shipments, ...rest } = order
  const buyer: SealedBuyer = { customer, shipping_address }
  sql(
    db,
    `INSERT INTO orders (order_id, state, canceled, cancelation_reason, purchased_at, updated_at, amount_cents, buyer, rest, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (order_id) DO UPDATE SET state = excluded.state, canceled = excluded.canceled,
       cancelation_reason = excluded.cancelation_reason, purchased_at = excluded.purchased_at,
       updated_at = excluded.updated_at, amount_cents = excluded.amount_cents, buyer = excluded.buyer,
       rest = excluded.rest, read_at = excluded.read_at`,
  ).run(
    order.id,
    order.state,
    isCanceled(order) ? 1 : 0,
    order.cancelation_reason ?? null,
    order.purchased_at ?? order.created_at ?? null,
    order.updated_at ?? null,
    order.amount ?? null,
    seal.seal(buyer),
    JSON.stringify(rest),
    readAt,
  )
}

function applyShipments(db: Database, order: Order): void {
  if (order.shipments.length === 0) return
  const known = new Map(mappedServerIds(db, order.id))
  for (const shipment of order.shipments) {
    const shipmentUid = known.get(shipment.id) ?? addServerShipment(db, order.id, shipment)
    known.set(shipment.id, shipmentUid)
    if (openOpsOfShipment(db, shipmentUid).length === 0) takeServerTruth(db, shipmentUid, shipment)
    const lineIds = order.order_lines
      .filter((line) => line.shipment_id === shipment.id)
      .map((line) => line.id)
    keepServerCopy(db, shipmentUid, shipment, lineIds)
  }
}

function applyLines(db: Database, order: Order): void {
  order.order_lines.forEach((line, position) => {
    sql(
      db,
      `INSERT INTO order_lines (order_id, line_id, position, item_number, external_id, mpn, is_shipping_fee, server_copy)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (order_id, line_id) DO UPDATE SET position = excluded.position, item_number = excluded.item_number,
         external_id = excluded.external_id, mpn = excluded.mpn, is_shipping_fee = excluded.is_shipping_fee,
         server_copy = excluded.server_copy`,
    ).run(
      order.id,
      line.id,
      position,
      line.item_number ?? null,
      line.external_id ?? null,
      line.mpn ?? null,
      line.is_shipping_fee === true ? 1 : 0,
      JSON.stringify(line),
    )
  })
  sql(
    db,
    'DELETE FROM order_lines WHERE order_id = ? AND line_id NOT IN (SELECT value FROM json_each(?))',
  ).run(order.id, JSON.stringify(order.order_lines.map(({ id }) => id)))
  assignLines(db, order.id)
}

/** Recounts what the queue shows of an order. Call it after every change to its lines, shipments or items. */
export function refreshSummary(db: Database, orderId: number): void {
  writeOne(
    db,
    `UPDATE orders SET
       goods_lines = l.goods, unpacked_lines = l.unpacked, search_text = orders.order_id || ' ' || coalesce(l.codes, ''),
       packed_shipments = s.packed, shipped_shipments = s.shipped
     FROM (SELECT count(*) FILTER (WHERE is_shipping_fee = 0) AS goods,
                  count(*) FILTER (WHERE is_shipping_fee = 0 AND shipment_uid IS NULL) AS unpacked,
                  lower(group_concat(concat_ws(' ', item_number, external_id, mpn, title), ' ')
                        FILTER (WHERE is_shipping_fee = 0)) AS codes
             FROM order_lines LEFT JOIN items USING (item_number) WHERE order_id = @orderId) AS l,
          (SELECT count(*) FILTER (WHERE state = 'packed') AS packed,
                  count(*) FILTER (WHERE state = 'shipped') AS shipped
             FROM shipments WHERE order_id = @orderId) AS s
     WHERE orders.order_id = @orderId`,
    { orderId },
  )
}
