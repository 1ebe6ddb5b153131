import type { HourlyWork } from '../../../../shared/contract/warehouse'

/** Stacked in one bar, more colors than these are not told apart. */
export const MOST_COLORS = 7

export type HourBars = {
  /** In the order of the legend. */
  series: readonly { key: string; name: string; total: number }[]
  /** For each hour: its name, and the orders of each series by its key. */
  bars: readonly Record<string, string | number>[]
}

/** The bars of each hour, stacked by who did the work. Names may repeat. */
export function hourBars(hours: readonly string[], rows: readonly HourlyWork[]): HourBars {
  return {
    series: rows.map((row, index) => ({ key: keyOf(index), name: row.name, total: totalOf(row) })),
    bars: hours.map((hour, at) => ({
      hour,
      ...Object.fromEntries(rows.map((row, index) => [keyOf(index), row.hours[at] ?? 0])),
    })),
  }
}

export function totalOf({ hours }: Pick<HourlyWork, 'hours'>): number {
  return hours.reduce((total, orders) => total + orders, 0)
}

function keyOf(index: number): string {
  return `w${index}`
}
