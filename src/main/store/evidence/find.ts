import { sql, type Db } from '../db/database'
import type { EvidenceRow } from './chain'
import { ORDER_OF, ROW, rowsBefore } from './file'
import { payloadOf } from './meaning'
import { inPayload } from './work'

/** Looking entries up by what they are about, without reading the whole log. */

/** `null`: any. Times are ISO 8601 UTC as the log writes them; `to` itself is left out. */
export type EvidenceFilter = {
  orderId: number | null
  operator: string | null
  kind: string | null
  from: string | null
  to: string | null
}

const CONDITIONS: Readonly<Record<keyof EvidenceFilter, string>> = {
  orderId: `${ORDER_OF} = @orderId`,
  operator: 'operator = @operator',
  kind: 'kind = @kind',
  from: 'at >= @from',
  to: 'at < @to',
}

/** True if any entry passes. */
export function isOpenFilter(filter: EvidenceFilter): boolean {
  return conditionsOf(filter).length === 0
}

function conditionsOf(filter: EvidenceFilter): string[] {
  const names = Object.keys(CONDITIONS) as (keyof EvidenceFilter)[]
  return names.filter((name) => filter[name] !== null).map((name) => CONDITIONS[name])
}

/** Entries that pass the filter, from `first` on, newest first, and how many there are. */
export function findRows(
  db: Db,
  filter: EvidenceFilter,
  { first, offset, limit }: { first: number; offset: number; limit: number },
): { total: number; rows: EvidenceRow[] } {
  // The plus keeps SQLite from walking the table by number instead of using an index.
  const from = `FROM entries WHERE ${[...conditionsOf(filter), '+seq >= @first'].join(' AND ')}`
  const given = { ...filter, first }
  const total = sql(db, `SELECT count(*) ${from}`).pluck().get(given) as number
  // Sorted by the numbers in the index alone; only the page's own rows are read.
  const page = `SELECT seq ${from} ORDER BY +seq DESC LIMIT +@limit OFFSET +@offset`
  const rows = sql(db, `SELECT ${ROW} FROM entries WHERE seq IN (${page}) ORDER BY seq DESC`)
  return { total, rows: rows.all({ ...given, limit, offset }) as EvidenceRow[] }
}

/** Who and what the log has entries of, in alphabetical order. */
export function choicesIn(db: Db): { operators: string[]; kinds: string[] } {
  return { operators: distinct(db, 'operator'), kinds: distinct(db, 'kind') }
}

/** Jumps from value to value in the index; `SELECT DISTINCT` would read all of it. */
function distinct(db: Db, column: 'operator' | 'kind'): string[] {
  const text = `WITH RECURSIVE present(value) AS (
      SELECT min(${column}) FROM entries
      UNION ALL
      SELECT (SELECT min(${column}) FROM entries WHERE ${column} > present.value) FROM present WHERE present.value IS NOT NULL)
    SELECT value FROM present WHERE value IS NOT NULL`
  return sql(db, text).pluck().all() as string[]
}

export type RefusedScans = { reason: string; operator: string; count: number }

/** Refused scans by the station's answer and by operator; commands are none. @see isScan */
export function refusedScans(db: Db, from: string, to: string): RefusedScans[] {
  const text = `SELECT coalesce(${inPayload('verdict')}, '') AS reason, operator, count(*) AS count
      FROM entries WHERE kind = 'refusal' AND at >= ? AND at < ? AND ${inPayload('command')} IS NULL
     GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`
  return sql(db, text).all(from, to) as RefusedScans[]
}

/** Further back nothing of the parcel at the bench is found. */
const MOST_STEPS = 1_000

/** The order that was scanned last, and by which code each of its lines was since anything was packed. */
export function scansUnderWay(db: Db): { orderId: number | null; codes: Map<number, string> } {
  const newest = rowsBefore(db, Number.MAX_SAFE_INTEGER, MOST_STEPS).map(({ kind, payload }) => ({
    kind,
    ...(payloadOf({ payload }) as Partial<{
      orderId: number
      lineId: number
      code: string
      refused: string
    }>),
  }))
  const packed = newest.findIndex(({ kind, refused }) => kind === 'pack' && refused === undefined)
  let found: ReturnType<typeof scansUnderWay> = { orderId: null, codes: new Map() }
  for (const { kind, orderId, lineId, code } of newest
    .slice(0, packed === -1 ? undefined : packed)
    .reverse()) {
    if (orderId === undefined || lineId === undefined) continue
    if (kind === 'scan' && code !== undefined) {
      if (found.orderId !== orderId) found = { orderId, codes: new Map() }
      found.codes.set(lineId, code)
    }
    if (kind === 'undo' && found.orderId === orderId) found.codes.delete(lineId)
  }
  return found
}
