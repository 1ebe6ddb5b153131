import type { RowOutcome, RowProblem } from '../../../shared/domain/items/bulk-job'
import type { Priced } from '../../../shared/domain/items/price-rule'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { storedJson } from '../db/stored-json'

/** The rows of bulk jobs, one for each item. */

/** The item as it was when the row was worked out. Stored as JSON; never rename a field. */
export type BeforeValues = Priced & { categoryId: number | null }

export type BulkRow = {
  row: number
  itemKey: string | null
  title: string | null
  /** The texts of the file's row, as corrected; `null` for a job without a file. */
  cells: readonly string[] | null
  before: BeforeValues | null
  afterCents: number | null
  afterPercent: number | null
  /** JSON: what a new item is created with. */
  body: string | null
  problems: readonly RowProblem[]
  belowFloor: boolean
  leftOut: boolean
  outcome: RowOutcome | null
}

type StoredRow = {
  job_row: number
  item_key: string | null
  title: string | null
  cells: string | null
  before_values: string | null
  after_cents: number | null
  after_percent: number | null
  body: string | null
  problems: string | null
  below_floor: 0 | 1
  left_out: 0 | 1
  outcome: RowOutcome | null
}

/** A row of which something cannot be read counts as left out. */
function toRow(db: Db, jobId: number, stored: StoredRow): BulkRow {
  let isRead = true
  const json = <T>(column: 'cells' | 'before_values' | 'problems'): T | null => {
    const text = stored[column]
    const value =
      text === null ? null : storedJson(db, text, `bulk_rows.${column}`, `${jobId}/${stored.job_row}`)
    isRead &&= value !== undefined
    return (value ?? null) as T | null
  }
  const row = {
    row: stored.job_row,
    itemKey: stored.item_key,
    title: stored.title,
    cells: json<string[]>('cells'),
    before: json<BeforeValues>('before_values'),
    afterCents: stored.after_cents,
    afterPercent: stored.after_percent,
    body: stored.body,
    problems: json<RowProblem[]>('problems') ?? [],
    belowFloor: stored.below_floor === 1,
    leftOut: stored.left_out === 1,
    outcome: stored.outcome,
  }
  return isRead ? row : { ...row, leftOut: true }
}

/** Adds a row that is still to be worked out: with the item, or with the texts of a file. */
export function addRow(
  tx: Tx,
  jobId: number,
  { row, itemKey, cells, leftOut = false }: Pick<BulkRow, 'row' | 'itemKey' | 'cells'> & Partial<BulkRow>,
): void {
  run(
    tx,
    'INSERT INTO bulk_rows (job_id, job_row, item_key, cells, left_out) VALUES (?, ?, ?, ?, ?)',
    jobId,
    row,
    itemKey,
    cells === null ? null : JSON.stringify(cells),
    leftOut ? 1 : 0,
  )
}

export type WorkedOut = Pick<
  BulkRow,
  'itemKey' | 'title' | 'before' | 'afterCents' | 'afterPercent' | 'body' | 'problems' | 'belowFloor'
>

/** Stores what was worked out for a row. */
export function saveRow(tx: Tx, jobId: number, row: number, out: WorkedOut): void {
  writeOne(
    tx,
    `UPDATE bulk_rows SET item_key = ?, title = ?, before_values = ?, after_cents = ?, after_percent = ?, body = ?,
       problems = ?, below_floor = ? WHERE job_id = ? AND job_row = ?`,
    out.itemKey,
    out.title,
    out.before === null ? null : JSON.stringify(out.before),
    out.afterCents,
    out.afterPercent,
    out.body,
    out.problems.length === 0 ? null : JSON.stringify(out.problems),
    out.belowFloor ? 1 : 0,
    jobId,
    row,
  )
}

/** Stores the corrected texts of a row. */
export function saveCells(tx: Tx, jobId: number, row: number, cells: readonly string[]): void {
  writeOne(
    tx,
    'UPDATE bulk_rows SET cells = ? WHERE job_id = ? AND job_row = ?',
    JSON.stringify(cells),
    jobId,
    row,
  )
}

/** Leaves rows out, or takes them in again. @param rows their numbers; `wrong` for all that have a problem */
export function leaveOut(tx: Tx, jobId: number, rows: readonly number[] | 'wrong', leftOut: boolean): void {
  const which = rows === 'wrong' ? 'problems IS NOT NULL' : 'job_row IN (SELECT value FROM json_each(@rows))'
  run(
    tx,
    `UPDATE bulk_rows SET left_out = @leftOut WHERE job_id = @jobId AND left_out <> @leftOut AND ${which}`,
    {
      jobId,
      leftOut: leftOut ? 1 : 0,
      ...(rows === 'wrong' ? {} : { rows: JSON.stringify(rows) }),
    },
  )
}

/** Notes why no operation came of a row. */
export function noteOutcome(tx: Tx, jobId: number, row: number, outcome: RowOutcome): void {
  writeOne(tx, 'UPDATE bulk_rows SET outcome = ? WHERE job_id = ? AND job_row = ?', outcome, jobId, row)
}

/** Deletes up to `limit` rows of a job, so that its last commit is not a large one. @returns how many were deleted */
export function deleteRowsOf(tx: Tx, jobId: number, limit: number): number {
  return run(
    tx,
    `DELETE FROM bulk_rows WHERE job_id = @jobId
       AND job_row IN (SELECT job_row FROM bulk_rows WHERE job_id = @jobId LIMIT @limit)`,
    { jobId, limit },
  ).changes
}

/** The row, or `null`. */
export function findRow(db: Db, jobId: number, row: number): BulkRow | null {
  const stored = sql(db, 'SELECT * FROM bulk_rows WHERE job_id = ? AND job_row = ?').get(jobId, row)
  return stored === undefined ? null : toRow(db, jobId, stored as StoredRow)
}

/** The next rows after `place`. */
export function rowsAfter(db: Db, jobId: number, place: number, limit: number): BulkRow[] {
  const rows = sql(
    db,
    'SELECT * FROM bulk_rows WHERE job_id = +? AND job_row > +? ORDER BY job_row LIMIT +?',
  ).all(jobId, place, limit) as StoredRow[]
  return rows.map((row) => toRow(db, jobId, row))
}

/** The other rows of the job about the same item, ascending. */
export function rowsOfKey(db: Db, jobId: number, itemKey: string): number[] {
  return sql(db, 'SELECT job_row FROM bulk_rows WHERE job_id = ? AND item_key = ? ORDER BY job_row')
    .pluck()
    .all(jobId, itemKey) as number[]
}

/** Whether an earlier row of the job, not left out, is about the same item. */
export function isRepeated(db: Db, jobId: number, row: number, itemKey: string): boolean {
  const text = `SELECT 1 FROM bulk_rows WHERE job_id = ? AND item_key = ? AND job_row < ? AND left_out = 0 LIMIT 1`
  return sql(db, text).get(jobId, itemKey, row) !== undefined
}

export type RowCounts = { wrong: number; low: number; leftOut: number; refused: number }

const INDEXED = {
  wrong: 'bulk_rows INDEXED BY bulk_rows_wrong WHERE problems IS NOT NULL AND left_out = 0',
  low: 'bulk_rows INDEXED BY bulk_rows_low WHERE below_floor = 1 AND left_out = 0 AND problems IS NULL',
  left_out: 'bulk_rows INDEXED BY bulk_rows_left WHERE left_out = 1',
  refused: 'bulk_rows INDEXED BY bulk_rows_refused WHERE outcome IS NOT NULL',
} as const

/** How many rows have something about them. */
export function countRows(db: Db, jobId: number): RowCounts {
  const count = (what: keyof typeof INDEXED): number =>
    sql(db, `SELECT count(*) FROM ${INDEXED[what]} AND job_id = ?`).pluck().get(jobId) as number
  return {
    wrong: count('wrong'),
    low: count('low'),
    leftOut: count('left_out'),
    refused: count('refused'),
  }
}

/** Which rows of a job to show. `held`: those whose operation needs a person. */
export type RowsShown = 'all' | keyof typeof INDEXED | 'held'

/** A window of the job's rows, ascending. */
export function listRows(db: Db, jobId: number, shown: RowsShown, offset: number, limit: number): BulkRow[] {
  // Rows are numbered without gaps.
  if (shown === 'all') return rowsAfter(db, jobId, offset, limit)
  const which =
    shown === 'held'
      ? `(SELECT job_row FROM outbox INDEXED BY outbox_held WHERE state = 'held' AND job_id = @jobId
           ORDER BY job_row LIMIT +@limit OFFSET +@offset)`
      : `(SELECT job_row FROM ${INDEXED[shown]} AND job_id = @jobId ORDER BY job_row LIMIT +@limit OFFSET +@offset)`
  const rows = sql(
    db,
    `SELECT * FROM bulk_rows WHERE job_id = @jobId AND job_row IN ${which} ORDER BY job_row`,
  ).all({ jobId, offset, limit }) as StoredRow[]
  return rows.map((row) => toRow(db, jobId, row))
}
