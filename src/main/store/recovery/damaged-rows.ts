import { sql, type Db } from '../db/database'
import { isSqliteError } from '../db/damage'
import { OPEN } from '../tables/outbox'

/** Ways to read what is still readable in a database with broken pages. */

/** The value, or `broken` when SQLite cannot read it, for whatever reason. Other errors are thrown. */
export function readTolerantly<T>(read: () => T): T | 'broken' {
  try {
    return read()
  } catch (error) {
    if (isSqliteError(error)) return 'broken'
    throw error
  }
}

export type Visit = {
  /** Ascending; some may not exist. */
  seqs: readonly number[]
  /** Every open op, or `null` when the index of open ops is broken. */
  knownOpen: ReadonlySet<number> | null
}

/** Each reads another tree of the file, and from both ends, so that one broken page hides as little as possible. */
const WAYS = [
  `SELECT seq FROM outbox INDEXED BY outbox_open WHERE ${OPEN} ORDER BY seq`,
  `SELECT seq FROM outbox INDEXED BY outbox_open WHERE ${OPEN} ORDER BY seq DESC`,
  'SELECT seq FROM outbox INDEXED BY outbox_lane ORDER BY lane, seq',
  'SELECT seq FROM outbox INDEXED BY outbox_lane ORDER BY lane DESC, seq DESC',
  'SELECT seq FROM outbox NOT INDEXED ORDER BY seq',
  'SELECT seq FROM outbox NOT INDEXED ORDER BY seq DESC',
]

export type Wanted = {
  /** Ops to read as well, in any state, by `opUid`. */
  also?: ReadonlySet<string>
  /** If given, finished ops are read too, unless their `opUid` is in this set. */
  finishedExcept?: ReadonlySet<string> | undefined
  /** The database is damaged: every path to a row is tried, not only the index of open ops. Slow. */
  damaged?: boolean
}

/** Which outbox rows to read for the open ops and the others requested. */
export function seqsToVisit(db: Db, { also = new Set(), finishedExcept, damaged = false }: Wanted): Visit {
  const open = seqsBy(db, WAYS[0] ?? '')
  const wanted =
    also.size === 0 || damaged
      ? { seqs: [], whole: true }
      : seqsBy(db, `SELECT seq FROM outbox WHERE op_uid IN (SELECT value FROM json_each(?))`, [
          JSON.stringify([...also]),
        ])
  const done =
    finishedExcept === undefined || damaged ? { seqs: [], whole: true } : seqsExcept(db, finishedExcept)
  const found = new Set([...open.seqs, ...wanted.seqs, ...done.seqs])
  if (damaged || !open.whole || !wanted.whole || !done.whole)
    for (const way of WAYS) for (const seq of seqsBy(db, way).seqs) found.add(seq)
  return {
    seqs: [...found].sort((left, right) => left - right),
    knownOpen: open.whole ? new Set(open.seqs) : null,
  }
}

function seqsExcept(db: Db, finishedExcept: ReadonlySet<string>): { seqs: number[]; whole: boolean } {
  const seqs: number[] = []
  try {
    for (const [seq, opUid] of sql(db, 'SELECT seq, op_uid FROM outbox').raw().iterate() as Iterable<
      [number, string]
    >)
      if (!finishedExcept.has(opUid)) seqs.push(seq)
    return { seqs, whole: true }
  } catch {
    return { seqs, whole: false }
  }
}

/** The rows that a query yields before it meets a broken page. */
function seqsBy(db: Db, query: string, values: readonly unknown[] = []): { seqs: number[]; whole: boolean } {
  const seqs: number[] = []
  try {
    for (const seq of sql(db, query)
      .pluck()
      .iterate(...values))
      if (typeof seq === 'number') seqs.push(seq)
    return { seqs, whole: true }
  } catch {
    // A file of an older version has other indexes, and a broken schema has none: both yield nothing.
    return { seqs, whole: false }
  }
}
