import type { TFunction } from 'i18next'
import type { OutboxRow } from '../../../../shared/contract/op-views'
import type { Cell } from '../../../../shared/domain/statistics/csv'
import { errorWords, nameWords, reasonWords } from '../../parts/sentences'
import { showTime, zoneName, type StationZone } from '../../parts/time/station-time'

/** The list as a table for a file: what the rows on screen say, and the time twice, to be sorted and to be read. */

type TableSpeech = { t: TFunction; zone: StationZone }

export function opColumns({ t, zone }: TableSpeech): string[] {
  return [
    t('outbox.csv.columns.seq'),
    t('outbox.columns.kind'),
    t('outbox.columns.order'),
    t('outbox.csv.columns.item'),
    t('outbox.columns.state'),
    t('outbox.csv.columns.reason'),
    t('outbox.csv.columns.utc'),
    t('outbox.csv.columns.local', { zone: zoneName(zone.name) }),
    t('outbox.csv.columns.by'),
    t('outbox.csv.columns.sent'),
    t('outbox.csv.columns.settled'),
    t('outbox.csv.columns.attempts'),
    t('outbox.csv.columns.error'),
  ]
}

/** SECURITY: without what people typed (why something was discarded), which may be about a buyer. */
export function opCells({ t, zone }: TableSpeech, row: OutboxRow): Cell[] {
  const { kind, heldReason, lastError } = row
  return [
    row.seq,
    t(`outbox.kinds.${kind}`),
    row.orderId ?? '',
    row.itemKey ?? '',
    t(`outbox.states.${row.state}`),
    row.state === 'held' && heldReason !== null ? reasonWords(t, kind, heldReason) : '',
    row.capturedAt,
    showTime(row.capturedAt, zone),
    nameWords(t, row.capturedBy, row.fromFile),
    row.sentAt ?? '',
    row.settledAt ?? '',
    row.attempts,
    lastError === null ? '' : errorWords(t, lastError),
  ]
}
