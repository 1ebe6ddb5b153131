import type { StatisticsView } from '../../../../shared/contract/statistics-views'

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
