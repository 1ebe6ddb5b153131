import type { Database } from 'better-sqlite3'
import { isSqliteError } from './database'
import { OPEN } from './outbox'

/** Ways to what can still be read in a database with broken pages. */

/** The value, or `broken` where SQLite cannot read it, for whatever reason. Other errors are thrown. */
export function readTolerantly<T>(read: () => T): T | 'broken' {
  try {
    return read()
  } catch (error) {
    if (isSqliteError(error)) return 'broken'
    throw error
  }
}

export type Visit = {
  /** Ascending; some may not be there. */
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

/**
 * Which places of the outbox to look at for the open ops and those in `also`.
 * @param damaged tries every way to a row, not only the index of open ops
 */
export function seqsToVisit(db: Database, also: ReadonlySet<string>, damaged: boolean): Visit {
  const open = seqsBy(db, WAYS[0] ?? '')
  const wanted =
    also.size === 0 || damaged
      ? { seqs: [], whole: true }
      : seqsBy(db, `SELECT seq FROM outbox WHERE op_uid IN (SELECT value FROM json_each(?))`, [
          JSON.stringify([...also]),
        ])
  const found = new Set([...open.seqs, ...wanted.seqs])
  if (damaged || !open.whole || !wanted.whole)
    for (const way of WAYS) for (const seq of seqsBy(db, way).seqs) found.add(seq)
  return {
    seqs: [...found].sort((left, right) => left - right),
    knownOpen: open.whole ? new Set(open.seqs) : null,
  }
}

/** What a query yields before it meets a broken page. */
function seqsBy(
  db: Database,
  query: string,
  values: readonly unknown[] = [],
): { seqs: number[]; whole: boolean } {
  const seqs: number[] = []
  try {
    for (const seq of db
      .prepare(query)
      .pluck()
      .iterate(...values))
      if (typeof seq === 'number') seqs.push(seq)
    return { seqs, whole: true }
  } catch {
    // A file of an older version has other indexes, and a broken schema has none: both are ways that lead nowhere.
    return { seqs, whole: false }
  }
}
