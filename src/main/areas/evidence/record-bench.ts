import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { maskBadges, mayHoldAddress } from '../../../shared/domain/scanning/badge'
import type { ScannedUnits } from '../packing/scanned-units'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import type { EvidenceLog } from '../../store/evidence/log'

type Bench = Pick<Station, 'db' | 'osUser' | 'signedIn'> & { evidence: EvidenceLog }
type Entry = ParsedRequestOf<'evidence:record'>['entries'][number]

/** Records what was scanned and keyed at the bench, now and under the operator's name. */
export function recordBench(bench: Bench, scanned: ScannedUnits, entries: readonly Entry[]): null {
  const operator = whoWorksHere(bench)
  for (const entry of entries) {
    const { kind, codes: _codes, ...told } = { ...entry, ...judged(bench, scanned, entry) }
    bench.evidence.append({ kind, operator, payload: { ...told, raw: maskRaw(told.raw) } })
  }
  return null
}

/** SECURITY: which item a scan was of is not for the window to say. */
function judged(
  bench: Bench,
  scanned: ScannedUnits,
  { kind, verdict, orderId, lineId, codes }: Entry,
): Partial<Entry> & { code?: string } {
  if (lineId === null) return {}
  if (kind === 'undo') scanned.remove(bench, orderId, lineId)
  // A serial number is scanned after its item, and proves no item.
  if (kind !== 'scan' || verdict === 'serial_scanned') return {}
  const code = scanned.take(bench, { orderId, lineId, codes })
  return code === null ? { kind: 'refusal', verdict: 'not_of_line' } : { code }
}

/**
 * SECURITY: the part of a scan that may be stored permanently. A badge is a key; a long text with blanks may be the
 * buyer's address from a parcel label, so only its length is stored.
 */
export function maskRaw(raw: string | null): string | null {
  if (raw === null) return null
  if (mayHoldAddress(raw)) return `(text, ${raw.length} characters)`
  return maskBadges(raw, '(badge)')
}
