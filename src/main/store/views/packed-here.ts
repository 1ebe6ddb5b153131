import { sql, type Db } from '../db/database'
import { storedList } from '../db/stored-json'
import { orderLane } from '../tables/outbox'
import { LIVE, WAITING } from '../tables/shipment-states'

/** A parcel packed at this station and not canceled since. */
export type ParcelPackedHere = {
  lineIds: readonly number[]
  operator: string
  /** ISO 8601 UTC. */
  capturedAt: string
  /** Whether the marketplace has confirmed it. */
  sent: boolean
}

/** What this station has packed of the order, oldest first. */
export function parcelsPackedHere(db: Db, orderId: number): ParcelPackedHere[] {
  const rows = sql(
    db,
    `SELECT s.shipment_uid AS shipmentUid, s.line_ids AS lineIds, o.captured_by AS operator, o.captured_at AS capturedAt, o.state
       FROM outbox o JOIN shipments s USING (shipment_uid)
      WHERE o.lane = ? AND o.kind = 'create_shipment' AND o.state <> 'discarded' AND s.state ${LIVE}
      ORDER BY o.seq`,
  ).all(orderLane(orderId)) as {
    shipmentUid: string
    lineIds: string
    operator: string
    capturedAt: string
    state: string
  }[]
  return rows
    .map(({ shipmentUid, lineIds, state, ...row }) => ({
      ...row,
      lineIds: storedList(db, lineIds, 'number', 'shipments.line_ids', shipmentUid) ?? [],
      sent: state === 'confirmed',
    }))
    .filter(({ lineIds }) => lineIds.length > 0)
}

/** The parcel that this station packed last, as it is now; `waits`: for the carrier, on its own or not. */
export function lastPackedParcel(db: Db): {
  orderId: number
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** ISO 8601 UTC. */
  capturedAt: string
  waits: boolean
} | null {
  const row = sql(
    db,
    `SELECT s.order_id AS orderId, s.carrier, s.tracking_number AS trackingNumber, s.tracking_url AS trackingUrl,
            o.captured_at AS capturedAt, s.state ${WAITING} AND o.state <> 'discarded' AS waits
       FROM outbox o JOIN shipments s USING (shipment_uid)
      WHERE o.kind = 'create_shipment' ORDER BY o.seq DESC LIMIT 1`,
  ).get() as { orderId: number; waits: 0 | 1 } | undefined
  return row === undefined
    ? null
    : ({ ...row, waits: row.waits === 1 } as ReturnType<typeof lastPackedParcel>)
}
