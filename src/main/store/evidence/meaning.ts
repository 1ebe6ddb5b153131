import type { ChainFinding, ChainProblem, EvidenceBegun } from '../../../shared/contract/evidence'
import type { EvidenceRow } from './chain'

/** What entries say about the log itself. */

/** The kind of the entry that records the removal of the oldest ones. Stored; never rename. */
export const DROPPED = 'entries_dropped'
/** The kind of the entry that records what the hub does not agree with. Stored; never rename. */
export const DISAGREES = 'hub_disagrees'

/** The payload as far as it can be read; somebody may have altered the file. */
export function payloadOf(row: Pick<EvidenceRow, 'payload'> | null): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(row?.payload ?? '{}')
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** @param first the first entry of a file */
export function logIdOf(first: EvidenceRow | null): string {
  const { logId } = payloadOf(first)
  return typeof logId === 'string' ? logId : ''
}

/** @param first the first entry of a file */
export function begunOf(first: EvidenceRow): EvidenceBegun {
  const why = payloadOf(first)['why']
  return why === 'missing' || why === 'damaged' ? why : 'new'
}

/** A problem found by a start or a drop stays reported, although the chain continues after it. */
export function findingOf(row: EvidenceRow): ChainFinding | null {
  const payload = payloadOf(row)
  if (row.kind === DROPPED) return (payload['finding'] as ChainFinding | null | undefined) ?? null
  if (row.kind !== 'head_missed') return null
  const { problem, expected, found } = payload as {
    problem: ChainProblem
    expected: { seq: number } | null
    found: number
  }
  const seq = problem === 'cut' ? found + 1 : problem === 'extended' ? (expected?.seq ?? found) + 1 : found
  return { problem, seq }
}
