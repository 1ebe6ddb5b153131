import { z } from 'zod'
import { foldCode, normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import {
  isMeant,
  TAUGHT_BY,
  type TaughtCode,
  type TaughtItem,
  type TaughtMeaning,
} from '../../../shared/domain/scanning/taught-code'
import type { Item } from '../../../shared/partner-api/item'
import { run, sql, type Db, type Tx } from '../db/database'
import { findItem } from './items'

/** Codes that people have taught the station. */

type Key = TaughtMeaning & { code: string }

export const TAUGHT_ROW = 'code, by, value, size, taught_at AS taughtAt, taught_by AS taughtBy'

const IS_ROW = 'code = ? AND by = ? AND value = ? AND size = ?'

/** A row as stored, perhaps in a damaged file. */
export const taughtRow = z.object({
  code: z.string(),
  by: z.enum(TAUGHT_BY),
  value: z.string(),
  size: z.string().transform((size) => (size === '' ? null : size)),
  taughtAt: z.string(),
  taughtBy: z.string(),
})

/** A row of what was taken back and the hub does not know yet, perhaps in a damaged file. */
export const takenBackRow = taughtRow.omit({ taughtAt: true, taughtBy: true })

/** Up to where this station has heard the hub of codes. Stored; never rename. */
export const CODES_HEARD = 'codes.hub'

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
  if (changes > 0) run(tx, `DELETE FROM taught_codes_taken_back WHERE ${IS_ROW}`, code, by, value, size ?? '')
  return changes > 0
}

/** Takes it back, also at the hub once that is reached. @returns whether it was there */
export function dropTaught(tx: Tx, { code, by, value, size }: Key): boolean {
  const row = [code, by, value, size ?? '']
  const { changes } = run(tx, `DELETE FROM taught_codes WHERE ${IS_ROW}`, ...row)
  if (changes > 0) noteTakenBack(tx, row)
  return changes > 0
}

function noteTakenBack(tx: Tx, row: readonly string[]): void {
  run(tx, 'INSERT INTO taught_codes_taken_back VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', ...row)
}

/**
 * Adds what another file of this station knows. The hub is heard again from where this file has heard it: so what was taken back
 * there since goes, unless it was taught here and the hub does not know.
 * @param sameRound whether both files have heard the same making of the hub: then the hub has the same of them
 */
export function mergeTaught(
  tx: Tx,
  { taught, takenBack }: { taught: readonly (TaughtCode & { atHub: number })[]; takenBack: readonly Key[] },
  sameRound: boolean,
): void {
  for (const { atHub, ...code } of taught) {
    // That file is the newer one.
    run(
      tx,
      `DELETE FROM taught_codes_taken_back WHERE ${IS_ROW}`,
      code.code,
      code.by,
      code.value,
      code.size ?? '',
    )
    if (!sameRound || atHub === 0) keepTaught(tx, code)
    else takeTaught(tx, code, atHub)
  }
  for (const { code, by, value, size } of takenBack) {
    const row = [code, by, value, size ?? '']
    run(tx, `DELETE FROM taught_codes WHERE ${IS_ROW}`, ...row)
    noteTakenBack(tx, row)
  }
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

/** An item's own copy as what a code can be taught of. */
export function taughtItemOfCopy({
  item_number: itemNumber,
  mpn,
  external_id: externalId,
  size,
}: Item): TaughtItem {
  return { itemNumber, mpn: mpn ?? null, externalId: externalId ?? null, size: size?.name ?? null }
}

/** An order's line as what a code can be taught of: its size is in the item's own copy. */
export function taughtItemOf<Line extends Omit<TaughtItem, 'size'>>(db: Db, line: Line): Line & TaughtItem {
  const size = line.itemNumber === null ? null : (findItem(db, line.itemNumber)?.size?.name ?? null)
  return { ...line, size }
}

/* Which codes the hub has. A round of telling begins with each new making of its bucket: nothing is told then. */

/** `taughtAt`: `null` for what was taken back. */
export type UntoldCode = TaughtMeaning & { code: string } & (
    | Pick<TaughtCode, 'taughtAt' | 'taughtBy'>
    | { taughtAt: null; taughtBy: null }
  )

/** What is longer stays at its station: so many together must fit into one value at the hub. */
const LONGEST = 2_000

/** The next `most` codes that were taught or taken back, and which the hub does not have. */
export function untoldCodes(db: Db, round: number, after: Key | null, most: number): UntoldCode[] {
  const from = after === null ? ['', '', '', ''] : [after.code, after.by, after.value, after.size ?? '']
  const rows = sql(
    db,
    `SELECT code, by, value, size, taught_at AS taughtAt, taught_by AS taughtBy FROM taught_codes
      WHERE at_hub <> ? AND (code, by, value, size) > (?, ?, ?, ?)
        AND length(code) + length(value) + length(size) + length(taught_by) <= ${LONGEST}
    UNION ALL
    SELECT code, by, value, size, NULL, NULL FROM taught_codes_taken_back
      WHERE (code, by, value, size) > (?, ?, ?, ?)
        AND length(code) + length(value) + length(size) <= ${LONGEST}
    ORDER BY 1, 2, 3, 4 LIMIT ?`,
  ).all(round, ...from, ...from, most) as (UntoldCode & { size: string })[]
  return rows.map((row) => ({ ...row, size: row.size === '' ? null : row.size }))
}

/** The hub has it. What was taken back here meanwhile stays so: the hub hears of that next. @returns whether it is new */
export function takeTaught(
  tx: Tx,
  { code, by, value, size, taughtAt, taughtBy }: TaughtCode,
  round: number,
): boolean {
  const row = [code, by, value, size ?? '']
  if (sql(tx, `SELECT 1 FROM taught_codes_taken_back WHERE ${IS_ROW}`).get(...row) !== undefined) return false
  const isNew = sql(tx, `SELECT 1 FROM taught_codes WHERE ${IS_ROW}`).get(...row) === undefined
  run(
    tx,
    `INSERT INTO taught_codes (code, by, value, size, taught_at, taught_by, at_hub) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET taught_at = excluded.taught_at, taught_by = excluded.taught_by, at_hub = excluded.at_hub`,
    ...row,
    taughtAt,
    taughtBy,
    round,
  )
  return isNew
}

/** The hub has it no more. What was taught here meanwhile stays: the hub hears of that next. @returns whether it was here */
export function takeTakenBack(tx: Tx, { code, by, value, size }: Key, round: number): boolean {
  const row = [code, by, value, size ?? '']
  run(tx, `DELETE FROM taught_codes_taken_back WHERE ${IS_ROW}`, ...row)
  return run(tx, `DELETE FROM taught_codes WHERE ${IS_ROW} AND at_hub = ?`, ...row, round).changes > 0
}
