import type { TFunction } from 'i18next'
import type { OperatorWorkView, StatisticsView } from '../../../../shared/contract/statistics'

/** Orders per hour in which something was done; `null` when nothing was. */
export function ordersPerHour({ orders, hours }: Pick<OperatorWorkView, 'orders' | 'hours'>): number | null {
  return hours === 0 ? null : orders / hours
}

/** `2 min 05 s`, or that nothing was measured. */
export function durationWords(t: TFunction, seconds: number | null): string {
  if (seconds === null) return t('statistics.noTime')
  const rest = String(seconds % 60).padStart(2, '0')
  return t('statistics.seconds', { minutes: Math.floor(seconds / 60), seconds: rest })
}

type Day = StatisticsView['days'][number]

/** A day with work, or days in sequence without any. */
export type DayRow = { kind: 'day'; work: Day } | { kind: 'empty'; from: string; to: string }

/** Newest first; days on which nothing happened are folded into one row. @param days oldest first */
export function foldDays(days: readonly Day[]): DayRow[] {
  const rows: DayRow[] = []
  for (const work of days.toReversed()) {
    const last = rows.at(-1)
    if (work.scans + work.lines + work.orders > 0) rows.push({ kind: 'day', work })
    else if (last?.kind === 'empty') last.from = work.day
    else rows.push({ kind: 'empty', from: work.day, to: work.day })
  }
  return rows
}
