import type { HourlyWork } from '../../../../shared/contract/warehouse-views'

/** Bars of each hour, stacked by who did the work: more colors than these nobody tells apart. */
export const MOST_COLORS = 6

export type HourBars = {
  /** In the order of the legend; the last one may be everybody else. */
  series: readonly { key: string; name: string; total: number }[]
  /** For each hour: its name, and the orders of each series by its key. */
  bars: readonly Record<string, string | number>[]
}

/** @param rows most orders first */
export function hourBars(hours: readonly string[], rows: readonly HourlyWork[], others: string): HourBars {
  const shown = rows.length > MOST_COLORS + 1 ? rows.slice(0, MOST_COLORS) : rows
  const rest = rows.slice(shown.length)
  const named = rest.length === 0 ? shown : [...shown, { name: others, hours: summed(rest, hours.length) }]
  const series = named.map((row, index) => ({ key: `w${index}`, name: row.name, total: sum(row.hours) }))
  const bars = hours.map((hour, at) => ({
    hour,
    ...Object.fromEntries(named.map((row, index) => [`w${index}`, row.hours[at] ?? 0])),
  }))
  return { series, bars }
}

function summed(rows: readonly HourlyWork[], hours: number): number[] {
  return Array.from({ length: hours }, (_, at) => sum(rows.map((row) => row.hours[at] ?? 0)))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
