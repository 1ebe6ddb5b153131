import type { ChainFinding, ChainProblem, EvidenceBegun } from '../../../shared/contract/evidence-views'
import type { EvidenceRow } from './chain'

/** What entries say of the log itself. */

/** The entry that says that the oldest were removed by rule. Stored; never rename. */
export const DROPPED = 'entries_dropped'

/** What somebody wrote into the file is read as far as it can be. */
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

/** What a start or a drop found wrong stays found, although the chain goes on behind it. */
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
