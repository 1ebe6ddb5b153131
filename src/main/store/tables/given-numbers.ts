import { z } from 'zod'
import { run, sql, type Db, type Tx } from '../db/database'

/** The tracking numbers that a file gave orders before they were packed. */

export const GIVEN_ROW =
  'order_id AS orderId, tracking_number AS trackingNumber, carrier, file_name AS fileName, given_at AS givenAt, given_by AS givenBy'

/** A row as stored, perhaps in a damaged file. */
export const givenRow = z.object({
  orderId: z.int(),
  trackingNumber: z.string(),
  carrier: z.string(),
  fileName: z.string(),
  givenAt: z.string(),
  givenBy: z.string(),
})
/** `carrier`: empty if the file does not say; `givenAt`: ISO 8601 UTC. */
export type GivenNumber = z.output<typeof givenRow>

/** The number of an order, also of one that is packed; `null` if it was given none. */
export function findGivenNumber(db: Db, orderId: number): GivenNumber | null {
  const row = sql(db, `SELECT ${GIVEN_ROW} FROM given_numbers WHERE order_id = ?`).get(orderId)
  return (row as GivenNumber | undefined) ?? null
}

const TO_PACK =
  'SELECT order_id FROM orders INDEXED BY orders_to_pack WHERE unpacked_lines > 0 AND canceled = 0'

/** The numbers of orders that are left to pack, the last given first. */
export function numbersToPack(db: Db): GivenNumber[] {
  return sql(
    db,
    `SELECT ${GIVEN_ROW} FROM given_numbers
      WHERE order_id IN (${TO_PACK})
      ORDER BY given_at DESC, order_id`,
  ).all() as GivenNumber[]
}

/** The orders left to pack whose number a file gave them at this time. @param givenAt ISO 8601 UTC */
export function numbersOfFile(
  db: Db,
  { fileName, givenAt }: Pick<GivenNumber, 'fileName' | 'givenAt'>,
): number[] {
  const text = `SELECT order_id FROM given_numbers WHERE given_at = ? AND file_name = ? AND order_id IN (${TO_PACK})`
  return sql(db, text).pluck().all(givenAt, fileName) as number[]
}

/** Replaces the number that the order had. */
export function giveNumber(tx: Tx, given: GivenNumber): void {
  run(
    tx,
    `INSERT OR REPLACE INTO given_numbers (order_id, tracking_number, carrier, file_name, given_at, given_by)
     VALUES (@orderId, @trackingNumber, @carrier, @fileName, @givenAt, @givenBy)`,
    given,
  )
}

export function dropGivenNumbers(tx: Tx): void {
  run(tx, 'DELETE FROM given_numbers')
}

/** They are finished. */
export function dropNumbersOf(tx: Tx, orderIds: readonly number[]): void {
  run(
    tx,
    'DELETE FROM given_numbers WHERE order_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(orderIds),
  )
}
