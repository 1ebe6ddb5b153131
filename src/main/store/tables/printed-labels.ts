import { z } from 'zod'
import { run, sql, type Db, type Tx } from '../db/database'

/** Label files that were printed, by order and content. */

export const PRINTED_LABEL_ROW =
  'order_id AS orderId, sha256, sent, printed_at AS printedAt, printed_by AS printedBy'

/** A row as stored, perhaps in a damaged file. */
export const printedLabelRow = z.object({
  orderId: z.int(),
  sha256: z.string(),
  sent: z.literal([0, 1]).transform((sent) => sent === 1),
  printedAt: z.string(),
  printedBy: z.string(),
})
/** `sent`: all of it went to the printer; else nobody knows. `printedAt`: ISO 8601 UTC. */
export type PrintedLabel = z.output<typeof printedLabelRow>

/** `null`: it was never sent to a printer for this order. */
export function findPrintedLabel(db: Db, orderId: number, sha256: string): PrintedLabel | null {
  const row = sql(
    db,
    `SELECT ${PRINTED_LABEL_ROW} FROM printed_labels WHERE order_id = ? AND sha256 = ?`,
  ).get(orderId, sha256) as (Omit<PrintedLabel, 'sent'> & { sent: number }) | undefined
  return row === undefined ? null : { ...row, sent: row.sent === 1 }
}

/** Replaces what was known of the same label. */
export function keepPrintedLabel(tx: Tx, label: PrintedLabel): void {
  run(
    tx,
    `INSERT INTO printed_labels (order_id, sha256, sent, printed_at, printed_by) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sent = excluded.sent, printed_at = excluded.printed_at, printed_by = excluded.printed_by`,
    label.orderId,
    label.sha256,
    label.sent ? 1 : 0,
    label.printedAt,
    label.printedBy,
  )
}

export function dropPrintedLabel(tx: Tx, orderId: number, sha256: string): void {
  run(tx, 'DELETE FROM printed_labels WHERE order_id = ? AND sha256 = ?', orderId, sha256)
}
