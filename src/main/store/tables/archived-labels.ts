import { SHORTEST_NUMBER } from '../../../shared/domain/carriers/number-pattern'
import { run, sql, type Db, type Tx } from '../db/database'
import { LABEL } from './labels'
import { LIVE } from './shipment-states'

/** Tracking numbers of the parcels whose orders are in the archive. */

/** What `labelKey` says is a label; an unpacked parcel frees its own. */
const IS_LABEL = `tracking_number IS NOT NULL AND state ${LIVE}
  AND length(${LABEL}) >= ${SHORTEST_NUMBER} AND ${LABEL} GLOB '*[0-9]*'`

const LABELS = `SELECT ${LABEL} AS label, order_id, max(coalesce(shipped_at, packed_at)) AS used_at FROM shipments`

const IN_ORDERS = 'order_id IN (SELECT value FROM json_each(?))'

/** Keeps the labels of orders that leave for the archive in the same transaction. */
export function keepLabels(tx: Tx, orderIds: readonly number[]): void {
  run(
    tx,
    `INSERT INTO archived_labels (label, order_id, used_at)
       ${LABELS} WHERE ${IN_ORDERS} AND ${IS_LABEL} GROUP BY 1, 2 ON CONFLICT DO NOTHING`,
    JSON.stringify(orderIds),
  )
}

/** Forgets the labels of orders that came back: their parcels have them. */
export function dropLabels(tx: Tx, orderIds: readonly number[]): void {
  run(
    tx,
    `DELETE FROM archived_labels WHERE (label, order_id) IN (
       SELECT ${LABEL}, order_id FROM shipments WHERE ${IN_ORDERS} AND tracking_number IS NOT NULL)`,
    JSON.stringify(orderIds),
  )
}

/** Labels of the next `limit` parcels of a month's file by order, after order `last`; all of an order. */
export function labelsAfter(
  file: Db,
  last: number,
  limit: number,
): { labels: ArchivedLabel[]; last: number | null } {
  const text = `SELECT order_id FROM orders WHERE order_id > +? ORDER BY order_id LIMIT +?`
  const orderIds = sql(file, text).pluck().all(last, limit) as number[]
  const labels = sql(file, `${LABELS} WHERE ${IN_ORDERS} AND ${IS_LABEL} GROUP BY 1, 2`)
  return {
    labels: labels.raw().all(JSON.stringify(orderIds)) as ArchivedLabel[],
    last: orderIds.length < limit ? null : (orderIds.at(-1) ?? null),
  }
}

export type ArchivedLabel = [label: string, orderId: number, usedAt: string | null]

/** Keeps labels that a month's file has; what the station's own file has as well counts there. */
export function learnLabels(tx: Tx, labels: readonly ArchivedLabel[]): void {
  for (const [label, orderId, usedAt] of labels)
    run(
      tx,
      `INSERT INTO archived_labels (label, order_id, used_at) SELECT ?, ?, ?
         WHERE NOT EXISTS (SELECT 1 FROM orders WHERE order_id = ?) ON CONFLICT DO NOTHING`,
      ...[label, orderId, usedAt, orderId],
    )
}
