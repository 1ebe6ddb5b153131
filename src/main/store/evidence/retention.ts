import { z } from 'zod'
import type { ChainFinding, EvidenceBegun } from '../../../shared/contract/evidence-views'
import { inTransaction, run, type Db, type Tx } from '../db/database'
import { followChain, NO_HASH, type ChainStart, type EvidenceRow } from './chain'
import { lastRow, rowAt, rowsAfter } from './file'
import { DROPPED, begunOf, findingOf, logIdOf, payloadOf } from './meaning'
import { QUARTER_MS } from './work'
import { readSetting, writeSetting } from '../tables/settings'

/**
 * What may be removed from the evidence log: its oldest entries as a whole. An entry of the chain itself says that they
 * were, and holds what the first kept one follows, so that the rest can still be checked, and nothing more be removed
 * unseen.
 */

/** The entry that the newest drop was recorded in. Stored; never rename. */
const NEWEST = 'evidence.dropped'

/** Stored as the payload of such an entry; never rename a field. */
const dropSchema = z.object({
  /** The setting, and the moment that it meant. */
  months: z.int(),
  before: z.string(),
  /** How many entries this drop removed, and from when they were. */
  count: z.int(),
  oldest: z.string(),
  upTo: z.string(),
  firstKept: z.int(),
  /** `prevHash` of the first kept entry. */
  anchor: z.string(),
  /** What the removed entries said of the log. */
  logId: z.string(),
  begun: z.enum(['new', 'missing', 'damaged']),
  /** What was wrong with the chain up to there. */
  finding: z.object({ problem: z.string(), seq: z.int() }).nullable(),
})
export type Drop = z.infer<typeof dropSchema>
export type OldPrefix = Omit<Drop, 'months' | 'before'>

/** What an entry says of a drop; `null` when it is none. */
export function dropIn(row: EvidenceRow | null): Drop | null {
  return row?.kind === DROPPED ? (dropSchema.safeParse(payloadOf(row)).data ?? null) : null
}

/** The newest drop of a log; `null` where nothing was ever removed. */
export function newestDrop(db: Db): Drop | null {
  const seq = readSetting(db, NEWEST)
  return seq === null ? null : dropIn(rowAt(db, Number(seq)))
}

/** Where the log begins, and what its first entry follows. */
export function startOf(db: Db): ChainStart {
  const drop = newestDrop(db)
  return drop === null ? { seq: 1, hash: NO_HASH } : { seq: drop.firstKept, hash: drop.anchor }
}

/** Makes a drop count, in the commit that appends its entry. */
export function noteDrop(tx: Tx, seq: number): void {
  writeSetting(tx, NEWEST, String(seq))
}

const ROWS_PER_STEP = 250

/**
 * The oldest entries of a log up to the first that is not older than `beforeMs`, read through as when they are verified;
 * `null` when there are none worth an entry. The last entry of a log always stays. Steps of a few milliseconds.
 */
export function* oldPrefix(db: Db, beforeMs: number): Generator<void, OldPrefix | null> {
  const start = startOf(db)
  const mostSeq = (lastRow(db)?.seq ?? 0) - 1
  const chain = followChain(null, start)
  const logId = newestDrop(db)?.logId ?? logIdOf(rowAt(db, 1))
  let begun: EvidenceBegun = newestDrop(db)?.begun ?? 'new'
  let finding: ChainFinding | null = null
  let [count, facts] = [0, 0]
  let oldest: EvidenceRow | null = null
  let newest: EvidenceRow | null = null
  for (;;) {
    const rows = leadingOlder(rowsAfter(db, newest?.seq ?? start.seq - 1, mostSeq, ROWS_PER_STEP), beforeMs)
    for (const row of rows) {
      finding ??= chain.next(row) ?? findingOf(row)
      if (row.seq === 1) begun = begunOf(row)
      if (row.kind !== DROPPED) facts += 1
    }
    count += rows.length
    oldest ??= rows[0] ?? null
    newest = rows.at(-1) ?? newest
    if (rows.length < ROWS_PER_STEP) break
    yield
  }
  // A log that nothing comes to would else record every day that it dropped the record of the day before.
  if (oldest === null || newest === null || facts === 0) return null
  const [kept] = rowsAfter(db, newest.seq, mostSeq + 1, 1)
  if (kept === undefined) return null
  const { seq: firstKept, prevHash: anchor } = kept
  return { count, oldest: oldest.at, upTo: newest.at, firstKept, anchor, logId, begun, finding }
}

/** Up to the first that is not older, or names no time that can be read. */
function leadingOlder(rows: EvidenceRow[], beforeMs: number): EvidenceRow[] {
  const end = rows.findIndex(({ at }) => !(Date.parse(at) < beforeMs))
  return end === -1 ? rows : rows.slice(0, end)
}

const DELETED_PER_STEP = 200
const QUARTERS_PER_STEP = 500

/** Deletes what the newest drop removed, and the sums of that time, in steps of a few milliseconds. */
export function* dropDue(db: Db): Generator<void, void> {
  const drop = newestDrop(db)
  if (drop === null) return
  const deleted = (text: string, ...values: unknown[]): number =>
    inTransaction(db, (tx) => run(tx, text, ...values).changes)
  const entries =
    'DELETE FROM entries WHERE seq IN (SELECT seq FROM entries WHERE seq < +? ORDER BY seq LIMIT +?)'
  while (deleted(entries, drop.firstKept, DELETED_PER_STEP) > 0) yield
  const sums = 'DELETE FROM work WHERE quarter < +? AND quarter < (SELECT min(quarter) FROM work) + +?'
  const before = Math.floor(Date.parse(drop.before) / QUARTER_MS)
  while (deleted(sums, before, QUARTERS_PER_STEP) > 0) yield
}
