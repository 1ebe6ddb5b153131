import { utcOf } from '../../../shared/domain/time/timestamps'
import { randomUUID } from 'node:crypto'
import type { ParcelChange } from '../../../shared/domain/shipments/parcel-stop'
import { readShipment, type Shipment } from '../../../shared/partner-api/shipment'
import { isWaiting, STATE_AFTER_CREATE } from '../../../shared/domain/shipments/shipment'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { jsonIn, noteUnreadable, storedFields, storedJson, storedList } from '../db/stored-json'
import { clearShipment } from './order-copy'
import { LEFT, LIVE } from './shipment-states'
import { moveOpsTo } from './op-notes'
import { orderLane } from './outbox'

/** The station's shipments: its own, which may not be on the marketplace yet, and those read from there. */

export type ShipmentRow = {
  shipmentUid: string
  orderId: number
  serverId: number | null
  state: string
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  warehouseId: number | null
  packedAt: string | null
  shippedAt: string | null
  expectedToDeliverAt: string | null
  deliveredAt: string | null
  canceledAt: string | null
  /** 1 for a shipment packed at this station, whether or not the marketplace knows it. */
  packedHere: 0 | 1
}

/** The columns of a `ShipmentRow`. */
export const SHIPMENT_COLUMNS = `shipment_uid AS shipmentUid, order_id AS orderId, server_id AS serverId, state, carrier,
  tracking_number AS trackingNumber, tracking_url AS trackingUrl, warehouse_id AS warehouseId, packed_at AS packedAt,
  shipped_at AS shippedAt, expected_to_deliver_at AS expectedToDeliverAt, delivered_at AS deliveredAt,
  canceled_at AS canceledAt, packed_here AS packedHere`

/**
 * What others changed about a parcel `s` that was packed here and has not left: another station's shipment carries items
 * of it on the marketplace, the order no longer has them, or nobody has dealt with an alarm of `changed-parcels.ts`.
 */
export const CHANGE = `CASE
  WHEN s.packed_here = 0 OR s.state ${LEFT} THEN NULL
  WHEN s.server_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM json_each(${jsonIn('s.line_ids')}) j
      JOIN order_lines l ON l.order_id = s.order_id AND l.line_id = j.value
      JOIN shipments x ON x.order_id = s.order_id AND x.server_id = ${jsonIn('l.server_copy')} ->> '$.shipment_id'
     WHERE x.packed_here = 0 AND x.state ${LIVE}) THEN 'lines_elsewhere'
  WHEN EXISTS (
    SELECT 1 FROM json_each(${jsonIn('s.line_ids')}) j
     WHERE NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = s.order_id AND l.line_id = j.value))
    THEN 'lines_gone'
  ELSE (
    SELECT max(n.kind) FROM notices n
     WHERE n.order_id = s.order_id AND n.kind IN ('items_changed', 'address_changed') AND n.acknowledged_at IS NULL
       AND EXISTS (SELECT 1 FROM json_each(${jsonIn('n.shipment_uids')}) WHERE value = s.shipment_uid))
  END`

/** `CHANGE` of each of the order's shipments, by the station's ID. */
export function changesOfParcels(db: Db, orderId: number): ReadonlyMap<string, ParcelChange | null> {
  const text = `SELECT s.shipment_uid, ${CHANGE} FROM shipments s WHERE s.order_id = +?`
  return new Map(sql(db, text).raw().all(orderId) as [string, ParcelChange | null][])
}

/** The shipment with this ID of the station, or `null`. */
export function findShipment(db: Db, shipmentUid: string): ShipmentRow | null {
  const row = sql(db, `SELECT ${SHIPMENT_COLUMNS} FROM shipments WHERE shipment_uid = ?`).get(shipmentUid)
  return (row as ShipmentRow | undefined) ?? null
}

/** All shipments of an order, oldest first. */
export function shipmentsOfOrder(db: Db, orderId: number): ShipmentRow[] {
  return sql(
    db,
    `SELECT ${SHIPMENT_COLUMNS} FROM shipments WHERE order_id = +? ORDER BY packed_at, server_id, shipment_uid`,
  ).all(orderId) as ShipmentRow[]
}

/**
 * When the order's other shipments were packed, as far as known; ISO 8601, unsorted, with duplicates. The marketplace
 * may show a time less precisely than it was sent, so both count. UNION ALL, because UNION sorts, and is prepared again
 * for each order.
 */
export function packedTimesBeside(db: Db, orderId: number, shipmentUid: string): string[] {
  return sql(
    db,
    `SELECT packed_at FROM shipments WHERE order_id = :orderId AND shipment_uid <> :shipmentUid AND packed_at IS NOT NULL
     UNION ALL SELECT body ->> '$.packed_at' FROM outbox
      WHERE lane = :lane AND kind = 'create_shipment' AND shipment_uid <> :shipmentUid AND json_valid(body)`,
  )
    .pluck()
    .all({ orderId, shipmentUid, lane: orderLane(orderId) }) as string[]
}

/** The order lines that a shipment carries, or carried while it was live. */
export function linesOfShipment(db: Db, shipmentUid: string): number[] {
  const stored = sql(db, 'SELECT line_ids FROM shipments WHERE shipment_uid = ?').pluck().get(shipmentUid)
  if (stored === undefined) return []
  const lineIds = storedList(db, stored as string, 'number', 'shipments.line_ids', shipmentUid)
  if (lineIds !== null) return lineIds
  // The lines themselves say so, too, while it is live.
  const carried = sql(
    db,
    'SELECT l.line_id FROM shipments s JOIN order_lines l USING (order_id, shipment_uid) WHERE s.shipment_uid = ?',
  )
  return carried.pluck().all(shipmentUid) as number[]
}

/** Those of its lines that were ticked by hand instead of scanned; `null` if it is not known which. */
export function linesByHand(db: Db, shipmentUid: string): number[] | null {
  const byHand = sql(db, 'SELECT by_hand FROM shipments WHERE shipment_uid = ?').pluck().get(shipmentUid)
  if (typeof byHand !== 'string') return null
  return storedList(db, byHand, 'number', 'shipments.by_hand', shipmentUid)
}

/** By which code each of its lines was scanned, by the line's ID; empty if that is not known. */
export function scansOfShipment(db: Db, shipmentUid: string): Readonly<Record<string, string>> {
  const scans = sql(db, 'SELECT scans FROM shipments WHERE shipment_uid = ?').pluck().get(shipmentUid)
  const stored = storedFields(db, typeof scans === 'string' ? scans : null, 'shipments.scans', shipmentUid)
  return Object.fromEntries(
    Object.entries(stored).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
}

/** Replaces the lines that a shipment carries. What proved others says nothing about these. */
export function replaceLines(tx: Tx, shipmentUid: string, lineIds: readonly number[]): void {
  writeOne(
    tx,
    `UPDATE shipments SET by_hand = iif(line_ids = @lines, by_hand, NULL), line_ids = @lines
      WHERE shipment_uid = @shipmentUid`,
    { lines: storedLineIds(lineIds), shipmentUid },
  )
}

/**
 * Adds a shipment that was packed here and assigns its lines to it.
 * @param proof `byHand`: those of the lines that were ticked by hand; `null` if it is not known which. `scans`: by which
 *   code each other was scanned, by the line's ID; `null` if that is not known
 */
export function addPackedShipment(
  tx: Tx,
  shipment: Omit<
    ShipmentRow,
    'serverId' | 'state' | 'packedHere' | 'shippedAt' | 'expectedToDeliverAt' | 'deliveredAt' | 'canceledAt'
  >,
  lineIds: readonly number[],
  {
    byHand,
    scans = null,
  }: { byHand: readonly number[] | null; scans?: Readonly<Record<string, string>> | null },
): void {
  writeOne(
    tx,
    `INSERT INTO shipments (shipment_uid, order_id, state, carrier, tracking_number, tracking_url, warehouse_id, packed_at,
       line_ids, by_hand, scans, packed_here) VALUES (?, ?, '${STATE_AFTER_CREATE}', ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    shipment.shipmentUid,
    shipment.orderId,
    shipment.carrier,
    shipment.trackingNumber,
    shipment.trackingUrl,
    shipment.warehouseId,
    shipment.packedAt,
    storedLineIds(lineIds),
    byHand === null ? null : storedLineIds(byHand),
    scans === null ? null : JSON.stringify(scans),
  )
  // One by one: a parcel contains few lines, and splitting a list costs SQLite more than a write.
  for (const lineId of lineIds)
    writeOne(
      tx,
      'UPDATE order_lines SET shipment_uid = ? WHERE order_id = ? AND line_id = ? AND shipment_uid IS NULL',
      shipment.shipmentUid,
      shipment.orderId,
      lineId,
    )
}

/** A shipment's lines as stored in its row. */
export function storedLineIds(lineIds: readonly number[]): string {
  return JSON.stringify([...lineIds].sort((left, right) => left - right))
}

/** Writes the station's view of a shipment after a move; a canceled one releases its lines. */
export function saveShipment(tx: Tx, shipment: ShipmentRow): void {
  writeOne(
    tx,
    `UPDATE shipments SET state = ?, carrier = ?, tracking_number = ?, tracking_url = ?, warehouse_id = ?, packed_at = ?,
       shipped_at = ?, expected_to_deliver_at = ?, delivered_at = ?, canceled_at = ? WHERE shipment_uid = ?`,
    shipment.state,
    shipment.carrier,
    shipment.trackingNumber,
    shipment.trackingUrl,
    shipment.warehouseId,
    shipment.packedAt,
    shipment.shippedAt,
    shipment.expectedToDeliverAt,
    shipment.deliveredAt,
    shipment.canceledAt,
    shipment.shipmentUid,
  )
  assignLines(tx, shipment.orderId)
}

/**
 * Removes a shipment that never came to be; its lines return to the shipment that carries them on the marketplace, if
 * any.
 */
export function dropShipment(tx: Tx, shipment: Pick<ShipmentRow, 'shipmentUid' | 'orderId'>): void {
  writeOne(tx, 'DELETE FROM shipments WHERE shipment_uid = ?', shipment.shipmentUid)
  assignLines(tx, shipment.orderId)
}

/**
 * Recomputes which live shipment carries each line of an order: one packed here that no copy of the order shows yet,
 * else the one in the last copy. Call it after every change to the order's lines or shipments.
 */
export function assignLines(tx: Tx, orderId: number): void {
  run(
    tx,
    `UPDATE order_lines SET shipment_uid = coalesce(
       (SELECT s.shipment_uid FROM shipments s
         WHERE s.order_id = +@orderId AND s.server_copy IS NULL AND s.state ${LIVE}
           AND (order_lines.line_id IN (SELECT value FROM json_each(${jsonIn('s.line_ids')}))
             OR (order_lines.shipment_uid = s.shipment_uid AND NOT json_valid(s.line_ids))) LIMIT 1),
       (SELECT s.shipment_uid FROM shipments s
         WHERE s.order_id = +@orderId AND s.server_id = ${jsonIn('order_lines.server_copy')} ->> '$.shipment_id'
           AND s.state ${LIVE}),
       -- A copy that cannot be read takes no line out of its parcel: it would be packed twice.
       (SELECT s.shipment_uid FROM shipments s
         WHERE s.shipment_uid = order_lines.shipment_uid AND s.state ${LIVE} AND NOT json_valid(order_lines.server_copy)))
     WHERE order_id = +@orderId
       -- Most orders of a first import have no shipment, and their lines need not be written twice.
       AND (shipment_uid IS NOT NULL OR EXISTS (SELECT 1 FROM shipments WHERE order_id = +@orderId))`,
    { orderId },
  )
}

/**
 * Stores the marketplace's ID of a shipment packed here. A pull may have read the same shipment before the create was
 * answered; that row is a duplicate and is removed.
 */
export function mapServerId(tx: Tx, shipmentUid: string, orderId: number, serverId: number): void {
  const twin = sql(
    tx,
    'SELECT shipment_uid FROM shipments WHERE order_id = ? AND server_id = ? AND shipment_uid <> ?',
  )
    .pluck()
    .get(orderId, serverId, shipmentUid) as string | undefined
  if (twin !== undefined) takeOverTwin(tx, orderId, shipmentUid, twin)
  writeOne(tx, 'UPDATE shipments SET server_id = ? WHERE shipment_uid = ?', serverId, shipmentUid)
  // Without a twin, its lines are the ones packed into it, whatever ID the marketplace gives it.
  if (twin !== undefined) assignLines(tx, orderId)
}

/** Moves made on the duplicate while the shipment appeared twice continue on the row that stays. */
function takeOverTwin(tx: Tx, orderId: number, shipmentUid: string, twinUid: string): void {
  const [own, twin] = [findShipment(tx, shipmentUid), findShipment(tx, twinUid)]
  const copy = sql(tx, 'SELECT server_copy FROM shipments WHERE shipment_uid = ?').pluck().get(twinUid)
  moveOpsTo(tx, orderId, shipmentUid, twinUid)
  writeOne(tx, 'DELETE FROM shipments WHERE shipment_uid = ?', twinUid)
  writeOne(tx, 'UPDATE shipments SET server_copy = ? WHERE shipment_uid = ?', copy, shipmentUid)
  if (own !== null && isWaiting(own.state) && twin !== null)
    saveShipment(tx, { ...twin, shipmentUid, packedAt: own.packedAt })
}

/** Marketplace IDs of the order's shipments that this station knows, mapped to the station's own IDs. */
export function mappedServerIds(db: Db, orderId: number): ReadonlyMap<number, string> {
  const rows = sql(
    db,
    'SELECT server_id AS serverId, shipment_uid AS shipmentUid FROM shipments WHERE order_id = ? AND server_id IS NOT NULL',
  ).all(orderId) as { serverId: number; shipmentUid: string }[]
  return new Map(rows.map((row) => [row.serverId, row.shipmentUid]))
}

/** Adds a shipment made by another station or the marketplace. @returns the station's ID for it */
export function addServerShipment(tx: Tx, orderId: number, shipment: Shipment): string {
  const shipmentUid = randomUUID()
  writeOne(
    tx,
    'INSERT INTO shipments (shipment_uid, order_id, server_id, state) VALUES (?, ?, ?, ?)',
    shipmentUid,
    orderId,
    shipment.id,
    shipment.state,
  )
  return shipmentUid
}

/** Takes over the marketplace's state of a shipment. */
export function takeServerTruth(
  tx: Tx,
  { shipmentUid }: Pick<ShipmentRow, 'shipmentUid'>,
  shipment: Shipment,
): void {
  writeOne(
    tx,
    `UPDATE shipments SET state = ?, carrier = ?, tracking_number = ?, tracking_url = ?,
       warehouse_id = coalesce(?, warehouse_id), packed_at = coalesce(?, packed_at), shipped_at = ?,
       expected_to_deliver_at = ?, delivered_at = ?, canceled_at = ? WHERE shipment_uid = ?`,
    shipment.state,
    shipment.carrier ?? null,
    shipment.tracking_number ?? null,
    shipment.tracking_url ?? null,
    shipment.warehouse_id ?? null,
    utcOf(shipment.packed_at),
    utcOf(shipment.shipped_at),
    utcOf(shipment.expected_to_deliver_at),
    utcOf(shipment.delivered_at),
    utcOf(shipment.canceled_at),
    shipmentUid,
  )
}

/** Stores the known fields of the marketplace's copy (see order-copy.ts), and the lines in it. */
export function keepServerCopy(
  tx: Tx,
  shipmentUid: string,
  shipment: Shipment,
  lineIds: readonly number[],
): void {
  const all = new Set([...linesOfShipment(tx, shipmentUid), ...lineIds])
  writeOne(
    tx,
    'UPDATE shipments SET server_copy = ?, line_ids = ? WHERE shipment_uid = ?',
    JSON.stringify(clearShipment(shipment)),
    storedLineIds([...all]),
    shipmentUid,
  )
}

/** The order's shipments in the last copy that was taken in. */
export function shownShipments(db: Db, orderId: number): { serverId: number; state: string }[] {
  return sql(
    db,
    `SELECT server_id AS serverId, server_copy ->> '$.state' AS state FROM shipments
      WHERE order_id = +? AND server_id IS NOT NULL AND json_valid(server_copy)`,
  ).all(orderId) as { serverId: number; state: string }[]
}

/** By the station's ID: the marketplace's ID of each of the order's shipments, and whether a stored copy shows it. */
export function placesOnServer(
  db: Db,
  orderId: number,
): ReadonlyMap<string, { serverId: number | null; shown: boolean }> {
  const rows = sql(
    db,
    `SELECT shipment_uid, server_id, server_id IS NOT NULL AND server_copy IS NOT NULL
       FROM shipments WHERE order_id = +?`,
  )
    .raw()
    .all(orderId) as [string, number | null, 0 | 1][]
  return new Map(rows.map(([uid, serverId, shown]) => [uid, { serverId, shown: shown === 1 }]))
}

/** The marketplace does not have it: until somebody decides, it counts as packed only here. */
export function forgetServerId(tx: Tx, shipmentUid: string): void {
  writeOne(
    tx,
    'UPDATE shipments SET server_id = NULL, server_copy = NULL WHERE shipment_uid = ?',
    shipmentUid,
  )
}

/** Marketplace IDs of the order's shipments that ops of this station created, except that of `exceptUid`. */
export function ownServerIds(db: Db, orderId: number, exceptUid: string): ReadonlySet<number> {
  const ids = sql(
    db,
    `SELECT server_id FROM shipments
      WHERE order_id = ? AND shipment_uid <> ? AND server_id IS NOT NULL AND packed_here = 1`,
  ).pluck()
  return new Set(ids.all(orderId, exceptUid) as number[])
}

/**
 * Resets a shipment to the marketplace's last known state after ops on it were discarded. A shipment that was confirmed
 * but not read back yet becomes packed and nothing more.
 */
export function restoreServerTruth(tx: Tx, shipment: ShipmentRow): void {
  const copy = sql(tx, 'SELECT server_copy FROM shipments WHERE shipment_uid = ?')
    .pluck()
    .get(shipment.shipmentUid) as string | null
  const shown = copy === null ? null : copyIn(tx, copy, shipment.shipmentUid)
  if (shown !== null) takeServerTruth(tx, shipment, shown)
  else
    saveShipment(tx, {
      ...shipment,
      state: STATE_AFTER_CREATE,
      shippedAt: null,
      expectedToDeliverAt: null,
      deliveredAt: null,
      canceledAt: null,
    })
  assignLines(tx, shipment.orderId)
}

/** The marketplace's copy in a row; `null` if it cannot be read. */
function copyIn(db: Db, text: string, shipmentUid: string): Shipment | null {
  const copy = readShipment.safeParse(storedJson(db, text, 'shipments.server_copy', shipmentUid))
  if (!copy.success) noteUnreadable(db, 'shipments.server_copy', shipmentUid)
  return copy.data ?? null
}
