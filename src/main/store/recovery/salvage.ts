import { isOpen, meaningOfKind } from '../../../shared/domain/outbox/operation'
import { createShipmentBody } from '../../../shared/partner-api/shipment'
import { STATE_AFTER_CREATE } from '../../../shared/domain/shipments/shipment'
import { salvagedShipment, type SalvagedOp, type SalvagedShipment } from './salvaged-op'
import { run, sql, type Db, type Tx } from '../db/database'
import { parsedJson } from './read-ops'
import { addOpEvent } from '../tables/op-events'
import { findOrder, refreshSummary } from '../tables/orders'
import { itemLane, openOpsOfShipment, orderLane } from '../tables/outbox'
import { assignLines, findShipment, mapServerId, saveShipment, storedLineIds } from '../tables/shipments'

/**
 * Takes ops of another database in (see read-ops.ts) as ops with an unknown outcome (I10), so that each is looked for on
 * the marketplace before anything is sent again.
 */

export type Salvaged = {
  /** Ops that were taken in, in the order they were given. */
  taken: readonly SalvagedOp[]
  /** Ops that were here before, in any state; nothing was changed for them. */
  known: number
}

/**
 * Appends ops as `unknown`, in the order given, with the shipments they need. An op whose `opUid` exists here is left
 * out, unless it ended here because it left in a file or to another station: then it continues in a row of its own. A shipment that exists
 * here is shown as the ops leave it, unless other ops on it are open here.
 * @param at when, ISO 8601 UTC
 * @param by who requested it; `null` when the station does it by itself
 * @param own they come from this station's own file: ops that ended or were held there stay that way
 */
export function salvageOps(
  tx: Tx,
  ops: readonly SalvagedOp[],
  at: string,
  by: string | null = null,
  own = false,
): Salvaged {
  const here = knownUids(tx, ops)
  const given = new Set(ops.map(({ opUid }) => opUid))
  const orderIds = new Set<number>()
  const taken: SalvagedOp[] = []
  for (const op of ops) {
    if (here.has(op.opUid)) continue
    here.add(op.opUid)
    const stays = own && isKnown(op)
    addOp(tx, own ? op : { ...op, jobId: null, jobRow: null }, at, by, stays)
    // If its create was discarded, it never came to be.
    const shipment = op.shipment ?? (stays && op.state === 'discarded' ? null : shipmentOfCreate(op))
    if (shipment !== null) addShipment(tx, shipment, given)
    if (op.orderId !== null) orderIds.add(op.orderId)
    taken.push(op)
  }
  for (const orderId of orderIds) renewOrder(tx, orderId)
  return { taken, known: ops.length - taken.length }
}

/**
 * The discard reason of an op that ended here because it left in a file. Stored, and kept over a restored backup; never
 * change.
 */
export function leftByFile(name: string): string {
  return `exported to ${OPS_FILE_STEM}${name}`
}

/** The same of an op that another station has adopted at the warehouse's hub. Stored; never change. */
export function leftToStation(station: string): string {
  return `${LEFT_TO}${station}`
}
const LEFT_TO = 'taken over at the hub by '

/** How the names of such files begin. */
export const OPS_FILE_STEM = 'open-operations-'

/** In one pass: the outbox has no index on `op_uid`. Those that left and come back are not known. */
function knownUids(db: Db, ops: readonly SalvagedOp[]): Set<string> {
  const uids = JSON.stringify(ops.map(({ opUid }) => opUid))
  const known = sql(
    db,
    `SELECT op_uid FROM outbox WHERE op_uid IN (SELECT value FROM json_each(?))
       AND NOT (state = 'discarded' AND (discard_reason GLOB ? OR discard_reason GLOB ?))`,
  ).pluck()
  return new Set(known.all(uids, leftByFile('*'), leftToStation('*')) as string[])
}

function addOp(tx: Tx, op: SalvagedOp, at: string, by: string | null, stays: boolean): void {
  const lane = op.orderId === null ? itemLane(op.itemKey ?? '') : orderLane(op.orderId)
  const { lastInsertRowid } = run(
    tx,
    `INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, item_key, body, attempts, baseline,
       server_ref, captured_at, captured_by, captured_mono_ms, clock_offset_ms, sent_at, claims, known, from_file,
       job_id, job_row, state, settled_at, discard_reason, held_reason, finding, error_code, error_status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    op.opUid,
    op.kind,
    lane,
    op.orderId,
    op.shipmentUid,
    op.itemKey,
    op.body,
    stays ? op.attempts : restoredAttempts(op),
    stays ? op.baseline : restoredBaseline(op),
    op.serverRef,
    op.capturedAt,
    op.capturedBy,
    op.capturedMonoMs,
    op.clockOffsetMs,
    op.sentAt,
    op.claims,
    op.known,
    op.fromFile,
    op.jobId,
    op.jobRow,
    ...(stays ? endOf(op, at) : ['unknown', null, null, null, null, null, null]),
  )
  if (!stays) addOpEvent(tx, Number(lastInsertRowid), 'restore', by === null ? { at } : { at, by })
}

function endOf(op: SalvagedOp, at: string): unknown[] {
  const settledAt = isOpen(op.state) ? null : (op.settledAt ?? at)
  return [op.state, settledAt, op.discardReason, op.heldReason, op.finding, op.errorCode, op.errorStatus]
}

/** Whether the station's own intact file says how the op ended, or that it waits for a person. */
export function isKnown({ state }: Pick<SalvagedOp, 'state'>): boolean {
  return !isOpen(state) || state === 'held'
}

/** The op may have been sent after it was recorded as never sent, so it is not treated as unsent. */
export function restoredAttempts({ attempts }: Pick<SalvagedOp, 'attempts'>): number {
  return Math.max(1, attempts)
}

/**
 * The baseline of an op that may have been sent after it was recorded as never sent. Most kinds are recognized by what
 * they requested and looked for among all records. A refund is not: without IDs to compare with, a person has to
 * identify it, and the station never sends it again.
 */
export function restoredBaseline(op: Pick<SalvagedOp, 'kind' | 'attempts' | 'baseline'>): string | null {
  if (meaningOfKind(op.kind).findable) return op.baseline ?? '[]'
  return op.kind === 'create_refund' && op.attempts === 0 ? null : op.baseline
}

/** A create contains everything needed to rebuild a shipment that can no longer be read. */
function shipmentOfCreate(op: SalvagedOp): SalvagedShipment | null {
  if (op.kind !== 'create_shipment' || op.shipmentUid === null || op.orderId === null) return null
  const body = createShipmentBody.safeParse(parsedJson(op.body)).data
  if (body === undefined) return null
  return salvagedShipment.parse({
    shipmentUid: op.shipmentUid,
    orderId: op.orderId,
    state: STATE_AFTER_CREATE,
    carrier: body.carrier ?? null,
    trackingNumber: body.tracking_number ?? null,
    trackingUrl: body.tracking_url ?? null,
    warehouseId: body.warehouse_id,
    packedAt: body.packed_at,
    lineIds: body.order_line_ids,
  })
}

function addShipment(tx: Tx, shipment: SalvagedShipment, given: ReadonlySet<string>): void {
  const { changes } = run(
    tx,
    `INSERT INTO shipments (shipment_uid, order_id, state, carrier, tracking_number, tracking_url, warehouse_id,
       packed_at, shipped_at, expected_to_deliver_at, delivered_at, canceled_at, packed_here, server_copy, line_ids,
       by_hand, scans)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (shipment_uid) DO NOTHING`,
    shipment.shipmentUid,
    shipment.orderId,
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
    shipment.packedHere,
    shipment.serverCopy,
    storedLineIds([...new Set(shipment.lineIds)]),
    shipment.byHand === null ? null : storedLineIds([...new Set(shipment.byHand)]),
    shipment.scans,
  )
  if (changes === 0) return showAsCarried(tx, shipment, given)
  // The marketplace's copy may have been read here under another ID.
  if (shipment.serverId !== null) mapServerId(tx, shipment.shipmentUid, shipment.orderId, shipment.serverId)
}

/** The last confirmed state is shown; ops that did not come along were confirmed at this bench, and stand. */
function showAsCarried(tx: Tx, shipment: SalvagedShipment, given: ReadonlySet<string>): void {
  const here = findShipment(tx, shipment.shipmentUid)
  if (here === null) return
  const open = openOpsOfShipment(tx, here.orderId, here.shipmentUid)
  if (open.every(({ opUid }) => given.has(opUid)))
    saveShipment(tx, { ...shipment, packedHere: here.packedHere })
  if (here.serverId === null && shipment.serverId !== null)
    mapServerId(tx, here.shipmentUid, here.orderId, shipment.serverId)
}

/** Recomputes which shipments carry the order's lines; an order that is not here yet is read with its first op. */
export function renewOrder(tx: Tx, orderId: number): void {
  if (findOrder(tx, orderId) === null) return
  assignLines(tx, orderId)
  refreshSummary(tx, orderId)
}
