import { z } from 'zod'
import type { ChainFinding, EvidenceBegun } from '../../../shared/contract/evidence'
import { QUARTER_MS } from '../../../shared/domain/time/day-bounds'
import { inTransaction, run, type Db, type Tx } from '../db/database'
import { followChain, NO_HASH, type ChainStart, type EvidenceRow } from './chain'
import { lastRow, rowAt, rowsAfter } from './file'
import { DROPPED, begunOf, findingOf, logIdOf, payloadOf } from './meaning'
import { readSetting, writeSetting } from '../tables/settings'

/**
 * Removes the oldest entries of the evidence log as a whole. An entry of the chain itself records the removal and holds
 * the hash that the first remaining entry follows, so that the rest can still be verified and nothing more can be
 * removed unseen.
 */

/** The number of the entry that records the newest drop. Stored; never rename. */
const NEWEST = 'evidence.dropped'

/** Stored as the payload of such an entry; never rename a field. */
const dropSchema = z.object({
  /** The setting, and the moment it amounted to. */
  months: z.int(),
  before: z.string(),
  /** How many entries this drop removed, and the time they span. */
  count: z.int(),
  oldest: z.string(),
  upTo: z.string(),
  firstKept: z.int(),
  /** `prevHash` of the first remaining entry. */
  anchor: z.string(),
  /** What the removed entries said about the log. */
  logId: z.string(),
  begun: z.enum(['new', 'missing', 'damaged']),
  /** The chain's problem up to there. */
  finding: z.object({ problem: z.string(), seq: z.int() }).nullable(),
})
export type Drop = z.infer<typeof dropSchema>
export type OldPrefix = Omit<Drop, 'months' | 'before'>

/** The drop that an entry records; `null` when it records none. */
export function dropIn(row: EvidenceRow | null): Drop | null {
  return row?.kind === DROPPED ? (dropSchema.safeParse(payloadOf(row)).data ?? null) : null
}

/** The newest drop of a log; `null` when nothing was ever removed. */
export function newestDrop(db: Db): Drop | null {
  const seq = readSetting(db, NEWEST)
  return seq === null ? null : dropIn(rowAt(db, Number(seq)))
}

/** Where the log begins, and the hash that its first entry follows. */
export function startOf(db: Db): ChainStart {
  const drop = newestDrop(db)
  return drop === null ? { seq: 1, hash: NO_HASH } : { seq: drop.firstKept, hash: drop.anchor }
}

/** Makes a drop effective, in the commit that appends its entry. */
export function noteDrop(tx: Tx, seq: number): void {
  writeSetting(tx, NEWEST, String(seq))
}

const ROWS_PER_STEP = 250

/**
 * The oldest entries of a log up to the first that is not older than `beforeMs`, checked as when verified; `null` when
 * there are none worth an entry. The last entry of a log always stays. Runs in steps of a few milliseconds.
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
  // Otherwise an idle log would record every day that it dropped the previous day's record.
  if (oldest === null || newest === null || facts === 0) return null
  const [kept] = rowsAfter(db, newest.seq, mostSeq + 1, 1)
  if (kept === undefined) return null
  const { seq: firstKept, prevHash: anchor } = kept
  return { count, oldest: oldest.at, upTo: newest.at, firstKept, anchor, logId, begun, finding }
}

/** Up to the first entry that is not older, or has no readable time. */
function leadingOlder(rows: EvidenceRow[], beforeMs: number): EvidenceRow[] {
  const end = rows.findIndex(({ at }) => !(Date.parse(at) < beforeMs))
  return end === -1 ? rows : rows.slice(0, end)
}

const DELETED_PER_STEP = 200
const QUARTERS_PER_STEP = 500

/** Deletes the entries that the newest drop removed, and the sums of that time, in steps of a few milliseconds. */
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
