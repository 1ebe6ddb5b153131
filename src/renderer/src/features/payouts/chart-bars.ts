import type { PayoutView } from '../../../../shared/contract/payouts'
import { addPayout, noPayout, type PayoutSums } from '../../../../shared/domain/orders/payout'
import { daysBetween } from '../../../../shared/domain/time/day-bounds'

/** A day, or a month like `2026-11` where days would be too many. */
export type Bar = PayoutSums & { name: string }

/** Bars that a screen has room for. */
const MOST_BARS = 62
const MONTH_LENGTH = 7

/** The sums of each day or month of the period, also of those without an order, oldest first. */
export function barsOf({ from, to, days }: Pick<PayoutView, 'from' | 'to' | 'days'>): Bar[] {
  const all = daysBetween(from, to)
  const nameOf = (day: string) => (all.length > MOST_BARS ? day.slice(0, MONTH_LENGTH) : day)
  const bars = new Map(all.map((day) => [nameOf(day), noPayout()]))
  for (const sums of days) {
    const bar = bars.get(nameOf(sums.day))
    if (bar !== undefined) addPayout(bar, sums)
  }
  return [...bars].map(([name, sums]) => ({ name, ...sums }))
}
