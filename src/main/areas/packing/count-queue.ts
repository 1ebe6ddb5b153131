import type { QueueCounts } from '../../../shared/contract/views'
import type { QueueView } from '../../../shared/domain/orders/order-queue'
import { paceOf } from '../../../shared/domain/statistics/forecast'
import { dayBounds, localTimeIn } from '../../../shared/domain/time/day-bounds'
import { countQueue, packedTimes } from '../../store/views/queue'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import { dueOf, type DueRules } from './list-orders'

/**
 * How many orders each filter of a view would show, once that does not change by itself any more, and how many were packed
 * today, at whatever station.
 */
export function readQueueCounts(
  { db, clock, pull, titles }: Pick<Station, 'db' | 'clock' | 'pull' | 'titles'>,
  { queue }: { queue: DueRules },
  view: QueueView,
): QueueCounts {
  const nowMs = clock.wallMs()
  const timeZone = readStationSettings({ db }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const packed = packedTimes(db, dayBounds(nowMs, localTimeIn(timeZone)).fromMs)
  const counted = countQueue(db, view, dueOf(clock, queue))
  const filters = titles.known() ? counted : { ...counted, late: null }
  return {
    ...{ view, filters: pull.importing() === null ? filters : null },
    ...{ packedToday: packed.length, perHour: paceOf(packed, nowMs)?.perHour ?? null },
  }
}
