import type { EvidenceView } from '../../../../shared/contract/evidence'
import type { Cell } from '../../../../shared/domain/statistics/csv'
import { showTime, zoneName } from '../../parts/time/station-time'
import { factsOf, type FactSpeech, entryWords } from '../../parts/entry-words'

/** The list as a table for a file: what the rows on screen say, and the time twice, to be sorted and to be read. */

export function entryColumns({ t, zone }: FactSpeech): string[] {
  return [
    t('evidenceEntries.facts.seq'),
    t('evidenceEntries.csv.columns.utc'),
    t('evidenceEntries.csv.columns.local', { zone: zoneName(zone.name) }),
    t('evidenceEntries.filters.operator'),
    t('evidenceEntries.filters.kind'),
    t('evidenceEntries.csv.columns.what'),
    t('evidenceEntries.csv.columns.answer'),
    t('evidenceEntries.csv.columns.details'),
    t('evidenceEntries.csv.columns.order'),
  ]
}

export function entryCells(speech: FactSpeech, entry: EvidenceView): Cell[] {
  const { t, zone } = speech
  const { title, what, answer } = entryWords(t, entry)
  const { orderId } = entry.payload
  return [
    entry.seq,
    entry.at,
    showTime(entry.at, zone),
    entry.operator === '' ? t('evidence.station') : entry.operator,
    title,
    what ?? '',
    answer ?? '',
    factsOf(speech, entry).join('; '),
    typeof orderId === 'number' ? orderId : '',
  ]
}
