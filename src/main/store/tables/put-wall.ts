import { z } from 'zod'
import { run, sql, type Db, type Tx } from '../db/database'

/** The units in the slots of the put wall. */

/** A row as stored, perhaps in a damaged file. */
export const putRow = z.object({
  orderId: z.int(),
  lineId: z.int(),
  slot: z.int(),
  code: z.string(),
  /** ISO 8601 UTC. */
  putAt: z.string(),
})
export type PutRow = z.output<typeof putRow>

const COLUMNS = 'order_id AS orderId, line_id AS lineId, slot, code, put_at AS putAt'

/** The units in the wall, the last one put in last. What another station has packed meanwhile still lies there. */
export function putRows(db: Db): PutRow[] {
  return sql(db, `SELECT ${COLUMNS} FROM put_wall ORDER BY put_at, order_id, line_id`).all() as PutRow[]
}

/** The same of one order. */
export function putRowsOf(db: Db, orderId: number): PutRow[] {
  const text = `SELECT ${COLUMNS} FROM put_wall WHERE order_id = ? ORDER BY put_at, line_id`
  return sql(db, text).all(orderId) as PutRow[]
}

/** How many units are in which order's slot. */
export function slotsTaken(db: Db): { orderId: number; slot: number; units: number }[] {
  const text = `SELECT order_id AS orderId, slot, count(*) AS units FROM put_wall GROUP BY order_id, slot ORDER BY slot`
  return sql(db, text).all() as { orderId: number; slot: number; units: number }[]
}

/** These units are in a parcel now. */
export function takeOutPacked(tx: Tx, orderId: number, lineIds: readonly number[]): void {
  for (const lineId of lineIds) takeOut(tx, { orderId, lineId })
}

export function putIn(tx: Tx, { orderId, lineId, slot, code, putAt }: PutRow): void {
  run(
    tx,
    'INSERT INTO put_wall (order_id, line_id, slot, code, put_at) VALUES (?, ?, ?, ?, ?)',
    orderId,
    lineId,
    slot,
    code,
    putAt,
  )
}

export function takeOut(tx: Tx, { orderId, lineId }: Pick<PutRow, 'orderId' | 'lineId'>): void {
  run(tx, 'DELETE FROM put_wall WHERE order_id = ? AND line_id = ?', orderId, lineId)
}
