import { join, dirname } from 'node:path'
import { run, sql, type Db, type Tx } from '../db/database'

/** Photos of open boxes: one row for each sealed file in the folder `photos`. */

export type PhotoRow = {
  shipmentUid: string
  orderId: number
  kind: 'photo'
  /** ISO 8601 UTC. */
  takenAt: string
  takenBy: string
  /** Of the plain picture, in hex. */
  sha256: string
  /** Of the plain picture. */
  bytes: number
  /** Within the folder, with forward slashes. */
  file: string
}

const COLUMNS = `shipment_uid AS shipmentUid, order_id AS orderId, kind, taken_at AS takenAt, taken_by AS takenBy,
  sha256, bytes, file`

/** Next to the account's database, so that forgetting the account removes it. */
export function photosDir(db: Db): string {
  return join(dirname(db.name), 'photos')
}

/** The shipment's photo, or `null`. */
export function findPhoto(db: Db, shipmentUid: string): PhotoRow | null {
  const row = sql(db, `SELECT ${COLUMNS} FROM photos WHERE shipment_uid = ?`).get(shipmentUid)
  return (row as PhotoRow | undefined) ?? null
}

export function addPhoto(tx: Tx, photo: PhotoRow): void {
  const { shipmentUid, orderId, kind, takenAt, takenBy, sha256, bytes, file } = photo
  run(
    tx,
    `INSERT INTO photos (shipment_uid, order_id, kind, taken_at, taken_by, sha256, bytes, file)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[shipmentUid, orderId, kind, takenAt, takenBy, sha256, bytes, file],
  )
}

/** Photos to delete: taken before `before` (ISO 8601 UTC), or of an order whose buyer was deleted. */
export function photosDue(db: Db, before: string): Pick<PhotoRow, 'shipmentUid' | 'file'>[] {
  return sql(
    db,
    `SELECT p.shipment_uid AS shipmentUid, p.file FROM photos p
      WHERE p.taken_at < ? OR EXISTS (SELECT 1 FROM orders o
        WHERE o.order_id = p.order_id AND o.buyer_purged_at IS NOT NULL)`,
  ).all(before) as Pick<PhotoRow, 'shipmentUid' | 'file'>[]
}

export function dropPhoto(tx: Tx, shipmentUid: string): void {
  run(tx, 'DELETE FROM photos WHERE shipment_uid = ?', shipmentUid)
}

export function dropPhotosOf(tx: Tx, orderId: number): void {
  run(tx, 'DELETE FROM photos WHERE order_id = ?', orderId)
}
