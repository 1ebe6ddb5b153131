import type { NoticeKind, NoticeView } from '../../../shared/contract/views'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { jsonIn, storedList } from '../db/stored-json'

/** Alarms and notices: a person must see them on whatever screen is open, until somebody acknowledges them. */

export type NewNotice = {
  kind: NoticeKind
  orderId: number | null
  shipmentUids: readonly string[]
  count: number | null
  /** ISO 8601 UTC. */
  at: string
}

/**
 * Raises a notice, in the commit that contains its cause.
 * @returns false when the same notice was raised before, acknowledged or not
 */
export function raiseNotice(tx: Tx, notice: NewNotice): boolean {
  const uids = JSON.stringify([...notice.shipmentUids].sort())
  if (notice.orderId !== null) {
    const known = sql(tx, 'SELECT 1 FROM notices WHERE order_id = ? AND kind = ? AND shipment_uids = ?')
    if (known.get(notice.orderId, notice.kind, uids) !== undefined) return false
  }
  addNotice(tx, notice)
  return true
}

/** Raises a notice even if the same one was raised before: its cause has happened once more. */
export function addNotice(tx: Tx, { kind, orderId, shipmentUids, count, at }: NewNotice): void {
  writeOne(
    tx,
    'INSERT INTO notices (kind, order_id, shipment_uids, count, raised_at) VALUES (?, ?, ?, ?, ?)',
    kind,
    orderId,
    JSON.stringify([...shipmentUids].sort()),
    count,
    at,
  )
}

/** Whether a notice of this kind names the shipment: `open`, one that nobody has acknowledged. */
export function isNoticed(
  db: Db,
  { kind, orderId, shipmentUid }: { kind: NoticeKind; orderId: number; shipmentUid: string },
  which: 'open' | 'any',
): boolean {
  const found = sql(
    db,
    `SELECT 1 FROM notices WHERE order_id = ? AND kind = ? AND (? = 'any' OR acknowledged_at IS NULL)
        AND EXISTS (SELECT 1 FROM json_each(${jsonIn('shipment_uids')}) WHERE value = ?)`,
  ).get(orderId, kind, which, shipmentUid)
  return found !== undefined
}

/** Open notices of these kinds about one parcel. `raisedAt`: ISO 8601 UTC. */
export function openNoticesOfShipment(
  db: Db,
  { orderId, shipmentUid, kinds }: { orderId: number; shipmentUid: string; kinds: readonly NoticeKind[] },
): { kind: NoticeKind; raisedAt: string }[] {
  return sql(
    db,
    `SELECT kind, raised_at AS raisedAt FROM notices
      WHERE order_id = ? AND acknowledged_at IS NULL AND kind IN (SELECT value FROM json_each(?))
        AND EXISTS (SELECT 1 FROM json_each(${jsonIn('shipment_uids')}) WHERE value = ?)`,
  ).all(orderId, JSON.stringify(kinds), shipmentUid) as { kind: NoticeKind; raisedAt: string }[]
}

type Row = {
  noticeId: number
  kind: NoticeKind
  orderId: number | null
  shipmentUids: string
  count: number | null
  raisedAt: string
}

/** Notices that nobody has acknowledged, newest first. */
export function openNotices(db: Db): NoticeView[] {
  const rows = sql(
    db,
    `SELECT notice_id AS noticeId, kind, order_id AS orderId, shipment_uids AS shipmentUids, count,
            raised_at AS raisedAt FROM notices WHERE acknowledged_at IS NULL ORDER BY notice_id DESC LIMIT 200`,
  ).all() as Row[]
  const tracking = sql(
    db,
    `SELECT tracking_number FROM shipments
      WHERE shipment_uid IN (SELECT value FROM json_each(?)) AND tracking_number IS NOT NULL`,
  ).pluck()
  return rows.map(({ shipmentUids, ...row }) => {
    const shipmentIds = storedList(db, shipmentUids, 'string', 'notices.shipment_uids', row.noticeId) ?? []
    return { ...row, shipmentIds, trackingNumbers: tracking.all(JSON.stringify(shipmentIds)) as string[] }
  })
}

export type NoticeOfOrder = {
  kind: NoticeKind
  raisedAt: string
  seenAt: string | null
  seenBy: string | null
}

/** All notices about an order, acknowledged or not, oldest first. */
export function noticesOfOrder(db: Db, orderId: number): NoticeOfOrder[] {
  return sql(
    db,
    `SELECT kind, raised_at AS raisedAt, acknowledged_at AS seenAt, acknowledged_by AS seenBy
       FROM notices WHERE order_id = +? ORDER BY notice_id`,
  ).all(orderId) as NoticeOfOrder[]
}

/** How many notices nobody has acknowledged. */
export function countNotices(db: Db): number {
  return sql(db, 'SELECT count(*) FROM notices WHERE acknowledged_at IS NULL').pluck().get() as number
}

/** `null` if it is about no order, or unknown. */
export function orderOfNotice(db: Db, noticeId: number): number | null {
  const found = sql(db, 'SELECT order_id FROM notices WHERE notice_id = ?').pluck().get(noticeId)
  return (found as number | null | undefined) ?? null
}

/** Notes that a person has seen it. @returns false when it is not open */
export function acknowledgeNotice(tx: Tx, noticeId: number, at: string, by: string): boolean {
  return (
    run(
      tx,
      'UPDATE notices SET acknowledged_at = ?, acknowledged_by = ? WHERE notice_id = ? AND acknowledged_at IS NULL',
      at,
      by,
      noticeId,
    ).changes === 1
  )
}

/** Alarms that an operation raises when it is held; "canceled" is not one: the parcel must still be pulled. */
const ABOUT_HELD: readonly NoticeKind[] = [
  'lines_elsewhere',
  'duplicate',
  'parcel_stopped',
  'items_changed',
  'address_changed',
]

/**
 * Acknowledges what the hold of a shipment's operation raised.
 * @param by the person who has just decided about it; `null`: it goes on by itself
 */
export function acknowledgeHeld(
  tx: Tx,
  orderId: number,
  shipmentUid: string,
  at: string,
  by: string | null,
): void {
  endNotices(tx, { orderId, shipmentUid, kinds: ABOUT_HELD }, at, by)
}

/** Ends open notices of these kinds about one parcel. @param by `null`: nobody needs to see to it any more */
export function endNotices(
  tx: Tx,
  { orderId, shipmentUid, kinds }: { orderId: number; shipmentUid: string; kinds: readonly NoticeKind[] },
  at: string,
  by: string | null,
): void {
  run(
    tx,
    `UPDATE notices SET acknowledged_at = ?, acknowledged_by = ?
      WHERE order_id = ? AND shipment_uids = ? AND acknowledged_at IS NULL
        AND kind IN (SELECT value FROM json_each(?))`,
    at,
    by,
    orderId,
    JSON.stringify([shipmentUid]),
    JSON.stringify(kinds),
  )
}
