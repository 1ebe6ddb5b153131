import path from 'node:path'
import { appendRows, openEvidenceFile } from '../../src/main/store/evidence/file'
import { DROPPED } from '../../src/main/store/evidence/meaning'
import { dropDue, noteDrop, oldPrefix } from '../../src/main/store/evidence/retention'
import { inTransaction } from '../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import { readSetting, writeSetting } from '../../src/main/store/tables/settings'
import { formatInstant } from '../../src/shared/domain/time/timestamps'

/** The evidence of a station after years of use. */

/** Runs a generator to its end, without pauses between its steps. */
function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Rewrites the log of a stopped station: `old` scans from two years ago and `kept` from today, and then drops the old
 * ones under a retention of `months`.
 * @param file its evidence.sqlite
 */
export function writeDroppedEvidence(
  file: string,
  { old, kept, months }: { old: number; kept: number; months: number },
): void {
  const station = openDatabase(path.join(path.dirname(file), 'station.sqlite'))
  const head = JSON.parse(readSetting(station, 'evidence.head') ?? '{}') as { logId: string }
  const log = openEvidenceFile(file)
  log.exec('DELETE FROM entries; DELETE FROM work')
  const now = Date.now()
  const before = now - 365 * 86_400_000
  const scan = (atMs: number, index: number) => ({
    at: formatInstant(atMs),
    operator: 'Ada',
    kind: 'scan',
    payload: { raw: `ITEM${index}`, verdict: 'line_chosen' },
  })
  const begun = { kind: 'log_begun', payload: { logId: head.logId, why: 'new', follows: null } }
  const rows = [
    { ...scan(now - 2 * 365 * 86_400_000, 0), ...begun },
    ...Array.from({ length: old }, (_, index) => scan(now - 2 * 365 * 86_400_000, index)),
    ...Array.from({ length: kept }, (_, index) => scan(now, old + index)),
  ]
  let last = appendRows(log, null, rows)
  const prefix = finish(oldPrefix(log, before))
  const payload = { ...prefix, months, before: formatInstant(before) }
  last = appendRows(log, last, [{ ...scan(now, 0), operator: '', kind: DROPPED, payload }], noteDrop)
  finish(dropDue(log))
  inTransaction(station, (tx) =>
    writeSetting(tx, 'evidence.head', JSON.stringify({ ...head, ...last, closed: true })),
  )
  closeDatabase(log)
  closeDatabase(station)
}
