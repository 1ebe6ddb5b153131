import { sql, type Db } from '../db/database'

/** An order of the archive as a row of a table. */
export type ListedOrder = {
  orderId: number
  purchasedAt: string | null
  state: string
  canceled: 0 | 1
  amountCents: number | null
  /** In the order of the lines, with a space between. */
  itemNumbers: string
  /** Who packed its parcels here; empty if that was elsewhere. */
  packedBy: string
}

/** The next `limit` orders of a month's file after `last`, by number. */
export function ordersAfter(file: Db, last: number, limit: number): ListedOrder[] {
  return sql(
    file,
    `SELECT o.order_id AS orderId, o.purchased_at AS purchasedAt, o.state, o.canceled, o.amount_cents AS amountCents,
       coalesce((SELECT group_concat(item_number, ' ') FROM (
         SELECT l.item_number FROM order_lines l
          WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0 ORDER BY l.position)), '') AS itemNumbers,
       coalesce((SELECT group_concat(DISTINCT p.captured_by) FROM outbox p
         WHERE p.lane = 'order:' || o.order_id AND p.kind = 'create_shipment' AND p.state = 'confirmed'), '') AS packedBy
     FROM orders o WHERE o.order_id > +@last ORDER BY o.order_id LIMIT +@limit`,
  ).all({ last, limit }) as ListedOrder[]
}

/** Each parcel's state, carrier, tracking number and times, where it has them. */
export function parcelsInWords(file: Db, orderId: number): string {
  const parcels = sql(
    file,
    `SELECT state, carrier, tracking_number, packed_at, shipped_at, delivered_at, canceled_at FROM shipments
      WHERE order_id = +? ORDER BY packed_at, server_id, shipment_uid`,
  )
    .raw()
    .all(orderId) as (string | null)[][]
  return parcels.map((parcel) => parcel.filter((part) => part !== null && part !== '').join(' ')).join(' | ')
}
