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

export type PackedParcel = {
  orderId: number
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** ISO 8601 UTC. */
  packedAt: string
  /** For the carrier. */
  waits: boolean
}

/** The parcel that this station packed last, as it is now; `null` if none was packed since that time, ISO 8601 UTC. */
export function lastPackedParcel(db: Db, since: string): PackedParcel | null {
  const row = sql(
    db,
    `SELECT order_id AS orderId, carrier, tracking_number AS trackingNumber, tracking_url AS trackingUrl,
            packed_at AS packedAt, state ${WAITING} AS waits
       FROM shipments INDEXED BY shipments_packed_at
      WHERE packed_at >= ? AND packed_here = 1 ORDER BY packed_at DESC, shipment_uid DESC LIMIT 1`,
  ).get(since) as (Omit<PackedParcel, 'waits'> & { waits: 0 | 1 }) | undefined
  return row === undefined ? null : { ...row, waits: row.waits === 1 }
}
