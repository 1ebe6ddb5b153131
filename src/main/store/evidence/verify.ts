import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChainFinding, EvidenceVerdict } from '../../../shared/contract/evidence'
import { StationError } from '../../base/station-error'
import type { Db } from '../db/database'
import { followChain, type EvidenceRow } from './chain'
import { rowsAfter } from './file'
import { begunOf, findingOf } from './meaning'
import { newestDrop, startOf } from './retention'

const ROWS_PER_STEP = 250

type Head = Pick<EvidenceRow, 'seq' | 'hash'> | null

/**
 * Verifies a log from its first entry, or from where the newest drop left off, to its head, in steps of a few
 * milliseconds.
 * @throws StationError `evidence_unusable` when it is closed meanwhile
 */
export async function verifyLog(
  db: Db,
  headNow: () => Head,
): Promise<Omit<EvidenceVerdict, 'checkedAt' | 'hub'>> {
  const last = headNow()
  const upTo = last?.seq ?? 0
  const drop = newestDrop(db)
  const start = startOf(db)
  const chain = followChain(last, start)
  let begun = drop?.begun ?? 'new'
  let since: EvidenceVerdict['since'] = null
  let finding: ChainFinding | null = null
  for (let seq = start.seq - 1; finding === null; seq = chain.head().seq) {
    if (!db.open) throw new StationError('evidence_unusable', 'the evidence log was closed')
    // Entries read now may be removed at any moment, under an entry that did not exist when this began.
    if (startOf(db).seq !== start.seq) return verifyLog(db, headNow)
    const rows = rowsAfter(db, seq, upTo, ROWS_PER_STEP)
    if (rows.length === 0) break
    for (const row of rows) {
      finding ??= chain.next(row) ?? findingOf(row)
      if (row.seq === 1) begun = begunOf(row)
      if (row.seq === drop?.firstKept) since = { at: row.at, months: drop.months }
    }
    await nextTurn()
  }
  finding ??= chain.end()
  return { entries: Math.max(0, upTo - start.seq + 1), head: chain.head().hash, begun, since, finding }
}
