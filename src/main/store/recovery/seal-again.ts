import type { BuyerSeal } from '../db/buyer-seal'
import { inTransaction, sql, writeOne, type Db, type Tx } from '../db/database'
import { jsonIn, noteUnreadable, storedJson } from '../db/stored-json'
import {
  clearLine,
  clearRecord,
  clearShipment,
  splitOrder,
  withSealedBefore,
  type SealedBuyer,
} from '../tables/order-copy'
import { readSetting, writeSetting } from '../tables/settings'

/** Seals data that versions before migrations 140 and 310 stored unencrypted, or sealed without the order number. */

/** The last order that was sealed; removed once all are. Stored; never rename. */
const PLACE = 'orders.sealed_to'

/** Whether some orders are still stored as an earlier version did. */
export function isSealingAgain(db: Db): boolean {
  return readSetting(db, PLACE) !== null
}

/** Notes that orders came in as an earlier version may have stored them. */
export function sealAllAgain(tx: Tx): void {
  writeSetting(tx, PLACE, '0')
}

/** Seals the next `limit` orders. @returns whether more are left */
export function sealAgain(db: Db, seal: BuyerSeal, limit: number): boolean {
  const place = readSetting(db, PLACE)
  // Without the key the data could only be deleted, and no buyer's data is given up for that.
  if (place === null || !seal.hasKey()) return false
  return inTransaction(db, (tx) => {
    const orders = sql(
      tx,
      `SELECT order_id AS orderId, rest, buyer, buyer_purged_at IS NOT NULL AS purged
         FROM orders WHERE order_id > ? ORDER BY order_id LIMIT ?`,
    ).all(Number(place), limit) as Kept[]
    // One that cannot be read is not known to hold anything of the buyer; the next copy of the order replaces it.
    for (const order of orders) if (isWhole(tx, order)) sealOrder(tx, seal, order)
    const last = orders.at(-1)
    if (last !== undefined) writeSetting(tx, PLACE, String(last.orderId))
    if (orders.length === limit) return true
    clearSetAside(tx)
    writeSetting(tx, PLACE, null)
    return false
  })
}

type Kept = { orderId: number; rest: string; buyer: Buffer | null; purged: 0 | 1 }
type Fields = Record<string, unknown>

function sealOrder(tx: Tx, seal: BuyerSeal, { orderId, rest, buyer, purged }: Kept): void {
  const lines = copies(tx, 'order_lines', 'line_id', orderId)
  const shipments = copies(tx, 'shipments', 'shipment_uid', orderId)
  const split = splitOrder({
    ...(JSON.parse(rest) as Fields),
    order_lines: lines.map(({ copy }) => copy),
    shipments: shipments.map(({ copy }) => copy),
  })
  const before = buyer === null ? null : (seal.open(orderId, buyer) as SealedBuyer | null)
  const unreadable = buyer !== null && before === null
  const { more, parts } = split.sealed
  const found = more !== undefined || parts !== undefined
  const sealed: SealedBuyer = {
    ...before,
    ...(more === undefined ? {} : { more: { ...more, ...before?.more } }),
    ...(parts === undefined
      ? {}
      : { parts: withSealedBefore(parts, before?.parts ?? {}) as SealedBuyer['parts'] }),
  }
  // A value that no key opens stays as it is, unless that would prevent unencrypted data from being sealed.
  const keeps = purged === 1 || (unreadable && !found) || (buyer === null && !found)
  writeOne(
    tx,
    'UPDATE orders SET rest = ?, buyer = ? WHERE order_id = ?',
    JSON.stringify(split.rest),
    keeps ? buyer : seal.seal(orderId, sealed),
    orderId,
  )
  keepClear(tx, 'order_lines', 'line_id', orderId, lines, clearLine)
  keepClear(tx, 'shipments', 'shipment_uid', orderId, shipments, clearShipment)
}

function isWhole(db: Db, { orderId, rest }: Kept): boolean {
  const texts = sql(
    db,
    `SELECT server_copy FROM order_lines WHERE order_id = @orderId AND NOT json_valid(server_copy) UNION ALL
     SELECT server_copy FROM shipments WHERE order_id = @orderId AND NOT json_valid(server_copy)`,
  )
  const broken = texts.get({ orderId }) !== undefined
  if (broken) noteUnreadable(db, 'order_lines.server_copy or shipments.server_copy', orderId)
  return !broken && storedJson(db, rest, 'orders.rest', orderId) !== undefined
}

type Copy = { key: number | string; text: string; copy: Fields }
type Table = 'order_lines' | 'shipments'
type Key = 'line_id' | 'shipment_uid'

function copies(db: Db, table: Table, key: Key, orderId: number): Copy[] {
  const rows = sql(
    db,
    `SELECT ${key} AS key, server_copy AS text FROM ${table} WHERE order_id = ? AND server_copy IS NOT NULL`,
  ).all(orderId) as Omit<Copy, 'copy'>[]
  return rows.map((row) => ({ ...row, copy: JSON.parse(row.text) as Fields }))
}

function keepClear(
  tx: Tx,
  table: Table,
  key: Key,
  orderId: number,
  rows: readonly Copy[],
  clear: (copy: Fields) => Fields,
): void {
  for (const row of rows) {
    const text = JSON.stringify(clear(row.copy))
    if (text === row.text) continue
    writeOne(
      tx,
      `UPDATE ${table} SET server_copy = ? WHERE order_id = ? AND ${key} = ?`,
      text,
      orderId,
      row.key,
    )
  }
}

function clearSetAside(tx: Tx): void {
  const rows = sql(
    tx,
    `SELECT record, raw FROM set_aside WHERE source = 'orders' AND json_type(${jsonIn('raw')}, '$.id') IS NOT NULL`,
  ).all() as {
    record: string
    raw: string
  }[]
  for (const { record, raw } of rows) {
    const text = JSON.stringify(clearRecord(JSON.parse(raw)))
    if (text !== raw)
      writeOne(tx, `UPDATE set_aside SET raw = ? WHERE source = 'orders' AND record = ?`, text, record)
  }
}
