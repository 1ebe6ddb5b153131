import { QUARTER_MS } from '../../../shared/domain/time/day-bounds'
import { run, sql, type Db, type Tx } from '../db/database'

/** Work done at the station, summed up while it is recorded: a report must not read a hundred thousand entries. */

export type WorkEntry = {
  seq: number
  at: string
  operator: string
  kind: string
  orderId: number | null
  payload: Readonly<Record<string, unknown>>
}

export type WorkSums = {
  /** Codes that a scanner typed, accepted or refused, apart from commands: see `isScan`. */
  scans: number
  /** Scans that were refused. */
  refusals: number
  /** Orders whose last item was packed. */
  orders: number
  lines: number
  /** Those of the lines that were ticked by hand. */
  byHand: number
  /** Parcels with a time from first scan to pack, and the sum of those times. */
  timed: number
  seconds: number
}

/** A longer time is a break, or a parcel left for tomorrow: it says nothing about the work. */
const LONGEST_S = 3_600

const COLUMNS = ['scans', 'refusals', 'orders', 'lines', 'byHand', 'timed', 'seconds'] as const
/** Their names in the file. */
const STORED = COLUMNS.map((column) => (column === 'byHand' ? 'by_hand' : column))

/** Adds an entry to the sums, in the commit that appends it, once it is appended. */
export function addToWork(tx: Tx, entry: WorkEntry): void {
  const sums = sumsOf(tx, entry)
  if (sums === null) return
  const quarter = Math.floor(Date.parse(entry.at) / QUARTER_MS)
  const added = STORED.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')
  run(
    tx,
    `INSERT INTO work (quarter, operator, ${STORED.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET ${added}`,
    quarter,
    entry.operator,
    ...COLUMNS.map((column) => sums[column]),
  )
}

const NOTHING: WorkSums = { scans: 0, refusals: 0, orders: 0, lines: 0, byHand: 0, timed: 0, seconds: 0 }

function sumsOf(db: Db, entry: WorkEntry): WorkSums | null {
  const { kind, payload } = entry
  if (isScan(entry)) return { ...NOTHING, scans: 1, refusals: kind === 'refusal' ? 1 : 0 }
  if (kind !== 'pack' || payload['refused'] !== undefined) return null
  const { lineIds, byHand } = payload
  const seconds = secondsOfParcel(db, entry)
  return {
    ...NOTHING,
    orders: payload['orderDone'] === true ? 1 : 0,
    lines: Array.isArray(lineIds) ? lineIds.length : 0,
    byHand: Array.isArray(byHand) ? byHand.length : 0,
    timed: seconds === null ? 0 : 1,
    seconds: seconds ?? 0,
  }
}

/**
 * The one definition of a scan that is counted. A command counts as none, by barcode or by key, even one that is refused
 * because an error is not cleared yet: it is recorded as a refusal too.
 */
function isScan({ kind, payload }: WorkEntry): boolean {
  return (kind === 'scan' || kind === 'refusal') && (payload['command'] ?? null) === null
}

/** From the first scan for the order since its last parcel; `null` without a scan. */
function secondsOfParcel(db: Db, { orderId, seq, at }: WorkEntry): number | null {
  if (orderId === null) return null
  const packed = sql(
    db,
    `SELECT max(seq) FROM entries WHERE order_id = +? AND seq < +? AND kind = 'pack' AND kind IN ('scan', 'pack')`,
  )
  const before = packed.pluck().get(orderId, seq) as number | null
  const first = sql(
    db,
    `SELECT at FROM entries WHERE order_id = +? AND seq > +? AND seq < +? AND kind = 'scan'
        AND kind IN ('scan', 'pack') ORDER BY seq LIMIT 1`,
  )
  const from = first.pluck().get(orderId, before ?? 0, seq) as string | undefined
  if (from === undefined) return null
  const seconds = Math.round((Date.parse(at) - Date.parse(from)) / 1_000)
  return seconds >= 0 && seconds <= LONGEST_S ? seconds : null
}

const SUMMED = COLUMNS.map((column, index) => `sum(${STORED[index]}) AS ${column}`).join(', ')

/** Everybody's work by quarter of an hour, in quarters from `from` up to but not including `to`, oldest first. */
export function workByQuarter(db: Db, from: number, to: number): (WorkSums & { quarter: number })[] {
  const text = `SELECT quarter, ${SUMMED} FROM work WHERE quarter >= +? AND quarter < +? GROUP BY quarter ORDER BY quarter`
  return sql(db, text).all(from, to) as (WorkSums & { quarter: number })[]
}

export type OrdersOfQuarter = { operator: string; quarter: number; orders: number }

/** The orders that each operator completed by quarter of an hour, in quarters from `from` up to but not including `to`. */
export function ordersByQuarter(db: Db, from: number, to: number): OrdersOfQuarter[] {
  const text = `SELECT operator, quarter, orders FROM work
     WHERE quarter >= +? AND quarter < +? AND orders > 0 ORDER BY quarter, operator`
  return sql(db, text).all(from, to) as OrdersOfQuarter[]
}

/** `quarters`: in how many something was done. */
export type OperatorWork = WorkSums & { operator: string; quarters: number }

/** Each operator's work in quarters from `from` up to but not including `to`. */
export function workByOperator(db: Db, from: number, to: number): OperatorWork[] {
  const text = `SELECT operator, count(*) AS quarters, ${SUMMED} FROM work
     WHERE quarter >= +? AND quarter < +? GROUP BY operator`
  return sql(db, text).all(from, to) as OperatorWork[]
}

/** SQL for a field of an entry's payload; `NULL` if it has none, or is not valid JSON. */
export function inPayload(name: string): string {
  return `iif(json_valid(payload), json_extract(payload, '$.${name}'), NULL)`
}
