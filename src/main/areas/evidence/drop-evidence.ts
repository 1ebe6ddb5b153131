import { formatInstant, monthsBefore } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import type { EvidenceLog } from '../../store/evidence/log'
import { DROPPED } from '../../store/evidence/meaning'
import { dropDue, oldPrefix, noteDrop } from '../../store/evidence/retention'
import { comparedNow, createDaily, type Daily, type DailyEnd } from '../station/daily'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'

export type DropDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  evidence: Pick<EvidenceLog, 'reading' | 'commit'>
  onFault: (error: unknown) => void
}

/**
 * Drops the oldest entries of the evidence log once they are older than the setting allows: once a day, and never by a
 * clock that has not been compared. It is recorded first and deleted afterwards; the next run finishes one that was cut
 * off.
 */
export function createEvidenceDrop(deps: DropDeps): Daily {
  return createDaily(deps.clock, () => drop(deps), deps.onFault)
}

function* drop(deps: DropDeps): Generator<void, DailyEnd> {
  const log = deps.evidence.reading()
  yield* dropDue(log)
  if (monthsKept(deps) === 0) return
  const now = comparedNow(deps)
  if (now === null) return 'try_again'
  const beforeMs = monthsBefore(now, monthsKept(deps))
  const old = yield* oldPrefix(log, beforeMs)
  if (old === null || !stillDue(deps, log, beforeMs)) return
  const payload = { ...old, months: monthsKept(deps), before: formatInstant(beforeMs) }
  deps.evidence.commit({ kind: DROPPED, payload }, noteDrop)
  yield* dropDue(log)
}

function monthsKept(deps: DropDeps): number {
  return readStationSettings(deps).evidenceMonths
}

/** Reading a long log takes a while; meanwhile the setting may have changed or the file been replaced. */
function stillDue(deps: DropDeps, log: Db, beforeMs: number): boolean {
  const months = monthsKept(deps)
  const now = comparedNow(deps)
  if (months === 0 || now === null || monthsBefore(now, months) < beforeMs) return false
  return deps.evidence.reading() === log
}
