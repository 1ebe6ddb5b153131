import type { CategorySums, PayoutView } from '../../../shared/contract/payout-views'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { addPayout, noPayout, type PayoutSums } from '../../../shared/domain/orders/payout'
import { daysBetween, localTimeIn } from '../../../shared/domain/time/day-bounds'
import type { Db } from '../../store/db/database'
import { cachedLeaves } from '../../store/tables/categories'
import { madeDays, sumsByCategory, sumsByDay, UNDATED } from '../../store/tables/payout-days'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import { forgetChanged, sumDay } from './sum-payouts'

/** How long one call sums up days before it answers with those that it has. */
const MOST_MS = 300

/**
 * What was sold, refunded and is expected to be paid out, by day in the station's zone and by category. Days that are not
 * summed up yet are counted as `daysLeft`: the next call goes on with them.
 * @throws StationError `archive_unusable`, `database_error`, `disk_full`
 */
export async function readPayouts(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  { from, to }: ParsedRequestOf<'payouts:read'>,
): Promise<PayoutView> {
  const timeZone = readStationSettings({ db }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const localTime = localTimeIn(timeZone)
  const days = [UNDATED, ...daysBetween(from, to)]
  forgetChanged(db, timeZone, localTime)
  const untilMs = clock.monotonicMs() + MOST_MS
  const made = madeDays(db, days)
  for (const day of days.filter((one) => !made.has(one))) {
    await sumDay(db, day, localTime)
    if (clock.monotonicMs() >= untilMs) break
  }
  return viewOf(db, { from, to, timeZone, days })
}

type Period = { from: string; to: string; timeZone: string; days: readonly string[] }

function viewOf(db: Db, { from, to, timeZone, days }: Period): PayoutView {
  const total = { orders: 0, canceled: 0, ...noPayout() }
  const byDay = sumsByDay(db, from, to)
  for (const day of byDay) {
    total.orders += day.orders
    total.canceled += day.canceled
    addPayout(total, day)
  }
  const [undated] = sumsByDay(db, UNDATED, UNDATED)
  return {
    ...{ timeZone, from, to, total },
    days: byDay.filter(({ orders }) => orders > 0),
    categories: categoriesOf(db, from, to),
    undatedOrders: undated?.orders ?? 0,
    daysLeft: days.length - madeDays(db, days).size,
  }
}

/** What sold most first. */
function categoriesOf(db: Db, from: string, to: string): CategorySums[] {
  const paths = new Map((cachedLeaves(db) ?? []).map(({ id, path }) => [String(id), path]))
  return sumsByCategory(db, from, to)
    .filter(isAnything)
    .map((sums) => ({ ...sums, path: paths.get(sums.category) ?? null }))
    .toSorted((one, other) => other.soldCents - one.soldCents || other.refundedCents - one.refundedCents)
}

/** Shipping fees are mostly nothing. */
function isAnything({ items, soldCents, refundedCents, payoutCents }: PayoutSums): boolean {
  return items !== 0 || soldCents !== 0 || refundedCents !== 0 || payoutCents !== 0
}
