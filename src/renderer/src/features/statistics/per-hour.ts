import type { WorkView } from '../../../../shared/contract/statistics-views'

/** The rate over the hours in which anything was done: a break of hours is not slow work. */
export function perHour(
  today: WorkView,
  hours: readonly WorkView[],
  column: 'orders' | 'lines',
  locale: string,
): string {
  const worked = hours.filter(({ scans, lines }) => scans + lines > 0).length
  const rate = worked === 0 ? 0 : today[column] / worked
  return rate.toLocaleString(locale, { maximumFractionDigits: rate < 10 ? 1 : 0 })
}
