import { manifestIdStart, shipmentIdStart } from '../../../shared/domain/shipments/shipment-code'
import { sql, type Db } from '../db/database'
import { SHIPMENT_COLUMNS, type ShipmentRow } from './shipments'

/** Shipments by the codes on printed pages, which carry only the start of an id. */

/** The shipment whose packing slip carries the code, or `null`. */
export function findShipmentByCode(db: Db, code: string): ShipmentRow | null {
  return findByIdStart(db, shipmentIdStart(code))
}

/** The first parcel of a manifest by the code printed on it. */
export function findManifestShipment(db: Db, code: string): ShipmentRow | null {
  return findByIdStart(db, manifestIdStart(code))
}

function findByIdStart(db: Db, start: string | null): ShipmentRow | null {
  if (start === null) return null
  // In every ID the code's prefix is followed by a hyphen, and a full stop sorts right after that. Two with the same
  // prefix match none.
  const rows = sql(
    db,
    `SELECT ${SHIPMENT_COLUMNS} FROM shipments WHERE shipment_uid >= ? AND shipment_uid < ? LIMIT 2`,
  ).all(`${start}-`, `${start}.`) as ShipmentRow[]
  return rows.length === 1 ? (rows[0] ?? null) : null
}
