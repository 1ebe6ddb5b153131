import { NEWEST_KEPT } from '../../src/main/store/archive/finished'
import type { TestStation } from './open-account'
import { makeLines, makeOrder } from './orders'
import { rawDb } from './raw-db'

/** Orders of long ago, written with plain SQL where it concerns ops: what the archive is filled from. */

export const LONG_AGO = '2026-01-15T10:00:00.000Z'
export const FIRST_OLD = 1001

/** Delivered and shown in full. */
export function oldOrder(id: number, more: Record<string, unknown> = {}) {
  const shipmentId = id * 100
  return makeOrder({
    id,
    updated_at: LONG_AGO,
    created_at: LONG_AGO,
    purchased_at: LONG_AGO,
    order_lines: makeLines([
      { id: id * 10 + 1, item_number: `ITM-${id}`, shipment_id: shipmentId },
      { id: id * 10 + 9, is_shipping_fee: true },
    ]),
    shipments: [
      {
        id: shipmentId,
        state: 'delivered',
        carrier: 'UPS',
        tracking_number: `1Z${id}`,
        packed_at: LONG_AGO,
        shipped_at: LONG_AGO,
        delivered_at: LONG_AGO,
      },
    ],
    ...more,
  })
}

/** Newer orders, so that none of the old ones is among those that stay. */
export function takeNewOrders(station: TestStation): number[] {
  const ids = Array.from({ length: NEWEST_KEPT }, (_, index) => 900_000 + index)
  station.take(...ids.map((id) => makeOrder({ id })))
  return ids
}

export type OldOp = { orderId: number | null; lane?: string; state?: string; at?: string; shown?: boolean }

/** A settled op as the outbox keeps it, with an event. @returns its seq */
export function addOldOp(station: TestStation, op: OldOp): number {
  const { orderId, state = 'confirmed', at = LONG_AGO, shown = true } = op
  const db = rawDb(station.db)
  const lane = op.lane ?? `order:${orderId}`
  const open = !['confirmed', 'discarded'].includes(state)
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO outbox (op_uid, kind, lane, order_id, body, state, captured_at, captured_by, settled_at, shown_at)
       VALUES (lower(hex(randomblob(16))), ?, ?, ?, '{}', ?, ?, 'Ann', ?, ?)`,
    )
    .run(
      orderId === null ? 'update_item' : 'deliver_shipment',
      ...[lane, orderId, state, at, open ? null : at, shown && !open ? at : null],
    )
  const seq = Number(lastInsertRowid)
  db.prepare(`INSERT INTO op_events (seq, event, at, note) VALUES (?, 'retry', ?, ?)`).run(
    seq,
    at,
    `of ${seq}`,
  )
  return seq
}
