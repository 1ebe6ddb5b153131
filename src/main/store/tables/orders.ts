import { isCanceled, saysPaid } from '../../../shared/domain/orders/order'
import { orderChanges } from '../../../shared/domain/outbox/explain'
import type { NotedChange, OrderNews } from '../../../shared/domain/orders/order-change'
import { searchTextOf } from '../../../shared/domain/orders/search-words'
import { utcOf } from '../../../shared/domain/time/timestamps'
import { readOrder, type Order } from '../../../shared/partner-api/order'
import type { BuyerSeal } from '../db/buyer-seal'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { storedFields, storedJson } from '../db/stored-json'
import { shipmentsInWork } from './confirmed'
import { CANCELING } from './outbox'
import { hasNewAddress, keepAddresses, noteOrderChanges } from './order-changes'
import { clearLine, splitOrder } from './order-copy'
import { indexOrder } from './search-index'
import { PERHAPS_ON_ITS_WAY, WAITING } from './shipment-states'
import { addServerShipment, assignLines, keepServerCopy, mappedServerIds, takeServerTruth } from './shipments'

export type OrderRow = {
  orderId: number
  state: string
  canceled: 0 | 1
  cancelationReason: string | null
  purchasedAt: string | null
  updatedAt: string | null
  amountCents: number | null
  buyer: Buffer | null
  rest: string
  readAt: string
  /** JSON; see `changesOf`. */
  changes: string | null
}

export type OrderLineRow = {
  lineId: number
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  isShippingFee: 0 | 1
  shipmentUid: string | null
  serverCopy: string
}

/** The order, or `null` when the station has not read it yet. */
export function findOrder(db: Db, orderId: number): OrderRow | null {
  const row = sql(
    db,
    `SELECT order_id AS orderId, state, canceled, cancelation_reason AS cancelationReason, purchased_at AS purchasedAt,
            updated_at AS updatedAt, amount_cents AS amountCents, buyer, rest, read_at AS readAt, changes
       FROM orders WHERE order_id = ?`,
  ).get(orderId)
  return (row as OrderRow | undefined) ?? null
}

/** Those of `orderIds` that the station has. */
export function ordersHere(db: Db, orderIds: readonly number[]): ReadonlySet<number> {
  const text = 'SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(?))'
  return new Set(sql(db, text).pluck().all(JSON.stringify(orderIds)) as number[])
}

/** `canceled`: also if that was asked for here and is not confirmed; `packed`: nothing is left to pack. */
export type PackState = 'to_pack' | 'packed' | 'canceled'

/** How far those of `orderIds` are that the station has. */
export function packStates(db: Db, orderIds: readonly number[]): ReadonlyMap<number, PackState> {
  const text = `SELECT order_id, CASE WHEN canceled = 1 OR order_id IN (${CANCELING}) THEN 'canceled'
      WHEN unpacked_lines = 0 THEN 'packed' ELSE 'to_pack' END
    FROM orders WHERE order_id IN (SELECT value FROM json_each(?))`
  return new Map(sql(db, text).raw().all(JSON.stringify(orderIds)) as [number, PackState][])
}

/**
 * The order as last read from the marketplace, without the buyer's data; `null` when it never was. Changes by this
 * station's ops since then are not in it.
 * @param order its row, if the caller has already read it
 */
export function lastReadOrder(db: Db, orderId: number, order = findOrder(db, orderId)): Order | null {
  if (order === null) return null
  const shipments = sql(
    db,
    'SELECT shipment_uid, server_copy FROM shipments WHERE order_id = +? AND server_copy IS NOT NULL ORDER BY server_id',
  )
  const parsed = readOrder.safeParse({
    ...storedFields(db, order.rest, 'orders.rest', orderId),
    order_lines: linesOfOrder(db, orderId).map((line) => lineCopy(db, orderId, line)),
    shipments: (shipments.raw().all(orderId) as [string, string][]).map(([uid, copy]) =>
      storedJson(db, copy, 'shipments.server_copy', uid),
    ),
  })
  return parsed.success ? parsed.data : null
}

/** The marketplace's copy of a line; without fields if it cannot be read. */
export function lineCopy(
  db: Db,
  orderId: number,
  { lineId, serverCopy }: OrderLineRow,
): Record<string, unknown> {
  return storedFields(db, serverCopy, 'order_lines.server_copy', `${orderId}/${lineId}`)
}

/**
 * Whether the order is the same as the last copy as far as work goes: states, lines, shipments, and the address.
 * @param seal omitted for orders that nobody works on any more: their addresses are not compared
 */
export function sameAsLastRead(db: Db, order: Order, seal?: BuyerSeal): boolean {
  const known = findOrder(db, order.id)
  if (known === null || known.state !== order.state || known.updatedAt !== utcOf(order.updated_at))
    return false
  const before = lastReadOrder(db, order.id, known)
  if (before === null || orderChanges(before, order).length > 0) return false
  return seal === undefined || !hasNewAddress(known, order, seal)
}

/** Orders with parcels that wait for the carrier. */
export function ordersPacked(db: Db): number[] {
  return sql(db, 'SELECT order_id FROM orders INDEXED BY orders_to_ship WHERE packed_shipments > 0')
    .pluck()
    .all() as number[]
}

/** Whether any order is known, be it only that it cannot be read. */
export function knowsOrders(db: Db): boolean {
  // A maximum is looked up, not searched for.
  const text = `SELECT (SELECT max(order_id) FROM orders) IS NOT NULL OR EXISTS (SELECT 1 FROM set_aside WHERE source = 'orders')`
  return sql(db, text).pluck().get() === 1
}

/** Orders with parcels on their way. */
export function ordersShipped(db: Db): number[] {
  return sql(db, 'SELECT order_id FROM orders INDEXED BY orders_to_deliver WHERE shipped_shipments > 0')
    .pluck()
    .all() as number[]
}

/** The order's lines as the marketplace lists them. */
export function linesOfOrder(db: Db, orderId: number): OrderLineRow[] {
  return sql(
    db,
    `SELECT line_id AS lineId, item_number AS itemNumber, external_id AS externalId, mpn,
            is_shipping_fee AS isShippingFee, shipment_uid AS shipmentUid, server_copy AS serverCopy
       FROM order_lines WHERE order_id = +? ORDER BY position`,
  ).all(orderId) as OrderLineRow[]
}

export type OrderToPack = {
  canceled: boolean
  /** When it was last read from the marketplace, ISO 8601 UTC. */
  readAt: string
  lines: { lineId: number; isShippingFee: boolean; shipmentId: string | null }[]
}

/** What must be known about an order before its lines are packed; `null` when the station has not read it. */
export function findOrderToPack(db: Db, orderId: number): OrderToPack | null {
  const order = sql(db, 'SELECT canceled, read_at FROM orders WHERE order_id = ?').raw().get(orderId)
  if (order === undefined) return null
  const [canceled, readAt] = order as [0 | 1, string]
  // Not joined with the order: that costs SQLite four times as much as two queries.
  const lines = sql(db, 'SELECT line_id, is_shipping_fee, shipment_uid FROM order_lines WHERE order_id = ?')
    .raw()
    .all(orderId) as [number, 0 | 1, string | null][]
  return {
    canceled: canceled === 1,
    readAt,
    lines: lines.map(([lineId, fee, shipmentId]) => ({ lineId, isShippingFee: fee === 1, shipmentId })),
  }
}

export type ApplyOptions = {
  /** A cancellation that was accepted here stands, whatever this copy shows. */
  cancelStands?: boolean
  /** Its row until now, and what this copy shows otherwise: `newsIn`. */
  since?: { known: OrderRow; news: readonly OrderNews[] }
}

/**
 * Takes in an order as the marketplace shows it now. Changes that wait in the outbox, or were confirmed and not shown
 * since, stay as the packer confirmed them: the marketplace's older view of such a shipment is stored in addition.
 * @param readAt when it was read, ISO 8601 UTC
 * @returns the changes, as noted
 */
export function applyOrder(
  tx: Tx,
  order: Order,
  readAt: string,
  seal: BuyerSeal,
  options: ApplyOptions = {},
): readonly NotedChange[] {
  const noted = noteOrderChanges(
    tx,
    order.id,
    options.since?.known ?? null,
    options.since?.news ?? [],
    readAt,
  )
  upsertOrder(tx, order, readAt, seal, { ...options, noted })
  applyShipments(tx, order)
  if (applyLines(tx, order)) refreshSummary(tx, order.id)
  else recountWork(tx, order.id)
  return noted
}

/** 1 or 0; `null` leaves it unchanged: a state that the document does not name takes no cancellation back. */
function canceledBy(order: Order, { cancelStands = false }: ApplyOptions): 1 | 0 | null {
  if (cancelStands || isCanceled(order)) return 1
  return saysPaid(order) ? 0 : null
}

function upsertOrder(
  tx: Tx,
  order: Order,
  readAt: string,
  seal: BuyerSeal,
  options: ApplyOptions & { noted: readonly NotedChange[] },
): void {
  const { rest, sealed } = splitOrder(order)
  if (Object.keys(sealed).length > 0 && options.since !== undefined)
    keepAddresses(tx, sealed, order.id, options.since.known, options.noted, seal)
  const unlisted = [
    order.state,
    order.cancelation_reason ?? null,
    utcOf(order.updated_at),
    order.amount ?? null,
    // Another station's copy may say nothing of the buyer: what this one knows stays.
    Object.keys(sealed).length === 0 ? null : seal.seal(order.id, sealed),
    JSON.stringify(rest),
    readAt,
  ]
  const canceled = canceledBy(order, options)
  const listed = [order.id, canceled, utcOf(order.purchased_at ?? order.created_at)]
  // An order is read again before each of its ops, and usually the columns that the queue is indexed by have not
  // changed: they are not written, so that their indexes stay untouched.
  const { changes } = run(
    tx,
    `UPDATE orders SET state = ?, cancelation_reason = ?, updated_at = ?, amount_cents = ?,
       buyer = iif(buyer_purged_at IS NULL, coalesce(?, buyer), NULL), rest = ?, read_at = ?
     WHERE order_id = ? AND canceled = coalesce(?, canceled) AND purchased_at IS ?`,
    ...unlisted,
    ...listed,
  )
  if (changes === 1) return
  run(
    tx,
    `INSERT INTO orders (state, cancelation_reason, updated_at, amount_cents, buyer, rest, read_at, order_id, canceled,
       purchased_at, buyer_purged_at)
     SELECT column1, column2, column3, column4, iif(d.order_id IS NULL, column5, NULL), column6, column7, column8,
       coalesce(column9, 0), column10, d.deleted_at
       FROM (VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)) LEFT JOIN deleted_buyers d ON d.order_id = column8
      WHERE TRUE
     ON CONFLICT (order_id) DO UPDATE SET state = excluded.state, canceled = coalesce(?, canceled),
       cancelation_reason = excluded.cancelation_reason, purchased_at = excluded.purchased_at,
       updated_at = excluded.updated_at, amount_cents = excluded.amount_cents,
       buyer = CASE WHEN buyer_purged_at IS NULL THEN coalesce(excluded.buyer, buyer) END,
       rest = excluded.rest, read_at = excluded.read_at`,
    ...unlisted,
    ...listed,
    canceled,
  )
}

/** Notes that the order was canceled from here, whatever state the marketplace shows. */
export function markCanceled(tx: Tx, orderId: number): void {
  writeOne(tx, 'UPDATE orders SET canceled = 1 WHERE order_id = ?', orderId)
}

/** Undoes `markCanceled`: the marketplace says that the order goes ahead. */
export function markGoingAhead(tx: Tx, orderId: number): void {
  run(tx, 'UPDATE orders SET canceled = 0 WHERE order_id = ? AND canceled = 1', orderId)
}

function applyShipments(tx: Tx, order: Order): void {
  if (order.shipments.length === 0) return
  const known = new Map(mappedServerIds(tx, order.id))
  const busy = shipmentsInWork(tx, order.id)
  for (const shipment of order.shipments) {
    const shipmentUid = known.get(shipment.id) ?? addServerShipment(tx, order.id, shipment)
    known.set(shipment.id, shipmentUid)
    if (!busy.has(shipmentUid)) takeServerTruth(tx, { shipmentUid }, shipment)
    const lineIds = order.order_lines
      .filter((line) => line.shipment_id === shipment.id)
      .map((line) => line.id)
    keepServerCopy(tx, shipmentUid, shipment, lineIds)
  }
}

type StoredLine = [
  lineId: number,
  position: number,
  itemNumber: string | null,
  externalId: string | null,
  mpn: string | null,
  isShippingFee: 0 | 1,
  serverCopy: string,
]
/** The part of a stored line that people search by and that distinguishes goods from fees. */
const codesOf = ([, , ...rest]: StoredLine): string => JSON.stringify(rest.slice(0, 4))

/**
 * Writes the differences from the stored lines, which are few: an order is read again before each of its ops.
 * @returns whether lines were added, removed or have other codes
 */
function applyLines(tx: Tx, order: Order): boolean {
  const before = new Map(storedLines(tx, order.id).map((line) => [line[0], line]))
  let recoded = false
  order.order_lines.forEach((line, position) => {
    const known = before.get(line.id)
    const next = storedLine(line, position)
    before.delete(line.id)
    if (known?.every((value, column) => value === next[column]) === true) return
    recoded ||= known === undefined || codesOf(known) !== codesOf(next)
    saveLine(tx, order.id, next)
  })
  for (const lineId of before.keys())
    run(tx, 'DELETE FROM order_lines WHERE order_id = ? AND line_id = ?', order.id, lineId)
  assignLines(tx, order.id)
  return recoded || before.size > 0
}

function storedLines(db: Db, orderId: number): StoredLine[] {
  return sql(
    db,
    `SELECT line_id, position, item_number, external_id, mpn, is_shipping_fee, server_copy
       FROM order_lines WHERE order_id = ?`,
  )
    .raw()
    .all(orderId) as StoredLine[]
}

function storedLine(line: Order['order_lines'][number], position: number): StoredLine {
  return [
    line.id,
    position,
    line.item_number ?? null,
    line.external_id ?? null,
    line.mpn ?? null,
    line.is_shipping_fee === true ? 1 : 0,
    JSON.stringify(clearLine(line)),
  ]
}

function saveLine(tx: Tx, orderId: number, line: StoredLine): void {
  run(
    tx,
    `INSERT INTO order_lines (order_id, line_id, position, item_number, external_id, mpn, is_shipping_fee, server_copy)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (order_id, line_id) DO UPDATE SET position = excluded.position, item_number = excluded.item_number,
       external_id = excluded.external_id, mpn = excluded.mpn, is_shipping_fee = excluded.is_shipping_fee,
       server_copy = excluded.server_copy`,
    orderId,
    ...line,
  )
}

/**
 * Recounts the lines to pack and the shipments to ship and deliver. Call it after every change made here to a shipment.
 */
export function recountWork(tx: Tx, orderId: number): void {
  const row = sql(
    tx,
    `SELECT
       (SELECT count(*) FROM order_lines l
         WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0 AND l.shipment_uid IS NULL),
       (SELECT count(*) FROM shipments s WHERE s.order_id = o.order_id AND s.state ${WAITING}),
       (SELECT count(*) FROM shipments s
         WHERE s.order_id = o.order_id AND s.state ${PERHAPS_ON_ITS_WAY}),
       unpacked_lines, packed_shipments, shipped_shipments
     FROM orders o WHERE order_id = ?`,
  )
    .raw()
    .get(orderId) as number[] | undefined
  if (row === undefined) throw new Error(`no order ${orderId}`)
  const [now, before] = [row.slice(0, 3), row.slice(3)]
  // Writing the same values would still write the queue's indexes.
  if (now.every((count, index) => count === before[index])) return
  writeOne(
    tx,
    'UPDATE orders SET unpacked_lines = ?, packed_shipments = ?, shipped_shipments = ? WHERE order_id = ?',
    ...now,
    orderId,
  )
}

/** Recomputes everything the queue shows about an order. Call it after every change to its lines or items. */
export function refreshSummary(tx: Tx, orderId: number): void {
  recountWork(tx, orderId)
  const { searchText, before } = wordsOf(tx, orderId)
  // With +@orderId, or SQLite would prepare it again for each order: of the least, only one is wanted.
  writeOne(
    tx,
    `UPDATE orders SET search_text = @searchText,
       goods_lines = (SELECT count(*) FROM order_lines l WHERE l.order_id = +@orderId AND l.is_shipping_fee = 0),
       due_days = (
         SELECT min(i.delay_days) FROM order_lines l JOIN items i ON i.item_number = l.item_number
          WHERE l.order_id = +@orderId)
     WHERE order_id = @orderId`,
    { orderId, searchText },
  )
  if (searchText === before) return
  indexOrder(tx, orderId, searchText)
}

function wordsOf(db: Db, orderId: number): { searchText: string; before: string } {
  const { text, before } = sql(
    db,
    `SELECT o.search_text AS before, (
         SELECT group_concat(concat_ws(' ', l.item_number, l.external_id, l.mpn, i.title), ' ')
           FROM order_lines l LEFT JOIN items i ON i.item_number = l.item_number
          WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0) AS text
       FROM orders o WHERE o.order_id = ?`,
  ).get(orderId) as { text: string | null; before: string }
  return { searchText: searchTextOf(`${orderId} ${text ?? ''}`), before }
}
