import { z } from 'zod'
import { foldCode, normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import {
  isMeant,
  TAUGHT_BY,
  type TaughtCode,
  type TaughtItem,
  type TaughtMeaning,
} from '../../../shared/domain/scanning/taught-code'
import { run, sql, type Db, type Tx } from '../db/database'
import { findItem } from './items'

/** Codes that people have taught the station. */

export const TAUGHT_ROW = 'code, by, value, size, taught_at AS taughtAt, taught_by AS taughtBy'

/** A row as stored, perhaps in a damaged file. */
export const taughtRow = z.object({
  code: z.string(),
  by: z.enum(TAUGHT_BY),
  value: z.string(),
  size: z.string().transform((size) => (size === '' ? null : size)),
  taughtAt: z.string(),
  taughtBy: z.string(),
})

/** The table is strict, so its rows are looked at only where the file is damaged. */
function taughtIn(rows: readonly unknown[]): TaughtCode[] {
  return (rows as (TaughtCode & { size: string })[]).map((row) =>
    row.size === '' ? { ...row, size: null } : row,
  )
}

/** Keeps it; one that is there already stays as it was taught first. @returns whether it is new */
export function keepTaught(tx: Tx, { code, by, value, size, taughtAt, taughtBy }: TaughtCode): boolean {
  const { changes } = run(
    tx,
    'INSERT INTO taught_codes (code, by, value, size, taught_at, taught_by) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    code,
    by,
    value,
    size ?? '',
    taughtAt,
    taughtBy,
  )
  return changes > 0
}

export function dropTaught(tx: Tx, { code, by, value, size }: TaughtMeaning & { code: string }): void {
  run(
    tx,
    'DELETE FROM taught_codes WHERE code = ? AND by = ? AND value = ? AND size = ?',
    code,
    by,
    value,
    size ?? '',
  )
}

/** Whether the station was taught anything: most never are, and orders have many lines. */
export function hasTaught(db: Db): boolean {
  return sql(db, 'SELECT 1 FROM taught_codes LIMIT 1').get() !== undefined
}

/** What a code stands for. */
export function taughtOfCode(db: Db, code: string): TaughtCode[] {
  const rows = sql(db, `SELECT ${TAUGHT_ROW} FROM taught_codes WHERE code = ? ORDER BY by, value, size`).all(
    code,
  )
  return taughtIn(rows)
}

/** The codes of an item, in the order of the codes. */
export function taughtOfItem(db: Db, item: TaughtItem): TaughtCode[] {
  const values = TAUGHT_BY.map((by) => foldCode(normalizeCode(item[by] ?? '')))
  const rows = sql(db, `SELECT ${TAUGHT_ROW} FROM taught_codes WHERE value IN (?, ?, ?)`).all(...values)
  return taughtIn(rows)
    .filter((taught) => isMeant(taught, item))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/** An order's line as what a code can be taught of: its size is in the item's own copy. */
export function taughtItemOf<Line extends Omit<TaughtItem, 'size'>>(db: Db, line: Line): Line & TaughtItem {
  const size = line.itemNumber === null ? null : (findItem(db, line.itemNumber)?.size?.name ?? null)
  return { ...line, size }
}
