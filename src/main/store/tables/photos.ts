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

/** The photos of an order's shipments, oldest first. */
export function photosOfOrder(db: Db, orderId: number): PhotoRow[] {
  return sql(db, `SELECT ${COLUMNS} FROM photos WHERE order_id = +? ORDER BY taken_at, shipment_uid`).all(
    orderId,
  ) as PhotoRow[]
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

type PhotoToDrop = Pick<PhotoRow, 'shipmentUid' | 'file'>

/**
 * Of the next `limit` photos after shipment `after`, those to delete: taken before `before` (ISO 8601 UTC), or of an
 * order whose buyer was deleted.
 * @returns `next`: the shipment after which to continue; `null` when all were examined
 */
export function photosDue(
  db: Db,
  before: string,
  after: string,
  limit: number,
): { due: PhotoToDrop[]; next: string | null } {
  const examined = sql(
    db,
    `SELECT p.shipment_uid AS shipmentUid, p.file, p.taken_at < @before OR EXISTS (SELECT 1 FROM orders o
        WHERE o.order_id = p.order_id AND o.buyer_purged_at IS NOT NULL) AS due
      FROM photos p WHERE p.shipment_uid > +@after ORDER BY p.shipment_uid LIMIT +@limit`,
  ).all({ before, after, limit }) as (PhotoToDrop & { due: 0 | 1 })[]
  const due = examined.filter((photo) => photo.due === 1)
  return {
    due: due.map(({ shipmentUid, file }) => ({ shipmentUid, file })),
    next: examined.length < limit ? null : (examined.at(-1)?.shipmentUid ?? null),
  }
}

export function dropPhoto(tx: Tx, shipmentUid: string): void {
  run(tx, 'DELETE FROM photos WHERE shipment_uid = ?', shipmentUid)
}

export function dropPhotosOf(tx: Tx, orderId: number): void {
  run(tx, 'DELETE FROM photos WHERE order_id = ?', orderId)
}
