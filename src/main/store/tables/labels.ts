import { STATE_AFTER_MOVE } from '../../../shared/domain/shipments/shipment'
import { labelKey, type LabeledParcel } from '../../../shared/domain/shipments/used-label'
import { sql, type Db } from '../db/database'

/** Which orders' parcels carry a tracking number, by an index in the file; of those in the archive, by a table. */

/** A number that more parcels share is not a label's, so not all of them are examined. */
const MOST_PARCELS = 100

/** The number as labels are compared. Spelled as in the index, or SQLite does not use it. */
export const LABEL = `upper(replace(replace(replace(replace(tracking_number, ' ', ''), '-', ''), char(9), ''), char(160), ''))`

/** Every parcel with one of these tracking numbers, however the digits are grouped, in any state. */
export function parcelsWithLabel(db: Db, numbers: readonly string[]): LabeledParcel[] {
  const keys = new Set(numbers.map(labelKey).filter((key) => key !== null))
  const rows = sql(
    db,
    `SELECT order_id AS orderId, state, packed_at AS packedAt, shipped_at AS shippedAt FROM shipments
      WHERE tracking_number IS NOT NULL AND ${LABEL} = +? ORDER BY shipment_uid DESC LIMIT ${MOST_PARCELS}`,
  )
  const archived = sql(
    db,
    `SELECT order_id AS orderId, '${STATE_AFTER_MOVE.deliver}' AS state, used_at AS packedAt, used_at AS shippedAt FROM archived_labels
      WHERE label = +? ORDER BY used_at DESC LIMIT ${MOST_PARCELS}`,
  )
  return [...keys].flatMap((key) => [...rows.all(key), ...archived.all(key)] as LabeledParcel[])
}

/** Up to `limit` orders with a parcel whose tracking number begins with `start`, as `tidyCode` writes it. */
export function ordersByLabelStart(db: Db, start: string, limit: number): number[] {
  return sql(
    db,
    `SELECT DISTINCT order_id FROM shipments
      WHERE tracking_number IS NOT NULL AND ${LABEL} >= +? AND ${LABEL} < +? LIMIT +?`,
  )
    .pluck()
    .all(start, `${start}\u{10FFFF}`, limit) as number[]
}
