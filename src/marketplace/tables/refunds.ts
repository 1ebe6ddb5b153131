import { nextId, statement, type Db } from '../database'

export type RefundRow = {
  id: number
  order_id: number
  type: string
  source: string
  state: string
  total_refunded: number
  due_at: number | null
}

export type RefundLineRow = {
  id: number
  refund_id: number
  order_line_id: number
  amount: number
  description: string | null
}

/** Cents already refunded or being refunded. */
export function refundedTotal(db: Db, orderId: number): number {
  const sql = 'SELECT coalesce(sum(total_refunded), 0) AS total FROM refunds WHERE order_id = ?'
  return (statement(db, sql).get(orderId) as { total: number }).total
}

export function addRefund(
  db: Db,
  refund: Omit<RefundRow, 'id'>,
  lines: readonly Pick<RefundLineRow, 'order_line_id' | 'amount' | 'description'>[],
): number {
  const id = nextId(db, 'refunds')
  statement(
    db,
    'INSERT INTO refunds VALUES (:id, :order_id, :type, :source, :state, :total_refunded, :due_at)',
  ).run({ id, ...refund })
  const insertLine = statement(db, 'INSERT INTO refund_lines VALUES (?, ?, ?, ?, ?)')
  for (const line of lines)
    insertLine.run(nextId(db, 'refund_lines'), id, line.order_line_id, line.amount, line.description)
  return id
}

/** Lines of many refunds, by refund. */
export function refundLinesOf(db: Db, refundIds: readonly number[]): Map<number, RefundLineRow[]> {
  const sql = 'SELECT * FROM refund_lines WHERE refund_id IN (SELECT value FROM json_each(?)) ORDER BY id'
  const byRefund = new Map<number, RefundLineRow[]>()
  for (const row of statement(db, sql).all(JSON.stringify(refundIds)) as RefundLineRow[])
    byRefund.set(row.refund_id, [...(byRefund.get(row.refund_id) ?? []), row])
  return byRefund
}

/** Pending refunds that are due at `atMs`. */
export function dueRefunds(db: Db, atMs: number): RefundRow[] {
  return statement(db, 'SELECT * FROM refunds WHERE due_at <= ? ORDER BY id').all(atMs) as RefundRow[]
}

export function completeRefund(db: Db, refundId: number): void {
  statement(db, `UPDATE refunds SET state = 'successful', due_at = NULL WHERE id = ?`).run(refundId)
}
