import { z } from 'zod'
import { countsInstead, type SharedNumber } from '../../../shared/domain/labels/shared-number'
import { run, sql, type Db, type Tx } from '../db/database'

/** The tracking numbers that a file gave orders before they were packed. */

export const GIVEN_ROW =
  'order_id AS orderId, tracking_number AS trackingNumber, carrier, file_name AS fileName, given_at AS givenAt, given_by AS givenBy'

/** A row as stored, perhaps in a damaged file. */
export const givenRow = z.object({
  orderId: z.int().positive(),
  trackingNumber: z.string().min(1),
  carrier: z.string(),
  fileName: z.string(),
  givenAt: z.iso.datetime(),
  givenBy: z.string(),
})
/** `carrier`: empty if the file does not say; `givenAt`: ISO 8601 UTC. */
export type GivenNumber = z.output<typeof givenRow>

/** The number of an order, also of one that is packed; `null` if it was given none. */
export function findGivenNumber(db: Db, orderId: number): GivenNumber | null {
  const row = sql(db, `SELECT ${GIVEN_ROW} FROM given_numbers WHERE order_id = ? AND taken_back = 0`).get(
    orderId,
  )
  return (row as GivenNumber | undefined) ?? null
}

const TO_PACK =
  'SELECT order_id FROM orders INDEXED BY orders_to_pack WHERE unpacked_lines > 0 AND canceled = 0'

/** The numbers of orders that are left to pack, the last given first. */
export function numbersToPack(db: Db): GivenNumber[] {
  return sql(
    db,
    `SELECT ${GIVEN_ROW} FROM given_numbers
      WHERE order_id IN (${TO_PACK}) AND taken_back = 0
      ORDER BY given_at DESC, order_id`,
  ).all() as GivenNumber[]
}

/** The numbers of orders that this station does not have: another one gave them. */
export function numbersOfOtherOrders(db: Db): GivenNumber[] {
  return sql(
    db,
    `SELECT ${GIVEN_ROW} FROM given_numbers
      WHERE taken_back = 0 AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.order_id = given_numbers.order_id)`,
  ).all() as GivenNumber[]
}

/** The orders left to pack whose number a file gave them at this time. @param givenAt ISO 8601 UTC */
export function numbersOfFile(
  db: Db,
  { fileName, givenAt }: Pick<GivenNumber, 'fileName' | 'givenAt'>,
): number[] {
  const text = `SELECT order_id FROM given_numbers WHERE given_at = ? AND file_name = ? AND taken_back = 0 AND order_id IN (${TO_PACK})`
  return sql(db, text).pluck().all(givenAt, fileName) as number[]
}

/** Replaces the number that the order had. */
export function giveNumber(tx: Tx, given: GivenNumber): void {
  const before = sql(tx, 'SELECT turn FROM given_numbers WHERE order_id = ?').pluck().get(given.orderId)
  const turn = ((before as number | undefined) ?? 0) + 1
  keepNumber(tx, { ...given, isTakenBack: false, turn }, 0)
}

/** Replaces what was known of the order's number. @param atHub the round of telling in which the hub has it; 0: in none yet */
export function keepNumber(tx: Tx, { isTakenBack, ...given }: SharedNumber, atHub: number): void {
  run(
    tx,
    `INSERT OR REPLACE INTO given_numbers
       (order_id, tracking_number, carrier, file_name, given_at, given_by, taken_back, turn, at_hub)
     VALUES (@orderId, @trackingNumber, @carrier, @fileName, @givenAt, @givenBy, @takenBack, @turn, @atHub)`,
    { ...given, takenBack: isTakenBack ? 1 : 0, atHub },
  )
}

/** Takes them back, also at the other stations once those hear of it. */
export function takeBackNumbersOf(tx: Tx, orderIds: readonly number[]): void {
  run(
    tx,
    `UPDATE given_numbers SET taken_back = 1, at_hub = 0
      WHERE taken_back = 0 AND order_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(orderIds),
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

/** @param before ISO 8601 UTC @returns the orders that had a number and have none now */
export function dropNumbersBefore(tx: Tx, before: string): number[] {
  const given = 'SELECT order_id FROM given_numbers WHERE given_at < ? AND taken_back = 0'
  const orderIds = sql(tx, given).pluck().all(before) as number[]
  run(tx, 'DELETE FROM given_numbers WHERE given_at < ?', before)
  return orderIds
}

/* What the hub has of them. A round of telling begins with each new making of its bucket: nothing is told then. */

/** Up to where this station has heard the hub of numbers. Stored; never rename. */
export const NUMBERS_HEARD = 'numbers.hub'

/** `takenBack`: 0 or 1; `atHub`: see `keepNumber`. */
export const SHARED_ROW = `${GIVEN_ROW}, taken_back AS takenBack, turn, at_hub AS atHub`

type StoredNumber = GivenNumber & { takenBack: number; turn: number; atHub: number }

/** The next `most` numbers that were given or taken back, and which the hub does not have. @param after the order of the last one */
export function untoldNumbers(db: Db, round: number, after: number, most: number): SharedNumber[] {
  const any = 'SELECT 1 FROM given_numbers INDEXED BY given_numbers_at_hub WHERE at_hub < ? LIMIT 1'
  if (sql(db, any).get(round) === undefined) return []
  // By order: that index would sort all that are left for each part.
  const rows = sql(
    db,
    `SELECT ${SHARED_ROW} FROM given_numbers NOT INDEXED
      WHERE at_hub < ? AND order_id > ? ORDER BY order_id LIMIT ?`,
  ).all(round, after, most) as StoredNumber[]
  return rows.map(sharedOf)
}

/**
 * The hub has it.
 * @param from ISO 8601 UTC: what was given earlier counts no more, as at stations that have deleted it
 * @returns whether the order has another number now, or none
 */
export function takeNumber(
  tx: Tx,
  heard: SharedNumber,
  { round, from }: { round: number; from: string },
): boolean {
  const row = sql(tx, `SELECT ${SHARED_ROW} FROM given_numbers WHERE order_id = ?`).get(heard.orderId)
  if (row === undefined) {
    keepNumber(tx, heard, round)
    return !heard.isTakenBack
  }
  const own = sharedOf(row as StoredNumber)
  if (own.givenAt >= from && !countsInstead(heard, own)) return false
  keepNumber(tx, heard, round)
  if (own.isTakenBack || heard.isTakenBack) return own.isTakenBack !== heard.isTakenBack
  return own.trackingNumber !== heard.trackingNumber || own.carrier !== heard.carrier
}

function sharedOf({ takenBack, atHub: _, ...given }: StoredNumber): SharedNumber {
  return { ...given, isTakenBack: takenBack !== 0 }
}
