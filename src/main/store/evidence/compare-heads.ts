import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EvidenceAtHub, HeadsState } from '../../../shared/contract/evidence'
import type { EvidenceHead } from '../../../shared/domain/evidence/evidence-head'
import { StationError } from '../../base/station-error'
import { sql, type Db } from '../db/database'
import { lastRow, rowAt } from './file'
import { begunOf, DISAGREES, payloadOf } from './meaning'
import { startOf } from './retention'

/**
 * Compares the chain with heads that were kept elsewhere, where nobody who can write to this PC can change them. A head
 * of an entry that was removed under the retention setting says nothing.
 */

export type HeadElsewhere = EvidenceHead & {
  /** It was kept for this account, whichever log it is of. */
  isOfAccount: boolean
  /** The entry of the head that was kept before it; earlier versions do not say. */
  before?: number | null | undefined
}

/** All heads that are kept elsewhere, and what must be among them. */
export type HeadsElsewhere = {
  /** In the order in which they were kept. */
  heads: readonly HeadElsewhere[]
  /** Entries of this log whose heads are known to have been kept. */
  acknowledged: readonly number[]
  /** ISO 8601 UTC: heads of entries from before may have expired. */
  expiredBefore: string
}

export type Compared = {
  state: HeadsState
  seq: number
  agreed: number
  recorded: Recorded
}
type Recorded = Extract<EvidenceAtHub, { state: HeadsState }>['recorded']

const HEADS_PER_STEP = 250

/**
 * @param logId of the log in use
 * @throws StationError `evidence_unusable` when it is closed meanwhile
 */
export async function compareHeads(db: Db, logId: string, elsewhere: HeadsElsewhere): Promise<Compared> {
  const { heads } = elsewhere
  const start = startOf(db)
  const lastSeq = lastRow(db)?.seq ?? 0
  const own = [...heads.entries()].filter(([, head]) => head.logId === logId)
  const equal: { at: number; seq: number }[] = []
  /** Heads that were kept later are of the log as it is now. */
  const problem = (state: 'differs' | 'beyond', seq: number, at: number): Compared => {
    const agreed = equal.findLast((one) => one.at < at)?.seq ?? 0
    return { state, seq, agreed, recorded: recordedAfter(db, agreed) }
  }
  let compared = 0
  for (const [at, { seq, hash }] of own.toSorted(([, a], [, b]) => a.seq - b.seq)) {
    compared += 1
    if (compared % HEADS_PER_STEP === 0) await nextTurn()
    if (!db.open) throw new StationError('evidence_unusable', 'the evidence log was closed')
    // Entries may be removed at any moment, under an entry that did not exist when this began.
    if (startOf(db).seq !== start.seq) return compareHeads(db, logId, elsewhere)
    if (seq < start.seq - 1 || seq > lastSeq) continue
    const here = seq === start.seq - 1 ? start.hash : rowAt(db, seq)?.hash
    if (here !== hash) return problem('differs', seq, at)
    equal.push({ at, seq })
  }
  const [farthest] = own.toSorted(([, a], [, b]) => b.seq - a.seq)
  if (farthest !== undefined && farthest[1].seq > lastSeq)
    return problem('beyond', farthest[1].seq, farthest[0])
  const agreed = equal.at(-1)?.seq ?? 0
  const ofOthers = heads.reduce(
    (seq, head) => (head.logId !== logId && head.isOfAccount ? Math.max(seq, head.seq) : seq),
    0,
  )
  if (ofOthers > 0) return { state: 'replaced', seq: ofOthers, agreed, recorded: recordedAtStart(db) }
  const lost = lostHeads(
    db,
    own.map(([, head]) => head),
    elsewhere,
  )
  if (lost !== null) return { state: 'lost', agreed, ...lost }
  return { state: agreed === 0 ? 'none' : 'equal', seq: agreed, agreed, recorded: null }
}

/**
 * Heads that were kept once: the station knows of them, a later head names them, or the log says that they were lost. What
 * has expired, or is of an entry that was removed, says nothing.
 */
function lostHeads(
  db: Db,
  own: readonly HeadElsewhere[],
  { acknowledged, expiredBefore }: HeadsElsewhere,
): Pick<Compared, 'seq' | 'recorded'> | null {
  const there = new Set(own.map(({ seq }) => seq))
  const named = own.flatMap(({ before }) => before ?? [])
  const missing = [...acknowledged, ...named].filter(
    (seq) => !there.has(seq) && seq >= startOf(db).seq && (rowAt(db, seq)?.at ?? '') >= expiredBefore,
  )
  const recorded = disagreements(db).findLast(({ state, at }) => state === 'lost' && at >= expiredBefore)
  if (recorded === undefined && missing.length === 0) return null
  const seq = Math.max(...missing, recorded?.upTo ?? 0)
  const isRecorded = recorded !== undefined && recorded.upTo >= seq
  return { seq, recorded: isRecorded ? { seq: recorded.seq, kind: DISAGREES, at: recorded.at } : null }
}

/** What the log says of earlier comparisons, oldest first. */
export function disagreements(db: Db): { seq: number; at: string; state: unknown; upTo: number }[] {
  const rows = sql(db, 'SELECT seq, at, payload FROM entries WHERE kind = ? ORDER BY seq').all(DISAGREES)
  return (rows as { seq: number; at: string; payload: string }[]).map(({ payload, ...row }) => {
    const { state, upTo } = payloadOf({ payload })
    return { ...row, state, upTo: typeof upTo === 'number' ? upTo : 0 }
  })
}

/** A restored backup, or an end that was not as this station left it. */
function recordedAfter(db: Db, seq: number): Recorded {
  const text = `SELECT seq, kind, at FROM entries WHERE kind IN ('head_missed', 'restored') AND +seq > +?
    ORDER BY seq LIMIT 1`
  return (sql(db, text).get(seq) as NonNullable<Recorded> | undefined) ?? null
}

/** Its file was missing or damaged. */
function recordedAtStart(db: Db): Recorded {
  const first = rowAt(db, 1)
  if (first === null || begunOf(first) === 'new') return null
  return { seq: first.seq, kind: 'log_begun', at: first.at }
}
