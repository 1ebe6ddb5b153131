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

/** What is in the wall, in the order in which it was put in. Units that are packed meanwhile are not in it any more. */
export function putRows(db: Db): PutRow[] {
  return sql(
    db,
    `SELECT ${COLUMNS} FROM put_wall p WHERE ${NOT_PACKED} ORDER BY put_at, order_id, line_id`,
  ).all() as PutRow[]
}

/** The same of one order. */
export function putRowsOf(db: Db, orderId: number): PutRow[] {
  const text = `SELECT ${COLUMNS} FROM put_wall p WHERE order_id = ? AND ${NOT_PACKED} ORDER BY put_at, line_id`
  return sql(db, text).all(orderId) as PutRow[]
}

const NOT_PACKED = `NOT EXISTS (SELECT 1 FROM order_lines l
    WHERE l.order_id = p.order_id AND l.line_id = p.line_id AND l.shipment_uid IS NOT NULL)`

/** What was packed is in no slot any more, also once it is unpacked. */
export function forgetPacked(tx: Tx): void {
  run(tx, `DELETE FROM put_wall AS p WHERE NOT (${NOT_PACKED})`)
}

export function putIn(tx: Tx, { orderId, lineId, slot, code, putAt }: PutRow): void {
  forgetPacked(tx)
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
