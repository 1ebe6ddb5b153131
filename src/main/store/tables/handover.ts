import { z } from 'zod'
import type { HandoverParcel, ScannedParcel } from '../../../shared/contract/handover'
import {
  carrierKey,
  waitsFor,
  type HandoverMode,
  type JudgedParcel,
} from '../../../shared/domain/shipments/handover'
import type { ParcelChange } from '../../../shared/domain/shipments/parcel-stop'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { tidyCode } from '../../../shared/domain/carriers/number-pattern'
import { run, sql, type Db, type Tx } from '../db/database'
import { jsonIn, storedJson } from '../db/stored-json'
import { LABEL } from './labels'
import { CANCELING, OPEN } from './outbox'
import { LEFT, ON_ITS_WAY, UNNAMED, WAITING } from './shipment-states'
import { CHANGE, linesOfShipment } from './shipments'
import { readJsonSetting, writeSetting } from './settings'

/** Parcels at the dock: which are waiting, which were scanned for the round, and how a code finds one. */

/** A parcel with everything needed to judge it. */
export type DockParcel = HandoverParcel &
  JudgedParcel & { scannedAt: string | null; refusal: ScannedParcel['refusal'] }

type Row = Omit<HandoverParcel, 'items'> & {
  /** `null` if what it carries cannot be read. */
  items: number | null
  state: string
  orderCanceled: 0 | 1
  cancelWaits: 0 | 1
  held: 0 | 1
  holdReason: string | null
  change: ParcelChange | null
  scannedAt: string | null
  refusal: string | null
}

const PARCEL = `SELECT s.shipment_uid AS shipmentId, s.order_id AS orderId, s.state, s.carrier,
    s.tracking_number AS trackingNumber, s.packed_at AS packedAt, s.shipped_at AS shippedAt,
    json_array_length(${jsonIn('s.line_ids')}) AS items, o.canceled AS orderCanceled,
    EXISTS (SELECT 1 FROM outbox b
             WHERE b.lane = 'order:' || s.order_id AND b.${OPEN} AND b.kind = 'cancel_order') AS cancelWaits,
    EXISTS (SELECT 1 FROM outbox b
             WHERE b.lane = 'order:' || s.order_id AND b.${OPEN} AND b.shipment_uid = s.shipment_uid
               AND b.state = 'held') AS held,
    (SELECT reason FROM order_holds d WHERE d.order_id = s.order_id) AS holdReason,
    ${CHANGE} AS change, h.scanned_at AS scannedAt, h.refusal`
const SCANNED = 'LEFT JOIN handover_scans h ON h.mode = @mode AND h.shipment_uid = s.shipment_uid'

/** Needs `@mode`. */
const PARCELS = `${PARCEL} FROM shipments s JOIN orders o USING (order_id) ${SCANNED}`

/**
 * Orders with parcels that wait have an index of their own, for the queue; shipments need none for the dock. Said in so
 * many words: SQLite would read every parcel there ever was.
 */
const PARCELS_FOR: Readonly<Record<HandoverMode, string>> = {
  ship: `FROM orders o INDEXED BY orders_to_ship CROSS JOIN shipments s USING (order_id) ${SCANNED}
    WHERE o.packed_shipments > 0 AND s.state ${WAITING}`,
  deliver: `FROM orders o INDEXED BY orders_to_deliver CROSS JOIN shipments s USING (order_id) ${SCANNED}
    WHERE o.shipped_shipments > 0 AND s.state ${ON_ITS_WAY}`,
}
const NOT_HELD = `AND s.shipment_uid NOT IN (
  SELECT shipment_uid FROM outbox INDEXED BY outbox_held WHERE state = 'held' AND shipment_uid IS NOT NULL)`
/**
 * What `roundProblem` refuses does not wait: parcels of orders that are canceled, will be, or are on hold, and those
 * that need a person. What others changed is judged at the scan: here it would be looked up for every parcel.
 */
const STILL_WANTED: Readonly<Record<HandoverMode, string>> = {
  ship: `AND o.canceled = 0 AND NOT EXISTS (SELECT 1 FROM order_holds d WHERE d.order_id = o.order_id)
    AND o.order_id NOT IN (${CANCELING}) ${NOT_HELD}`,
  deliver: NOT_HELD,
}

const DAY_MS = 86_400_000

/** `carrierKey` in SQL, for the letters that carriers use. */
const CARRIER_KEY = `lower(trim(coalesce(s.carrier, '')))`

/** Every parcel with one of these tracking numbers, in any state: one label may cover several shipments. */
export function parcelsByTracking(db: Db, mode: HandoverMode, numbers: readonly string[]): DockParcel[] {
  const wanted = JSON.stringify(numbers.map(tidyCode).filter((number) => number !== ''))
  const found = all(
    db,
    `${PARCELS} WHERE s.tracking_number IS NOT NULL AND ${LABEL} IN (SELECT value FROM json_each(@wanted))`,
    { mode, wanted },
  )
  const waiting = found.filter(({ state }) => waitsFor(mode, state))
  return waiting.length > 0 ? waiting : found
}

/** The parcels of an order. */
export function parcelsOfOrder(db: Db, mode: HandoverMode, orderId: number): DockParcel[] {
  return all(db, `${PARCELS} WHERE s.order_id = @orderId ORDER BY s.packed_at`, { mode, orderId })
}

/** Parcels scanned for the round and not moved since, most recently scanned first. */
export function scannedParcels(db: Db, mode: HandoverMode): DockParcel[] {
  const scanned = `${PARCELS} WHERE h.mode = @mode ORDER BY h.scanned_at DESC, s.shipment_uid`
  return all(db, scanned.replace('LEFT JOIN handover_scans', 'JOIN handover_scans'), { mode })
}

export type CarrierCount = { carrier: string; total: number; scanned: number }

/** How many parcels wait for the round, by carrier; names that differ only in case count as one. */
export function countWaiting(db: Db, mode: HandoverMode): CarrierCount[] {
  return sql(
    db,
    `SELECT max(trim(coalesce(s.carrier, ''))) AS carrier, count(*) AS total, count(h.shipment_uid) AS scanned
       ${PARCELS_FOR[mode]} ${STILL_WANTED[mode]}
      GROUP BY ${CARRIER_KEY} ORDER BY ${CARRIER_KEY}`,
  ).all({ mode }) as CarrierCount[]
}

/** The carrier's parcels that are waiting and were not scanned, oldest first. */
export function missingParcels(db: Db, mode: HandoverMode, carrier: string, limit: number): HandoverParcel[] {
  return all(
    db,
    `${PARCEL} ${PARCELS_FOR[mode]} ${STILL_WANTED[mode]}
        AND h.mode IS NULL AND ${CARRIER_KEY} = @key ORDER BY s.packed_at LIMIT @limit`,
    { mode, key: carrierKey(carrier), limit },
  )
}

/** Parcels in a state that the document does not name, oldest first. */
export function strangeParcels(db: Db, mode: HandoverMode, limit: number): DockParcel[] {
  return all(
    db,
    `${PARCEL} FROM shipments s INDEXED BY shipments_in_other_states JOIN orders o USING (order_id) ${SCANNED}
      WHERE s.state ${UNNAMED} ORDER BY s.packed_at LIMIT @limit`,
    { mode, limit },
  )
}

/** The parcels with these ids. */
export function parcelsIn(db: Db, mode: HandoverMode, shipmentIds: readonly string[]): DockParcel[] {
  return all(
    db,
    `${PARCELS} WHERE s.shipment_uid IN (SELECT value FROM json_each(@ids)) ORDER BY s.packed_at, s.shipment_uid`,
    { mode, ids: JSON.stringify(shipmentIds) },
  )
}

/** How many parcels of a carrier left at this moment: its round. */
export function countShippedAt(db: Db, carrier: string, at: string): number {
  const row = sql(
    db,
    `SELECT count(*) AS parcels FROM shipments s WHERE s.shipped_at = ? AND ${CARRIER_KEY} = ?`,
  ).get(at, carrierKey(carrier)) as { parcels: number }
  return row.parcels
}

export type PackedByCarrier = {
  /** As in `carrierKey`. */
  carrier: string
  packedMs: number
  /** When it was handed over; `null`: it waits. */
  shippedMs: number | null
}

/** The parcels packed since `fromMs` that were handed over or wait for that, in milliseconds since the epoch. */
export function packedParcels(db: Db, fromMs: number): PackedByCarrier[] {
  // The marketplace may write another offset: a day earlier, as text, is early enough for any.
  const day = formatInstant(fromMs - DAY_MS).slice(0, 10)
  const text = `SELECT ${CARRIER_KEY} AS carrier, ${msOf('s.packed_at')} AS packedMs, ${msOf('s.shipped_at')} AS shippedMs
      FROM shipments s INDEXED BY shipments_packed_at CROSS JOIN orders o USING (order_id)
     WHERE s.packed_at >= @day AND s.carrier IS NOT NULL
       AND (s.state ${LEFT} AND s.shipped_at IS NOT NULL OR s.state ${WAITING} ${STILL_WANTED.ship})`
  const rows = sql(db, text).all({ day }) as PackedByCarrier[]
  return rows.filter(({ packedMs }) => packedMs !== null && packedMs >= fromMs)
}

const msOf = (column: string): string => `CAST(unixepoch(${column}, 'subsec') * 1000 AS INTEGER)`

/** Notes a scan; a parcel scanned before keeps its place. @param at ISO 8601 UTC */
export function keepScan(tx: Tx, mode: HandoverMode, shipmentId: string, at: string): void {
  run(
    tx,
    'INSERT INTO handover_scans (mode, shipment_uid, scanned_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    mode,
    shipmentId,
    at,
  )
}

/** Takes a parcel out of the round; `null` takes out all. */
export function dropScan(tx: Tx, mode: HandoverMode, shipmentId: string | null): void {
  if (shipmentId === null) run(tx, 'DELETE FROM handover_scans WHERE mode = ?', mode)
  else run(tx, 'DELETE FROM handover_scans WHERE mode = ? AND shipment_uid = ?', mode, shipmentId)
}

/** Notes why a parcel of the round was refused. */
export function keepRefusal(
  tx: Tx,
  mode: HandoverMode,
  shipmentId: string,
  refusal: NonNullable<ScannedParcel['refusal']>,
): void {
  run(
    tx,
    'UPDATE handover_scans SET refusal = ? WHERE mode = ? AND shipment_uid = ?',
    JSON.stringify(refusal),
    mode,
    shipmentId,
  )
}

const LAST_ROUND = 'handover.last'

/** Stored as JSON; never rename a field. */
const lastRound = z.object({
  /** ISO 8601 UTC. */
  at: z.string(),
  shipmentIds: z.array(z.string()).readonly(),
})
export type LastRound = z.infer<typeof lastRound>

/** The last round that was shipped here; `null` before the first. */
export function readLastRound(db: Db): LastRound | null {
  return readJsonSetting(db, LAST_ROUND, lastRound)
}

/** Stores which parcels were handed over, for their manifest. */
export function keepLastRound(tx: Tx, round: LastRound): void {
  writeSetting(tx, LAST_ROUND, JSON.stringify(round))
}

/** One that cannot be read says nothing: the next round judges the parcel again. */
function refusalIn(db: Db, { refusal, shipmentId }: Row): ScannedParcel['refusal'] {
  if (refusal === null) return null
  return (storedJson(db, refusal, 'handover_scans.refusal', shipmentId) ?? null) as ScannedParcel['refusal']
}

function all(db: Db, text: string, values: object): DockParcel[] {
  return (sql(db, text).all(values) as Row[]).map((row) => ({
    ...row,
    items: row.items ?? linesOfShipment(db, row.shipmentId).length,
    orderCanceled: row.orderCanceled === 1,
    cancelWaits: row.cancelWaits === 1,
    held: row.held === 1,
    refusal: refusalIn(db, row),
  }))
}
