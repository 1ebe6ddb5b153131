import {
  addPayout,
  noPayout,
  type PayoutCategory,
  type PayoutSums,
} from '../../../shared/domain/orders/payout'
import { run, sql, type Db, type Tx } from '../db/database'
import { readSetting, writeSetting } from './settings'

/**
 * What was sold on each day of the station's zone, by category. Made when somebody asks for it, and made again once one
 * of its orders has changed: triggers note the UTC day of each change.
 */

/** Orders without a purchase time. */
export const UNDATED = ''
/** The slot of their changes. */
export const UNDATED_SLOT = -1

/** The zone that the days are of; never rename. */
const ZONE = 'payout.zone'

export type PayoutDay = {
  orders: number
  canceled: number
  sums: ReadonlyMap<PayoutCategory, PayoutSums>
}

/** UTC days, counted from the epoch, on which something has changed since the sums were made. */
export function staleSlots(db: Db): number[] {
  return sql(db, 'SELECT slot FROM payout_stale').pluck().all() as number[]
}

/** Forgets the sums of `days`, and the marks that led to them. */
export function dropStale(tx: Tx, days: readonly string[], slots: readonly number[]): void {
  run(tx, 'DELETE FROM payout_days WHERE day IN (SELECT value FROM json_each(?))', JSON.stringify(days))
  unmark(tx, slots)
}

/** Takes marks back, because what caused them changed no sum. */
export function unmark(tx: Tx, slots: readonly number[]): void {
  run(tx, 'DELETE FROM payout_stale WHERE slot IN (SELECT value FROM json_each(?))', JSON.stringify(slots))
}

/** Whether the sums are of this zone. */
export function isOfZone(db: Db, timeZone: string): boolean {
  return readSetting(db, ZONE) === timeZone
}

/** Forgets the sums of so many days. @returns whether there were any */
export function dropSome(tx: Tx, days: number): boolean {
  const { changes } = run(
    tx,
    'DELETE FROM payout_days WHERE day IN (SELECT day FROM payout_days LIMIT +?)',
    days,
  )
  return changes > 0
}

/** From now on the sums are of this zone: there must be none of another. */
export function setZone(tx: Tx, timeZone: string): void {
  writeSetting(tx, ZONE, timeZone)
}

/** Those of `days` whose sums are made. */
export function madeDays(db: Db, days: readonly string[]): ReadonlySet<string> {
  const text = 'SELECT day FROM payout_days WHERE day IN (SELECT value FROM json_each(?))'
  return new Set(sql(db, text).pluck().all(JSON.stringify(days)) as string[])
}

export function saveDay(tx: Tx, day: string, { orders, canceled, sums }: PayoutDay): void {
  run(tx, 'DELETE FROM payout_days WHERE day = ?', day)
  run(tx, 'INSERT INTO payout_days (day, orders, canceled) VALUES (?, ?, ?)', day, orders, canceled)
  for (const [category, { items, soldCents, refundedCents, payoutCents }] of sums)
    run(
      tx,
      `INSERT INTO payout_sums (day, category, items, sold_cents, refunded_cents, payout_cents)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[day, category, items, soldCents, refundedCents, payoutCents],
    )
}

export type DaySums = PayoutSums & { day: string; orders: number; canceled: number }

/** The sums of each day whose sums are made, oldest first. @param from ISO 8601 */
export function sumsByDay(db: Db, from: string, to: string): DaySums[] {
  return sql(
    db,
    `SELECT d.day, d.orders, d.canceled, coalesce(sum(s.items), 0) AS items,
       coalesce(sum(s.sold_cents), 0) AS soldCents, coalesce(sum(s.refunded_cents), 0) AS refundedCents,
       coalesce(sum(s.payout_cents), 0) AS payoutCents
     FROM payout_days d LEFT JOIN payout_sums s ON s.day = d.day
     WHERE d.day BETWEEN ? AND ? GROUP BY d.day ORDER BY d.day`,
  ).all(from, to) as DaySums[]
}

/** The sums of each category over these days. @param from ISO 8601 */
export function sumsByCategory(
  db: Db,
  from: string,
  to: string,
): (PayoutSums & { category: PayoutCategory })[] {
  return sql(
    db,
    `SELECT category, sum(items) AS items, sum(sold_cents) AS soldCents, sum(refunded_cents) AS refundedCents,
       sum(payout_cents) AS payoutCents
     FROM payout_sums WHERE day BETWEEN ? AND ? GROUP BY category`,
  ).all(from, to) as (PayoutSums & { category: PayoutCategory })[]
}

/** Adds an order's sums to those of its day. */
export function addToDay(
  sums: Map<PayoutCategory, PayoutSums>,
  more: ReadonlyMap<PayoutCategory, PayoutSums>,
): void {
  for (const [category, added] of more) {
    const found = sums.get(category) ?? noPayout()
    sums.set(category, found)
    addPayout(found, added)
  }
}
