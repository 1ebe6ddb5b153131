import type { EvidenceEntry } from '../../../shared/contract/evidence'
import { maskBadges } from '../../../shared/domain/scanning/badge'
import type { EvidenceLog } from '../../store/evidence/log'

/** Records what was scanned and keyed at the bench, under the operator's name. */
export function recordBench(
  log: Pick<EvidenceLog, 'append'>,
  operator: string,
  entries: readonly EvidenceEntry[],
): null {
  for (const { kind, ...entry } of entries)
    log.append({ kind, operator, payload: { ...entry, raw: maskRaw(entry.raw) } })
  return null
}

const MOST_RAW = 100
const MOST_GAPS = 2

/**
 * SECURITY: the part of a scan that may be stored permanently. A badge is a key; a long text with blanks may be the
 * buyer's address from a parcel label, so only its length is stored.
 */
export function maskRaw(raw: string | null): string | null {
  if (raw === null) return null
  const gaps = raw.trim().match(/\s+/g)?.length ?? 0
  if (raw.length > MOST_RAW || gaps > MOST_GAPS) return `(text, ${raw.length} characters)`
  return maskBadges(raw, '(badge)')
}
